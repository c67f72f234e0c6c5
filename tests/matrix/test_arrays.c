/* test_arrays.c - the matrix's arrays have every pair of choices that the plan takes, and no case can be dropped.
   What they should have is asked of the plan here, without the table and the generator that made them. */
#include "tests/cmocka.h"
#include "tests/works.h"
#include "few.h"
#include "rules.h"
#include "starts.h"

#include <glob.h>

enum { CODES = COLUMNS_MAX * VALUES_MAX, WORKLOAD = 1, MAP = 2, TILE = 3 };

/* The cases of a definition, and pairs[i][j]: how many of them have values i and j, numbered by column and value. */
typedef struct array {
    nbb_definition definition;
    starts made;
    choice_space space;
    rows all, chosen;
    int (*pairs)[CODES];
} array;

static int code_of(int column, int value)
{
    return column * VALUES_MAX + value;
}

/* Adds `count` to each pair of a row. */
static void count_pairs(array *of, const row *counted, int count)
{
    for (int i = 0; i < COLUMNS_MAX; ++i) {
        for (int j = 0; j < i; ++j) {
            if (counted->at[i] != ABSENT && counted->at[j] != ABSENT) {
                of->pairs[code_of(i, counted->at[i])][code_of(j, counted->at[j])] += count;
            }
        }
    }
}

static bool has_pair(const array *of, int i, int v, int j, int w)
{
    int a = code_of(i, v), b = code_of(j, w);
    return of->pairs[a > b ? a : b][a > b ? b : a] > 0;
}

/* The array of the definition in a file, in pairs or threes. */
static void make_array(const char *path, nbb_target target, int strength, array *made)
{
    memset(made, 0, sizeof *made);
    assert_ok(nbb_definition_read(NULL, path, &made->definition));
    assert_ok(make_starts(&made->definition, NBB_TESTS_DIR "/oracle/rules.txt", &made->made));
    made->space = (choice_space){ made->made.items, made->made.count, { .target = target } };
    assert_ok(list_rows(&made->space, &made->all));
    assert_ok(choose_rows(&made->all, strength, &made->chosen));
    made->pairs = calloc(CODES, sizeof *made->pairs);
    assert_non_null(made->pairs);
    for (int i = 0; i < made->chosen.count; ++i) {
        count_pairs(made, &made->chosen.items[i], 1);
    }
}

static void free_array(array *made)
{
    free(made->pairs);
    free_rows(&made->all);
    free_rows(&made->chosen);
    free_starts(&made->made);
    nbb_definition_free(&made->definition);
    nbb_message_free();
}

static bool is_planned(const nbb_request *request)
{
    nbb_plan plan;
    bool planned = choose_plan(request, &plan) == NBB_OK;
    if (planned) {
        nbb_plan_free(&plan);
    }
    return planned;
}

/* Lets a request have a value; whether that asks for anything at all. */
static bool ask(const array *of, int column, int value, nbb_request *request)
{
    nbb_request before = *request;
    choices_of(&of->space)[column].take(of->space.starts, value, request);
    return memcmp(&before, request, sizeof before) != 0;
}

static void expect_pair(const array *of, int i, int v, int j, int w)
{
    if (!has_pair(of, i, v, j, w)) {
        const choice *columns = choices_of(&of->space);
        fail_msg("%s: the plan takes %s number %d with %s number %d, no case has them",
                 nbb_domain_name(&of->space.starts->domain), columns[i].name, v, columns[j].name, w);
    }
}

/* Of a workload and map: every two values that the plan takes together, nothing else being asked for. */
static void check_requests(const array *of, const nbb_request *base)
{
    const choice *columns = choices_of(&of->space);
    for (int i = TILE; columns[i].name != NULL; ++i) {
        for (int v = 0; v < choice_values(&of->space, &columns[i]); ++v) {
            nbb_request one = *base;
            bool asks = ask(of, i, v, &one);
            for (int j = TILE; j < i && asks; ++j) {
                for (int w = 0; w < choice_values(&of->space, &columns[j]); ++w) {
                    nbb_request two = one;
                    if (ask(of, j, w, &two) && is_planned(&two)) {
                        expect_pair(of, i, v, j, w);
                    }
                }
            }
        }
    }
}

/* The same with workloads and maps. */
static void check_plan(const array *of)
{
    const choice *columns = choices_of(&of->space);
    for (int i = 0; i < columns[WORKLOAD].count * columns[MAP].count; ++i) {
        int workload = i % columns[WORKLOAD].count, map = i / columns[WORKLOAD].count;
        nbb_request base = { .fractal = NULL };
        place_request(of->space.on, &base);
        ask(of, 0, 0, &base);
        ask(of, WORKLOAD, workload, &base);
        ask(of, MAP, map, &base);
        if (is_planned(&base)) {
            expect_pair(of, MAP, map, WORKLOAD, workload);
        }
        check_requests(of, &base);
    }
}

