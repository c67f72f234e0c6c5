/* traits.c - the traits of a program's cells and steps, and of distances. */
#include "gen/plan/traits.h"

#include "gen/program/program_walk.h"

enum { FIELDS_ALIGNMENT = 256 };

nbb_traits nbb_traits_of_distances(const nbb_workload_row *work, nbb_out out)
{
    static char name[] = "distance";
    static const nbb_field distance = { .name = name, .kind = NBB_FIELD_F32, .bits = 32 };
    static const nbb_cell_kind kinds[] = { [NBB_OUT_AUTO] = NBB_CELL_F32,
                                           [NBB_OUT_F16] = NBB_CELL_F16,
                                           [NBB_OUT_F32] = NBB_CELL_F32,
                                           [NBB_OUT_F64] = NBB_CELL_F64 };
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

nbb_traits nbb_traits_of(const nbb_program *program)
{
    bool lives = program->field_count == 1 && program->fields[0].bits == 1;
    uint32_t answers = (uint32_t)program->field_count + 1; /* and whether there is a cell */
    nbb_traits traits = { .name = program->name,
                          .fields = program->fields,
                          .arrays = program->field_count,
                          .alignment = lives ? 1 : FIELDS_ALIGNMENT,
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

uint64_t nbb_saturating_product(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

uint64_t nbb_saturating_sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}
