/* traits.c - a workload's traits, from its row or its program. */
#include "gen/plan/plan.h"

#include "gen/program/program_walk.h"

enum { FIELDS_ALIGNMENT = 256 };

static nbb_traits traits_of_row(const nbb_workload_row *work)
{
    static char name[] = "distance";
    static const nbb_field distance = { .name = name, .kind = NBB_FIELD_F32, .bits = 32 };
    const nbb_field *fields = &distance;
    int count = work->cell->kind == NBB_CELL_U8 ? nbb_state_fields(NULL, &fields) : 1;
    return (nbb_traits){ .name = work->name,
                         .fields = fields,
                         .arrays = count,
                         .bytes = { work->cell->bytes },
                         .alignment = 1,
                         .lives = work->cell->kind == NBB_CELL_U8,
                         .cell = work->cell,
                         .answer_bytes = work->cell->bytes,
                         .word = NBB_WORD_PLANES,
                         .planes = 1,
                         .states = work->evolves ? 2 : 1,
                         .in_place = work->evolves,
                         .turns = 1,
                         .reach = 1,
                         .repeats = true };
}

static nbb_traits traits_of_program(const nbb_program *program)
{
    bool lives = program->field_count == 1 && program->fields[0].bits == 1;
    uint32_t answers = (uint32_t)program->field_count + 1; /* and whether there is a cell */
    nbb_traits traits = { .name = program->name,
                          .fields = program->fields,
                          .arrays = program->field_count,
                          .alignment = FIELDS_ALIGNMENT,
                          .lives = lives,
                          .cell = &nbb_cell_types[lives ? NBB_CELL_U8 : NBB_CELL_FIELDS],
                          .answer_bytes = lives ? 1 : answers * (uint32_t)sizeof(uint64_t),
                          .word = program->bits ? NBB_WORD_PLANES : NBB_WORD_VALUES,
                          .planes = program->bits ? program->planes : 1,
                          .states = program->sublattices ? 1 : 2,
                          .local = nbb_program_is_local(program),
                          .in_place = program->bits && !program->sublattices,
                          .by_turns = program->sublattices,
                          .turns = program->colouring.q,
                          .reach = program->neighbours.reach * program->colouring.q,
                          .draws = program->update.requests > 0,
                          .repeats = nbb_program_repeats(program),
                          .totals = program->total_count };
    for (int i = 0; i < program->field_count; ++i) {
        traits.bytes[i] = nbb_field_bytes(&program->fields[i]);
    }
    return traits;
}

nbb_traits nbb_traits_of(const nbb_workload_row *work, const nbb_program *program)
{
    return program != NULL ? traits_of_program(program) : traits_of_row(work);
}

/* Distances of another precision than the row's. */
static void store_distances(nbb_out out, nbb_traits *traits)
{
    static const nbb_cell_kind kinds[] = { [NBB_OUT_AUTO] = NBB_CELL_F32,
                                           [NBB_OUT_F16] = NBB_CELL_F16,
                                           [NBB_OUT_F32] = NBB_CELL_F32,
                                           [NBB_OUT_F64] = NBB_CELL_F64 };
    traits->cell = &nbb_cell_types[kinds[out]];
    traits->bytes[0] = traits->cell->bytes;
    traits->answer_bytes = traits->cell->bytes;
}

nbb_traits nbb_request_traits(const nbb_request *request)
{
    nbb_traits traits = nbb_traits_of(&nbb_workload_rows[request->workload], request->program);
    if (nbb_workload_rows[request->workload].start == NBB_START_POINTS) {
        store_distances(request->out, &traits);
    }
    if (request->wide_because != NULL) {
        traits.word = NBB_WORD_VALUES;
        traits.planes = 1;
        traits.in_place = false;
    }
    return traits;
}

int nbb_traits_buffers(const nbb_traits *traits)
{
    return traits->local ? 1 : traits->states;
}

uint32_t nbb_traits_cell_bytes(const nbb_traits *traits)
{
    uint32_t bytes = 0;
    for (int i = 0; i < traits->arrays; ++i) {
        bytes += traits->bytes[i];
    }
    return bytes;
}

uint64_t nbb_traits_bytes(const nbb_traits *traits, uint64_t places, uint64_t *offsets)
{
    const uint64_t most = UINT64_MAX - traits->alignment;
    uint64_t end = 0;
    for (int i = 0; i < traits->arrays; ++i) {
        uint64_t bytes;
        bool wraps = __builtin_mul_overflow(places, traits->bytes[i], &bytes);
        if (wraps || bytes > most || end > most - bytes) {
            return UINT64_MAX;
        }
        if (offsets != NULL) {
            offsets[i] = end;
        }
        end += (bytes + traits->alignment - 1) / traits->alignment * traits->alignment;
    }
    return end;
}
