/* plan_request.c - what follows from a request alone. */
#include "gen/plan/plan_record.h"

int64_t nbb_request_asked(const nbb_request *request, nbb_choice choice)
{
#define X(name, type, field, ...) (int64_t) request->field,
    const int64_t asked[NBB_CHOICES] = { NBB_ASKED_ROWS(X) };
#undef X
    return asked[choice];
}

bool nbb_request_names(const nbb_request *request, nbb_choice choice)
{
    return nbb_request_asked(request, choice) != 0 || (request->named >> choice & 1) != 0;
}

uint64_t nbb_request_room(const nbb_request *request)
{
    return request->available != 0 ? request->available : NBB_BYTES_MAX;
}

nbb_text nbb_request_room_text(const nbb_request *request)
{
    return nbb_text_of(request->is_asked         ? "--memory gives %" PRIu64
                       : request->available != 0 ? "the device has %" PRIu64 " free"
                                                 : "an address reaches %" PRIu64,
                       nbb_request_room(request));
}

/* Those of edm's distances, of the precision that is asked for. */
static nbb_traits traits_of_distances(const nbb_workload_row *work, nbb_out out)
{
    static const nbb_field distance = { .name = "distance", .kind = NBB_FIELD_F32, .bits = 32 };
    static const nbb_cell_kind kinds[] = { NBB_CELL_F32, NBB_CELL_F16, NBB_CELL_F32, NBB_CELL_F64 }; /* by out */
    const nbb_cell_type *cell = &nbb_cell_types[kinds[out]];
    return (nbb_traits){ .name = work->name,
                         .fields = &distance,
                         .arrays = 1,
                         .bytes = { cell->bytes },
                         .alignment = 1,
                         .cell = cell,
                         .answer_bytes = cell->bytes,
                         .word = NBB_WORD_PLANES,
                         .planes = 1,
                         .states = 1,
                         .turns = 1,
                         .reach = 1,
                         .repeats = true };
}

/* Sets whether counts of a program of bits run along rows or columns: where its neighbours are too many for words of
   their own; or may do either, and do so where that is better or its schedule is asked for, and nothing that only
   words of their own can. */
static void choose_counts(const nbb_request *request, nbb_traits *traits)
{
    NBB_LOCAL_ARENA arena = { 0 };
    nbb_lowering lowering;
    const nbb_program *program = request->program;
    int along = request->simplex != NULL ? request->simplex->m - 1 : 0;
    bool is_turned = request->fractal != NULL && request->fractal->orientations > 1;
    bool asks_tile = request->schedule == NBB_SCHEDULE_TILE;
    bool asks_words = (request->schedule != NBB_SCHEDULE_AUTO && !asks_tile) || request->steps_a_launch > 1
                      || request->buffers == 1 || request->persistent > NBB_PERSISTENCE_NO;
    NBB_LEAVE_IF(!nbb_spans_take(program, along));
    bool fits = nbb_neighbours_fit_words(&program->neighbours);
    traits->either = fits && !is_turned && nbb_lowering_begin(&arena, program, true, along, &lowering) == NBB_OK;
    bool takes_rows = asks_tile || (traits->either && nbb_spans_are_better(program, &request->domain));
    traits->by_spans = !fits || (traits->either && !asks_words && takes_rows);
}

static nbb_traits traits_of(const nbb_request *request)
{
    NBB_RETURN_IF(request->program == NULL, traits_of_distances(request->work, request->out));
    nbb_traits traits = nbb_traits_of(request->program);
    if (!request->work->evolves) { /* a pass over cells where they are */
        traits.states = 1;
        traits.local = traits.in_place = false;
    }
    if (request->wide_because != NULL) {
        traits.word = NBB_WORD_VALUES;
        traits.planes = 1;
        traits.in_place = false;
    }
    if (request->work->evolves && traits.word == NBB_WORD_PLANES) {
        choose_counts(request, &traits);
    }
    traits.in_place = traits.in_place && !traits.by_spans;
    return traits;
}

static nbb_lanes_law law_of(const nbb_request *request)
{
    const nbb_program *program = request->program;
    const nbb_traits *traits = &request->traits;
    bool has_bits = traits->word == NBB_WORD_PLANES; /* values know the first cell, and draw for any */
    uint64_t asks = nbb_program_asks(program, NBB_WALK_UPDATE);
    bool asks_first = (asks & NBB_ASKS_OF(FIRST)) != 0;
    return (nbb_lanes_law){ .neighbours = program->neighbours,
                            .colouring = program->colouring,
                            .planes = traits->planes,
                            .counts = program->is_rule && has_bits,
                            .rule = program->rule,
                            .one_step = traits->by_turns || traits->scheduled
                                        || (has_bits && (asks_first || traits->draws)),
                            .far = (asks & NBB_ASKS_THERE(DEGREE)) != 0 };
}

nbb_request nbb_request_of(nbb_request asked)
{
    const nbb_program *program = asked.program;
    asked.domain = (nbb_domain){ asked.fractal, asked.simplex, asked.simplex != NULL ? asked.n : asked.r };
    asked.work = &nbb_workload_rows[asked.workload];
    asked.traits = traits_of(&asked);
    asked.has_rule = asked.work->evolves && program != NULL && !asked.traits.local && program->is_rule;
    asked.rule = asked.has_rule ? program->rule : (nbb_rule){ 0, 0 };
    asked.law = asked.has_rule && asked.traits.word == NBB_WORD_PLANES ? NBB_LAW_RULE
                : asked.work->evolves                                  ? NBB_LAW_PROGRAM
                                                                       : NBB_LAW_NONE;
    asked.lanes_law = program != NULL ? law_of(&asked) : (nbb_lanes_law){ .planes = 1 };
    asked.card = asked.card != NULL ? asked.card : &nbb_card_default;
    asked.ranks = asked.ranks > 1 ? asked.ranks : 1;
    asked.out = asked.work->start == NBB_START_POINTS && asked.out == NBB_OUT_AUTO ? NBB_OUT_F32 : asked.out;
    return asked;
}

int64_t nbb_request_lanes_of(const nbb_request *request, int a)
{
    return nbb_fractal_cells(request->fractal, request->r - a, request->r);
}

int nbb_request_drawn_digits(const nbb_request *request)
{
    return request->traits.draws ? nbb_draw_layout_of(&request->domain, true).digits : -1;
}

int nbb_request_digits_asked(const nbb_request *request)
{
    return request->lanes != 0 ? NBB_FIND(a, request->r, nbb_request_lanes_of(request, a) >= request->lanes) : -1;
}

uint32_t nbb_request_multiprocessors(const nbb_request *request)
{
    return request->multiprocessors != 0 ? request->multiprocessors : request->card->multiprocessors;
}

bool nbb_request_is_small(const nbb_request *request, int64_t threads)
{
    return threads <= (int64_t)request->card->threads_few * nbb_request_multiprocessors(request);
}
