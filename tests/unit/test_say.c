/* test_say.c - what of a text may be shown. */
#include "unit.h"
#include "support.h"

static void expect_shown(const char *bytes, size_t length, const char *expected)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    nbb_text_show(&text, bytes, length);
    assert_string_equal(nbb_text_string(&text), expected);
    NBB_LOCAL_TEXT again = NBB_TEXT_EMPTY;                  /* what is shown already stays as it is */
    nbb_text_show(&again, nbb_text_string(&text), text.length);
    assert_string_equal(nbb_text_string(&again), expected);
}

#define EXPECT_SHOWN(bytes, expected) expect_shown(bytes, sizeof bytes - 1, expected)

TEST(test_printable_text_stays)
{
    EXPECT_SHOWN("", "");
    EXPECT_SHOWN(" ~ \\x1b", " ~ \\x1b");
    EXPECT_SHOWN("\xc2\xa0\xc3\xa9\xdf\xbf\xe0\xa0\x80\xe2\x80\x98\xed\x9f\xbf\xf0\x9f\x98\x80",
                 "\xc2\xa0\xc3\xa9\xdf\xbf\xe0\xa0\x80\xe2\x80\x98\xed\x9f\xbf\xf0\x9f\x98\x80");
}

TEST(test_controls_are_escaped)
{
    EXPECT_SHOWN("a\0b\n\t\x1b[1m\x7f", "a\\x00b\\x0a\\x09\\x1b[1m\\x7f");
    EXPECT_SHOWN("\xc2\x80\xc2\x9f", "\\xc2\\x80\\xc2\\x9f");
    EXPECT_SHOWN("\xe2\x80\x8b\xe2\x80\x8f\xe2\x80\xa8\xe2\x80\xae",
                 "\\xe2\\x80\\x8b\\xe2\\x80\\x8f\\xe2\\x80\\xa8\\xe2\\x80\\xae");
    EXPECT_SHOWN("\xe2\x81\xa6\xd8\x9c\xef\xbb\xbf\xf3\xa0\x81\x81",
                 "\\xe2\\x81\\xa6\\xd8\\x9c\\xef\\xbb\\xbf\\xf3\\xa0\\x81\\x81");
}

/* Bytes that are alone, cut off, longer than need be, of surrogates, past the last character. */
TEST(test_invalid_bytes_are_escaped)
{
    EXPECT_SHOWN("\x80\xbf\xff\xfe", "\\x80\\xbf\\xff\\xfe");
    EXPECT_SHOWN("\xc3", "\\xc3");
    EXPECT_SHOWN("\xe2\x82!", "\\xe2\\x82!");
    EXPECT_SHOWN("\xc0\x9b\xc1\xbf\xe0\x82\x9b\xf0\x80\x82\x9b",
                 "\\xc0\\x9b\\xc1\\xbf\\xe0\\x82\\x9b\\xf0\\x80\\x82\\x9b");
    EXPECT_SHOWN("\xed\xa0\x80\xf4\x90\x80\x80\xf5\x80\x80\x80",
                 "\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80\\xf5\\x80\\x80\\x80");
}

/* The first 700 bytes and the last 200, no character in two. */
TEST(test_long_text_is_cut)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY, shown = NBB_TEXT_EMPTY;
    nbb_text_put(&text, "!", 1);
    for (int i = 0; i < 500; ++i) {
        nbb_text_put(&text, "\xc3\xa9", 2);
    }
    nbb_text_show(&shown, text.data, NBB_SHOWN_MAX - 1);
    assert_int_equal(shown.length, NBB_SHOWN_MAX - 1);
    nbb_text_free(&shown);
    nbb_text_show(&shown, text.data, text.length);
    assert_int_equal(strncmp(shown.data + 699, " [... 102 bytes ...] \xc3\xa9", 23), 0);
    assert_int_equal(shown.length, 699 + 21 + 200);
}

TEST(test_logs_are_indented)
{
    NBB_LOCAL_TEXT text = nbb_text_of("kept as x.c");
    nbb_text_add_log(&text, "");
    nbb_text_add_log(&text, "\n");
    assert_string_equal(text.data, "kept as x.c");
    nbb_text_add_log(&text, "one\n\ntwo\n\n");
    assert_string_equal(text.data, "kept as x.c\n    one\n    \n    two");
}

TEST(test_messages_keep_the_newlines_of_logs)
{
    support_capture();
    nbb_say("%s: a\nb\n    c\x1b", "x");
    NBB_LOCAL_TEXT errors = support_captured();
    assert_string_equal(errors.data, "nbbgen: x: a\\x0ab\n    c\\x1b\n");
}

static void hear(void *context, const char *message)
{
    nbb_text_add(context, "%s;", message);
}

/* Once by the program, and once by the hooks of each job. */
TEST(test_what_holds_throughout_is_said_once)
{
    atomic_flag slow = ATOMIC_FLAG_INIT, old = ATOMIC_FLAG_INIT;
    nbb_text heard[2] = { NBB_TEXT_EMPTY, NBB_TEXT_EMPTY };
    support_capture();
    for (int job = 0; job < 2; ++job) {
        nbb_hooks hooks = { .say = hear, .context = &heard[job] };
        for (int i = 0; i < 3; ++i) {
            nbb_say_once(&slow, "slow");
            nbb_hooks_use(&hooks);
            nbb_say_once(&slow, "slow");
            nbb_say_once(&old, "old");
            nbb_hooks_use(NULL);
        }
        assert_string_equal(nbb_text_string(&heard[job]), "slow;old;");
        nbb_text_free(&heard[job]);
    }
    NBB_LOCAL_TEXT errors = support_captured();
    assert_string_equal(errors.data, "nbbgen: slow\n");
}
