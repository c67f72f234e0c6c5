/* test_options.c - what the texts of options spell: numbers within limits, "all" of them, times. */
#include "library/option_row.h"
#include "library/run_whole.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

/* What "all" of an option stands for, with blanks between. */
static void check_all(const char *name, const char *wanted)
{
    nbb_options options = nbb_options_defaults(NBB_COMMAND_BENCH);
    nbb_list values = { NULL, 0 };
    nbb_text found = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_options_values(&options, name, "all", &values), NBB_OK);
    for (size_t i = 0; i < values.count; ++i) {
        nbb_text_add(&found, "%s%s", i > 0 ? " " : "", values.items[i]);
    }
    assert_string_equal(nbb_text_string(&found), wanted);
    nbb_text_free(&found);
    nbb_list_free(&values);
}

static void test_all(void **state)
{
    (void)state;
    check_all("tc", "none 1 2 3 4");
    check_all("buffers", "1 2");
    check_all("block", "32 64 128 256 512 1024");
    check_all("storage", "embedded packed lanes bits");
}

static void test_limits(void **state)
{
    (void)state;
    nbb_options options = nbb_options_defaults(NBB_COMMAND_RUN);
    assert_int_equal(nbb_options_set(&options, "block", "1024"), NBB_OK);
    assert_int_equal(nbb_options_set(&options, "block", "1025"), NBB_ERROR_USAGE);
    assert_int_equal(nbb_options_set(&options, "block", "31"), NBB_ERROR_USAGE);
    const nbb_option_row every = { .name = "every", .kind = TEXTS, .offset = offsetof(nbb_options, every) };
    for (int i = 0; i <= NBB_OPTION_TEXTS_MAX; ++i) {
        assert_int_equal(nbb_option_store(&every, "1", &options),
                         i < NBB_OPTION_TEXTS_MAX ? NBB_OK : NBB_ERROR_USAGE);
    }
}

/* The status of one or two --every of a run with a series and checkpoints. */
static nbb_status every_of(const char *first, const char *second, nbb_every *every)
{
    nbb_options options = nbb_options_defaults(NBB_COMMAND_RUN);
    options.series = "s.csv";
    options.checkpoint = "saved";
    options.every = (nbb_option_texts){ .items = { first, second }, .count = second != NULL ? 2 : 1 };
    return nbb_options_every(&options, every);
}

static void test_every(void **state)
{
    (void)state;
    nbb_every every;
    assert_int_equal(every_of("2min", NULL, &every), NBB_OK);
    assert_true(every.seconds == 120);
    assert_int_equal(every_of("checkpoint=3h", "series=5", &every), NBB_OK);
    assert_true(every.seconds == 3 * 3600);
    assert_int_equal(every.steps[NBB_LOOK_SERIES], 5);
    assert_int_equal(every_of("series=5", "series=6", &every), NBB_ERROR_USAGE);
    assert_int_equal(every_of("series=5s", NULL, &every), NBB_ERROR_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_all), cmocka_unit_test(test_limits),
                                        cmocka_unit_test(test_every) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
