/* program_arguments.c - finds the launch arguments of a program's kernels, and lays out their structure. */
#include "gen/program/program_value.h"

static const size_t bytes_of[] = { NBB_ARGUMENT_TYPES(NBB_COLUMN) };
static const char *const forms[] = { NBB_ARGUMENTS(NBB_COLUMN) }; /* of rows' names */

typedef struct builder {
    const nbb_program *program;
    nbb_arguments *arguments;
    nbb_argument_kind chances; /* of the section that is walked */
    bool failed;
} builder;

/* The row of this kind and number, and of a parameter of the type; or NULL. */
static const nbb_argument *find(const nbb_arguments *arguments, nbb_argument_kind kind, int number,
                                nbb_argument_type type)
{
    const nbb_argument *rows = arguments->rows;
    int i = NBB_FIND(row, arguments->count,
                     rows[row].kind == kind && rows[row].number == number
                         && (kind != NBB_ARGUMENT_PARAMETER || rows[row].type == type));
    return i < arguments->count ? &rows[i] : NULL;
}

/* Adds a row that is not there yet, of its own name or that of its kind. */
static void add_row(builder *b, nbb_argument row)
{
    nbb_arguments *arguments = b->arguments;
    NBB_LEAVE_IF(find(arguments, row.kind, row.number, row.type) != NULL);
    NBB_LOCAL_TEXT text = row.name != NULL ? nbb_text_of("%s", row.name) : nbb_text_of(forms[row.kind], row.number);
    row.name = nbb_arena_copy(&arguments->arena, nbb_text_string(&text), text.length);
    b->failed |= nbb_text_status(&text, "an argument's name") != NBB_OK || row.name == NULL
                 || NBB_ARENA_APPEND(&arguments->arena, arguments->rows, arguments->count, row) != NBB_OK;
}

/* --- the rows that expressions ask for --- */

static nbb_argument_type type_of(const nbb_expression *expression)
{
    return expression->type == NBB_TYPE_F64   ? NBB_ARGUMENT_F64
           : expression->type == NBB_TYPE_F32 ? NBB_ARGUMENT_F32
                                              : NBB_ARGUMENT_U32;
}

/* Of a weight kernels have as many values as its list has offsets, where these are no numbers of the text; of a
   chance that is decided on the processor they compute the inputs alone. */
static nbb_status walk_expression(nbb_expression *expression, void *context)
{
    builder *b = context;
    nbb_cases cases;
    nbb_argument row = { .type = type_of(expression), .number = expression->number, .source = expression };
    if (expression->kind == NBB_EXPRESSION_WEIGHT) {
        const nbb_program_list *list = nbb_list_of(b->program, expression);
        row.kind = NBB_ARGUMENT_WEIGHT;
        row.count = list->count;
        if (nbb_has_parameter(expression) || nbb_list_is_long(list)) {
            add_row(b, row);
        }
        return NBB_OK;
    }
    if (expression->kind == NBB_EXPRESSION_CHANCE && expression->on_processor
        && nbb_cases_find(expression, false, &cases)) {
        row.kind = b->chances;
        row.type = NBB_ARGUMENT_U64;
        row.count = cases.count;
        add_row(b, row);
        return NBB_EACH(i, cases.input_count, walk_expression((nbb_expression *)(uintptr_t)cases.inputs[i], b));
    }
    if (expression->kind == NBB_EXPRESSION_PARAMETER) {
        const char *width = expression->type == NBB_TYPE_F32 ? "_32" : "_64";
        NBB_LOCAL_TEXT name = NBB_TEXT_EMPTY;
        nbb_program_spell(b->program->parameters[expression->number].name, &name);
        nbb_text_add(&name, "%s", expression->type == b->program->real ? "" : width);
        row.kind = NBB_ARGUMENT_PARAMETER;
        row.name = nbb_text_string(&name);
        add_row(b, row);
    }
    return NBB_EACH(i, expression->from_count, walk_expression(expression->from[i], b));
}

