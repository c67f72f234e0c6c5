/* workload.c - the rows of workloads, and of the kernels that they are made of; the constants of an H200. */
#include "gen/plan/workload.h"

#include "gen/plan/card.h"

const char *const nbb_entry_suffixes[NBB_ENTRY_COUNT] = { NBB_ENTRIES(NBB_SPELLING) };

#define X(name, text, bytes, found, none) { NBB_##name, text, bytes, found, none },
const nbb_cell_type nbb_cell_types[NBB_CELL_COUNT] = { NBB_CELLS(X) };
#undef X

#define X(name, text, cell, start, law, pass, limit) \
    { text,                                          \
      &nbb_cell_types[NBB_CELL_##cell],              \
      NBB_START_##start,                             \
      NBB_LAW_##law,                                 \
      NBB_LAW_##law != NBB_LAW_NONE,                 \
      NBB_ENTRY_##pass,                              \
      NBB_LIMIT_##limit },
const nbb_workload_row nbb_workload_rows[NBB_WORKLOAD_COUNT] = { NBB_WORKLOADS(X) };
#undef X
const nbb_spellings nbb_law_names = NBB_SPELLINGS("none", "rule", "program");
const nbb_spellings nbb_workload_names = NBB_SPELLINGS(NBB_WORKLOADS(NBB_SPELLING));

nbb_status nbb_workload_program(const nbb_workload_row *work, nbb_rule rule, int axes, double density,
                                nbb_program *program)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    *program = (nbb_program){ .name = NULL };
    NBB_DONE_IF(work->start == NBB_START_POINTS || work->start == NBB_START_PROGRAM);
    /* The text of the program, from which a file's would be read as well. */
    bool is_drawn = work->start == NBB_START_DRAWN;
    nbb_text_add(&text, "return program { state = { alive = \"u1\" }, neighbours = \"moore\", %s update = \"",
                 is_drawn ? "param = { density = 0.5 }, init = { alive = \"chance(density)\" }," : "");
    if (work->law == NBB_LAW_RULE) {
        nbb_rule_print_update(rule, axes, "alive", "living", &text);
    } else {
        nbb_text_add(&text, "alive = %s;", work->pass == NBB_ENTRY_WRITE ? "true" : "alive");
    }
    nbb_text_add(&text, "\" }\n");
    NBB_TRY(nbb_text_status(&text, "a workload's program"));
    NBB_TRY(nbb_program_read(nbb_text_string(&text), work->name, program));
    if (program->parameter_count > 0) {
        program->parameters[0].value = density;
    }
    return nbb_program_bind(program, axes, NULL);
}

/* ---- the traits of a program's cells and steps, and of distances ---- */

enum { FIELDS_ALIGNMENT = 256 };

nbb_traits nbb_traits_of(const nbb_program *program)
{
    bool lives = program->field_count == 1 && program->fields[0].bits == 1;
    uint32_t answers = (uint32_t)program->field_count + 1; /* and whether there is a cell */
    bool by_turns = program->sublattices || program->passes > 1, draws = program->update.requests > 0;
    bool asks_step = nbb_program_asks(program, NBB_WALK_UPDATE) & NBB_ASKS_HERE(STEP);
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
                          .in_place = program->bits && !program->sublattices && program->passes == 1
                                      && nbb_neighbours_fit_words(&program->neighbours),
                          .by_turns = by_turns,
                          .turns = program->colouring.q * program->passes,
                          .reach = program->neighbours.reach * program->colouring.q * program->passes,
                          .scheduled = program->schedule_count > 0,
                          .draws = draws,
                          .repeats = !asks_step && !by_turns && !draws && program->schedule_count == 0,
                          .totals = program->total_count };
    NBB_FILL(i, program->field_count, traits.bytes[i], nbb_field_bytes(&program->fields[i]));
    return traits;
}

uint32_t nbb_traits_unit(const nbb_traits *traits)
{
    const uint32_t word = sizeof(uint32_t);
    return NBB_ANY(i, traits->arrays, traits->fields[i].kind != NBB_FIELD_BITS && traits->bytes[i] < word) ? 1 : word;
}

int nbb_traits_buffers(const nbb_traits *traits, bool in_words)
{
    return traits->local && !in_words ? 1 : traits->states;
}

uint32_t nbb_traits_cell_bytes(const nbb_traits *traits)
{
    return NBB_SUM(i, traits->arrays, traits->bytes[i]);
}

int nbb_traits_words(const nbb_traits *traits)
{
    return NBB_SUM(i, traits->arrays, (int)(traits->bytes[i] + 3) / 4);
}

