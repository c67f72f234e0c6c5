/* program_reference.c - carries out a program's sections on an area, and adds up what cells and pairs hold. */
#include "runtime/run/program_area.h"

#include "runtime/device/machine.h"

static uint64_t field_bits(const nbb_field *field, nbb_value_of value)
{
    float single = (float)value.real;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    return field->kind == NBB_FIELD_F64   ? (uint64_t)value.integer /* the union's other name for the same bits */
           : field->kind == NBB_FIELD_F32 ? bits
                                          : (uint64_t)value.integer & ((UINT64_C(1) << field->bits) - 1);
}

static nbb_value_of field_value(const nbb_field *field, uint64_t bits)
{
    uint32_t half = (uint32_t)bits;
    float single;
    memcpy(&single, &half, sizeof single);
    return field->kind == NBB_FIELD_F64   ? (nbb_value_of){ .integer = (int64_t)bits }
           : field->kind == NBB_FIELD_F32 ? (nbb_value_of){ .real = (double)single }
                                          : (nbb_value_of){ .integer = nbb_field_wrapped(field, half) };
}

double nbb_field_number(const nbb_field *field, uint64_t bits)
{
    nbb_value_of value = field_value(field, bits);
    return nbb_field_is_real(field) ? value.real : (double)value.integer;
}

/* Of a program that counts: what the tree once made of a cell is known of all that are like it. */
typedef struct known_steps {
    int counts;            /* 0 to all neighbours; 0: the program does not count */
    uint8_t *degrees;      /* by place */
    _Atomic uint8_t *next; /* by a cell's state, degree and live neighbours */
} known_steps;

enum { UNKNOWN = 2, COUNTS_MAX = 255 /* of a byte */ };

/* A pass of a section over cells of a part of the area: of one colour of q, or of all with q = 1. */
typedef struct section_pass {
    const nbb_program_area *area;
    nbb_vector origin, extent;
    const nbb_section *section;
    const nbb_colouring *colouring;
    int colour;
    uint32_t step;
    bool initial;
    void *into; /* `now` of the area, or `next` */
    known_steps known;
} section_pass;

static void run_cell(const section_pass *pass, nbb_vector at, int64_t index)
{
    const nbb_program_area *area = pass->area;
    nbb_value_of own[NBB_FIELDS_MAX], locals[NBB_LOCALS_MAX];
    nbb_program_area_load(area, index, own);
    nbb_program_cell cell = { area, at, index, own, pass->step, pass->initial };
    nbb_evaluation evaluation = nbb_program_cell_asked(&cell, locals);
    nbb_value_run(&evaluation, pass->section, own);
    const nbb_given_fields *given = pass->initial ? area->run->given : NULL;
    for (int i = 0; i < area->fields; ++i) {
        if (given != NULL && given->values[i].at != NULL) {
            own[i] = field_value(&area->run->program->fields[i], nbb_given_value(given, i, at));
        }
        if (area->bytes) {
            ((uint8_t *)pass->into)[index * area->fields + i] = (uint8_t)own[i].integer;
        } else {
            ((nbb_value_of *)pass->into)[index * area->fields + i] = own[i];
        }
    }
}

/* Where a row of a box begins: places with the same y and z. */
static nbb_vector row_at(nbb_vector origin, nbb_vector extent, int64_t row)
{
    return nbb_box_place(origin, extent, row * extent.at[0]);
}

static void run_row(const section_pass *pass, int64_t row)
{
    nbb_vector at = row_at(pass->origin, pass->extent, row);
    int64_t index = nbb_program_area_index(pass->area, at);
    for (int64_t x = 0; x < pass->extent.at[0]; ++x, ++at.at[0], ++index) {
        if (pass->area->member[index] && nbb_colour_of(pass->colouring, at) == pass->colour) {
            run_cell(pass, at, index);
        }
    }
}

/* Of a row's places, how many neighbours have a 1 in `from`. */
static void count_row(const nbb_program_area *area, const uint8_t *from, int64_t first, int64_t width,
                      uint8_t *restrict into)
{
    uint8_t *restrict counts = into + first;
    memset(counts, 0, (size_t)width);
    for (int i = 0; i < area->run->program->neighbours.count; ++i) {
        const uint8_t *beside = from + first + area->beside[i];
#pragma omp simd
        for (int64_t x = 0; x < width; ++x) {
            counts[x] = (uint8_t)(counts[x] + beside[x]);
        }
    }
}

