/* writer.c - a ring of memory, whose slots some threads fill and others empty into a file. */
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
    RING_BYTES = NBB_WRITER_BYTES,
    THREADS = 8, /* a disk is fastest with several requests at once */
    STACK_BYTES = 1 << 18
};

/* Bytes on their way. They begin as far behind an aligned place in memory as in the file. */
typedef struct slot {
    unsigned char *room;
    size_t taken; /* of the ring: of the room, and of what is left before it at the ring's end */
    uint64_t offset;
    size_t length;
    enum { EMPTY, FILLING, FULL } state;
} slot;

struct nbb_writer {
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied; /* for those who empty slots, and for those who wait for room */
    pthread_t threads[THREADS];
    int thread_count;
    int file, direct;
    unsigned char *memory; /* the ring */
    size_t next, used;     /* its first free byte; bytes of slots that are not empty, or behind such */
    slot slots[SLOTS];
    unsigned put, taken, freed; /* slots, ever */
    bool ends;
    int error; /* the first one */
};

int nbb_write_bytes(int file, const void *bytes, uint64_t offset, size_t length)
{
    for (size_t done = 0; done < length;) {
        ssize_t written = pwrite(file, (const unsigned char *)bytes + done, length - done, (off_t)(offset + done));
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
    int error = nbb_write_bytes(writer->file, full->room + full->offset % ALIGNED, full->offset, full->length);
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
        return nbb_write_bytes(writer->file, bytes, full->offset, full->length);
    }
    size_t head = (size_t)(first - full->offset), body = (size_t)(last - first);
    int error = nbb_write_bytes(writer->direct, bytes + head, first, body);
    error = error != 0 ? error : nbb_write_bytes(writer->file, bytes, full->offset, head);
    return error != 0 ? error : nbb_write_bytes(writer->file, bytes + head + body, last, (size_t)(end - last));
}

/* A file system may open a file so and then want other places. */
static int write_slot(const nbb_writer *writer, const slot *full)
{
    int error = writer->direct >= 0 ? write_direct(writer, full) : EINVAL;
    return error == EINVAL ? write_cached(writer, full) : error;
}

/* Whether the slot to empty next has its bytes. The lock is held. */
static bool has_full(const nbb_writer *writer)
{
    return writer->taken != writer->put && writer->slots[writer->taken % SLOTS].state == FULL;
}

/* The slot to empty next, once there is one; NULL at the end. The lock is held. Whoever takes a slot wakes the next
   one, for a slot may become the next to empty by one before it. */
static slot *await_full(nbb_writer *writer)
{
    while (!has_full(writer) && !writer->ends) {
        pthread_cond_wait(&writer->filled, &writer->lock);
    }
    slot *full = has_full(writer) ? &writer->slots[writer->taken++ % SLOTS] : NULL;
    if (has_full(writer)) {
        pthread_cond_signal(&writer->filled);
    }
    return full;
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
        full->state = EMPTY;
        pthread_cond_broadcast(&writer->emptied);
    }
    pthread_mutex_unlock(&writer->lock);
    return NULL;
}

nbb_writer *nbb_writer_open(void)
{
    nbb_writer *writer = calloc(1, sizeof *writer);
    unsigned char *memory = writer != NULL ? nbb_pages(RING_BYTES) : NULL;
    if (memory == NULL) {
        free(writer);
        return NULL;
    }
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->filled, NULL);
    pthread_cond_init(&writer->emptied, NULL);
    writer->memory = memory;
    nbb_pages_touch(memory, RING_BYTES);
    return writer;
}

/* Small stacks are kept by the system's library for the next threads. */
static int begin_threads(nbb_writer *writer, pthread_attr_t *small)
{
    int error = pthread_attr_setstacksize(small, STACK_BYTES);
    for (int i = 0; i < THREADS && error == 0; ++i) {
        error = pthread_create(&writer->threads[i], small, empty_slots, writer);
        writer->thread_count += error == 0;
    }
    return error;
}

int nbb_writer_begin(nbb_writer *writer, int file, int direct)
{
    pthread_attr_t small;
    writer->file = file;
    writer->direct = direct;
    int error = pthread_attr_init(&small);
    if (error == 0) {
        error = begin_threads(writer, &small);
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

/* Gives back the room of the oldest slots, as far as they are empty. The lock is held. */
static void free_slots(nbb_writer *writer)
{
    for (; writer->freed != writer->put && writer->slots[writer->freed % SLOTS].state == EMPTY; ++writer->freed) {
        writer->used -= writer->slots[writer->freed % SLOTS].taken;
    }
}

/* Bytes at the ring's end that so many, which stand side by side, leave out. */
static size_t skipped_by(const nbb_writer *writer, size_t room)
{
    size_t left = RING_BYTES - writer->next;
    return room <= left ? 0 : left;
}

/* Takes a slot to fill, once the ring has so much room. */
static slot *take_room(nbb_writer *writer, size_t room)
{
    pthread_mutex_lock(&writer->lock);
    for (free_slots(writer);
         writer->put - writer->freed == SLOTS || writer->used + skipped_by(writer, room) + room > RING_BYTES;
         free_slots(writer)) {
        pthread_cond_wait(&writer->emptied, &writer->lock);
    }
    slot *next = &writer->slots[writer->put++ % SLOTS];
    size_t skipped = skipped_by(writer, room);
    next->state = FILLING;
    next->room = writer->memory + (skipped > 0 ? 0 : writer->next);
    next->taken = skipped + room;
    writer->next = (writer->next + next->taken) % RING_BYTES;
    writer->used += next->taken;
    pthread_mutex_unlock(&writer->lock);
    return next;
}

/* The slot has its bytes. */
static void hand_over(nbb_writer *writer, slot *full)
{
    pthread_mutex_lock(&writer->lock);
    full->state = FULL;
    pthread_cond_signal(&writer->filled);
    pthread_mutex_unlock(&writer->lock);
}

void nbb_writer_put(nbb_writer *writer, uint64_t offset, const void *bytes, size_t length)
{
    for (size_t done = 0; done < length;) {
        size_t left = length - done, part = left < SLOT_BYTES ? left : SLOT_BYTES;
        size_t before = (offset + done) % ALIGNED, room = (before + part + ALIGNED - 1) / ALIGNED * ALIGNED;
        slot *next = take_room(writer, room);
        next->offset = offset + done;
        next->length = part;
        memcpy(next->room + before, (const unsigned char *)bytes + done, part);
        hand_over(writer, next);
        done += part;
    }
}