uint64_t nbb_traits_bytes(const nbb_traits *traits, uint64_t places, uint64_t *offsets)
{
    const uint64_t most = UINT64_MAX - traits->alignment;
    uint64_t end = 0;
    for (int i = 0; i < traits->arrays; ++i) {
        uint64_t bytes;
        bool wraps = __builtin_mul_overflow(places, traits->bytes[i], &bytes);
        NBB_RETURN_IF(wraps || bytes > most || end > most - bytes, UINT64_MAX);
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

/* ---- the spellings of the choices ---- */

const nbb_spellings nbb_map_names = NBB_SPELLINGS(NBB_MAPS(NBB_SPELLING));
const nbb_spellings nbb_eval_names = NBB_SPELLINGS(NBB_EVALS(NBB_SPELLING));
const nbb_spellings nbb_hash_names = NBB_SPELLINGS(NBB_HASHES(NBB_SPELLING));
const nbb_spellings nbb_intra_names = NBB_SPELLINGS(NBB_INTRAS(NBB_SPELLING));
const nbb_spellings nbb_halo_names = NBB_SPELLINGS(NBB_HALOS(NBB_SPELLING));
const nbb_spellings nbb_persistence_names = NBB_SPELLINGS(NBB_PERSISTENCES(NBB_SPELLING));
const nbb_spellings nbb_permutation_names = NBB_SPELLINGS(NBB_PERMUTATIONS(NBB_SPELLING));
const nbb_spellings nbb_target_names = NBB_SPELLINGS(NBB_TARGETS(NBB_SPELLING));
const nbb_spellings nbb_storage_names = NBB_SPELLINGS(NBB_STORAGES(NBB_SPELLING));
const nbb_spellings nbb_schedule_names = NBB_SPELLINGS(NBB_SCHEDULES(NBB_SPELLING));
const nbb_spellings nbb_from_names = NBB_SPELLINGS(NBB_FROMS(NBB_SPELLING));
const nbb_spellings nbb_recursion_names = NBB_SPELLINGS(NBB_RECURSIONS(NBB_SPELLING));
const nbb_spellings nbb_out_names = NBB_SPELLINGS(NBB_OUTS(NBB_SPELLING));
const nbb_spellings nbb_tc_names = NBB_SPELLINGS("none", "1", "2", "3", "4");

#define X(name, type, field, option, ...) option,
const char *const nbb_choice_names[NBB_CHOICES] = { NBB_ASKED_ROWS(X) };
#undef X

void nbb_choice_print(nbb_choice choice, int64_t value, nbb_text *text)
{
#define X(name, type, field, option, argument, kind, least, most, spellings, ...) spellings,
    static const nbb_spellings *const words[NBB_CHOICES] = { NBB_ASKED_ROWS(X) };
#undef X
    NBB_TEXT_ADD_IF(words[choice] == NULL, text, "%" PRId64, value);
    NBB_TEXT_ADD_IF(words[choice] != NULL, text, "%s", words[choice]->names[value]);
}

/* ---- the constants of a card ---- */

#define ANY INT64_MAX
#define VALUE(type, name, value) .name = value,
#define BY_AXES(type, name, plane, space) .name = { [2] = plane, [3] = space },

const nbb_card nbb_card_default = {
    NBB_CARD_CONSTANTS(VALUE)
    /* the 65536 registers of a multiprocessor give each of these threads 128, 168 or 255 */
    .tiers = { { 90, 512, 1 }, { 145, 384, 1 }, { 200, 256, 1.1 }, { INT_MAX, 256, 1.3 } },
    .overlap = { .power = 4, .halo = 5 },
    .host_overlap = { .power = 2, .halo = 13 },
    .lanes = { NBB_CARD_LANES(VALUE) },
    .simplex = { NBB_CARD_SIMPLEX(VALUE, BY_AXES) .turns_slab = { 15, 60 } },
    .wide = { NBB_CARD_WIDE(VALUE) },
    .products = {
        { NBB_ENTRY_WRITE, NBB_MAP_LAMBDA, 8, ANY, NBB_TC_BLOCKS },      /* tiles of 1, 2 and 4: 1.9 to 2.4 times */
        { NBB_ENTRY_WRITE, NBB_MAP_LAMBDA, ANY, 68000, NBB_TC_BYTES },
        { NBB_ENTRY_WRITE, NBB_MAP_LAMBDA, ANY, ANY, NBB_TC_HALVES },    /* 1 to 7% */
        { NBB_ENTRY_SUM, NBB_MAP_LAMBDA, 220, ANY, NBB_TC_BLOCKS }, /* tiles of 8 twice, of 16 1.6 times */
        { NBB_ENTRY_SUM, NBB_MAP_LAMBDA, ANY, 34000, NBB_TC_BLOCKS }, /* gasket r = 14: 4%, on an H100 15% */
        { NBB_ENTRY_SUM, NBB_MAP_LAMBDA, ANY, ANY, NBB_TC_BYTES },
        { NBB_ENTRY_STEP, NBB_MAP_LAMBDA, ANY, ANY, NBB_TC_BYTES },
        { NBB_ENTRY_STEP, NBB_MAP_COMPACT, ANY, 18000, NBB_TC_HALVES }, /* gasket r = 8 to 13: 1.8 to 4.1 times */
        { NBB_ENTRY_STEP, NBB_MAP_COMPACT, ANY, ANY, NBB_TC_BYTES },
    },
};
