/* writer.c - slots that some threads fill and others empty into a file. */
#include "runtime/checkpoint/writer.h"

#include "runtime/run/disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

enum {
    ALIGNED = NBB_DISK_ALIGNED,
    SLOT_BYTES = 1 << 18,
    ROOM_BYTES = SLOT_BYTES + ALIGNED,
    SLOTS = NBB_WRITER_BYTES / ROOM_BYTES,
    THREADS = 8, /* a disk is fastest with several requests at once */
    STACK_BYTES = 1 << 18
};

/* Bytes on their way. They begin as far behind an aligned place in memory as in the file. */
typedef struct slot {
    unsigned char *room;
    uint64_t offset;
    size_t length;
} slot;

struct nbb_writer {
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied; /* for those who empty slots, and for those who wait for room */
    pthread_t threads[THREADS];
    int thread_count;
    int file, direct;
    unsigned char *memory; /* of the slots */
    slot slots[SLOTS];
    slot *empty[SLOTS], *full[SLOTS]; /* those that are not being filled or emptied; the full ones from `first` on */
    int empty_count, full_count, first;
    bool ends;
    int error; /* the first one */
};

/* A file system may open a file so and then want other places. By its cache the disk begins now, not when the file is
   closed. Only fsync tells whether it did. */
static int write_slot(const nbb_writer *writer, const slot *full)
{
    nbb_disk_transfer transfer = { writer->file, writer->direct, true, full->room + full->offset % ALIGNED,
                                   full->offset, full->length };
    int error = writer->direct >= 0 ? nbb_disk_do(&transfer, 1) : EINVAL;
    if (error == EINVAL) {
        transfer.direct = -1;
        error = nbb_disk_do(&transfer, 1);
        sync_file_range(writer->file, (off_t)full->offset, (off_t)full->length, SYNC_FILE_RANGE_WRITE);
    }
    return error;
}

static void *empty_slots(void *context)
{
    nbb_writer *writer = context;
    pthread_mutex_lock(&writer->lock);
    while (writer->full_count > 0 || !writer->ends) {
        if (writer->full_count == 0) {
            pthread_cond_wait(&writer->filled, &writer->lock);
            continue;
        }
        slot *full = writer->full[writer->first];
        writer->first = (writer->first + 1) % SLOTS;
        --writer->full_count;
        bool writes = writer->error == 0;
        pthread_mutex_unlock(&writer->lock);
        int error = writes ? write_slot(writer, full) : 0;
        pthread_mutex_lock(&writer->lock);
        writer->error = writer->error != 0 ? writer->error : error;
        writer->empty[writer->empty_count++] = full;
        pthread_cond_signal(&writer->emptied);
    }
    pthread_mutex_unlock(&writer->lock);
    return NULL;
}

nbb_writer *nbb_writer_open(void)
{
    nbb_writer *writer = calloc(1, sizeof *writer);
    unsigned char *memory = writer != NULL ? nbb_pages(NBB_WRITER_BYTES) : NULL;
    if (memory == NULL) {
        free(writer);
        return NULL;
    }
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->filled, NULL);
    pthread_cond_init(&writer->emptied, NULL);
    writer->memory = memory;
    writer->empty_count = SLOTS;
    NBB_FILL(i, SLOTS, writer->empty[i], &writer->slots[i]);
    NBB_FILL(i, SLOTS, writer->slots[i].room, memory + (size_t)i * ROOM_BYTES);
    nbb_pages_touch(memory, NBB_WRITER_BYTES);
    return writer;
}

int nbb_writer_begin(nbb_writer *writer, int file, int direct)
{
    pthread_attr_t small;
    writer->file = file;
    writer->direct = direct;
    int error = pthread_attr_init(&small);
    if (error == 0) { /* the system's library keeps stacks for the next threads */
        error = pthread_attr_setstacksize(&small, STACK_BYTES);
        for (int i = 0; i < THREADS && error == 0; ++i) {
            error = pthread_create(&writer->threads[i], &small, empty_slots, writer);
            writer->thread_count += error == 0;
        }
        pthread_attr_destroy(&small);
    }
    if (error != 0) {
        nbb_writer_end(writer);
    }
    return error;
}

