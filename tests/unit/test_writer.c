/* test_writer.c - files that threads write, in pieces of any place and length. */
#include "runtime/checkpoint/writer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

enum { BYTES = 20 * 1000 * 1000 + 77 };

static unsigned char byte_of(size_t i)
{
    return (unsigned char)((i * 2654435761u) >> 13);
}

/* Puts all bytes by pieces of about `piece`, every second one first. Returns close's error. */
static int put_all(int file, int direct, size_t piece)
{
    unsigned char *bytes = malloc(piece);
    nbb_writer *writer = nbb_writer_open(file, direct);
    assert_non_null(bytes);
    assert_non_null(writer);
    for (size_t half = 0; half < 2; ++half) {
        for (size_t at = half * piece; at < BYTES; at += 2 * piece) {
            size_t length = BYTES - at < piece ? BYTES - at : piece;
            for (size_t i = 0; i < length; ++i) {
                bytes[i] = byte_of(at + i);
            }
            nbb_writer_put(writer, at, bytes, length);
        }
    }
    free(bytes);
    return nbb_writer_close(writer);
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

static void test_pieces(void **unused)
{
    static const size_t pieces[] = { 3999999, 4 << 20, 100003, 4096 };
    for (size_t i = 0; i < 2 * sizeof pieces / sizeof pieces[0]; ++i) {
        char name[] = "writer.XXXXXX";
        int file = mkstemp(name), direct = i % 2 == 0 ? open(name, O_WRONLY | O_DIRECT) : -1;
        assert_true(file >= 0);
        assert_int_equal(put_all(file, direct, pieces[i / 2]), 0);
        assert_true(is_whole(file));
        close(direct);
        close(file);
        unlink(name);
    }
    (void)unused;
}

/* The first error is told at the end, and nobody waits for room forever. */
static void test_errors(void **unused)
{
    int full = open("/dev/full", O_WRONLY), unwritable = open("/dev/null", O_RDONLY);
    assert_int_equal(put_all(full, -1, 1 << 20), ENOSPC);
    assert_int_equal(put_all(unwritable, unwritable, 1 << 20), EBADF);
    close(full);
    close(unwritable);
    (void)unused;
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_pieces), cmocka_unit_test(test_errors) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
