/* file.c - a temporary file beside the wanted one, renamed when it is whole. */
#include "gen/base/base.h"

#include <fcntl.h>
#include <libgen.h>
#include <sys/stat.h>
#include <unistd.h>

static nbb_status fail(const char *path, const char *done, int error)
{
    return nbb_fail_at(NBB_ERROR_RUN, path, 0, "cannot be %s: %s", done, strerror(error));
}

/* A link counts: /dev/stdout may well lead to a regular file, but must not be replaced by one. */
static bool is_special(const char *path)
{
    struct stat facts;
    return lstat(path, &facts) == 0 && !S_ISREG(facts.st_mode);
}

/* Begins a file that replaces whatever has its name, a link too. Of mode 0600: mkstemp's, which is for one's own. The
   temporary file's name is the wanted one with an end of its own, cut where a name could not be as long. */
static nbb_status create_private(const char *path, nbb_file *file)
{
    static const char end[] = ".XXXXXX";
    const char *slash = strrchr(path, '/');
    int folder = slash != NULL ? (int)(slash + 1 - path) : 0, most = (int)(NAME_MAX - strlen(end));
    *file = (nbb_file){ .path = path,
                        .temporary = nbb_text_of("%.*s%.*s%s", folder, path, most, path + folder, end) };
    NBB_TRY_OR(nbb_text_status(&file->temporary, "a file name"), nbb_text_free(&file->temporary));
    int descriptor = nbb_ending_make_file(file->temporary.data);
    file->stream = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    NBB_DONE_IF(file->stream != NULL);
    int error = errno;
    if (descriptor >= 0) {
        close(descriptor);
        nbb_ending_remove(file->temporary.data);
    }
    nbb_text_free(&file->temporary);
    return fail(path, "created", error);
}

static bool is_muted;

void nbb_file_mute(void)
{
    is_muted = true;
}

const char *nbb_file_way(const char *path)
{
    return is_muted ? "/dev/null" : path;
}

nbb_status nbb_file_create(const char *wanted, nbb_file *file)
{
    const char *path = nbb_file_way(wanted);
    if (is_special(path)) {
        *file = (nbb_file){ .path = path, .stream = fopen(path, "wb"), .temporary = NBB_TEXT_EMPTY };
        return file->stream != NULL ? NBB_OK : fail(file->path, "created", errno);
    }
    NBB_TRY(create_private(path, file));
    mode_t mask = umask(0);
    umask(mask);
    fchmod(fileno(file->stream), 0666 & ~mask); /* a product, for whom it may concern */
    return NBB_OK;
}

nbb_status nbb_file_write(nbb_file *file, const void *bytes, size_t length)
{
    return fwrite(bytes, 1, length, file->stream) == length ? NBB_OK : fail(file->path, "written", errno);
}

nbb_status nbb_file_close(nbb_file *file, nbb_status status)
{
    bool renames = file->temporary.length > 0, is_lost = fclose(file->stream) != 0 && status == NBB_OK;
    is_lost = is_lost || (renames && status == NBB_OK && rename(file->temporary.data, file->path) != 0);
    status = is_lost ? fail(file->path, "written", errno) : status;
    if (renames) {
        (status == NBB_OK ? nbb_ending_forget : nbb_ending_remove)(file->temporary.data);
    }
    nbb_text_free(&file->temporary);
    return status;
}

nbb_status nbb_file_put(const char *path, const nbb_text *text)
{
    nbb_file file;
    NBB_TRY(nbb_file_create(path, &file));
    return nbb_file_close(&file, nbb_file_write(&file, nbb_text_string(text), text->length));
}

nbb_status nbb_file_put_private(const char *path, const nbb_text *text)
{
    nbb_file file;
    NBB_TRY(create_private(path, &file));
    return nbb_file_close(&file, nbb_file_write(&file, nbb_text_string(text), text->length));
}

nbb_status nbb_file_try(const char *wanted)
{
    const char *path = nbb_file_way(wanted);
    struct stat facts;
    int error = stat(path, &facts) != 0 ? errno : S_ISDIR(facts.st_mode) ? EISDIR : 0;
    /* Of these the temporary file would not say. */
    NBB_FAIL_IF(error == EISDIR || error == ENAMETOOLONG, fail(path, "created", error));
    if (is_special(path)) { /* opening a pipe would already signal an end to its reader */
        bool writable = access(path, W_OK) == 0 || errno == ENOENT; /* a link to a file to be made */
        return writable ? NBB_OK : fail(path, "created", errno);
    }
    nbb_file file;
    NBB_TRY(nbb_file_create(path, &file));
    nbb_file_close(&file, NBB_ERROR_RUN);
    return NBB_OK;
}

/* What cannot be synced, a pipe or a device, holds nothing. */
nbb_status nbb_file_sync(const char *wanted)
{
    const char *path = nbb_file_way(wanted);
    NBB_LOCAL_OPEN descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    return descriptor >= 0 && (fsync(descriptor) == 0 || errno == EINVAL) ? NBB_OK : fail(path, "written", errno);
}

nbb_status nbb_file_sync_name(const char *path)
{
    NBB_LOCAL_TEXT_OF(name, "a folder's name", "%s", path);
    return nbb_file_sync(dirname(name.data));
}
