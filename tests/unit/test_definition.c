/* test_definition.c - definitions accepted and rejected. `test_definition --bless` rewrites what is expected. */
#include "gen/definition/definition.h"

#include <dirent.h>
#include "unit.h"
#include "fractals.h"
#include "rejected.h"
#include "runtime/base/search.h"

#include <time.h>
#include <unistd.h>

static const char rejected[] = NBB_TESTS_DIR "/rejected/definitions.txt";

/* ---- helpers ---- */

/* Writes `text` as DIRECTORY/name and loads it. */
static nbb_status load_text(const char *name, const char *text, size_t length, nbb_definition *definition)
{
    char directory[] = "/tmp/nbb_definition_XXXXXX";
    assert_non_null(mkdtemp(directory));
    NBB_LOCAL_TEXT content = NBB_TEXT_EMPTY;
    NBB_LOCAL_TEXT path = nbb_text_of("%s/%s", directory, name);
    nbb_text_put(&content, text, length);
    assert_int_equal(nbb_file_put(path.data, &content), NBB_OK);
    nbb_status status = nbb_definition_read(NULL, path.data, definition);
    unlink(path.data);
    rmdir(directory);
    return status;
}

static void accept(const char *text, nbb_definition *definition)
{
    nbb_status status = load_text("given.lua", text, strlen(text), definition);
    if (status != NBB_OK) {
        fail_msg("%s: %s", text, nbb_message());
    }
}

static double seconds(void) /* of this process's processor time */
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* The text is rejected within two seconds, with `expected` somewhere in the message. */
static void reject_in_time(const char *text, size_t length, const char *expected)
{
    nbb_definition definition;
    double start = seconds();
    assert_int_equal(load_text("given.lua", text, length, &definition), NBB_ERROR_DEFINITION);
    assert_true(seconds() - start < 2.0);
    if (strstr(nbb_message(), expected) == NULL) {
        fail_msg("\"%s\" without \"%s\"", nbb_message(), expected);
    }
}

/* head, `count` times part, tail. */
static void reject_repeated(const char *head, const char *part, int count, const char *tail, const char *expected)
{
    NBB_LOCAL_TEXT text = nbb_text_of("%s", head);
    for (int i = 0; i < count; i++) {
        nbb_text_put(&text, part, strlen(part));
    }
    nbb_text_add(&text, "%s", tail);
    reject_in_time(text.data, text.length, expected);
}

/* ---- the file of rejected definitions ---- */

static nbb_status load(const char *path)
{
    nbb_definition definition;
    return nbb_definition_read(NULL, path, &definition);
}

TEST(test_rejected)
{
    assert_true(check_rejected(rejected, load, nbb_unit_blesses) >= 60);
}

/* ---- hostile files that are made here, too large to keep ---- */

TEST(test_too_large)
{
    reject_repeated("return fractal { layout = { '##' } } --", "x", 1 << 20, "", "larger than the 1048576 bytes");
}

/* Lua's compiler walks the whole chain for every further `or`, without a hook. */
TEST(test_slow_to_compile)
{
    reject_repeated("local a = nil return a", " or a", 200000, "", "");
    reject_repeated("local a if a then", " elseif a then", 70000, " end", "");
}

TEST(test_slow_in_c)
{
    static const char *const scripts[] = {
        "local s = 'x' for i = 1, 22 do s = s .. s end while true do local t = s .. 'y' end",
        "local s = 'x' for i = 1, 21 do s = s .. s end while true do local t = s:upper() end",
        "local s = 'x' for i = 1, 21 do s = s .. s end local t = {} while true do t[s .. 'y'] = 1 end",
        "while true do select('#', table.unpack({}, 1, 900000)) end",
        "local t = {} for i = 1, 62 do t[1 << i] = 1 end t[1] = 1 while true do local n = #t end",
        "local t = {} for i = 1, 500000 do t[i] = i end for i = 1, 500000 do t[i] = nil end while true do next(t) end"
    };
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i += nbb_unit_is_quick() ? 5 : 1) {
        reject_in_time(scripts[i], strlen(scripts[i]), "given.lua:");
    }
}

