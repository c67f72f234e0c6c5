/* test_options.c - what the texts of options spell, lists, and the axes of a sweep that they make. */
#include "library/option_row.h"
#include "library/job.h"
#include "cli/commands.h"
#include "library/bench/bench.h"
#include "unit.h"
#include "fractals.h"

/* What "all" of an option stands for, with blanks between. */
static void check_all(const char *name, const char *wanted)
{
    nbb_options options = nbb_options_defaults(NBB_COMMAND_BENCH);
    NBB_LOCAL_LIST values = { NULL, 0 };
    NBB_LOCAL_TEXT found = NBB_TEXT_EMPTY;
    nbb_options_give(&options, name, "all");
    assert_int_equal(nbb_options_values(&options, name, &values), NBB_OK);
    for (size_t i = 0; i < values.count; ++i) {
        nbb_text_add(&found, "%s%s", i > 0 ? " " : "", values.items[i]);
    }
    assert_string_equal(nbb_text_string(&found), wanted);
}

TEST(test_all)
{
    check_all("tc", "none 1 2 3 4");
    check_all("buffers", "1 2");
    check_all("block", "32 64 128 256 512 1024");
    check_all("storage", "embedded packed lanes bits");
}

TEST(test_limits)
{
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

TEST(test_every)
{
    nbb_every every;
    assert_int_equal(every_of("2min", NULL, &every), NBB_OK);
    assert_true(every.seconds == 120);
    assert_int_equal(every_of("checkpoint=3h", "series=5", &every), NBB_OK);
    assert_true(every.seconds == 3 * 3600);
    assert_int_equal(every.steps[NBB_LOOK_SERIES], 5);
    assert_int_equal(every_of("series=5", "series=6", &every), NBB_ERROR_USAGE);
    assert_int_equal(every_of("series=5s", NULL, &every), NBB_ERROR_USAGE);
}

/* The items, each followed by a blank. */
static const char *joined(const nbb_list *list)
{
    static char items[512];
    items[0] = '\0';
    for (size_t i = 0; i < list->count; ++i) {
        strcat(strcat(items, list->items[i]), " ");
    }
    return items;
}

/* The items, or the failure's message. */
static const char *parsed(const char *text)
{
    nbb_list list = { NULL, 0 };
    nbb_status status = nbb_list_parse("--r LIST", text, &list);
    const char *items = status == NBB_OK ? joined(&list) : nbb_message();
    nbb_list_free(&list);
    assert_int_equal(list.count, 0);
    assert_true(status == NBB_OK || status == NBB_ERROR_USAGE);
    return items;
}

TEST(items_and_ranges)
{
    assert_string_equal(parsed("7"), "7 ");
    assert_string_equal(parsed("12..14,16"), "12 13 14 16 ");
    assert_string_equal(parsed("3..3"), "3 ");
    assert_string_equal(parsed("bb,lambda"), "bb lambda ");
    assert_string_equal(parsed("../x.lua"), "../x.lua ");
    assert_string_equal(parsed("1..2..3"), "1..2..3 "); /* no range: the option says what it expects */
}

TEST(bad_lists)
{
    assert_string_equal(parsed(""), "--r LIST: an item of the list is empty");
    assert_string_equal(parsed("3,"), "--r LIST: an item of the list is empty");
    assert_string_equal(parsed("3,,4"), "--r LIST: an item of the list is empty");
    assert_string_equal(parsed("5..3"), "--r LIST: the range 5..3 runs backwards; expected 3..5");
    assert_string_equal(parsed("3..5,4"), "--r LIST: 4 is there twice");
    assert_string_equal(parsed("0..9999999999"), "--r LIST: a list has at most 4096 items");
}

/* The values of an axis that was given so; or the failure's message. */
static const char *values_of(const char *axis, const char *text)
{
    char option[64], list[64], name[] = "bench";
    strcpy(stpcpy(option, "--"), axis);
    strcpy(list, text);
    char *words[] = { name, option, list, NULL };
    nbb_options options;
    NBB_LOCAL_LIST found = { NULL, 0 };
    if (nbb_options_parse(3, words, NBB_COMMAND_BENCH, &options) != NBB_OK) {
        return nbb_message();
    }
    assert_int_equal(nbb_options_values(&options, axis, &found), NBB_OK);
    return joined(&found);
}

TEST(values_of_axes)
{
    assert_string_equal(values_of("r", "3..5"), "3 4 5 ");
    assert_string_equal(values_of("map", "bb,lanes"), "bb lanes ");
    char maps[256] = "";
    for (int map = NBB_MAP_AUTO + 1; map < nbb_map_names.count; ++map) {
        strcat(strcat(maps, nbb_map_names.names[map]), " ");
    }
    assert_string_equal(values_of("map", "all"), maps);
    assert_string_equal(values_of("hash", "all"), "table shared arith ");
    assert_string_equal(values_of("tc", "none,1"), "none 1 ");
    assert_string_equal(strncmp(values_of("tc", "all"), "none 1 2 ", 9) == 0 ? "good" : values_of("tc", "all"),
                        "good");
    assert_string_equal(values_of("tile", "default,9"), "default 9 ");
    assert_string_equal(values_of("tile", "all"), "all ");
    assert_string_equal(values_of("r", "all"), "--r all: expected a whole number from 0 to 62");
    assert_non_null(strstr(values_of("map", "bb,lamda"), "--map lamda: expected one of: auto, bb, lambda, "));
    assert_non_null(strstr(nbb_message(), "; did you mean 'lambda'?"));
}

/* So that --tune can try whatever option comes in. */
TEST(all_of_every_axis)
{
    for (const char *axis = NULL; (axis = nbb_options_axis(axis)) != NULL;) {
        if (!nbb_options_is_work(axis) && strncmp(values_of(axis, "all"), "--", 2) == 0) {
            fail_msg("%s", nbb_message());
        }
    }
}

TEST(subjects_and_sizes)
{
    static const struct {
        const char *subject, *name, *sizes, *rule;
    } subjects[] = {
        { "sierpinski@12..14,16", "sierpinski", "12 13 14 16 ", NULL },
        { "triangle@1000", "triangle", "1000 ", NULL },
        { "vicsek", "vicsek", "", NULL },
        { "./a@b.lua", "./a@b.lua", "", NULL },
        { "./a@b.lua@3", "./a@b.lua", "3 ", NULL },
        { "xfractal@3,5:B13/S02", "xfractal", "3 5 ", "B13/S02" },
        { "./a:b.lua", "./a:b.lua", "", NULL },
        { "tetrahedron@9:B5/S4,5", "tetrahedron", "9 ", "B5/S4,5" },
    };
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; ++i) {
        nbb_sweep_words words;
        assert_int_equal(nbb_sweep_subject(subjects[i].subject, &words), NBB_OK);
        assert_string_equal(words.name, subjects[i].name);
        assert_string_equal(joined(&words.sizes), subjects[i].sizes);
        assert_string_equal(words.rule != NULL ? words.rule : "", subjects[i].rule != NULL ? subjects[i].rule : "");
        nbb_sweep_subject_free(&words);
    }
}

TEST(every_combination)
{
    char name[] = "bench", map[] = "--map", maps[] = "bb,lanes", tile[] = "--tile", tiles[] = "default,3";
    char *words[] = { name, map, maps, tile, tiles, NULL };
    nbb_options options;
    nbb_sweep sweep;
    NBB_LOCAL_TEXT seen = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_options_parse(5, words, NBB_COMMAND_BENCH, &options), NBB_OK);
    assert_int_equal(nbb_sweep_open(&options, NULL, &sweep), NBB_OK);
    do {
        nbb_options chosen = options;
        NBB_LOCAL_TEXT choice = NBB_TEXT_EMPTY;
        nbb_options_clear_axes(&chosen);
        assert_int_equal(nbb_sweep_choose(&sweep, &chosen, &choice), NBB_OK);
        nbb_text_add(&seen, "%s(%s)%d%d ", nbb_map_names.names[chosen.map], nbb_text_string(&choice),
                     (int)chosen.tile, nbb_options_given(&chosen, "tile"));
    } while (nbb_sweep_next(&sweep));
    nbb_sweep_close(&sweep);
    assert_string_equal(nbb_text_string(&seen), "bb()00 bb(--tile 3)31 lanes()00 lanes(--tile 3)31 ");
}
