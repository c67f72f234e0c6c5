/* lanes_code.c - says in values what a launch computes, and has them covered. */
#include "gen/lanes/lanes.h"

/* The code while it is made. A law says the next state of a cell in one of two ways: by counting live neighbours, or
   by carrying out a program's statements. All else is the same for both. */
typedef struct building {
    const nbb_closure *closure;
    const nbb_lanes_law *law;
    nbb_code code;
    nbb_lanes_code *made; /* its values are those of `code`, whose arena goes with it, until it is covered */
    nbb_tails *tails;
    const nbb_step_sums *shared; /* the sums that the cells of the step share; and its triples': */
    nbb_value *sums, *carries;
} building;

/* A cell's words after a step, 0: as loaded. */
static nbb_value *planes_of(const building *build, int step, int cell)
{
    return &build->made->states[(step * build->closure->count + cell) * build->made->planes];
}

/* The lanes for which there is a tile in a direction, or none for -1. */
static nbb_value exists_in(building *build, int direction)
{
    return direction == build->closure->directions->centre ? NBB_ONES
           : direction < 0                                 ? NBB_ZERO
                                                           : nbb_code_word(&build->code, NBB_GIVEN, direction);
}

/* The same of a cell of the closure. */
static nbb_value cell_exists(building *build, int cell)
{
    int direction = build->closure->cells[cell].direction;
    bool is_given = build->closure->fractal->orientations > 1 && direction != build->closure->directions->centre;
    return is_given ? nbb_code_word(&build->code, NBB_GIVEN, NBB_GIVEN_THERE + cell) : exists_in(build, direction);
}

/* The word of an input (lanes_sums.c) of a step's sums. */
static nbb_value input_word(const building *build, int step, int input)
{
    int count = build->closure->count;
    return input < count ? *planes_of(build, step - 1, input) : build->sums[input - count];
}

/* A cell's planes after a step of a program: as before where it has no turn, and anything where there is no such
   tile. */
static nbb_status carry_out(building *build, int step, int cell, nbb_value next[NBB_PLANES_MAX])
{
    nbb_lowering *lowering = build->law->lowering;
    const nbb_closure_cell *of = &build->closure->cells[cell];
    const nbb_value *before = planes_of(build, step - 1, cell);
    bool turns = build->closure->colours > 1, draws = lowering->program->update.requests > 0;
    NBB_LOCAL_ARENA local = { 0 };
    nbb_value *far; /* which neighbours of the neighbours exist */
    int near = lowering->asks_far_degree ? nbb_program_near(lowering->program) : 0;
    NBB_TRY(NBB_ARRAYS(&local, NBB_ARRAY(far, near * of->neighbour_count)));
    nbb_cell_context context = { .planes = before, .odd = of->odd, .cell = cell, .step = step - 1 };
    context.once = lowering->draws_once && turns && !build->closure->colours_known;
    /* Where nothing is drawn, bits that are no lanes may change too. */
    nbb_value there = cell_exists(build, cell);
    nbb_value lanes = turns || draws ? nbb_code_word(&build->code, NBB_GIVEN,
                                                     turns ? NBB_GIVEN_TURN + of->residue : NBB_GIVEN_LANES)
                                     : NBB_ONES;
    context.acts = nbb_code_logic(&build->code, NBB_TABLE_AND, there, lanes, NBB_ZERO);
    /* The cell with number 0 is at position 0 of its tile. */
    bool is_first = of->position == 0 && of->direction == build->closure->directions->centre;
    context.first = lowering->asks_first && is_first ? nbb_code_word(&build->code, NBB_GIVEN, NBB_GIVEN_FIRST)
                                                     : NBB_ZERO;
    for (int i = 0; i < of->neighbour_count; ++i) {
        nbb_cell_neighbour *beside = &context.neighbours[of->numbers[i]];
        beside->exists = cell_exists(build, of->neighbours[i]);
        beside->planes = planes_of(build, step - 1, of->neighbours[i]);
        for (int j = 0; j < near; ++j) {
            int tile = nbb_closure_tile_at(build->closure, &build->closure->cells[of->neighbours[i]],
                                           lowering->program->neighbours.offsets[j]);
            far[i * near + j] = exists_in(build, tile);
            beside->neighbours = &far[i * near];
        }
    }
    NBB_TRY(nbb_lowering_cell(lowering, &build->code, &context, next));
    NBB_FILL(plane, turns ? build->made->planes : 0, next[plane],
             nbb_code_logic(&build->code, NBB_TABLE_SELECT, context.acts, next[plane], before[plane]));
    return NBB_OK;
}