TEST(test_nested_deeply)
{
    reject_repeated("return ", "(", 100000, "", "C stack overflow");
    reject_repeated("return ", "{", 100000, "", "C stack overflow");
    reject_repeated("return fractal { layout = { '#.', '##' }, member = '", "(", 4000, "' }", "nested");
    reject_repeated("return fractal { layout = { '#.', '##' }, member = '", "!", 4000, "x' }", "nested");
    reject_repeated("return fractal { layout = { '#.', '##' }, member = '", "x?x:", 1000, "x' }", "nested");
}

TEST(test_unreadable)
{
    nbb_definition definition;
    assert_int_equal(nbb_definition_read(NULL, "/nowhere/x.lua", &definition), NBB_ERROR_DEFINITION);
    assert_string_equal(nbb_message(), "/nowhere/x.lua: cannot be opened: No such file or directory");
    assert_int_equal(nbb_definition_read(NULL, "/tmp", &definition), NBB_ERROR_DEFINITION);
    assert_string_equal(nbb_message(), "/tmp: is no regular file, which is expected here");
}

/* ---- accepted ---- */

TEST(test_accepts_variants)
{
    static const char *const gaskets[] = {
        "return fractal { layout = { '#.', '##' } }",
        "return fractal { layout = { '#.', '##' }, k = 3.0, s = 2 }",
        "return fractal { replicas = { { 1, 1 }, { 0, 0 }, { 0, 1 } }, s = { 2, 2.0 }, name = 'given' }",
        "local rows = {} for y = 1, 2 do rows[y] = y == 1 and '#.' or '##' end return fractal { layout = rows }",
        "return fractal { layout = { '#.', '##' }, hash = 'beta // 2, beta - beta // 2', member = '5 * !(x > y)' }",
        "local f = fractal { layout = { '#.', '##' } } fractal {} return f"
    };
    for (size_t i = 0; i < sizeof gaskets / sizeof gaskets[0]; i++) {
        LOCAL_DEFINITION definition;
        accept(gaskets[i], &definition);
        const nbb_replicas *replicas = definition.fractal.levels[NBB_LEVELS_MAX - 1];
        assert_string_equal(definition.fractal.name, "given");
        assert_int_equal(replicas->k, 3);
        const uint8_t expected[3][NBB_AXES_MAX] = { { 0, 0 }, { 0, 1 }, { 1, 1 } };
        assert_memory_equal(replicas->tau, expected, sizeof expected);
        assert_int_equal(nbb_replica_at(replicas, (nbb_vector){ { 1, 0 } }), -1);
        assert_int_equal(nbb_replica_at(replicas, (nbb_vector){ { 1, 1 } }), 2);
    }
}

/* ---- finding ---- */

/* A folder of its own with one definition, chosen by the environment. */
static int choose_folder(void **state)
{
    static char directory[64];
    strcpy(directory, "/tmp/nbb_folder_XXXXXX");
    assert_non_null(mkdtemp(directory));
    nbb_text content = NBB_TEXT_EMPTY;
    NBB_LOCAL_TEXT path = nbb_text_of("%s/zigzag.lua", directory);
    assert_int_equal(nbb_file_put(path.data, &content), NBB_OK);
    setenv("NBBGEN_FRACTALS", directory, 1);
    *state = directory;
    return 0;
}

static int drop_folder(void **state)
{
    NBB_LOCAL_TEXT path = nbb_text_of("%s/zigzag.lua", (const char *)*state);
    unlink(path.data);
    rmdir(*state);
    unsetenv("NBBGEN_FRACTALS");
    return 0;
}

static void find(const char *what, const char *folder, const char *rest)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    nbb_text remark = NBB_TEXT_EMPTY;
    NBB_LOCAL_TEXT expected = nbb_text_of("%s%s", folder, rest);
    assert_int_equal(nbb_search_find(&nbb_definition_search, what, &path, &remark), NBB_OK);
    assert_string_equal(path.data, expected.data);
    assert_int_equal(remark.length, 0);
}

TEST_BETWEEN(test_finds, choose_folder, drop_folder)
{
    find("zigzag", *state, "/zigzag.lua");
    find("some/path", "some/path", "");
    find("mine.lua", "mine.lua", "");
    find("vicsek", NBB_FRACTALS_DIR, "/vicsek.lua");
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    NBB_LOCAL_TEXT expected = nbb_text_of("unknown fractal 'viscek': did you mean 'vicsek'? (searched %s and %s)",
                                          NBB_FRACTALS_DIR, (const char *)*state);
    assert_int_equal(nbb_search_find(&nbb_definition_search, "viscek", &path, &path), NBB_ERROR_DEFINITION);
    assert_string_equal(nbb_message(), expected.data);
    assert_int_equal(nbb_search_find(&nbb_definition_search, "", &path, &path), NBB_ERROR_DEFINITION);
}

