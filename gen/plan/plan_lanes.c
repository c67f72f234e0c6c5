/* plan_lanes.c - sizes the layout of map lanes, of words of bits and of values. */
#include "gen/plan/plan.h"

enum {
    SPAN_WORDS_MAX = NBB_BOX_WORDS_MAX / 2, /* of its box: at least two stand in shared memory */
    SPAN_ROWS = 2,                          /* that go along together, about */
    SPAN_HALO = 4,                          /* operations that a word of the box takes, about */
    SPAN_MOVES = 4                          /* that a word of a span takes */
};

bool nbb_plan_reaches(const nbb_request *request, int t)
{
    return t == request->r || nbb_closure_most_steps(request->fractal, t, &request->lanes_law) >= 1;
}

int nbb_plan_most_steps(const nbb_request *request, int t)
{
    int most = nbb_closure_most_steps(request->fractal, t, &request->lanes_law);
    return request->lanes_law.one_step || most < 1 ? 1 : most;
}

/* The level of the smallest tile whose neighbours are in the tiles beside it. */
static int least_tile(const nbb_request *request)
{
    return NBB_FIND(t, request->r, nbb_plan_reaches(request, t));
}

bool nbb_plan_has_lanes_tile(const nbb_request *request)
{
    NBB_LOCAL_ARENA arena = { 0 };
    nbb_lowering lowering;
    bool turned = request->fractal->orientations > 1; /* then values would go from cell to cell */
    bool is_bits = request->program->bits && nbb_turned_refusal(request->fractal, request->program) == NULL;
    bool counts = request->traits.by_spans;
    bool fits = counts ? nbb_lowering_begin(&arena, request->program, true, 0, &lowering) == NBB_OK
                       : nbb_neighbours_fit_words(&request->program->neighbours);
    return fits && (!turned || is_bits) && nbb_plan_lanes_tile_possible(request, least_tile(request));
}

bool nbb_plan_lanes_tile_possible(const nbb_request *request, int t)
{
    int64_t cells = nbb_fractal_cells(request->fractal, 0, t);
    int rows = nbb_fractal_axes(request->fractal) == 3 ? 1 : SPAN_ROWS;
    return request->traits.by_spans
               ? cells <= NBB_SPAN_POSITIONS_MAX
                     && nbb_spans_words(request->program, request->fractal, t, rows) <= SPAN_WORDS_MAX
               : cells <= NBB_POSITIONS_MAX;
}

/* --- values --- */

static double operations_of(const nbb_card_wide *card, const nbb_expression *expression, double neighbours)
{
    double count = NBB_SUM(i, expression->from_count, operations_of(card, expression->from[i], neighbours));
    nbb_expression_kind kind = expression->kind;
    int operation = nbb_operation_of(expression);
    return kind == NBB_EXPRESSION_REDUCE                                        ? neighbours * (count + 1)
           : kind == NBB_EXPRESSION_CHANCE || kind == NBB_EXPRESSION_UNIFORM    ? count + card->draw
           : operation == NBB_OP_DIV || operation == NBB_OP_MOD                 ? count + card->division
           : operation > NBB_OP_FLOOR                                           ? count + card->function
           : operation >= 0 || kind == NBB_EXPRESSION_SELECT                    ? count + 1
                                                                                : count;
}

double nbb_plan_value_operations(const nbb_card_wide *card, const nbb_statement *statement, double neighbours)
{
    double count = 0;
    for (; statement != NULL; statement = statement->next) {
        count += (statement->value != NULL ? operations_of(card, statement->value, neighbours) : 0)
                 + nbb_plan_value_operations(card, statement->body, neighbours)
                 + nbb_plan_value_operations(card, statement->otherwise, neighbours);
    }
    return count;
}

/* The level of a tile whose values registers hold and whose code compiles soon. Cells that go one by one find their
   neighbours in any tile, unless they are of other ranks or parts. Each cell's draws stand in the text, but for those
   of a GPU's sublattices (wide.txt). */
