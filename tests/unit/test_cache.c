/* test_cache.c - entries that are whole, damaged, truncated, contested or impossible to write. */
#include "unit.h"
#include "runtime/device/machine.h"
#include "support.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* An image with a 0 inside, as every binary has. */
static const char image_bytes[] = "image\0of a module";

static nbb_text text_of(const char *bytes, size_t length)
{
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_text_put(&text, bytes, length);
    return text;
}

static const nbb_text key_of_entries = { .data = (char[]){ "key" }, .length = 3 };

enum { ENTRY = sizeof image_bytes + 3 + 32 }; /* its bytes, with the key's and the trailer's */

static nbb_text path_of(const char *key_bytes)
{
    NBB_LOCAL_TEXT key = text_of(key_bytes, strlen(key_bytes));
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_cache_path(&key, ".so", &path);
    return path;
}

/* Writes image_bytes under the key; the entry's path. */
static nbb_text write_entry(const char *key)
{
    nbb_text path = path_of(key);
    NBB_LOCAL_TEXT image = text_of(image_bytes, sizeof image_bytes);
    nbb_cache_write(path.data, &key_of_entries, &image);
    return path;
}

/* The number of bytes the cache gives for the path, or -1 on a miss. */
static int read_length(const nbb_text *path)
{
    NBB_LOCAL_TEXT image = NBB_TEXT_EMPTY;
    bool hit = nbb_cache_read(path->data, &key_of_entries, &image);
    int length = hit ? (int)image.length : -1;
    if (hit && image.length == sizeof image_bytes) {
        assert_memory_equal(image.data, image_bytes, sizeof image_bytes);
    }
    return length;
}

/* An entry that has another one's name is none: what is asked for is compiled anew. */
TEST_BETWEEN(test_entry_of_another_key, support_enter, support_leave)
{
    static const char *const others[] = { "kex", "ke", "a key" };
    NBB_LOCAL_TEXT path = write_entry("key");
    for (int i = 0; i < 3; ++i) {
        nbb_text other = text_of(others[i], strlen(others[i])), image = NBB_TEXT_EMPTY;
        assert_false(nbb_cache_read(path.data, &other, &image));
        assert_int_equal(image.length, 0);
        nbb_text_free(&other);
    }
    assert_int_equal(read_length(&path), (int)sizeof image_bytes);
}

/* Expects a miss with one line on standard error that names the path, and the entry removed. */
static void expect_damage(const nbb_text *path)
{
    support_capture();
    int length = read_length(path);
    NBB_LOCAL_TEXT errors = support_captured();
    assert_int_equal(length, -1);
    assert_non_null(strstr(errors.data, path->data));
    assert_ptr_equal(strchr(errors.data, '\n'), errors.data + errors.length - 1);
    assert_int_not_equal(access(path->data, F_OK), 0);
}

TEST_BETWEEN(test_every_damage_and_truncation_is_seen, support_enter, support_leave)
{
    for (size_t i = 0; i < ENTRY; i++) {
        NBB_LOCAL_TEXT path = write_entry("key");
        FILE *file = fopen(path.data, "r+b");
        assert_non_null(file);
        fseek(file, (long)i, SEEK_SET);
        int byte = fgetc(file);
        fseek(file, (long)i, SEEK_SET);
        fputc(byte ^ 0x10, file);
        fclose(file);
        expect_damage(&path);
        nbb_text_free(&path);
        path = write_entry("key");
        assert_int_equal(truncate(path.data, (off_t)i), 0);
        expect_damage(&path);
    }
}

/* An entry of the given size on paper, used so many seconds after 1970. */
static nbb_text used_entry(const char *key, off_t bytes, time_t seconds)
{
    const struct timespec used[] = { { .tv_sec = seconds }, { .tv_nsec = UTIME_OMIT } };
    nbb_text path = write_entry(key);
    assert_int_equal(truncate(path.data, bytes), 0);
    assert_int_equal(utimensat(AT_FDCWD, path.data, used, 0), 0);
    return path;
}

static void prune(uint64_t limit)
{
    NBB_LOCAL_TEXT folder = support_path("cache/nbbgen");
    nbb_cache_prune(folder.data, limit);
}

