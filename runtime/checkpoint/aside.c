/* aside.c - files of a folder that is written aside. */
#include "runtime/checkpoint/aside.h"

#include <errno.h>
#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static nbb_status fail(const char *folder, const char *name, const char *what, int error)
{
    return nbb_fail(NBB_ERROR_RUN, "%s/%s: cannot be %s: %s", folder, name, what, strerror(error));
}

/* A file system that cannot reserve is written to all the same. */
static nbb_status reserve(const nbb_aside *aside, uint64_t bytes)
{
    int error;
    do {
        error = bytes > 0 && fallocate(aside->file, 0, 0, (off_t)bytes) != 0 ? errno : 0;
    } while (error == EINTR);
    return error == 0 || error == EOPNOTSUPP || error == ENOSYS ? NBB_OK
               : fail(aside->folder, aside->name, "written", error);
}

/* An empty file. */
static nbb_status create(int folder, const char *path, const char *name, nbb_aside *aside)
{
    int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    *aside = (nbb_aside){ .folder = path, .name = name, .file = file, .direct = -1 };
    return file >= 0 ? NBB_OK : fail(path, name, "created", errno);
}

/* The writer, with the file opened once more if it can be written to past the system's cache. */
static nbb_status begin(nbb_aside *aside, int folder, nbb_writer *writer)
{
    aside->direct = openat(folder, aside->name, O_WRONLY | O_DIRECT | O_CLOEXEC);
    int error = nbb_writer_begin(writer, aside->file, aside->direct);
    aside->writer = error == 0 ? writer : NULL;
    return error == 0 ? NBB_OK : fail(aside->folder, aside->name, "written", error);
}

nbb_status nbb_aside_create(int folder, const char *path, const char *name, uint64_t bytes, nbb_writer *writer,
                            nbb_aside *aside)
{
    NBB_TRY(create(folder, path, name, aside));
    nbb_status status = reserve(aside, bytes);
    status = status == NBB_OK ? begin(aside, folder, writer) : status;
    return status == NBB_OK ? NBB_OK : nbb_aside_close(aside, status);
}

void nbb_aside_write(nbb_aside *aside, uint64_t offset, const void *bytes, size_t length)
{
    nbb_writer_put(aside->writer, offset, bytes, length);
}

/* `status`, or the failure that `error` tells of, if it is one. */
static nbb_status join(const nbb_aside *aside, nbb_status status, int error)
{
    return status == NBB_OK && error != 0 ? fail(aside->folder, aside->name, "written", error) : status;
}

nbb_status nbb_aside_close(nbb_aside *aside, nbb_status status)
{
    status = join(aside, status, aside->writer != NULL ? nbb_writer_end(aside->writer) : 0);
    status = join(aside, status, status == NBB_OK && fsync(aside->file) != 0 ? errno : 0);
    nbb_close(&aside->direct);
    return join(aside, status, close(aside->file) != 0 ? errno : 0);
}

nbb_status nbb_aside_put(int folder, const char *path, const char *name, const void *bytes, size_t length)
{
    nbb_aside aside;
    NBB_TRY(create(folder, path, name, &aside));
    nbb_status status = join(&aside, NBB_OK, nbb_write_bytes(aside.file, bytes, 0, length));
    return nbb_aside_close(&aside, status);
}

nbb_status nbb_folder_sync(int folder, const char *path)
{
    return fsync(folder) == 0 ? NBB_OK
                              : nbb_fail_at(NBB_ERROR_RUN, path, 0, "cannot be written: %s", strerror(errno));
}

/* Removes the files in an opened folder, which is closed. It takes no memory, for want of which it may be called. */
static int remove_files(int folder)
{
    _Alignas(struct dirent64) char names[4096];
    ssize_t length;
    int error = 0;
    while ((length = getdents64(folder, names, sizeof names)) > 0) {
        for (ssize_t at = 0; at < length;) {
            const struct dirent64 *entry = (const void *)(names + at);
            bool is_file = strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
            if (is_file && unlinkat(folder, entry->d_name, 0) != 0) {
                error = errno;
            }
            at += entry->d_reclen;
        }
    }
    error = length < 0 ? errno : error;
    close(folder);
    return error;
}

nbb_status nbb_folder_remove(int parent, const char *path, const char *name)
{
    int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    bool is_other = folder < 0 && (errno == ENOTDIR || errno == ELOOP); /* a file or a link has the name */
    if (folder < 0) {
        bool is_gone = errno == ENOENT || (is_other && unlinkat(parent, name, 0) == 0);
        return is_gone ? NBB_OK : fail(path, name, "removed", errno);
    }
    if (flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        close(folder);
        return NBB_OK;
    }
    int error = remove_files(folder);
    if (error == 0 && unlinkat(parent, name, AT_REMOVEDIR) != 0) {
        error = errno;
    }
    return error == 0 ? NBB_OK : fail(path, name, "removed", error);
}