static int values_tile(const nbb_request *request)
{
    const int64_t drawn_cells = 27;
    bool is_drawn = request->traits.draws && (request->target == NBB_TARGET_HOST || !request->program->sublattices);
    bool is_whole = !request->parted && request->ranks <= 1, by_cells = nbb_values_by_cells(request);
    nbb_request near = *request;
    near.lanes_law.far = near.lanes_law.far && !by_cells;
    int t = by_cells && is_whole ? 0 : least_tile(&near);
    int words = nbb_traits_words(&request->traits);
    const nbb_card_wide *card = &request->card->wide;
    double operations = nbb_plan_value_operations(card, request->program->update.first, NBB_NEIGHBOURS_ABOUT);
    while (t < request->r && nbb_fractal_adds_cells(request->fractal)
           && (t == 0 || !is_drawn || nbb_fractal_cells(request->fractal, 0, t + 1) <= drawn_cells)
           && nbb_fractal_cells(request->fractal, 0, t + 1) * words <= card->words_aim
           && (double)nbb_fractal_cells(request->fractal, 0, t + 1) * operations <= card->code_aim) {
        ++t;
    }
    return t;
}

/* --- bits --- */

/* About the operations that a cell takes where counts run along rows. */
static double spans_cost(const nbb_request *request, int t)
{
    nbb_vector rho = nbb_fractal_side(request->fractal, 0, t);
    bool space = nbb_fractal_axes(request->fractal) == 3;
    double spans = 2 * request->program->neighbours.reach + 1;
    double rows = (double)rho.at[1] * (space ? (double)rho.at[2] * spans : 1);
    double moved = rows * ((double)rho.at[0] + spans / 2) * spans * SPAN_MOVES;
    double loaded = (double)nbb_spans_words(request->program, request->fractal, t, space ? 1 : SPAN_ROWS) * SPAN_HALO;
    return (moved + loaded) / (double)nbb_fractal_cells(request->fractal, 0, t);
}

void nbb_plan_size_lanes(const nbb_request *request, int t, nbb_lanes *lanes)
{
    const nbb_fractal *fractal = request->fractal;
    if (request->traits.word == NBB_WORD_VALUES) {
        nbb_lanes_size(fractal, request->r, t >= 0 ? t : values_tile(request), 0, lanes);
        return;
    }
    int planes = request->traits.planes, asked = nbb_request_digits_asked(request);
    int a = asked >= 0 ? asked : nbb_request_drawn_digits(request);
    a = a >= 0 ? a : nbb_lanes_digits(fractal, request->r - (t > 0 ? t : 0));
    int best = t >= 0 ? t : least_tile(request), aim = request->card->lanes.words_aim;
    int levels = t < 0 && nbb_fractal_adds_cells(fractal) ? request->r - a : 0; /* that are left for a tile */
    bool by_spans = request->traits.by_spans;
    for (t = best + 1;
         t <= levels
         && (by_spans ? nbb_plan_lanes_tile_possible(request, t) : nbb_fractal_cells(fractal, 0, t) * planes <= aim);
         ++t) {
        best = !by_spans || spans_cost(request, t) < spans_cost(request, best) ? t : best;
    }
    int most = request->r - best;
    nbb_lanes_size(fractal, request->r, best, a < most ? a : most, lanes);
    lanes->words *= (uint64_t)planes;
}

/* --- what of a program hangs on where neighbours are --- */

static bool is_symmetric(const nbb_fractal *fractal, const nbb_program *program, const nbb_program_list *list)
{
    const nbb_vector *offsets = program->neighbours.offsets;
    const nbb_vector side = { { 1, 1 } }; /* so that a place is mirrored about 0 */
    for (int i = 0; i < list->count * fractal->orientations; ++i) {
        int isometry = fractal->isometries[i % fractal->orientations];
        nbb_vector to = nbb_isometry_place(isometry, side, offsets[list->numbers[i / fractal->orientations]]);
        NBB_FAIL_IF(NBB_ALL(j, list->count, memcmp(&offsets[list->numbers[j]], &to, sizeof to) != 0), false);
    }
    return true;
}

const char *nbb_turned_refusal(const nbb_fractal *fractal, const nbb_program *program)
{
    const char *why = program->sublattices ? "the colours of its sublattices hang on where cells are" : NULL;
    NBB_RETURN_IF(fractal->orientations == 1, NULL);
    why = !nbb_neighbours_fit_words(&program->neighbours) ? "its counts run along rows" : why;
    bool is_alike = NBB_ALL(i, program->list_count, is_symmetric(fractal, program, &program->lists[i]));
    why = why != NULL || is_alike ? why : "its neighbours are others when turned";
    /* What tells one neighbour from another, or the cell's place. */
    uint64_t asks = nbb_program_asks(program, NBB_WALK_UPDATE);
    return why != NULL                 ? why
           : asks & NBB_ASKS_REAL_SUMS ? "it adds reals, in the order of its neighbours"
           : asks & (NBB_ASKS(OFFSET) | NBB_ASKS(EXISTS) | NBB_ASKS(BOND) | NBB_ASKS(WEIGHT) | NBB_ASKS_OFFSET)
               ? "it tells neighbours by where they are"
           : asks & (NBB_ASKS_OF(X) | NBB_ASKS_OF(Y)) ? "it asks where cells are"
           : asks & NBB_ASKS_THERE(DEGREE)            ? "it asks how many neighbours its neighbours have"
                                                      : NULL;
}