/* The next states of a row's places; they hold the counts of live neighbours on the way. */
static void run_known_row(const section_pass *pass, int64_t row)
{
    const nbb_program_area *area = pass->area;
    const known_steps *known = &pass->known;
    const uint8_t *now = area->now;
    uint8_t *next = pass->into;
    nbb_vector at = row_at(pass->origin, pass->extent, row);
    int64_t first = nbb_program_area_index(area, at), end = first + pass->extent.at[0];
    count_row(area, now, first, pass->extent.at[0], next);
    for (int64_t i = first; i < end; ++i, ++at.at[0]) {
        _Atomic uint8_t *entry = &known->next[(now[i] * known->counts + known->degrees[i]) * known->counts + next[i]];
        next[i] = area->member[i] ? atomic_load_explicit(entry, memory_order_relaxed) : 0;
        if (next[i] == UNKNOWN) {
            run_cell(pass, at, i);
            atomic_store_explicit(entry, next[i], memory_order_relaxed);
        }
    }
}

static void run_pass(const section_pass *pass)
{
    int64_t rows = pass->extent.at[1] * pass->extent.at[2];
#pragma omp parallel for schedule(dynamic, 4) if (nbb_program_area_is_large(pass->area))
    for (int64_t row = 0; row < rows; ++row) {
        (pass->known.counts > 0 ? run_known_row : run_row)(pass, row);
    }
}

static void read_bits(const nbb_program_area *area, int64_t index, uint64_t *bits)
{
    nbb_value_of values[NBB_FIELDS_MAX];
    nbb_program_area_load(area, index, values);
    NBB_FILL(i, area->fields, bits[i], field_bits(&area->run->program->fields[i], values[i]));
}

/* A stage after the other, each over all cells. Synchronous: all cells at once, into the other array. Sublattices: a
   colour after the other, in place; no neighbour of a cell is of its colour. */
static void step(nbb_program_area *area, int64_t number, known_steps known)
{
    const nbb_program *program = area->run->program;
    nbb_section stage = program->update;
    const nbb_statement *block = program->stages > 1 ? stage.first : NULL;
    bool in_place = program->colouring.q > 1;
    int left = program->colouring.q * program->passes; /* a program that reads no neighbour has one pass */
    do {
        stage.first = block != NULL ? block->body : stage.first;
        for (int colour = 0; colour < program->colouring.q; ++colour) {
            nbb_vector origin, extent;
            left -= left > 0;
            nbb_program_area_part(area, area->run->steps - number - 1, left, &origin, &extent);
            run_pass(&(section_pass){ area, origin, extent, &stage, &program->colouring, colour, (uint32_t)number,
                                      false, in_place ? area->now : area->next, known });
        }
        if (!in_place) {
            void *before = area->now;
            area->now = area->next;
            area->next = before;
        }
        block = block != NULL ? block->next : NULL;
    } while (block != NULL);
}

static nbb_status begin_known(nbb_program_area *area, known_steps *known)
{
    known->counts = area->run->program->neighbours.count + 1;
    size_t places = (size_t)(area->layer * (area->extent.at[2] + 2 * area->halo.at[2]));
    size_t entries = 2 * (size_t)known->counts * (size_t)known->counts;
    NBB_TRY(NBB_ARRAYS(area->arena, NBB_ARRAY(known->degrees, places), NBB_ARRAY(known->next, entries)));
    for (size_t i = 0; i < entries; ++i) {
        atomic_init(&known->next[i], UNKNOWN);
    }
#pragma omp parallel for if (nbb_program_area_is_large(area))
    for (int64_t row = 0; row < area->extent.at[1] * area->extent.at[2]; ++row) {
        int64_t first = nbb_program_area_index(area, row_at(area->origin, area->extent, row));
        count_row(area, area->member, first, area->extent.at[0], known->degrees);
    }
    return NBB_OK;
}

/* --- totals: what cells and pairs of them hold --- */

static bool is_real(const nbb_total *total)
{
    return total->value->type == NBB_TYPE_F64;
}

/* What a total is over nothing. */
static nbb_value_of nothing(const nbb_total *total)
{
    bool least = total->kind == NBB_TOTAL_MIN, most = total->kind == NBB_TOTAL_MAX;
    NBB_RETURN_IF(is_real(total), (nbb_value_of){ .real = least ? INFINITY : most ? -INFINITY : 0 });
    return (nbb_value_of){ .integer = least ? INT64_MAX : most ? INT64_MIN : 0 };
}

