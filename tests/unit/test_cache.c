/* test_cache.c - entries that are whole, damaged, truncated, contested or impossible to write. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/cache.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* An image with a 0 inside, as every binary has. */
static const char image_bytes[] = "image\0of a module";

static nbb_text text_of(const char *bytes, size_t length)
{
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_text_put(&text, bytes, length);
    return text;
}

static nbb_text path_of(const char *key_bytes)
{
    nbb_text key = text_of(key_bytes, strlen(key_bytes));
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_cache_path(&key, ".so", &path);
    nbb_text_free(&key);
    return path;
}

/* Writes image_bytes under the key; the entry's path. */
static nbb_text write_entry(const char *key)
{
    nbb_text path = path_of(key);
    nbb_text image = text_of(image_bytes, sizeof image_bytes);
    nbb_cache_write(path.data, &image);
    nbb_text_free(&image);
    return path;
}

/* The number of bytes the cache gives for the path, or -1 on a miss. */
static int read_length(const nbb_text *path)
{
    nbb_text image = NBB_TEXT_EMPTY;
    bool hit = nbb_cache_read(path->data, &image);
    int length = hit ? (int)image.length : -1;
    if (hit && image.length == sizeof image_bytes) {
        assert_memory_equal(image.data, image_bytes, sizeof image_bytes);
    }
    nbb_text_free(&image);
    return length;
}

static void test_miss_then_hit(void **state)
{
    (void)state;
    nbb_text path = path_of("key");
    assert_int_equal(read_length(&path), -1);
    nbb_text written = write_entry("key");
    assert_string_equal(written.data, path.data);
    assert_int_equal(read_length(&path), (int)sizeof image_bytes);
    assert_int_equal(support_count_files("cache/nbbgen"), 1);
    nbb_text_free(&path);
    nbb_text_free(&written);
}

static void test_path_depends_on_the_whole_key(void **state)
{
    (void)state;
    nbb_text one = path_of("key one");
    nbb_text two = path_of("key two");
    nbb_text folder = support_path("cache/nbbgen/");
    assert_string_not_equal(one.data, two.data);
    assert_memory_equal(one.data, folder.data, folder.length);
    assert_int_equal(one.length, folder.length + 32 + 3);
    nbb_text_free(&one);
    nbb_text_free(&two);
    nbb_text_free(&folder);
}

/* Expects a miss with one line on standard error that names the path, and the entry removed. */
static void expect_damage(const nbb_text *path)
{
    support_capture();
    int length = read_length(path);
    nbb_text errors = support_captured();
    assert_int_equal(length, -1);
    assert_non_null(strstr(errors.data, path->data));
    assert_ptr_equal(strchr(errors.data, '\n'), errors.data + errors.length - 1);
    assert_int_not_equal(access(path->data, F_OK), 0);
    nbb_text_free(&errors);
}

static void test_every_damaged_byte_is_seen(void **state)
{
    (void)state;
    size_t entry = sizeof image_bytes + 24;
    for (size_t i = 0; i < entry; i++) {
        nbb_text path = write_entry("key");
        FILE *file = fopen(path.data, "r+b");
        assert_non_null(file);
        fseek(file, (long)i, SEEK_SET);
        int byte = fgetc(file);
        fseek(file, (long)i, SEEK_SET);
        fputc(byte ^ 0x10, file);
        fclose(file);
        expect_damage(&path);
        nbb_text_free(&path);
    }
}

static void test_every_truncation_is_seen(void **state)
{
    (void)state;
    for (size_t length = 0; length < sizeof image_bytes + 24; length++) {
        nbb_text path = write_entry("key");
        assert_int_equal(truncate(path.data, (off_t)length), 0);
        expect_damage(&path);
        nbb_text_free(&path);
    }
}

