/* test_base.c - what everything stands on: failures, texts, JSON, halves, other programs. */
#include "gen/domain/encoding.h"
#include "runtime/base/json.h"
#include "runtime/device/machine.h"
#include "unit.h"

#include <unistd.h>
#include <wchar.h>

TEST(test_failure_is_recorded)
{
    assert_int_equal(nbb_failure(), NBB_OK);
    assert_string_equal(nbb_message(), "");
    assert_int_equal(nbb_fail(NBB_ERROR_DEVICE, "%s: %d", "a.c", 7), NBB_ERROR_DEVICE);
    assert_int_equal(nbb_failure(), NBB_ERROR_DEVICE);
    assert_string_equal(nbb_message(), "a.c: 7");
    nbb_fail(NBB_ERROR_USAGE, "in %s", nbb_message()); /* the old message in the new one */
    assert_string_equal(nbb_message(), "in a.c: 7");
    nbb_message_free();
    assert_int_equal(nbb_failure(), NBB_OK);
    assert_string_equal(nbb_message(), "");
}

/* A place opens the message; a failure that is kept comes back with it, whatever failed meanwhile. */
TEST(test_failure_is_kept)
{
    assert_int_equal(nbb_fail_at(NBB_ERROR_DEFINITION, "a.lua", 7, "no %s", "layout"), NBB_ERROR_DEFINITION);
    assert_string_equal(nbb_message(), "a.lua:7: no layout");
    nbb_failed failure = nbb_failure_take();
    assert_int_equal(nbb_failure(), NBB_OK);
    assert_string_equal(failure.file, "a.lua");
    assert_int_equal(failure.line, 7);
    nbb_fail_at(NBB_ERROR_RUN, "b.png", 0, "cannot be written");
    assert_string_equal(nbb_message(), "b.png: cannot be written");
    assert_int_equal(nbb_failure_give(&failure), NBB_ERROR_DEFINITION);
    assert_string_equal(nbb_message(), "a.lua:7: no layout");
    assert_int_equal(nbb_failure_give(&failure), NBB_OK);
    assert_string_equal(nbb_message(), "");
    nbb_fail(NBB_ERROR_USAGE, "no place");
    failure = nbb_failure_take();
    assert_null(failure.file);
    nbb_failure_give(&failure);
    nbb_message_free();
}

/* Want of memory is a failure at run time, whatever failed before. */
TEST(test_memory_is_a_failure)
{
    nbb_fail(NBB_ERROR_DEFINITION, "before");
    assert_int_equal(nbb_fail_memory(7, "a tree"), NBB_ERROR_RUN);
    assert_int_equal(nbb_failure(), NBB_ERROR_RUN);
    assert_string_equal(nbb_message(), "no memory: 7 bytes asked for, for a tree");
    nbb_message_free();
}

/* A message that cannot be formatted, as if there were no memory: no older failure poses as this one. */
TEST(test_lost_message)
{
    const wchar_t no_character[] = { 0x7fffffff, 0 };
    nbb_fail(NBB_ERROR_USAGE, "older");
    assert_int_equal(nbb_fail(NBB_ERROR_RUN, "%ls", no_character), NBB_ERROR_RUN);
    assert_int_equal(nbb_failure(), NBB_ERROR_RUN);
    assert_string_equal(nbb_message(), "no memory is left, not even to say for what");
    nbb_message_free();
}

/* Adds what cannot be printed, as if there were no memory for it. */
static void lose(nbb_text *text)
{
    nbb_text_add(text, "%lc", (wint_t)0x7fffffff);
    assert_true(text->failed);
}

TEST(test_loss_is_of_what_is_made_of_it_too)
{
    NBB_LOCAL_TEXT whole = NBB_TEXT_EMPTY, part = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_text_status(&whole, "a whole"), NBB_OK);
    lose(&part);
    nbb_text_add(&whole, "(%s)", nbb_text_string(&part));
    nbb_text_free(&part);
    assert_int_equal(nbb_text_status(&whole, "a whole"), NBB_ERROR_RUN);
    assert_string_equal(nbb_message(), "no memory for a whole");
    assert_int_equal(nbb_text_whole("all"), NBB_ERROR_RUN);
    assert_string_equal(nbb_message(), "no memory for all");
    assert_true(nbb_lost_use(false));
    assert_int_equal(nbb_text_status(&whole, "a whole"), NBB_OK);
    nbb_message_free();
}

