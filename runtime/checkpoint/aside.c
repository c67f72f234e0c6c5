/* aside.c - files of a folder that is written aside. */
#include "runtime/checkpoint/aside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { HASH_BYTES = 576 }; /* of an XXH3_state_t, whose members are not public */

static nbb_status fail(const char *folder, const char *name, const char *what, int error)
{
    return nbb_fail(NBB_ERROR_RUN, "%s/%s: cannot be %s: %s", folder, name, what, strerror(error));
}

nbb_status nbb_aside_create(int folder, const char *path, const char *name, nbb_aside *aside)
{
    *aside = (nbb_aside){ .folder = path, .name = name, .hash = XXH3_createState() };
    if (aside->hash == NULL) {
        return nbb_fail_memory(HASH_BYTES, "a checksum");
    }
    XXH3_64bits_reset(aside->hash);
    aside->file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (aside->file < 0) {
        int error = errno;
        XXH3_freeState(aside->hash);
        return fail(path, name, "created", error);
    }
    return NBB_OK;
}

nbb_status nbb_aside_write(nbb_aside *aside, const void *bytes, size_t length)
{
    const char *at = bytes;
    XXH3_64bits_update(aside->hash, bytes, length);
    for (size_t left = length; left > 0;) {
        ssize_t written = write(aside->file, at, left);
        if (written < 0 && errno != EINTR) {
            return fail(aside->folder, aside->name, "written", errno);
        }
        at += written > 0 ? written : 0;
        left -= written > 0 ? (size_t)written : 0;
    }
    /* The disk begins now, not when the file is closed. Only fsync tells whether it did. */
    sync_file_range(aside->file, (off_t)aside->bytes, (off_t)length, SYNC_FILE_RANGE_WRITE);
    aside->bytes += length;
    return NBB_OK;
}

nbb_status nbb_aside_close(nbb_aside *aside, nbb_status status, uint64_t *hash)
{
    if (status == NBB_OK && fsync(aside->file) != 0) {
        status = fail(aside->folder, aside->name, "written", errno);
    }
    if (close(aside->file) != 0 && status == NBB_OK) {
        status = fail(aside->folder, aside->name, "written", errno);
    }
    *hash = XXH3_64bits_digest(aside->hash);
    XXH3_freeState(aside->hash);
    return status;
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
    if (folder < 0) {
        return errno == ENOENT ? NBB_OK : fail(path, name, "removed", errno);
    }
    int error = remove_files(folder);
    if (error == 0 && unlinkat(parent, name, AT_REMOVEDIR) != 0) {
        error = errno;
    }
    return error == 0 ? NBB_OK : fail(path, name, "removed", error);
}
