/* folder.c - walks a path component by component, each opened without following links and checked. */
#include "runtime/device/machine.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS_MAX = 40, WRITABLE = S_IWGRP | S_IWOTH };

typedef struct walk {
    const char *path; /* the whole one, for messages */
    bool make;
    int at;    /* the folder reached, or -1: there is none */
    int links; /* followed so far */
} walk;

static nbb_status fail_system(const walk *way, const char *what, int error)
{
    return nbb_fail(NBB_ERROR_DEVICE, "%s: cannot be %s: %s", way->path, what, strerror(error));
}

/* Whether the owner is this user or root, who can change anything as it is. */
static nbb_status check_owner(const char *path, const char *name, const struct stat *facts)
{
    NBB_STOP_IF(facts->st_uid != geteuid() && facts->st_uid != 0, NBB_ERROR_DEVICE,
                "%s: '%s' belongs to user %u, neither this one nor root", path, name, (unsigned)facts->st_uid);
    return NBB_OK;
}

static nbb_status fail_writable(const char *path, const char *name, const struct stat *facts)
{
    return nbb_fail(NBB_ERROR_DEVICE, "%s: others can write to '%s', whose mode is %04o", path, name,
                    (unsigned)facts->st_mode & 07777);
}

static nbb_status check_part(const walk *way, const char *name, const struct stat *facts)
{
    NBB_TRY(check_owner(way->path, name, facts));
    NBB_DONE_IF(S_ISLNK(facts->st_mode)); /* its mode means nothing */
    NBB_STOP_IF(!S_ISDIR(facts->st_mode), NBB_ERROR_DEVICE, "%s: '%s' is no folder", way->path, name);
    bool is_shared = (facts->st_mode & WRITABLE) != 0 && (facts->st_mode & S_ISVTX) == 0;
    return is_shared ? fail_writable(way->path, name, facts) : NBB_OK;
}

static nbb_status enter(walk *way, const char *path);

static nbb_status step(walk *way, const char *name)
{
    struct stat facts;
    int next = openat(way->at, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (next < 0 && errno == ENOENT && way->make && (mkdirat(way->at, name, 0700) == 0 || errno == EEXIST)) {
        next = openat(way->at, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    }
    int error = errno;
    if (next < 0 && error == ENOENT && !way->make) {
        nbb_close(&way->at);
        return NBB_OK;
    }
    NBB_FAIL_IF(next < 0 || fstat(next, &facts) != 0,
                fail_system(way, way->make ? "created" : "opened", next < 0 ? error : errno));
    NBB_TRY_OR(check_part(way, name, &facts), close(next));
    if (S_ISLNK(facts.st_mode)) { /* goes where the link leads */
        char target[PATH_MAX];
        ssize_t length = readlinkat(next, "", target, sizeof target - 1);
        error = length < 0 ? errno : ELOOP;
        close(next);
        NBB_FAIL_IF(length < 0 || ++way->links > LINKS_MAX, fail_system(way, "followed", error));
        target[length] = '\0';
        return enter(way, target);
    }
    close(way->at);
    way->at = next;
    return NBB_OK;
}

/* Walks on along `path`: from the root where it is absolute, else from the folder reached. */
static nbb_status enter(walk *way, const char *path)
{
    if (path[0] == '/') {
        struct stat facts;
        close(way->at);
        way->at = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
        NBB_FAIL_IF(way->at < 0 || fstat(way->at, &facts) != 0, fail_system(way, "opened", errno));
        NBB_TRY(check_part(way, "/", &facts));
    }
    for (path += strspn(path, "/"); *path != '\0' && way->at >= 0; path += strspn(path, "/")) {
        char name[NAME_MAX + 1];
        size_t length = strcspn(path, "/");
        NBB_FAIL_IF(length > NAME_MAX, fail_system(way, "opened", ENAMETOOLONG));
        memcpy(name, path, length);
        name[length] = '\0';
        NBB_TRY(step(way, name));
        path += length;
    }
    return NBB_OK;
}

/* The folder reached, opened for reading its names; sticky or not, others may not write to it. */
static nbb_status open_reached(const walk *way, int *folder)
{
    struct stat facts;
    const char *slash = strrchr(way->path, '/');
    int opened = openat(way->at, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    NBB_FAIL_IF(opened < 0 || fstat(opened, &facts) != 0, fail_system(way, "opened", errno));
    if ((facts.st_mode & WRITABLE) != 0) {
        close(opened);
        return fail_writable(way->path, slash != NULL ? slash + 1 : way->path, &facts);
    }
    *folder = opened;
    return NBB_OK;
}

nbb_status nbb_folder_open(const char *path, bool make, int *folder)
{
    walk way = { .path = path, .make = make, .at = -1 };
    *folder = -1;
    NBB_LOCAL_HEAP char *here = path[0] != '/' ? getcwd(NULL, 0) : NULL; /* all that is above it counts too */
    nbb_status status = path[0] == '/' ? NBB_OK
                        : here != NULL ? enter(&way, here)
                                       : fail_system(&way, "opened", errno);
    status = status == NBB_OK ? enter(&way, path) : status;
    status = status == NBB_OK && way.at >= 0 ? open_reached(&way, folder) : status;
    nbb_close(&way.at);
    return status;
}

nbb_status nbb_folder_read(int folder, const char *name, size_t limit, nbb_text *text, bool *found)
{
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    *found = file >= 0 || errno != ENOENT;
    NBB_DONE_IF(!*found);
    NBB_STOP_IF(file < 0, NBB_ERROR_DEVICE, "%s: cannot be opened: %s", name,
                errno == ELOOP ? "it is a link" : strerror(errno));
    /* What was opened is what is read, so it is what is checked. */
    struct stat facts;
    nbb_status status = fstat(file, &facts) == 0 && S_ISREG(facts.st_mode)
                            ? check_owner(name, name, &facts)
                            : nbb_fail(NBB_ERROR_DEVICE, "%s: it is no regular file", name);
    status = status == NBB_OK && (facts.st_mode & WRITABLE) != 0 ? fail_writable(name, name, &facts) : status;
    FILE *stream = status == NBB_OK ? fdopen(file, "rb") : NULL;
    NBB_RETURN_IF(stream != NULL, nbb_text_read_stream(text, stream, name, limit, NBB_ERROR_DEVICE));
    close(file);
    return status != NBB_OK ? status : nbb_fail_memory(BUFSIZ, "a stream");
}

nbb_status nbb_folder_temporary(nbb_text *path)
{
    NBB_LOCAL_OPEN folder = -1;
    nbb_text_add(path, "%s/nbbgen-XXXXXX", nbb_machine_temporary());
    NBB_TRY(nbb_text_status(path, "a folder's name"));
    if (!nbb_ending_make_folder(path->data)) {
        nbb_fail(NBB_ERROR_DEVICE, "%s: cannot be created: %s; set TMPDIR to a folder that can be written",
                 path->data, strerror(errno));
    } else {
        NBB_DONE_IF(nbb_folder_open(path->data, false, &folder) == NBB_OK);
        nbb_ending_remove(path->data);
        nbb_fail(NBB_ERROR_DEVICE, "%s; set TMPDIR to a folder of your own, or a sticky one as /tmp", nbb_message());
    }
    nbb_text_free(path);
    return NBB_ERROR_DEVICE;
}
