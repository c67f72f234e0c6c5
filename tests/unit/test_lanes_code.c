/* test_lanes_code.c - a launch's code against neighbours counted cell by cell, and its statements run one by one. */
#include "gen/lanes/lanes_schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fractals.h"
#include "laws.h"
#include "gen/domain/domain.h"

enum { POSITIONS_MOST = 64, STEPS_MOST = 3 };
static const char *const rules[] = { "B2/S23", "B3/S23", "B0135/S24678", "B1357/S02468", "B012345678/S",
                                     "B/S012345678", "B1/S1", "B0/S012", "B2467/S13", "B04/S0357" };

/* A launch with 32 states at once, drawn at random. */
typedef struct sample {
    nbb_rule rule;
    nbb_lanes_launch launch;
    uint32_t *loaded, *expected; /* by cell; by step and cell */
    uint32_t given[PLANE_DIRECTIONS];
    uint32_t *values; /* by value of the code */
} sample;

/* The cell's word after a step, state by state. */
static uint32_t counted(const sample *drawn, int step, int index)
{
    const nbb_closure *closure = &drawn->launch.closure;
    const nbb_closure_cell *cell = &closure->cells[index];
    const uint32_t *before = &drawn->expected[(step - 1) * closure->count];
    uint32_t next = 0;
    for (int bit = 0; bit < 32; ++bit) {
        int count = 0;
        for (int i = 0; i < cell->neighbour_count; ++i) {
            count += cell->neighbours[i] >= 0 && (before[cell->neighbours[i]] >> bit & 1) != 0;
        }
        next |= (uint32_t)nbb_rule_next(drawn->rule, before[index] >> bit & 1, count) << bit;
    }
    return cell->direction == PLANE_CENTRE ? next : next & drawn->given[cell->direction];
}

static sample draw(const nbb_fractal *fractal, int t, const char *rule, int steps)
{
    sample drawn;
    assert_int_equal(nbb_rule_parse(rule, &drawn.rule), NBB_OK);
    const nbb_lanes_law law = law_of_rule(drawn.rule, 2);
    assert_int_equal(nbb_lanes_launch_build(fractal, t, &law, steps, &drawn.launch), NBB_OK);
    const nbb_closure *closure = &drawn.launch.closure;
    drawn.loaded = calloc((size_t)closure->count, sizeof *drawn.loaded);
    drawn.expected = calloc(((size_t)steps + 1) * (size_t)closure->count, sizeof *drawn.expected);
    drawn.values = calloc((size_t)drawn.launch.code.code.count, sizeof *drawn.values);
    assert_true(drawn.loaded != NULL && drawn.expected != NULL && drawn.values != NULL);
    for (int i = 0; i < PLANE_DIRECTIONS; ++i) {
        drawn.given[i] = (uint32_t)nbb_mix(1000 + (uint64_t)i) | 0xffff;
    }
    for (int i = 0; i < closure->count; ++i) {
        drawn.expected[i] = drawn.loaded[i] = (uint32_t)nbb_mix((uint64_t)i);
    }
    for (int step = 1; step <= steps; ++step) {
        for (int i = 0; i < closure->count; ++i) {
            bool needed = closure->cells[i].needed >> step & 1;
            drawn.expected[step * closure->count + i] = needed ? counted(&drawn, step, i) : 0;
        }
    }
    nbb_words words = { .loaded = drawn.loaded, .given = drawn.given };
    nbb_code_evaluate(&drawn.launch.code.code, &words, drawn.values);
    return drawn;
}

static void drop(sample *drawn)
{
    nbb_lanes_launch_free(&drawn->launch);
    free(drawn->loaded);
    free(drawn->expected);
    free(drawn->values);
}

static void check_values(const sample *drawn)
{
    const nbb_closure *closure = &drawn->launch.closure;
    const nbb_value *last = &drawn->launch.code.states[closure->steps * closure->count];
    for (int i = 0; i < (closure->steps + 1) * closure->count; ++i) {
        if (drawn->launch.code.states[i] != NBB_NO_VALUE) {
            assert_int_equal(drawn->values[drawn->launch.code.states[i]], drawn->expected[i]);
        }
    }
    for (int position = 0; position < closure->own; ++position) {
        assert_int_not_equal(last[position], NBB_NO_VALUE);
    }
}

/* A machine for statements: what has a value, and the tile's own words in memory, which stores change. */
typedef struct machine {
    const sample *drawn;
    const nbb_schedule *schedule;
    const nbb_shapes *shapes;
    nbb_loading loading;
    bool *is_there;
    uint32_t *memory, *stored;
    int *stores;
    int operations;
} machine;

/* The word of a value that must be there. */
static uint32_t read_value(const machine *run, nbb_value value)
{
    const nbb_node *node = &run->drawn->launch.code.code.nodes[value];
    bool is_own = node->operation == NBB_LOADED
                  && run->drawn->launch.closure.cells[node->number].direction == PLANE_CENTRE;
    bool is_told = node->operation == NBB_CONSTANT || node->operation == NBB_GIVEN
                   || (node->operation == NBB_LOADED && !(is_own ? run->loading.own : run->loading.beside));
    assert_true(is_told || run->is_there[value]);
    return run->drawn->values[value];
}