/* --- layout --- */

/* Wide rows stand first, then those of a kind, by number. */
static int64_t rank_of(const nbb_argument *row)
{
    size_t narrow = sizeof(uint64_t) - bytes_of[row->type];
    return ((int64_t)(narrow * NBB_ARGUMENT_KINDS + row->kind) << 32) + row->number;
}

static int compare_rows(const void *a, const void *b)
{
    int64_t left = rank_of(a), right = rank_of(b);
    return (left > right) - (left < right);
}

/* Puts rows of more than `most` cases or weights in the table, and finds where all rows stand. */
static void place_rows(nbb_arguments *arguments, int most)
{
    size_t offset = 0;
    arguments->table = 0;
    for (int i = 0; i < arguments->count; ++i) {
        nbb_argument *row = &arguments->rows[i];
        size_t count = (size_t)(row->count > 0 ? row->count : 1);
        bool is_movable = row->kind == NBB_ARGUMENT_CHANCE || row->kind == NBB_ARGUMENT_INITIAL
                          || row->kind == NBB_ARGUMENT_WEIGHT;
        row->in_table = is_movable && row->count > most;
        row->offset = row->in_table ? arguments->table : offset;
        arguments->table += row->in_table ? count : 0;
        offset += row->in_table ? 0 : bytes_of[row->type] * count;
    }
    arguments->bytes = (offset + 7) / 8 * 8;
}

static nbb_status lay_out(builder *b)
{
    nbb_arguments *arguments = b->arguments;
    int most = NBB_CASES_MAX;
    NBB_FAIL_IF(b->failed, nbb_failure());
    place_rows(arguments, most);
    if (arguments->bytes > NBB_ARGUMENTS_BYTES_MAX) {
        add_row(b, (nbb_argument){ .kind = NBB_ARGUMENT_TABLE, .type = NBB_ARGUMENT_ADDRESS });
        NBB_FAIL_IF(b->failed, nbb_failure());
    }
    qsort(arguments->rows, (size_t)arguments->count, sizeof *arguments->rows, compare_rows);
    for (place_rows(arguments, most); arguments->bytes > NBB_ARGUMENTS_BYTES_MAX && most > 0; most /= 2) {
        place_rows(arguments, most / 2);
    }
    NBB_REFUSE_IF(arguments->bytes > NBB_ARGUMENTS_BYTES_MAX,
                  "program %s needs %zu bytes of kernel arguments in words of bits, %d are possible: its chances"
                  " and random numbers have too many rows of thresholds",
                  b->program->name, arguments->bytes, NBB_ARGUMENTS_BYTES_MAX);
    return NBB_OK;
}

nbb_status nbb_arguments_build(const nbb_program *program, int words, int rows, nbb_arguments *arguments)
{
    *arguments = (nbb_arguments){ .count = 0 };
    builder b = { .program = program, .arguments = arguments, .chances = NBB_ARGUMENT_INITIAL };
    add_row(&b, (nbb_argument){ .kind = NBB_ARGUMENT_SEED });
    nbb_walk(program, NBB_WALK_INIT | NBB_WALK_WHOLE, walk_expression, &b);
    b.chances = NBB_ARGUMENT_CHANCE;
    nbb_walk(program, NBB_WALK_UPDATE | NBB_WALK_WHOLE, walk_expression, &b);
    for (int i = 0; i < b.program->total_count; ++i) {
        const nbb_total *total = &b.program->totals[i];
        walk_expression(total->value, &b);
        if (total->kind == NBB_TOTAL_AT) {
            const nbb_argument row = {
                .kind = NBB_ARGUMENT_PLACE, .type = NBB_ARGUMENT_I64, .number = i, .count = b.program->neighbours.axes
            };
            add_row(&b, row);
        }
    }
    if (words > 0) {
        add_row(&b, (nbb_argument){ .kind = NBB_ARGUMENT_WORDS, .type = NBB_ARGUMENT_U32, .count = words });
    }
    if (rows > 0) {
        add_row(&b, (nbb_argument){ .kind = NBB_ARGUMENT_ROWS, .count = rows });
    }
    return lay_out(&b);
}

