/* writer.c - a ring of memory, whose pieces threads empty. */
#include "runtime/checkpoint/writer.h"

#include "gen/base/pages.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    ALIGNED = 4096, /* what O_DIRECT asks of places in memory and in the file */
    SLOTS = 256,
    SLOT_BYTES = 1 << 18,
    RING_BYTES = 8 << 20, /* what the disk is busy with while the next bytes are made */
    THREADS = 8           /* a disk is fastest with several requests at once */
};

/* Bytes on their way. They begin as far behind an aligned place in memory as in the file. */
typedef struct slot {
    unsigned char *room;
    size_t taken; /* of the ring: of the room, and of what is left before it at the ring's end */
    uint64_t offset;
    size_t length;
    bool is_full;
} slot;

struct nbb_writer {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t threads[THREADS];
    int thread_count;
    int file, direct;
    unsigned char *memory; /* the ring */
    size_t next, used;     /* its first free byte; bytes of slots that are full, or empty behind such */
    slot slots[SLOTS];
    unsigned put, taken, freed; /* slots, ever */
    bool ends;
    int error; /* the first one */
};

/* Returns an error's number, or 0. */
static int write_bytes(int file, const unsigned char *bytes, uint64_t offset, size_t length)
{
    for (size_t done = 0; done < length;) {
        ssize_t written = pwrite(file, bytes + done, length - done, (off_t)(offset + done));
        if (written < 0 && errno != EINTR) {
            return errno;
        }
        done += written > 0 ? (size_t)written : 0;
    }
    return 0;
}

/* By the system's cache; the disk begins now, not when the file is closed. Only fsync tells whether it did. */
static int write_cached(const nbb_writer *writer, const slot *full)
{
    int error = write_bytes(writer->file, full->room + full->offset % ALIGNED, full->offset, full->length);
    sync_file_range(writer->file, (off_t)full->offset, (off_t)full->length, SYNC_FILE_RANGE_WRITE);
    return error;
}

/* Past the cache, but for what lies before the first aligned place and behind the last one. */
static int write_direct(const nbb_writer *writer, const slot *full)
{
    uint64_t end = full->offset + full->length, last = end / ALIGNED * ALIGNED;
    uint64_t first = (full->offset + ALIGNED - 1) / ALIGNED * ALIGNED;
    const unsigned char *bytes = full->room + full->offset % ALIGNED;
    if (first >= last) {
        return write_bytes(writer->file, bytes, full->offset, full->length);
    }
    size_t head = (size_t)(first - full->offset), body = (size_t)(last - first);
    int error = write_bytes(writer->direct, bytes + head, first, body);
    error = error != 0 ? error : write_bytes(writer->file, bytes, full->offset, head);
    return error != 0 ? error : write_bytes(writer->file, bytes + head + body, last, (size_t)(end - last));
}

/* A file system may open a file so and then want other places. */
static int write_slot(const nbb_writer *writer, const slot *full)
{
    int error = writer->direct >= 0 ? write_direct(writer, full) : EINVAL;
    return error == EINVAL ? write_cached(writer, full) : error;
}

/* The slot to empty next, once there is one; NULL at the end. The lock is held. */
static slot *await_full(nbb_writer *writer)
{
    while (writer->taken == writer->put && !writer->ends) {
        pthread_cond_wait(&writer->changed, &writer->lock);
    }
    return writer->taken != writer->put ? &writer->slots[writer->taken++ % SLOTS] : NULL;
}

static void *empty_slots(void *context)
{
    nbb_writer *writer = context;
    pthread_mutex_lock(&writer->lock);
    for (slot *full; (full = await_full(writer)) != NULL;) {
        bool writes = writer->error == 0;
        pthread_mutex_unlock(&writer->lock);
        int error = writes ? write_slot(writer, full) : 0;
        pthread_mutex_lock(&writer->lock);
        writer->error = writer->error != 0 ? writer->error : error;
        full->is_full = false;
        pthread_cond_broadcast(&writer->changed);
    }
    pthread_mutex_unlock(&writer->lock);
    return NULL;
}

/* Ends the threads. */
static void end_threads(nbb_writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    writer->ends = true;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
    for (int i = 0; i < writer->thread_count; ++i) {
        pthread_join(writer->threads[i], NULL);
    }
}

static void release(nbb_writer *writer)
{
    pthread_cond_destroy(&writer->changed);
    pthread_mutex_destroy(&writer->lock);
    free(writer->memory);
    free(writer);
}

nbb_writer *nbb_writer_open(int file, int direct)
{
    nbb_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) {
        return NULL;
    }
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->changed, NULL);
    writer->file = file;
    writer->direct = direct;
    writer->memory = nbb_pages(RING_BYTES);
    int error = writer->memory != NULL ? 0 : ENOMEM;
    for (int i = 0; i < THREADS && error == 0; ++i) {
        error = pthread_create(&writer->threads[i], NULL, empty_slots, writer);
        writer->thread_count += error == 0;
    }
    if (error != 0) {
        end_threads(writer);
        release(writer);
        errno = error;
        return NULL;
    }
    return writer;
}

/* Gives back the room of the oldest slots, as far as they are empty. The lock is held. */
static void free_slots(nbb_writer *writer)
{
    for (; writer->freed != writer->put && !writer->slots[writer->freed % SLOTS].is_full; ++writer->freed) {
        writer->used -= writer->slots[writer->freed % SLOTS].taken;
    }
}

/* The slot to fill next, once the ring has room for so many bytes side by side. */
static slot *await_room(nbb_writer *writer, size_t room)
{
    size_t left = RING_BYTES - writer->next, skipped = room <= left ? 0 : left;
    pthread_mutex_lock(&writer->lock);
    for (free_slots(writer); writer->put - writer->freed == SLOTS || writer->used + skipped + room > RING_BYTES;
         free_slots(writer)) {
        pthread_cond_wait(&writer->changed, &writer->lock);
    }
    pthread_mutex_unlock(&writer->lock);
    slot *next = &writer->slots[writer->put % SLOTS];
    next->room = writer->memory + (skipped > 0 ? 0 : writer->next);
    next->taken = skipped + room;
    return next;
}

/* The slot has its bytes. */
static void hand_over(nbb_writer *writer, slot *full)
{
    pthread_mutex_lock(&writer->lock);
    writer->next = (writer->next + full->taken) % RING_BYTES;
    writer->used += full->taken;
    full->is_full = true;
    ++writer->put;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
}

void nbb_writer_put(nbb_writer *writer, uint64_t offset, const void *bytes, size_t length)
{
    for (size_t done = 0; done < length;) {
        size_t left = length - done, part = left < SLOT_BYTES ? left : SLOT_BYTES;
        size_t before = (offset + done) % ALIGNED, room = (before + part + ALIGNED - 1) / ALIGNED * ALIGNED;
        slot *next = await_room(writer, room);
        next->offset = offset + done;
        next->length = part;
        memcpy(next->room + before, (const unsigned char *)bytes + done, part);
        hand_over(writer, next);
        done += part;
    }
}

int nbb_writer_close(nbb_writer *writer)
{
    end_threads(writer);
    int error = writer->error;
    release(writer);
    return error;
}