/* Work of its own amid other work: a handle's, whose failure is reported, and is not the caller's. */
TEST(test_loss_is_given_back)
{
    nbb_text text = NBB_TEXT_EMPTY;
    lose(&text);
    nbb_text_free(&text);
    assert_false(text.failed);
    bool was_lost = nbb_lost_use(false);
    assert_true(was_lost);
    assert_int_equal(nbb_text_whole("all"), NBB_OK);
    nbb_lost_use(was_lost);
    assert_int_equal(nbb_text_whole("all"), NBB_ERROR_RUN);
    nbb_lost_use(false);
    nbb_message_free();
}

/* A file past the limit is refused by its size, not by reading as much of it: this one would take minutes. */
TEST(test_large_file)
{
    char path[] = "large.XXXXXX";
    int file = mkstemp(path);
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    assert_true(file >= 0);
    assert_int_equal(ftruncate(file, (off_t)1 << 40), 0);
    assert_int_equal(nbb_text_read_file(&text, path, (size_t)1 << 36, NBB_ERROR_USAGE), NBB_ERROR_USAGE);
    assert_non_null(strstr(nbb_message(), "larger than the 68719476736 bytes allowed"));
    assert_int_equal(text.length, 0);
    assert_int_equal(ftruncate(file, 5), 0);
    assert_int_equal(nbb_text_read_file(&text, path, 5, NBB_ERROR_USAGE), NBB_OK);
    assert_int_equal(text.length, 5);
    close(file);
    unlink(path);
    nbb_message_free();
}

TEST(test_numbers)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    nbb_text_amount(&text, 999400);
    nbb_text_add(&text, ", ");
    nbb_text_amount(&text, 999700);
    nbb_text_add(&text, ", %s", NBB_REAL(0.1 + 0.2));
    assert_string_equal(nbb_text_string(&text), "999 kB, 1 MB, 0.30000000000000004");
}

TEST(numbers_are_finite_or_null)
{
    const double none[] = { (double)INFINITY, -(double)INFINITY, (double)NAN };
    for (int i = 0; i < 3; ++i) {
        json_t *value = nbb_json_real(none[i]);
        assert_true(json_is_null(value));
        json_decref(value);
    }
    json_t *value = nbb_json_real(0.25);
    assert_true(json_real_value(value) == 0.25);
    json_decref(value);
}

static void assert_text(const char *text, const char *expected)
{
    json_t *value = nbb_json_text(text);
    assert_non_null(value);
    assert_string_equal(json_string_value(value), expected);
    json_decref(value);
}

TEST(texts_are_utf8)
{
    assert_text("", "");
    assert_text("caf\xc3\xa9\n", "caf\xc3\xa9\n");
    assert_text("caf\xe9 \xc3\xa9", "caf\\xe9 \xc3\xa9");
    assert_text("\xff", "\\xff");
    assert_text("\xed\xa0\x80", "\\xed\\xa0\\x80");
}

/* What cannot be put into a value spoils the whole, once. */
TEST(what_is_lost_is_reported)
{
    for (int is_array = 0; is_array < 2; ++is_array) {
        NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
        json_t *value = is_array ? json_array() : json_object();
        if (is_array) {
            nbb_json_add(value, NULL);
        } else {
            nbb_json_set(value, "name", NULL);
        }
        assert_int_equal(nbb_json_print(value, 0, "a value", &text), NBB_ERROR_RUN);
        assert_string_equal(nbb_message(), "no memory for a value");
        nbb_text_free(&text);
        assert_int_equal(nbb_json_print(json_pack("{s:i}", "name", 1), 0, "a value", &text), NBB_OK);
        assert_string_equal(nbb_text_string(&text), "{\"name\": 1}\n");
    }
}

/* A text that memory was wanting for is no value. */
TEST(failed_texts_are_none)
{
    nbb_text text = nbb_text_of("ab");
    json_t *value = nbb_json_take(&text);
    assert_string_equal(json_string_value(value), "ab");
    assert_null(text.data);
    json_decref(value);
    text.failed = true;
    assert_null(nbb_json_take(&text));
}