/* The loaded words. Words that masks may move to come before all that is computed (code.h). */
static void add_loaded(building *build)
{
    const nbb_closure *closure = build->closure;
    for (int direction = 0; direction < closure->directions->count; ++direction) {
        nbb_code_word(&build->code, NBB_GIVEN, direction);
    }
    for (int i = 0; i < closure->count * build->made->planes; ++i) {
        const nbb_closure_cell *cell = &closure->cells[i / build->made->planes];
        bool is_loaded = cell->needed & 1;
        build->made->states[i] = is_loaded ? nbb_code_word(&build->code, NBB_LOADED, i) : NBB_NO_VALUE;
        if (is_loaded && cell->direction != closure->directions->centre) {
            nbb_code_bound(&build->code, build->made->states[i], exists_in(build, cell->direction));
        }
    }
}

/* A cell's planes after the step, 0 where there is no such tile. */
static nbb_status add_cell(building *build, int step, int cell)
{
    nbb_value next[NBB_PLANES_MAX];
    if (build->law->counts) {
        /* A cell's word after the step: its neighbours are counted, and the rule applied. */
        const nbb_cell_sum *sum = &build->shared->cells[cell];
        nbb_addends ones = { .count = sum->one_count }, carries = { .count = sum->two_count };
        NBB_FILL(i, sum->one_count, ones.words[i], input_word(build, step, sum->ones[i]));
        NBB_FILL(i, sum->two_count, carries.words[i], build->carries[sum->twos[i]]);
        nbb_value self = input_word(build, step, cell);
        self = self == NBB_NO_VALUE ? NBB_ZERO : self; /* whose rule does not ask for it */
        next[0] = nbb_code_next_of_count(&build->code, build->tails, build->closure->cells[cell].neighbour_count,
                                         false, &ones, &carries, self);
    } else {
        NBB_TRY(carry_out(build, step, cell, next));
    }
    nbb_value there = cell_exists(build, cell);
    NBB_FILL(plane, build->made->planes, planes_of(build, step, cell)[plane],
             nbb_code_logic(&build->code, NBB_TABLE_AND, next[plane], there, NBB_ZERO));
    return NBB_OK;
}

static nbb_status add_step(building *build, int step)
{
    int triples = build->shared->triple_count; /* none of a program */
    NBB_TRY(NBB_ARRAYS(build->code.arena, NBB_ARRAY(build->sums, triples), NBB_ARRAY(build->carries, triples)));
    for (int i = 0; i < triples; ++i) {
        nbb_value from[NBB_CODE_FROM];
        NBB_FILL(j, NBB_CODE_FROM, from[j], input_word(build, step, build->shared->triples[i][j]));
        build->sums[i] = nbb_code_logic_of(&build->code, NBB_TABLE_SUM, from);
        build->carries[i] = nbb_code_logic_of(&build->code, NBB_TABLE_MAJORITY, from);
        nbb_code_label(&build->code, build->sums[i], "sum");
        nbb_code_label(&build->code, build->carries[i], "carry");
    }
    return NBB_EACH(cell, build->closure->count,
                    build->closure->cells[cell].needed >> step & 1 ? add_cell(build, step, cell) : NBB_OK);
}