/* A cell as it is, to evaluate totals of; its values go where is said. */
static nbb_program_cell cell_at(const nbb_program_area *area, nbb_vector at, nbb_value_of *values)
{
    int64_t index = nbb_program_area_index(area, at);
    nbb_program_area_load(area, index, values);
    return (nbb_program_cell){ area, at, index, values, (uint32_t)area->step, false };
}

/* A total's value of a cell, or its coordinate. */
static nbb_value_of value_of(const nbb_program_area *area, nbb_vector at, const nbb_expression *value)
{
    nbb_value_of values[NBB_FIELDS_MAX];
    nbb_program_cell cell = cell_at(area, at, values);
    nbb_evaluation evaluation = nbb_program_cell_asked(&cell, NULL);
    return nbb_value_evaluate(&evaluation, value, -1);
}

/* The products of its value and those of the cells so far from it on each axis. */
static void add_along(const nbb_total *total, const nbb_program_area *area, nbb_vector at, nbb_value_of here,
                      nbb_value_of *sum)
{
    for (int axis = 0; axis < nbb_domain_axes(&area->run->domain); ++axis) {
        nbb_vector beside = at;
        beside.at[axis] += total->distance;
        if (nbb_domain_member(&area->run->domain, beside)) {
            nbb_value_of there = value_of(area, beside, total->value);
            *sum = nbb_total_join(total, *sum,
                                  is_real(total) ? (nbb_value_of){ .real = here.real * there.real }
                                                 : (nbb_value_of){ .integer = (int64_t)((uint64_t)here.integer
                                                                                        * (uint64_t)there.integer) });
        }
    }
}

static void add_all(const nbb_program_area *area, const nbb_total *total, nbb_value_of *sum)
{
    int64_t cells = nbb_domain_cells(&area->run->domain);
    for (int64_t j = 0; j < cells; ++j) {
        nbb_value_of values[NBB_FIELDS_MAX];
        nbb_program_cell cell = cell_at(area, nbb_domain_cell(&area->run->domain, j), values);
        nbb_evaluation evaluation = nbb_program_cell_asked(&cell, NULL);
        if (total->kind == NBB_TOTAL_PAIRS) {
            const nbb_neighbours *list = &evaluation.program->neighbours;
            for (int i = 0; i < nbb_program_near(evaluation.program); ++i) {
                /* A pair is counted by this offset and not by the opposite one, which stands later in the list. */
                nbb_vector there = list->offsets[i];
                int opposite = nbb_neighbours_at(list, (nbb_vector){ { -there.at[0], -there.at[1], -there.at[2] } });
                if ((opposite < 0 || i < opposite) && evaluation.exists(&evaluation, i)) {
                    *sum = nbb_total_join(total, *sum, nbb_value_evaluate(&evaluation, total->value, i));
                }
            }
        } else if (total->kind == NBB_TOTAL_ALONG) {
            add_along(total, area, cell.at, nbb_value_evaluate(&evaluation, total->value, -1), sum);
        } else {
            *sum = nbb_total_join(total, *sum, nbb_value_evaluate(&evaluation, total->value, -1));
        }
    }
}

/* The coordinates ask for what no cell has: the first cell may answer. */
static nbb_status total_at(const nbb_program_area *area, const nbb_total *total, nbb_value_of *value)
{
    nbb_vector at = { { 0 } };
    NBB_FILL(axis, NBB_AXES_MAX, at.at[axis],
             total->at[axis] != NULL ? value_of(area, area->first, total->at[axis]).integer : 0);
    NBB_STOP_IF(!nbb_domain_member(&area->run->domain, at), NBB_ERROR_RUN,
                "at(%" PRId64 ", %" PRId64 ", %" PRId64 "): there is no cell", at.at[0], at.at[1], at.at[2]);
    *value = value_of(area, at, total->value);
    return NBB_OK;
}

/* After the case's steps, by number, cell after cell. Fails (run) where one asks for what is no cell. */
static nbb_status find_totals(const nbb_program_area *area, nbb_value_of *totals)
{
    const nbb_program *program = area->run->program;
    for (int i = 0; i < program->total_count; ++i) {
        const nbb_total *total = &program->totals[i];
        totals[i] = nothing(total);
        if (total->kind == NBB_TOTAL_AT) {
            NBB_TRY(total_at(area, total, &totals[i]));
        } else {
            add_all(area, total, &totals[i]);
        }
    }
    return NBB_OK;
}