int nbb_writer_end(nbb_writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    writer->ends = true;
    pthread_cond_broadcast(&writer->filled);
    pthread_mutex_unlock(&writer->lock);
    for (int i = 0; i < writer->thread_count; ++i) {
        pthread_join(writer->threads[i], NULL);
    }
    int error = writer->error;
    writer->thread_count = writer->error = 0;
    writer->ends = false;
    return error;
}

void nbb_writer_close(nbb_writer *writer)
{
    if (writer != NULL) {
        pthread_cond_destroy(&writer->emptied);
        pthread_cond_destroy(&writer->filled);
        pthread_mutex_destroy(&writer->lock);
        free(writer->memory);
        free(writer);
    }
}

void nbb_writer_put(nbb_writer *writer, uint64_t offset, const void *bytes, size_t length)
{
    for (size_t done = 0; done < length;) {
        size_t left = length - done, part = left < SLOT_BYTES ? left : SLOT_BYTES;
        pthread_mutex_lock(&writer->lock);
        while (writer->empty_count == 0) {
            pthread_cond_wait(&writer->emptied, &writer->lock);
        }
        slot *next = writer->empty[--writer->empty_count];
        pthread_mutex_unlock(&writer->lock);
        next->offset = offset + done;
        next->length = part;
        memcpy(next->room + next->offset % ALIGNED, (const unsigned char *)bytes + done, part);
        pthread_mutex_lock(&writer->lock);
        writer->full[(writer->first + writer->full_count++) % SLOTS] = next;
        pthread_cond_signal(&writer->filled);
        pthread_mutex_unlock(&writer->lock);
        done += part;
    }
}

/* --- files of a folder that is written aside --- */

static nbb_status fail(const char *folder, const char *name, const char *what, int error)
{
    return nbb_fail(NBB_ERROR_RUN, "%s/%s: cannot be %s: %s", folder, name, what, strerror(error));
}

static nbb_status create(int folder, const char *path, const char *name, nbb_aside *aside)
{
    int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    *aside = (nbb_aside){ .folder = path, .name = name, .file = file, .direct = -1 };
    return file >= 0 ? NBB_OK : fail(path, name, "created", errno);
}

nbb_status nbb_aside_create(int folder, const char *path, const char *name, uint64_t bytes, nbb_writer *writer,
                            nbb_aside *aside)
{
    NBB_TRY(create(folder, path, name, aside));
    /* A file system that cannot reserve is written to all the same. */
    int error;
    do {
        error = bytes > 0 && fallocate(aside->file, 0, 0, (off_t)bytes) != 0 ? errno : 0;
    } while (error == EINTR);
    if (error == 0 || error == EOPNOTSUPP || error == ENOSYS) {
        aside->direct = openat(folder, name, O_WRONLY | O_DIRECT | O_CLOEXEC);
        error = nbb_writer_begin(writer, aside->file, aside->direct);
        aside->writer = error == 0 ? writer : NULL;
    }
    return error == 0 ? NBB_OK : nbb_aside_close(aside, fail(path, name, "written", error));
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

nbb_status nbb_aside_put(int folder, const char *path, const char *name, const nbb_text *text)
{
    nbb_aside aside;
    NBB_TRY(create(folder, path, name, &aside));
    nbb_disk_transfer all = { aside.file, -1, true, (unsigned char *)nbb_text_string(text), 0, text->length };
    return nbb_aside_close(&aside, join(&aside, NBB_OK, nbb_disk_do(&all, 1)));
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
            error = is_file && unlinkat(folder, entry->d_name, 0) != 0 ? errno : error;
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
    error = error == 0 && unlinkat(parent, name, AT_REMOVEDIR) != 0 ? errno : error;
    return error == 0 ? NBB_OK : fail(path, name, "removed", error);
}