static nbb_status build_with(nbb_arena *arena, const nbb_closure *closure, const nbb_lanes_law *law,
                             const nbb_step_sums *sums, nbb_tells tells, nbb_lanes_code *code)
{
    NBB_LOCAL_ARENA local = { 0 };
    building build = { closure, law, nbb_code_of(&local), code, &law->tails[tells], .shared = sums };
    size_t loaded = (size_t)closure->count * (size_t)law->planes, last = loaded * (size_t)closure->steps;
    *code = (nbb_lanes_code){ .planes = law->planes, .shared_sums = sums[0].triple_count };
    NBB_TRY(NBB_ARRAYS(arena, NBB_ARRAY(code->states, last + loaded)));
    memset(code->states, 0xff, (last + loaded) * sizeof *code->states); /* NBB_NO_VALUE */
    add_loaded(&build);
    for (int step = 1; step <= closure->steps; ++step) {
        build.shared = &sums[step - 1];
        NBB_TRY(add_step(&build, step));
    }
    NBB_TRY(nbb_code_cover(arena, &build.code, code->states, last + loaded, loaded, last, &code->code));
    code->operations = nbb_code_operations(&code->code, code->code.uses);
    return NBB_OK;
}

nbb_status nbb_lanes_launch_build(nbb_arena *arena, const nbb_fractal *fractal, int t, const nbb_lanes_law *law,
                                  int steps, nbb_lanes_launch *launch)
{
    const nbb_closure *closure = &launch->closure;
    memset(launch, 0, sizeof *launch);
    NBB_TRY(nbb_closure_build(arena, fractal, t, law, steps, &launch->closure));
    int reach = law->neighbours.reach, strip = 0;
    if (law->lowering != NULL) { /* the sums of rows are not held beside words of several steps */
        law->lowering->by_rows = steps == 1 && !law->lowering->by_spans && reach > 1
                                 && law->neighbours.count > NBB_ROWS_FROM;
        strip = law->lowering->by_rows ? reach : 0;
    }
    NBB_TRY(nbb_order_build(arena, closure, law->planes, reach, strip, &launch->order));
    launch->order.held += strip * 2 * reach * nbb_bits_needed(0, 2 * reach + 1); /* sums of rows, too */
    launch->code.planes = law->planes;
    NBB_LOCAL_ARENA local = { 0 };
    nbb_step_sums sums[NBB_CLOSURE_STEPS_MAX] = { { .cells = NULL } }; /* that several cells share: of a rule */
    NBB_TRY_IF(law->counts, NBB_EACH(step, steps, nbb_sums_share(&local, closure, law->rule, step + 1, &sums[step])));
    int ways = law->counts ? NBB_TELLS : law->lowering != NULL ? 1 : 0;
    for (int tells = 0; tells < ways; ++tells) { /* of the ways to count, the one that takes the fewest operations */
        nbb_lanes_code other;
        NBB_TRY(build_with(arena, closure, law, sums, (nbb_tells)tells, &other));
        launch->code = tells == 0 || other.operations < launch->code.operations ? other : launch->code;
    }
    return NBB_OK;
}

nbb_status nbb_launches_find(nbb_launches *launches, const nbb_fractal *fractal, int t, const nbb_lanes_law *law,
                             int steps, nbb_lanes_launch *launch)
{
    const nbb_lanes_launch *built = launches->built;
    int found = NBB_FIND(i, launches->count, built[i].closure.t == t && built[i].closure.steps == steps);
    if (found == launches->count) {
        nbb_lanes_launch made;
        NBB_TRY_IF(launches->tails == NULL, NBB_ARRAYS(&launches->arena, NBB_ARRAY(launches->tails, NBB_TELLS)));
        nbb_lanes_law with = *law;
        with.tails = launches->tails;
        NBB_FILL(tells, NBB_TELLS, with.tails[tells].rule, law->rule);
        NBB_FILL(tells, NBB_TELLS, with.tails[tells].tells, (nbb_tells)tells);
        NBB_TRY(nbb_lanes_launch_build(&launches->arena, fractal, t, &with, steps, &made));
        NBB_TRY(NBB_ARENA_APPEND(&launches->arena, launches->built, launches->count, made));
    }
    *launch = launches->built[found];
    return NBB_OK;
}

void nbb_launches_free(nbb_launches *launches)
{
    nbb_arena_free(&launches->arena);
}

bool nbb_draw_is_once(const nbb_code *code, int draw)
{
    const nbb_draw *of = &code->draws[draw];
    return of->digit < 0 && of->words == 1 && code->draw_words[of->first] == NBB_ONES;
}
