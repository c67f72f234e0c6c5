/* test_disk.c - transfers between files and memory, of any place and length, by io_uring and by threads. */
#include "runtime/run/disk.h"
#include "unit.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BYTES = 9 * 1000 * 1000 + 77, COUNT = 7 };

static unsigned char byte_of(uint64_t i)
{
    return (unsigned char)((i * 2654435761u) >> 13);
}

/* Where the transfers begin in the file, which they take all of; some within one aligned range. */
static const uint64_t begins[COUNT + 1] = { 0, 5, 4096, 8192 - 3, 12288, 3000001, 3000400, BYTES };

/* All transfers, which have memory one behind the other. */
static int do_all(int file, int direct, bool writes, unsigned char *memory)
{
    nbb_disk_transfer transfers[COUNT];
    uint64_t at = 0;
    for (int i = 0; i < COUNT; ++i) {
        uint64_t place = begins[i], bytes = begins[i + 1] - place;
        at += place % NBB_DISK_ALIGNED;
        transfers[i] = (nbb_disk_transfer){ file, direct, writes, memory + at, place, bytes };
        for (uint64_t j = 0; j < bytes && writes; ++j) {
            memory[at + j] = byte_of(place + j);
        }
        at = nbb_disk_up(at + bytes);
    }
    int error = nbb_disk_do(transfers, COUNT);
    for (int i = 0; i < COUNT && !writes && error == 0; ++i) {
        for (uint64_t j = 0; j < transfers[i].bytes; ++j) {
            assert_int_equal(transfers[i].memory[j], byte_of(transfers[i].place + j));
        }
    }
    return error;
}

/* Writes a file and reads it, past the cache or by it. */
static void write_and_read(bool is_direct)
{
    int file = open("disk.bin", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(file >= 0);
    assert_int_equal(ftruncate(file, BYTES), 0);
    int direct = is_direct ? nbb_disk_open(AT_FDCWD, "disk.bin") : -1;
    unsigned char *memory = aligned_alloc(NBB_DISK_ALIGNED, BYTES / NBB_DISK_ALIGNED * NBB_DISK_ALIGNED + (1 << 17));
    assert_non_null(memory);
    assert_int_equal(do_all(file, direct, true, memory), 0);
    memset(memory, 0xaa, BYTES);
    assert_int_equal(do_all(file, direct, false, memory), 0);
    struct stat facts;
    assert_int_equal(fstat(file, &facts), 0);
    assert_int_equal(facts.st_size, BYTES);
    free(memory);
    if (direct >= 0) {
        close(direct);
    }
    close(file);
    unlink("disk.bin");
}

TEST(test_disk_ring)
{
    write_and_read(true);
    write_and_read(false);
}

/* A ring takes a descriptor. */
TEST(test_disk_threads)
{
    struct rlimit before, few;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    int next = open("/dev/null", O_RDONLY | O_CLOEXEC);
    close(next);
    few = (struct rlimit){ (rlim_t)next + 2, before.rlim_max };
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    write_and_read(true);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
}

TEST(test_disk_errors)
{
    unsigned char byte[NBB_DISK_ALIGNED];
    nbb_disk_transfer nowhere = { -1, -1, true, byte, 0, 1 }, full = { -1, -1, true, byte, 0, sizeof byte };
    assert_int_equal(nbb_disk_do(&nowhere, 1), EBADF);
    full.file = open("/dev/full", O_WRONLY | O_CLOEXEC);
    assert_int_equal(nbb_disk_do(&full, 1), ENOSPC);
    close(full.file);
    assert_int_equal(nbb_disk_do(NULL, 0), 0);
    assert_int_equal(nbb_disk_open(AT_FDCWD, "no such file"), -1);
}
