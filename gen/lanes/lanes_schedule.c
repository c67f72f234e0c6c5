/* lanes_schedule.c - puts calls and loads in order. */
#include "gen/lanes/lanes_schedule.h"

/* While statements are listed: first all but the loads, then all. */
typedef struct listing {
    const nbb_lanes_launch *launch;
    nbb_loading loading;
    nbb_schedule *made;
    nbb_lanes_statement *list; /* without loads */
    int count;
    int *stores;      /* by value: by evaluations */
    bool *is_done;    /* by value: computed, or loaded */
    nbb_value *loads; /* in the order of first use, and where the rows of it begin */
    int *load_evaluations;
    int load_count;
    int row_evaluation; /* where the row begins that is listed */
} listing;

/* The value that an evaluation computes; that of the same word after another step. */
static nbb_value value_at(const nbb_lanes_launch *launch, int evaluation, int step)
{
    const nbb_cell_step *of = &launch->order.evaluations[evaluation];
    return launch->code.states[(step * launch->closure.count + of->cell) * launch->code.planes + of->plane];
}

static nbb_value value_of(const nbb_lanes_launch *launch, int evaluation)
{
    return value_at(launch, evaluation, launch->order.evaluations[evaluation].step);
}

static bool is_last(const nbb_lanes_launch *launch, int evaluation)
{
    return launch->order.evaluations[evaluation].step == launch->closure.steps;
}

/* Says that cells' words are kept, and counts how often each is stored. */
static void mark_cells(listing *lists, nbb_kept *kept)
{
    const nbb_lanes_launch *launch = lists->launch;
    const nbb_closure *closure = &launch->closure;
    for (int evaluation = launch->order.count - 1; evaluation >= 0; --evaluation) {
        const nbb_cell_step *of = &launch->order.evaluations[evaluation];
        nbb_value value = value_of(launch, evaluation);
        if (value == NBB_NO_VALUE) {
            continue;
        }
        kept[value].tag = closure->cells[of->cell].neighbour_count;
        kept[value].self = value_at(launch, evaluation, of->step - 1);
        lists->made->evaluation_of[value] = evaluation;
        lists->stores[value] += is_last(launch, evaluation);
    }
}

/* Lists a word that is to be loaded, at its first use. */
static void use_load(listing *lists, nbb_value value)
{
    const nbb_closure *closure = &lists->launch->closure;
    bool is_own = lists->launch->code.code.nodes[value].number < closure->own * lists->launch->code.planes;
    if (!lists->is_done[value] && (is_own ? lists->loading.own : lists->loading.beside)) {
        lists->load_evaluations[lists->load_count] = lists->row_evaluation;
        lists->loads[lists->load_count++] = value;
    }
    lists->is_done[value] = true;
}

/* Whether a value is a part's, and all that is done with it is to store it once, when it is computed. */
static bool is_stored_alone(const listing *lists, nbb_value value)
{
    return lists->made->parts.part_of[value] >= 0 && lists->stores[value] == 1
           && lists->launch->code.code.uses[value] == 1 && is_last(lists->launch, lists->made->evaluation_of[value]);
}

/* Lists the part or draw of a value after those that it depends on; a loaded word as a load. */
static void use(listing *lists, nbb_value value, int evaluation)
{
    const nbb_code *code = &lists->launch->code.code;
    const nbb_parts *parts = &lists->made->parts;
    nbb_operation operation = code->nodes[value].operation;
    int number = parts->part_of[value];
    if (operation == NBB_LOADED) {
        use_load(lists, value);
    }
    if ((number < 0 && operation != NBB_DRAWN) || lists->is_done[value]) {
        return;
    }
    lists->is_done[value] = true;
    int count = number < 0 ? 0 : parts->parts[number].count;
    const nbb_value *from = number < 0 ? nbb_code_from(code, value, &count)
                                       : &parts->arguments[parts->parts[number].first];
    for (int i = 0; i < count; ++i) {
        use(lists, from[i], evaluation);
    }
    lists->list[lists->count++] = (nbb_lanes_statement){ number < 0 ? NBB_STATE_DRAW : NBB_STATE_PART, evaluation,
                                                         number, value, is_stored_alone(lists, value) };
}