bool nbb_values_by_cells(const nbb_request *request)
{
    return request->schedule == NBB_SCHEDULE_CELLS || request->fractal->orientations > 1
           || !nbb_neighbours_fit_words(&request->program->neighbours)
           || request->program->neighbours.count > NBB_NEIGHBOURS_UNROLLED_MAX
           || nbb_fractal_cells(request->fractal, 0, least_tile(request)) > NBB_POSITIONS_MAX;
}

/* --- the law of a plan, and the structure that its program's kernels take --- */

void nbb_plan_set_builtins(nbb_plan *plan)
{
    NBB_FILL(builtin, NBB_BUILTIN_COUNT, plan->code.lowering.builtins[builtin],
             nbb_builtin_value(&plan->asked.domain, (nbb_builtin)builtin, 0));
    const nbb_vector side = nbb_domain_side(&plan->asked.domain);
    int64_t *longest = &plan->code.lowering.side;
    NBB_FILL(axis, NBB_AXES_MAX, *longest, side.at[axis] > *longest ? side.at[axis] : *longest);
}

nbb_lanes_law nbb_plan_law(nbb_plan *plan)
{
    nbb_lanes_law law = plan->asked.lanes_law;
    law.lowering = &plan->code.lowering;
    nbb_plan_set_builtins(plan);
    return law;
}

nbb_status nbb_plan_build_launch(nbb_plan *plan, nbb_arena *arena, const nbb_lanes_law *law, int t, int steps,
                                 nbb_lanes_launch *launch)
{
    nbb_launches *shared = plan->asked.launches != NULL ? plan->asked.launches : &plan->code.launches;
    return law->counts ? nbb_launches_find(shared, plan->asked.fractal, t, law, steps, launch)
                       : nbb_lanes_launch_build(arena, plan->asked.fractal, t, law, steps, launch);
}

nbb_status nbb_plan_build_arguments(const nbb_plan *plan, nbb_arguments *arguments)
{
    const nbb_lowering *lowering = &plan->code.lowering;
    return nbb_arguments_build(plan->asked.program, lowering->word_count, lowering->row_count, arguments);
}

nbb_status nbb_plan_fill_arguments(const nbb_plan *plan, int64_t step, const union nbb_value_of *totals,
                                   const nbb_arguments *arguments, uint64_t seed, void *bytes, uint64_t *table)
{
    nbb_parameter values[NBB_PARAMETERS_MAX];
    nbb_program program = nbb_program_at(plan->asked.program, step, totals, values);
    nbb_lowering lowering = plan->code.lowering;
    NBB_TRY(nbb_program_check_step(&program, step));
    NBB_TRY(nbb_arguments_fill(arguments, &program, &plan->asked.domain, seed, bytes, table));
    const nbb_argument *words = nbb_arguments_find(arguments, NBB_ARGUMENT_WORDS, 0);
    const nbb_argument *rows = nbb_arguments_find(arguments, NBB_ARGUMENT_ROWS, 0);
    unsigned char *at = bytes;
    if (plan->code.lowering.program != NULL) {
        lowering.program = &program;
        NBB_TRY(nbb_bounds_check(&program, lowering.bounds, lowering.relies));
        nbb_lowering_fill(&lowering, words != NULL ? (void *)(at + words->offset) : NULL,
                          rows != NULL ? (void *)(at + rows->offset) : NULL);
    }
    return NBB_OK;
}

nbb_status nbb_plan_check_arguments(nbb_plan *plan)
{
    NBB_AT_END(nbb_arguments_free) nbb_arguments arguments;
    nbb_status status = nbb_plan_build_arguments(plan, &arguments);
    return status == NBB_ERROR_USAGE ? nbb_lowering_refuse(&plan->code.lowering, nbb_message()) : status;
}