/* --- a case --- */

/* The parameters' values before a step. Globals are of all cells: an area of steps holds these, one of an initial
   state alone may not, and needs no globals. */
static nbb_status move(nbb_program_area *area, int64_t step)
{
    const nbb_program *program = area->run->program;
    nbb_vector n = nbb_domain_side(&area->run->domain);
    nbb_program_area_move(area, step, NULL);
    NBB_DONE_IF(!program->has_globals || memcmp(&area->extent, &n, sizeof n) != 0);
    NBB_LOCAL_MAKE(nbb_value_of, totals, program->total_count, "a program's globals");
    NBB_TRY(find_totals(area, totals));
    nbb_program_area_move(area, step, totals);
    return NBB_OK;
}

bool nbb_program_reference_counts(const nbb_program *program)
{
    return nbb_program_counts(program) && program->schedule_count == 0 && program->neighbours.count <= COUNTS_MAX;
}

/* Makes the area of a window, which is the arena's, and does the case's steps there. */
static nbb_status compute(const nbb_program_case *run, nbb_vector origin, nbb_vector extent, nbb_arena *arena,
                          nbb_program_area *area)
{
    known_steps known = { 0 };
    const nbb_colouring all = { .q = 1 };
    NBB_TRY(nbb_program_area_make(run, origin, extent, arena, area));
    run_pass(
        &(section_pass){ area, area->origin, area->extent, &run->program->init, &all, 0, 0, true, area->now, { 0 } });
    NBB_TRY_IF(nbb_program_reference_counts(run->program), begin_known(area, &known));
    for (int64_t i = 0; i < run->steps; ++i) {
        NBB_TRY(nbb_interrupt_check());
        NBB_TRY(move(area, i));
        step(area, i, known);
    }
    return move(area, run->steps);
}

nbb_status nbb_program_reference_window(const nbb_program_case *run, nbb_vector origin, nbb_vector extent,
                                        uint64_t **fields)
{
    NBB_LOCAL_ARENA arena = { .purpose = "the reference's cells" };
    nbb_program_area area;
    *fields = NULL;
    for (int axis = nbb_domain_axes(&run->domain); axis < NBB_AXES_MAX; ++axis) {
        origin.at[axis] = 0; /* a window may leave out the axes that the domain has not */
        extent.at[axis] = 1;
    }
    NBB_TRY(compute(run, origin, extent, &arena, &area));
    int64_t places = nbb_box_places(extent);
    NBB_TRY(NBB_MAKE(*fields, places * area.fields, "a reference window"));
    for (int64_t i = 0; i < places; ++i) {
        nbb_vector at = nbb_box_place(origin, extent, i);
        if (nbb_domain_member(&run->domain, at)) {
            read_bits(&area, nbb_program_area_index(&area, at), *fields + i * area.fields);
        }
    }
    return NBB_OK;
}

nbb_status nbb_program_reference_whole(const nbb_program_case *run, nbb_program_figures *figures)
{
    NBB_LOCAL_ARENA arena = { .purpose = "the reference's cells" };
    nbb_program_area area;
    *figures = (nbb_program_figures){ 0 };
    NBB_TRY(compute(run, (nbb_vector){ { 0 } }, nbb_domain_side(&run->domain), &arena, &area));
    int64_t cells = nbb_domain_cells(&area.run->domain);
    for (int64_t j = 0; j < cells; ++j) {
        nbb_vector at = nbb_domain_cell(&area.run->domain, j);
        uint64_t bits[NBB_FIELDS_MAX], any = 0;
        uint64_t weight = nbb_state_hash(0, nbb_domain_axes(&area.run->domain), at);
        read_bits(&area, nbb_program_area_index(&area, at), bits);
        for (int i = 0; i < area.fields; ++i) {
            figures->digest += bits[i] * (weight << (8 * i & 63) | weight >> (-8 * i & 63)); /* rotated */
            any |= bits[i];
        }
        figures->population += any != 0;
    }
    const nbb_program *program = area.run->program;
    NBB_LOCAL_MAKE(nbb_value_of, totals, program->total_count + 1, "totals");
    NBB_TRY(find_totals(&area, totals));
    nbb_observe(program, &area.run->domain, area.run->steps, totals, figures->observed);
    return NBB_OK;
}
