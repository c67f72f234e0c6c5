/* test_writer.c - files that threads write, in pieces of any place and length. */
#include "runtime/checkpoint/writer.h"
#include "unit.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

enum { BYTES = 20 * 1000 * 1000 + 77 };

static unsigned char byte_of(size_t i)
{
    return (unsigned char)((i * 2654435761u) >> 13);
}

enum { PUTTING = 3 }; /* threads */

/* A thread's share: pieces number `first`, `first` + PUTTING, ... of the file. */
typedef struct putting {
    nbb_writer *writer;
    size_t piece, first;
} putting;

static void *put_share(void *context)
{
    const putting *job = context;
    unsigned char *bytes = malloc(job->piece);
    assert_non_null(bytes);
    for (size_t at = job->first * job->piece; at < BYTES; at += PUTTING * job->piece) {
        size_t length = BYTES - at < job->piece ? BYTES - at : job->piece;
        for (size_t i = 0; i < length; ++i) {
            bytes[i] = byte_of(at + i);
        }
        nbb_writer_put(job->writer, at, bytes, length);
    }
    free(bytes);
    return NULL;
}

/* Puts all bytes by pieces of about `piece`: one thread its share after the other's, or all side by side. Returns the
   end's error. */
static int put_all(nbb_writer *writer, int file, int direct, size_t piece, bool side_by_side)
{
    pthread_t threads[PUTTING];
    putting jobs[PUTTING];
    assert_int_equal(nbb_writer_begin(writer, file, direct), 0);
    for (size_t i = 0; i < PUTTING; ++i) {
        jobs[i] = (putting){ writer, piece, i };
        if (side_by_side) {
            assert_int_equal(pthread_create(&threads[i], NULL, put_share, &jobs[i]), 0);
        } else {
            put_share(&jobs[i]);
        }
    }
    for (size_t i = 0; i < PUTTING && side_by_side; ++i) {
        pthread_join(threads[i], NULL);
    }
    return nbb_writer_end(writer);
}

/* Whether the file is what put_all wrote. */
static bool is_whole(int file)
{
    unsigned char *all = malloc(BYTES + 1);
    assert_non_null(all);
    bool is = pread(file, all, BYTES + 1, 0) == BYTES;
    for (size_t i = 0; i < BYTES && is; ++i) {
        is = all[i] == byte_of(i);
    }
    free(all);
    return is;
}

TEST(test_pieces)
{
    static const size_t pieces[] = { 3999999, 4 << 20, 100003, 4096 };
    nbb_writer *writer = nbb_writer_open();
    assert_non_null(writer);
    for (size_t i = 0; i < 4 * sizeof pieces / sizeof pieces[0]; i += nbb_unit_is_quick() ? 3 : 1) {
        char name[] = "writer.XXXXXX";
        int file = mkstemp(name), direct = i % 2 == 0 ? open(name, O_WRONLY | O_DIRECT) : -1;
        assert_true(file >= 0);
        assert_int_equal(put_all(writer, file, direct, pieces[i / 4], i % 4 > 1), 0);
        assert_true(is_whole(file));
        close(direct);
        close(file);
        unlink(name);
    }
    nbb_writer_close(writer);
}

/* The first error is reported at the end, of its file alone, and nobody waits for room forever. */
TEST(test_errors)
{
    int full = open("/dev/full", O_WRONLY), unwritable = open("/dev/null", O_RDONLY);
    int null = open("/dev/null", O_WRONLY);
    nbb_writer *writer = nbb_writer_open();
    assert_non_null(writer);
    assert_int_equal(put_all(writer, full, -1, 1 << 20, true), ENOSPC);
    assert_int_equal(put_all(writer, unwritable, unwritable, 1 << 20, false), EBADF);
    assert_int_equal(put_all(writer, null, -1, 1 << 20, false), 0);
    nbb_writer_close(writer);
    close(null);
    close(full);
    close(unwritable);
}

/* What is written well afterwards does not take an error back. */
TEST(test_error_before_others)
{
    enum { LIMIT = 1 << 16 };
    const struct rlimit few = { LIMIT, RLIM_INFINITY };
    struct rlimit before;
    char name[] = "writer.XXXXXX";
    int file = mkstemp(name);
    nbb_writer *writer = nbb_writer_open();
    assert_true(file >= 0 && writer != NULL && getrlimit(RLIMIT_FSIZE, &before) == 0);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
    assert_int_equal(nbb_writer_begin(writer, file, -1), 0);
    nbb_writer_put(writer, LIMIT, "past", 4);
    for (int i = 0; i < 100; ++i) {
        nbb_writer_put(writer, (uint64_t)i, "x", 1);
    }
    assert_int_equal(nbb_writer_end(writer), EFBIG);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    nbb_writer_close(writer);
    close(file);
    unlink(name);
}