enum { INFINITE = 0x7c00, NEGATIVE = 0x8000 };

TEST(test_values)
{
    assert_true(nbb_half_value(0x3c00) == 1 && nbb_half_value(0xbc00) == -1
                && nbb_half_value(0x3555) == 1365 / 4096.0);
    assert_true(nbb_half_value(1) == 0x1p-24 && nbb_half_value(0x400) == 0x1p-14 && nbb_half_value(0x7bff) == 65504);
    assert_true(isinf(nbb_half_value(INFINITE)) && nbb_half_value(0) == 0);
}

static void expect(float number, int bits)
{
    assert_int_equal(nbb_half_nearest(number), bits);
    assert_int_equal(nbb_half_nearest(-number), bits | NEGATIVE);
}

/* Halves in order have bits in order, so that the one after a half is bits + 1. */
TEST(test_nearest)
{
    for (int bits = 0; bits < INFINITE; ++bits) {
        double half = nbb_half_value((uint16_t)bits);
        double next = bits + 1 < INFINITE ? nbb_half_value((uint16_t)(bits + 1)) : 65536;
        float middle = (float)((half + next) / 2);
        assert_true((double)middle == (half + next) / 2);
        expect((float)half, bits);
        expect(nextafterf(middle, 0), bits);
        expect(middle, bits % 2 == 0 ? bits : bits + 1);
        expect(nextafterf(middle, INFINITY), bits + 1);
    }
    expect(INFINITY, INFINITE);
    expect(0x1.fffffep127f, INFINITE);
    expect(0x1p-149f, 0);
}

/* More output than a pipe holds, on both outputs. */
TEST(test_process_output_is_whole)
{
    NBB_LOCAL_LIST words = { NULL, 0 };
    NBB_LOCAL_TEXT output = NBB_TEXT_EMPTY;
    int exit_code = -1;
    assert_int_equal(nbb_list_split("sh -c", &words), NBB_OK);
    assert_int_equal(nbb_list_add(&words, "head -c 200000 /dev/zero; head -c 5 /dev/zero >&2; exit 7", SIZE_MAX),
                     NBB_OK);
    assert_int_equal(nbb_process_run(&words, NULL, &output, &exit_code), NBB_OK);
    assert_int_equal(exit_code, 7);
    assert_int_equal(output.length, 200005);
}

/* A program that a signal ends, and whose environment has what this one's has. */
TEST(test_ends)
{
    NBB_LOCAL_LIST words = { NULL, 0 };
    NBB_LOCAL_TEXT output = NBB_TEXT_EMPTY;
    int exit_code = -1;
    setenv("NBB_FIRST", "1", 1);
    setenv("NBB_SECOND", "2", 1);
    assert_int_equal(nbb_list_split("sh -c", &words), NBB_OK);
    assert_int_equal(nbb_list_add(&words, "echo $NBB_FIRST$NBB_SECOND; kill -9 $$", SIZE_MAX), NBB_OK);
    assert_int_equal(nbb_process_run(&words, NULL, &output, &exit_code), NBB_OK);
    assert_int_equal(exit_code, 128 + 9);
    assert_string_equal(nbb_text_string(&output), "12\n");
}

static bool stop(void *context, int64_t done, int64_t total)
{
    (void)context, (void)done, (void)total;
    return true;
}

/* What stops the work may have ended the program: hooks that were asked just now are asked again. */
TEST(test_hooks_are_asked_after_a_failure)
{
    for (int fails = 0; fails < 2; ++fails) {
        NBB_LOCAL_LIST words = { NULL, 0 };
        NBB_LOCAL_TEXT output = NBB_TEXT_EMPTY;
        nbb_hooks hooks = { .stops = stop, .next = 1e300 };
        int exit_code = -1;
        assert_int_equal(nbb_list_split(fails ? "false" : "true", &words), NBB_OK);
        nbb_hooks_use(&hooks);
        assert_int_equal(nbb_process_run(&words, NULL, &output, &exit_code), NBB_OK);
        assert_int_equal(nbb_interrupt_came(), fails);
        nbb_hooks_use(NULL);
    }
}