/* Writers of one entry at once: a reader meets none or a whole one, never a part. */
static void test_concurrent_writers(void **state)
{
    (void)state;
    enum { WRITERS = 4, ROUNDS = 50 };
    nbb_text path = path_of("key");
    for (int i = 0; i < WRITERS; i++) {
        pid_t child = fork();
        if (child == 0) {
            for (int round = 0; round < ROUNDS; round++) {
                nbb_text written = write_entry("key");
                nbb_text_free(&written);
            }
            _exit(0);
        }
        assert_true(child > 0);
    }
    support_capture();
    for (int i = 0; i < WRITERS * ROUNDS; i++) {
        int length = read_length(&path);
        assert_true(length == -1 || length == (int)sizeof image_bytes);
    }
    nbb_text errors = support_captured();
    for (int i = 0; i < WRITERS; i++) {
        int exit_state = -1;
        wait(&exit_state);
        assert_int_equal(exit_state, 0);
    }
    assert_string_equal(errors.data, "");
    assert_int_equal(read_length(&path), (int)sizeof image_bytes);
    assert_int_equal(support_count_files("cache/nbbgen"), 1);
    nbb_text_free(&errors);
    nbb_text_free(&path);
}

/* A file where the folder should be is unwritable even to root. The second failure is silent. */
static void test_unwritable_folder_warns_once(void **state)
{
    (void)state;
    support_write("cache/nbbgen", "in the way", 0600);
    support_capture();
    nbb_text path = write_entry("key");
    nbb_text again = write_entry("other key");
    int length = read_length(&path);
    nbb_text errors = support_captured();
    assert_int_equal(length, -1);
    assert_non_null(strstr(errors.data, "warning: compiled modules are not kept"));
    assert_ptr_equal(strchr(errors.data, '\n'), errors.data + errors.length - 1);
    nbb_text_free(&path);
    nbb_text_free(&again);
    nbb_text_free(&errors);
}

static void test_no_folder_at_all(void **state)
{
    (void)state;
    char *home = getenv("HOME");
    nbb_text kept_home = NBB_TEXT_EMPTY;
    nbb_text_add(&kept_home, "%s", home != NULL ? home : "");
    setenv("XDG_CACHE_HOME", "relative", 1);
    unsetenv("HOME");
    nbb_text path = path_of("key");
    nbb_text folder = NBB_TEXT_EMPTY;
    assert_int_equal(path.length, 0);
    assert_false(nbb_cache_folder(&folder));
    assert_false(nbb_cache_read(nbb_text_string(&path), &folder));
    setenv("HOME", "/somewhere", 1);
    assert_true(nbb_cache_folder(&folder));
    assert_string_equal(folder.data, "/somewhere/.cache/nbbgen");
    setenv("HOME", kept_home.data, 1);
    nbb_text_free(&path);
    nbb_text_free(&folder);
    nbb_text_free(&kept_home);
}

static void expect_kept(const char *name)
{
    nbb_text kept = NBB_TEXT_EMPTY;
    nbb_text content = NBB_TEXT_EMPTY;
    nbb_text wanted = support_path(name);
    nbb_cache_keep_failed("nbb_bad", ".c", "int main", &kept);
    assert_string_equal(kept.data, wanted.data);
    assert_int_equal(nbb_text_read_file(&content, kept.data, 100, NBB_ERROR_RUN), NBB_OK);
    assert_string_equal(content.data, "int main");
    nbb_text_free(&kept);
    nbb_text_free(&content);
    nbb_text_free(&wanted);
}

static void test_failed_sources_are_kept(void **state)
{
    (void)state;
    expect_kept("cache/nbbgen/failed/nbb_bad.c");
}

static void test_failed_sources_fall_back_to_tmpdir(void **state)
{
    (void)state;
    support_write("cache/nbbgen", "in the way", 0600);
    expect_kept("tmp/nbb_bad.c");
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, support_enter, support_leave)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_miss_then_hit),
        IN_FOLDER(test_path_depends_on_the_whole_key),
        IN_FOLDER(test_every_damaged_byte_is_seen),
        IN_FOLDER(test_every_truncation_is_seen),
        IN_FOLDER(test_concurrent_writers),
        IN_FOLDER(test_unwritable_folder_warns_once),
        IN_FOLDER(test_no_folder_at_all),
        IN_FOLDER(test_failed_sources_are_kept),
        IN_FOLDER(test_failed_sources_fall_back_to_tmpdir),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