static bool exists(const nbb_text *path)
{
    return access(path->data, F_OK) == 0;
}

/* What was used longest ago goes first, a failed source as well as an entry, and no more than must; tuned choices
   stay. */
TEST_BETWEEN(test_prune_by_use, support_enter, support_leave)
{
    NBB_LOCAL_TEXT second = used_entry("second", 100, 20), first = used_entry("first", 100, 10);
    NBB_LOCAL_TEXT last = used_entry("last", 100, 30), tuned = support_path("cache/nbbgen/tuned.json"), kept = { 0 };
    const struct timespec long_ago[] = { { .tv_sec = 5 }, { .tv_nsec = UTIME_OMIT } };
    nbb_cache_keep_failed("nbb_bad", ".c", "int main", &kept);
    support_write("cache/nbbgen/tuned.json", "tuned by hours of work", 0600);
    assert_int_equal(utimensat(AT_FDCWD, kept.data, long_ago, 0), 0);
    assert_int_equal(utimensat(AT_FDCWD, tuned.data, long_ago, 0), 0);
    prune(308);
    assert_int_equal(support_count_files("cache/nbbgen"), 5);
    assert_true(exists(&kept));
    prune(300);
    assert_false(exists(&kept));
    assert_true(exists(&first) && exists(&second) && exists(&last));
    prune(250);
    assert_true(!exists(&first) && exists(&second) && exists(&last));
    prune(199);
    assert_true(!exists(&second) && exists(&last));
    prune(0);
    assert_true(!exists(&last) && exists(&tuned));
}

/* Writers, and prunings that leave two entries of four: what a reader meets is whole or gone, without a word. */
TEST_BETWEEN(test_concurrent_pruning, support_enter, support_leave)
{
    enum { WRITERS = 4, ROUNDS = 50 };
    static const char *const keys[WRITERS] = { "one", "two", "three", "four" };
    for (int i = 0; i < WRITERS; i++) {
        pid_t child = fork();
        if (child == 0) {
            for (int round = 0; round < ROUNDS; round++) {
                NBB_LOCAL_TEXT written = write_entry(keys[i]);
                prune(2 * ENTRY);
            }
            _exit(0);
        }
        assert_true(child > 0);
    }
    support_capture();
    for (int i = 0; i < WRITERS * ROUNDS; i++) {
        NBB_LOCAL_TEXT path = path_of(keys[i % WRITERS]);
        int length = read_length(&path);
        assert_true(length == -1 || length == (int)sizeof image_bytes);
    }
    for (int i = 0; i < WRITERS; i++) {
        int exit_state = -1;
        wait(&exit_state);
        assert_int_equal(exit_state, 0);
    }
    NBB_LOCAL_TEXT errors = support_captured();
    assert_string_equal(errors.data, "");
    assert_in_range(support_count_files("cache/nbbgen"), 1, 2);
}

/* Below FOLDER/above a file whose path ends in `end`. */
static void expect_kept(const char *above, const char *end)
{
    NBB_LOCAL_TEXT kept = NBB_TEXT_EMPTY;
    NBB_LOCAL_TEXT content = NBB_TEXT_EMPTY;
    NBB_LOCAL_TEXT wanted = support_path(above);
    nbb_cache_keep_failed("nbb_bad", ".c", "int main", &kept);
    assert_memory_equal(kept.data, wanted.data, wanted.length);
    assert_string_equal(kept.data + kept.length - strlen(end), end);
    assert_int_equal(nbb_text_read_file(&content, kept.data, 100, NBB_ERROR_RUN), NBB_OK);
    assert_string_equal(content.data, "int main");
}

/* Each in a folder of its own, whose name nobody can know before. */
TEST_BETWEEN(test_failed_sources_fall_back_to_tmpdir, support_enter, support_leave)
{
    support_write("cache/nbbgen", "in the way", 0600);
    support_write("tmp/nbb_bad.c", "of another", 0600);
    expect_kept("tmp/nbbgen-", "/nbb_bad.c");
    expect_kept("tmp/nbbgen-", "/nbb_bad.c");
    assert_int_equal(support_count_files("tmp"), 3);
}