const nbb_argument *nbb_arguments_find(const nbb_arguments *arguments, nbb_argument_kind kind, int number)
{
    return find(arguments, kind, number, NBB_ARGUMENT_U64);
}

const nbb_argument *nbb_arguments_parameter(const nbb_arguments *arguments, const nbb_expression *expression)
{
    return find(arguments, NBB_ARGUMENT_PARAMETER, expression->number, type_of(expression));
}

/* --- values --- */

static nbb_status fill_place(const nbb_program *program, const nbb_domain *domain, int number, int64_t *to)
{
    const nbb_total *total = &program->totals[number];
    nbb_evaluation evaluation = { .program = program, .domain = domain };
    nbb_vector place = { { 0 } };
    for (int axis = 0; axis < program->neighbours.axes; ++axis) {
        const nbb_expression *at = total->at[axis];
        to[axis] = place.at[axis] = at != NULL ? nbb_value_evaluate(&evaluation, at, -1).integer : 0;
    }
    NBB_DONE_IF(nbb_domain_member(domain, place));
    NBB_LOCAL_TEXT where = NBB_TEXT_EMPTY;
    nbb_domain_print(domain, place, ", ", &where);
    return NBB_REFUSE("program %s observes at(%s): %s has no cell there", program->name, nbb_text_string(&where),
                      nbb_domain_name(domain));
}

static void put_number(nbb_argument_type type, double value, void *to)
{
    float single = (float)value;
    memcpy(to, type == NBB_ARGUMENT_F32 ? (const void *)&single : (const void *)&value, bytes_of[type]);
}

/* A weight's values, each of the row's type; in the table with its bits the low ones of 8 bytes. */
static void fill_weight(const nbb_argument *row, const nbb_program *program, unsigned char *to)
{
    const nbb_program_list *list = nbb_list_of(program, row->source);
    size_t bytes = bytes_of[row->type], apart = row->in_table ? sizeof(uint64_t) : bytes;
    for (int i = 0; i < list->count; ++i) {
        nbb_value_of value = nbb_weight_value(program, row->source, list->numbers[i]);
        uint64_t whole = (uint32_t)(uint64_t)value.integer; /* of little-endian machines, as all of CUDA's are */
        if (row->type != NBB_ARGUMENT_U32) {
            whole = 0;
            put_number(row->type, value.real, &whole);
        }
        memcpy(to + (size_t)i * apart, &whole, apart);
    }
}

nbb_status nbb_arguments_fill(const nbb_arguments *arguments, const nbb_program *program, const nbb_domain *domain,
                              uint64_t seed, void *bytes, uint64_t *table)
{
    memset(bytes, 0, arguments->bytes);
    for (int i = 0; i < arguments->count; ++i) {
        const nbb_argument *row = &arguments->rows[i];
        unsigned char *to = row->in_table ? (unsigned char *)&table[row->offset]
                                          : (unsigned char *)bytes + row->offset;
        nbb_cases cases;
        if (row->kind == NBB_ARGUMENT_SEED) {
            memcpy(to, &seed, sizeof seed);
        } else if (row->kind == NBB_ARGUMENT_PARAMETER) {
            put_number(row->type, program->parameters[row->number].value, to);
        } else if (row->kind == NBB_ARGUMENT_PLACE) {
            NBB_TRY(fill_place(program, domain, row->number, (int64_t *)(void *)to));
        } else if (row->kind == NBB_ARGUMENT_WEIGHT) {
            fill_weight(row, program, to);
        } else if (row->source != NULL && nbb_cases_find(row->source, false, &cases)) {
            nbb_cases_thresholds(program, &cases, (uint64_t *)(void *)to);
        }
    }
    return NBB_OK;
}

void nbb_arguments_free(nbb_arguments *arguments)
{
    nbb_arena_free(&arguments->arena);
}