/* Every row that the plan takes has its pairs in the array. */
static void check_table(const array *of)
{
    for (int at = 0; at < of->all.count; ++at) {
        const signed char *values = of->all.items[at].at;
        for (int i = 0; i < COLUMNS_MAX; ++i) {
            for (int j = 0; j < i; ++j) {
                if (values[i] != ABSENT && values[j] != ABSENT) {
                    expect_pair(of, i, values[i], j, values[j]);
                }
            }
        }
    }
}

/* Without any one of the cases a pair would be missing, or one that is wanted for itself. */
static void check_dropping(array *of)
{
    for (int at = 0; at < of->chosen.count; ++at) {
        const row *dropped = &of->chosen.items[at];
        bool misses = dropped->is_wanted;
        count_pairs(of, dropped, -1);
        for (int i = 0; i < COLUMNS_MAX && !misses; ++i) {
            for (int j = 0; j < i; ++j) {
                misses = misses
                         || (dropped->at[i] != ABSENT && dropped->at[j] != ABSENT
                                    && !has_pair(of, i, dropped->at[i], j, dropped->at[j]));
            }
        }
        count_pairs(of, dropped, 1);
        assert_true(misses);
    }
}

static void check_definition(const char *path, nbb_target target)
{
    array made;
    make_array(path, target, 2, &made);
    check_plan(&made);
    check_table(&made);
    check_dropping(&made);
    free_array(&made);
}

/* Those of three axes take a minute each, in which the sweep of the matrix has them. */
static bool is_in_space(const char *path)
{
    LOCAL_DEFINITION definition = { 0 };
    assert_ok(nbb_definition_read(NULL, path, &definition));
    return definition.kind == NBB_KIND_FRACTAL && nbb_fractal_axes(&definition.fractal) > 2;
}

/* Of CUDA's choices on a third of the definitions, which take half a minute, of the host's on others. */
static void definitions_have_all_pairs(void **state)
{
    (void)state;
    glob_t found;
    assert_int_equal(glob(NBB_FRACTALS_DIR "/*.lua", 0, NULL, &found), 0);
    assert_int_equal(glob(NBB_TESTS_DIR "/fractals/*.lua", GLOB_APPEND, NULL, &found), 0);
    assert_true(found.gl_pathc >= 20);
    for (size_t i = 0; i < found.gl_pathc; ++i) {
        if (is_in_space(found.gl_pathv[i])) {
            continue;
        }
        if (i % 3 == 0) {
            check_definition(found.gl_pathv[i], NBB_TARGET_CUDA);
        }
        if (i % 6 == 1) {
            check_definition(found.gl_pathv[i], NBB_TARGET_HOST);
        }
    }
    globfree(&found);
}

/* The place in `seen` of the values that a row has in three columns, or NULL where it has none in one of them. */
static bool *triple_of(bool *seen, const row *of, int i, int j, int k)
{
    bool present = of->at[i] != ABSENT && of->at[j] != ABSENT && of->at[k] != ABSENT;
    return present ? &seen[(code_of(i, of->at[i]) * CODES + code_of(j, of->at[j])) * CODES + code_of(k, of->at[k])]
                   : NULL;
}

/* Marks the triples of rows, or checks that they are. */
static void visit_triples(bool *seen, const rows *visited, bool marks)
{
    for (int at = 0; at < visited->count; ++at) {
        for (int i = 2; i < COLUMNS_MAX; ++i) {
            for (int j = 1; j < i; ++j) {
                for (int k = 0; k < j; ++k) {
                    bool *place = triple_of(seen, &visited->items[at], i, j, k);
                    assert_true(place == NULL || marks || *place);
                    *(place != NULL ? place : &seen[0]) = true;
                }
            }
        }
    }
}

static void two_fractals_have_all_triples(void **state)
{
    (void)state;
    static const char *const paths[] = { NBB_FRACTALS_DIR "/sierpinski.lua", NBB_FRACTALS_DIR "/chandelier.lua" };
    for (int i = 0; i < 2; ++i) {
        array made;
        bool *seen = calloc((size_t)CODES * CODES, CODES);
        assert_non_null(seen);
        make_array(paths[i], NBB_TARGET_CUDA, 3, &made);
        visit_triples(seen, &made.chosen, true);
        visit_triples(seen, &made.all, false);
        free(seen);
        free_array(&made);
    }
}

/* How many chosen cases ask for no more and no less than the values of `wanted`, the start's number aside; of values
   that are ABSENT in it, any, where `alone` is not set. */
static int count_like(const array *of, const row *wanted, bool alone)
{
    int count = 0;
    for (int i = 0; i < of->chosen.count; ++i) {
        bool alike = true;
        for (int j = WORKLOAD; j < COLUMNS_MAX; ++j) {
            int value = of->chosen.items[i].at[j];
            bool is_any = wanted->at[j] == ABSENT && (!alone || j == TILE || value <= 0);
            alike = alike && (is_any || value == wanted->at[j]);
        }
        count += alike;
    }
    return count;
}