/* Lists what computes an evaluation's word, and what stores it unless its part does; before that a load of what
   its place holds, where the launch works in place. */
static void list_evaluation(listing *lists, int evaluation)
{
    const nbb_lanes_launch *launch = lists->launch;
    nbb_value value = value_of(launch, evaluation), before = value_at(launch, evaluation, 0);
    if (is_last(launch, evaluation) && lists->loading.in_place && before != NBB_NO_VALUE) {
        use_load(lists, before);
    }
    use(lists, value, evaluation);
    if (is_last(launch, evaluation) && !is_stored_alone(lists, value)) {
        lists->list[lists->count++] = (nbb_lanes_statement){ NBB_STATE_STORE, evaluation, -1, value, false };
    }
}

static void list_evaluations(listing *lists)
{
    const nbb_lanes_launch *launch = lists->launch;
    const nbb_cell_step *evaluations = launch->order.evaluations;
    for (int evaluation = 0; evaluation < launch->order.count; ++evaluation) {
        if (evaluation == 0 || evaluations[evaluation].step != evaluations[evaluation - 1].step
            || evaluations[evaluation].row != evaluations[evaluation - 1].row) {
            lists->row_evaluation = evaluation;
            lists->list[lists->count++] = (nbb_lanes_statement){ NBB_STATE_ROW, evaluation, -1, NBB_NO_VALUE, false };
        }
        if (value_of(launch, evaluation) != NBB_NO_VALUE) {
            list_evaluation(lists, evaluation);
        }
    }
}

/* Cuts the code into parts, and lists these. */
static nbb_status schedule_code(nbb_arena *arena, listing *lists, nbb_kept *kept, nbb_shapes *shapes)
{
    const nbb_code *code = &lists->launch->code.code;
    for (nbb_value value = 0; value < code->count; ++value) {
        kept[value] = (nbb_kept){ -1, NBB_NO_VALUE };
        lists->made->evaluation_of[value] = -1;
    }
    mark_cells(lists, kept);
    NBB_TRY(nbb_parts_build(arena, code, kept, lists->launch->code.code.uses, shapes, &lists->made->parts));
    list_evaluations(lists);
    /* The statements with the loads among them: those of a row's words before the first row that begins so many
       evaluations before it, or later. */
    nbb_schedule *made = lists->made;
    int load = 0;
    for (int i = 0; i < lists->count; ++i) {
        int ahead = lists->list[i].kind == NBB_STATE_ROW ? lists->loading.ahead : INT_MIN / 2;
        for (; load < lists->load_count && lists->load_evaluations[load] <= lists->list[i].evaluation + ahead;
             ++load) {
            made->statements[made->count++] = (nbb_lanes_statement){ NBB_STATE_LOAD, lists->load_evaluations[load],
                                                                     -1, lists->loads[load], false };
        }
        made->statements[made->count++] = lists->list[i];
    }
    return NBB_OK;
}

nbb_status nbb_schedule_build(nbb_arena *arena, const nbb_lanes_launch *launch, nbb_loading loading,
                              nbb_shapes *shapes, nbb_schedule *schedule)
{
    size_t values = (size_t)launch->code.code.count, most = values + 3 * (size_t)launch->order.count;
    NBB_LOCAL_ARENA local = { 0 };
    listing lists = { .launch = launch, .loading = loading, .made = schedule };
    nbb_kept *kept;
    *schedule = (nbb_schedule){ 0 };
    NBB_TRY(NBB_ARRAYS(arena, NBB_ARRAY(schedule->statements, most), NBB_ARRAY(schedule->evaluation_of, values)));
    NBB_TRY(NBB_ARRAYS(&local, NBB_ARRAY(lists.list, most), NBB_ARRAY(kept, values), NBB_ARRAY(lists.stores, values),
                       NBB_ARRAY(lists.loads, values), NBB_ARRAY(lists.load_evaluations, values),
                       NBB_ARRAY(lists.is_done, values)));
    return schedule_code(arena, &lists, kept, shapes);
}