/* Levels by the formula of the page, of seed 7 and weights 0.7 and 0.3, as another program computes them. */
TEST(test_draw)
{
    static const char wanted[] = "111112111121221121111111121";
    LOCAL_FRACTAL fractal = load_fractal("irregular_gasket");
    for (int level = 0; wanted[level] != '\0'; level++) {
        assert_ptr_equal(fractal.levels[level], &fractal.tables[wanted[level] - '1']);
    }
    assert_null(nbb_fractal_alike(&fractal, 0, 6));
    assert_ptr_equal(nbb_fractal_alike(&fractal, 0, 5), &fractal.tables[0]);
}

/* --tile names levels of tiles by an axis on which each of them is larger. */
TEST(test_named_axis)
{
    LOCAL_DEFINITION tall;
    assert_int_equal(
        nbb_definition_read("return fractal { levels = { { layout = { '#', '#' } }, { layout = { '##', '##' } } } }",
                            "tall.lua", &tall),
        NBB_OK);
    assert_int_equal(nbb_fractal_named_axis(&tall.fractal), 1);
}

/* The layouts of the first levels by the formula of the page, as another program computes them; levels 6 and 7 have
   the same one, and a level without a replica ends a fractal. */
TEST(test_draw_places)
{
    static const char *const wanted[] = { "#######.#", ".#.#####.", "###.####.", ".########", "##.######",
                                          "#########", "#########", ".########", ".#..####.", "######.##" };
    nbb_fractal fractal = load_fractal("random_carpet");
    for (int level = 0; level < 10; level++) {
        for (int place = 0; place < 9; place++) {
            assert_int_equal(fractal.levels[level]->id[place] >= 0, wanted[level][place] == '#');
        }
    }
    assert_ptr_equal(fractal.levels[5], fractal.levels[6]);
    nbb_fractal_free(&fractal);
    LOCAL_DEFINITION ends;
    assert_int_equal(
        nbb_definition_read("return fractal { layout = { 'mm' }, maybe = { m = 0.5 }, draw = { seed = 19 } }",
                            "ends.lua", &ends),
        NBB_OK);
    assert_int_equal(nbb_fractal_largest_level(&ends.fractal), 2);
    assert_int_equal(nbb_fractal_check_level(&ends.fractal, 3), NBB_ERROR_USAGE);
    assert_string_equal(nbb_message(), "--r 3: level 3 of ends has no replica left; its largest r is 2");
}

TEST_BETWEEN(test_lists, choose_folder, drop_folder)
{
    NBB_LOCAL_LIST names = { NULL, 0 };
    assert_int_equal(nbb_search_list(&nbb_definition_search, &names), NBB_OK);
    assert_int_equal(names.count, 21);
    assert_string_equal(names.items[0], "bottles");
    assert_string_equal(names.items[20], "zigzag");
    for (size_t i = 1; i < names.count; i++) {
        assert_true(strcmp(names.items[i - 1], names.items[i]) < 0);
    }
}

/* The longest name is one, a line is a layout, and a replica at x = s lies outside. */
TEST(test_edges)
{
    char text[200], name[NBB_NAME_MAX + 1];
    nbb_definition definition;
    memset(name, 'a', NBB_NAME_MAX);
    name[NBB_NAME_MAX] = '\0';
    snprintf(text, sizeof text, "return fractal { name = '%s', layout = { '#.', '##' } }", name);
    assert_int_equal(nbb_definition_read(text, "edge.lua", &definition), NBB_OK);
    assert_string_equal(definition.fractal.name, name);
    nbb_definition_free(&definition);
    assert_int_equal(nbb_definition_read("return fractal { layout = { '#.#' } }", "line.lua", &definition), NBB_OK);
    nbb_definition_free(&definition);
    assert_int_equal(nbb_definition_read("return fractal { s = { 3, 2 }, replicas = { { 0, 0 }, { 3, 1 } } }",
                                         "edge.lua", &definition),
                     NBB_ERROR_DEFINITION);
    assert_non_null(strstr(nbb_message(), "lies outside"));
}