static uint32_t call(machine *run, const nbb_part *part)
{
    const nbb_shape *shape = &run->shapes->shapes[part->shape];
    uint32_t words[256];
    assert_int_equal(part->count, shape->arguments);
    for (int i = 0; i < part->count; ++i) {
        words[i] = read_value(run, run->schedule->parts.arguments[part->first + i]);
    }
    for (int i = 0; i < shape->count; ++i) {
        const nbb_shape_operation *operation = &run->shapes->operations[shape->first + i];
        uint32_t from[NBB_CODE_FROM] = { 0 };
        for (int j = 0; j < NBB_CODE_FROM && operation->from[j] >= 0; ++j) {
            assert_true(operation->from[j] < part->count + i);
            from[j] = words[operation->from[j]];
        }
        words[part->count + i] = nbb_table_of(operation->table, from[0], from[1], from[2]);
    }
    run->operations += shape->count;
    return words[part->count + shape->count - 1];
}

static void store(machine *run, int turn, uint32_t word)
{
    int cell = run->drawn->launch.order.turns[turn].cell;
    run->stores[cell] += 1;
    run->stored[cell] = word;
    run->memory[cell] = run->loading.in_place ? word : run->memory[cell];
}

static void run_statement(machine *run, const nbb_lanes_statement *statement)
{
    const nbb_node *node = statement->value >= 0 ? &run->drawn->launch.code.code.nodes[statement->value] : NULL;
    if (statement->kind == NBB_STATE_LOAD) {
        assert_int_equal(run->memory[node->number], run->drawn->values[statement->value]);
        run->is_there[statement->value] = true;
    } else if (statement->kind == NBB_STATE_STORE) {
        store(run, statement->turn, read_value(run, statement->value));
    } else if (statement->kind == NBB_STATE_PART) {
        uint32_t word = call(run, &run->schedule->parts.parts[statement->part]);
        assert_int_equal(word, run->drawn->values[statement->value]);
        assert_false(run->is_there[statement->value]);
        run->is_there[statement->value] = true;
        if (statement->is_stored) {
            store(run, run->schedule->turn_of[statement->value], word);
        }
    }
}

static void check_statements(const sample *drawn, nbb_loading loading)
{
    const nbb_closure *closure = &drawn->launch.closure;
    size_t count = (size_t)closure->count;
    nbb_shapes shapes = { 0 };
    nbb_schedule schedule;
    assert_int_equal(nbb_schedule_build(&drawn->launch, loading, &shapes, &schedule), NBB_OK);
    machine run = { drawn,
                    &schedule,
                    &shapes,
                    loading,
                    calloc((size_t)drawn->launch.code.code.count, sizeof(bool)),
                    calloc(count, sizeof(uint32_t)),
                    calloc(count, sizeof(uint32_t)),
                    calloc(count, sizeof(int)),
                    0 };
    assert_true(run.is_there != NULL && run.memory != NULL && run.stored != NULL && run.stores != NULL);
    for (int i = 0; i < closure->count; ++i) {
        run.memory[i] = drawn->loaded[i];
    }
    for (int i = 0; i < schedule.count; ++i) {
        run_statement(&run, &schedule.statements[i]);
    }
    for (int i = 0; i < closure->count; ++i) {
        assert_int_equal(run.stores[i], i < closure->own);
        if (i < closure->own) {
            assert_int_equal(run.stored[i], drawn->expected[closure->steps * closure->count + i]);
        }
    }
    assert_int_equal(run.operations, drawn->launch.code.operations);
    free(run.is_there);
    free(run.memory);
    free(run.stored);
    free(run.stores);
    nbb_schedule_free(&schedule);
    nbb_shapes_free(&shapes);
}

static void check_fractal(const nbb_fractal *fractal)
{
    const nbb_lanes_law any = law_of_rule((nbb_rule){ 0, 0 }, 2);
    for (int t = 0; t < 4 && nbb_fractal_cells(fractal, 0, t) <= POSITIONS_MOST; ++t) {
        for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i) {
            for (int steps = 1; steps <= STEPS_MOST && steps <= nbb_closure_most_steps(fractal, t, &any); ++steps) {
                sample drawn = draw(fractal, t, rules[i], steps);
                check_values(&drawn);
                check_statements(&drawn, (nbb_loading){ false, false, false, 0 });
                check_statements(&drawn, (nbb_loading){ true, true, true, 0 });
                check_statements(&drawn, (nbb_loading){ false, true, false, 20 });
                drop(&drawn);
            }
        }
    }
}

static void every_fractal(void **state)
{
    (void)state;
    for_each_fractal(true, check_fractal);
}

/* Operations by hand. A cell of a line lives if both neighbours do. One of eight neighbours takes three sums and
   majorities of three, a sum and a carry of two, three for exactly one of the four carries, and the rule. */
static void operations(void **state)
{
    (void)state;
    static const struct {
        const char *fractal, *rule;
        int t, steps, operations;
    } rows[] = { { "line", "B2/S23", 0, 1, 1 },
                 { "sierpinski", "B2/S23", 0, 1, 12 },
                 { "carpet", "B/S012345678", 2, 1, 0 },
                 { "carpet", "B012345678/S012345678", 2, 2, 0 } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        nbb_fractal fractal = load_fractal(rows[i].fractal);
        sample drawn = draw(&fractal, rows[i].t, rows[i].rule, rows[i].steps);
        assert_int_equal(drawn.launch.code.operations, rows[i].operations);
        drop(&drawn);
        nbb_fractal_free(&fractal);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_fractal), cmocka_unit_test(operations) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