/* A row with values by name, such as "map 1 tc 3". */
static row row_like(const array *of, const char *words)
{
    row made;
    char name[32];
    int value, length;
    memset(made.at, ABSENT, sizeof made.at);
    for (; sscanf(words, "%31s %d%n", name, &value, &length) == 2; words += length) {
        const choice *columns = choices_of(&of->space);
        int i = 0;
        while (columns[i].name != NULL && strcmp(columns[i].name, name) != 0) {
            ++i;
        }
        assert_non_null(columns[i].name);
        made.at[i] = (signed char)value;
    }
    return made;
}

static void expect_case(const array *of, const char *words, bool alone)
{
    row wanted = row_like(of, words);
    if (count_like(of, &wanted, alone) == 0) {
        fail_msg("%s: no case has %s", nbb_domain_name(&of->space.starts->domain), words);
    }
}

/* Cases that were missing once, on a fractal with tiles of 27 or of 16 and 32 cells a side. */
static void check_named(const char *path, const char *const *tiles)
{
    array made;
    make_array(path, NBB_TARGET_CUDA, 2, &made);
    expect_case(&made, "workload 0 map 1 intra 1", true);  /* lambda, --intra lut */
    expect_case(&made, "workload 0 map 2 eval 2", true);   /* compact, --eval shuffle */
    for (; *tiles != NULL; ++tiles) {
        expect_case(&made, *tiles, false);
    }
    free_array(&made);
}

static void named_cases_are_there(void **state)
{
    (void)state;
    static const char *const of_two[] = { "map 1 tile 4 tc 3", "map 1 tile 5 tc 3", NULL };
    static const char *const of_three[] = { "map 1 tile 3", "map 2 tile 3", "map 3 tile 3", NULL };
    check_named(NBB_FRACTALS_DIR "/sierpinski.lua", of_two);
    check_named(NBB_FRACTALS_DIR "/vicsek.lua", of_three);
}

/* Few cases of two fractals of a kind: each has all choices of the cases that few_leave_out does not leave out, and a
   row's line is of its fractal. */
static void few_have_every_choice(void **state)
{
    (void)state;
    static const char *const paths[] = { NBB_TESTS_DIR "/fractals/five.lua", NBB_TESTS_DIR "/fractals/septa.lua" };
    few added = { .lines = NULL };
    array made[2];
    rows chosen;
    int left_out = 0;
    for (int i = 0; i < 2; ++i) {
        make_array(paths[i], NBB_TARGET_CUDA, 2, &made[i]);
        assert_ok(add_few(&added, &made[i].space));
    }
    assert_ok(choose_rows(&added.tables[FEW_SIMPLEX - 1], 2, &chosen));
    assert_true(chosen.count < added.line_count);
    for (int i = 0; i < 2; ++i) {
        bool seen[CODES] = { false };
        for (int j = 0; j < chosen.count; ++j) {
            const row *at = &chosen.items[j];
            assert_true(at->at[0] != i || strstr(added.lines[at->number], strrchr(paths[i], '/')) != NULL);
            for (int column = 1; column < COLUMNS_MAX; ++column) {
                seen[at->at[0] == i && at->at[column] != ABSENT ? code_of(column, at->at[column]) : 0] = true;
            }
        }
        for (int j = 0; j < made[i].chosen.count; ++j) {
            bool is_out = few_leave_out(&made[i].space, &made[i].chosen.items[j]);
            left_out += is_out;
            for (int column = 1; column < COLUMNS_MAX; ++column) {
                int value = made[i].chosen.items[j].at[column];
                assert_true(is_out || value == ABSENT || seen[code_of(column, value)]);
            }
        }
    }
    assert_int_equal(added.line_count + left_out, made[0].chosen.count + made[1].chosen.count);
    assert_in_range(left_out, 1, added.line_count / 10);
    free_array(&made[0]);
    free_array(&made[1]);
    free_rows(&chosen);
    free_few(&added);
}

/* Of a start whose state has died out or fills all it is said; make_starts fails with that. */
static void shares_are_checked(void **state)
{
    (void)state;
    array made;
    make_array(NBB_FRACTALS_DIR "/vicsek.lua", NBB_TARGET_HOST, 2, &made);
    start changed = made.made.items[0];
    assert_int_equal(check_share(&changed), NBB_OK);
    changed.expected.population = 1;
    assert_int_equal(check_share(&changed), NBB_ERROR_VERIFY);
    assert_string_equal(nbb_message(), "vicsek of size 4 under B23/S23: 1 of 625 cells are alive after 7 steps,"
                                       " expected 20 to 60%");
    changed.expected.population = 625;
    assert_int_equal(check_share(&changed), NBB_ERROR_VERIFY);
    free_array(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(definitions_have_all_pairs), cmocka_unit_test(two_fractals_have_all_triples),
        cmocka_unit_test(named_cases_are_there),      cmocka_unit_test(few_have_every_choice),
        cmocka_unit_test(shares_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
