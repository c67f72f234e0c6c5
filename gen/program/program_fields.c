/* program_fields.c - a draft's state and bonds become fields. */
#include "gen/program/program_draft.h"

#include "gen/program/program_checker.h"

static const char *const type_names[] = { "u1", "u2",  "u3",  "u4",  "u5",  "u6",  "u7", "u8",
                                          "i8", "i16", "u16", "i32", "u32", "f32", "f64" };
enum { TYPES = sizeof type_names / sizeof *type_names, TYPES_OF_BITS = 8 };

static nbb_status set_type(const nbb_draft_item *item, nbb_field *field)
{
#define X(name, text, bytes, bits) bits,
    static const int bits[] = { NBB_FIELD_KINDS(X) };
#undef X
    nbb_spellings types = { type_names, TYPES };
    int type = nbb_spelling_index(&types, item->text.text);
    NBB_FAIL_IF(type < 0, nbb_field_fail_near(
                              &item->text, 0, item->text.text, type_names, TYPES,
                              "'%s' is no type of a field: u1 to u8, i8, i16, u16, i32, u32, f32 or f64 is expected",
                              item->text.text));
    field->kind = type < TYPES_OF_BITS ? NBB_FIELD_BITS : (nbb_field_kind)(NBB_FIELD_I8 + type - TYPES_OF_BITS);
    field->bits = type < TYPES_OF_BITS ? type + 1 : bits[field->kind];
    return NBB_OK;
}

nbb_status nbb_program_check_name(const nbb_draft_item *item, const nbb_program *program, const char *what,
                                  bool may_hide)
{
    const char *meaning = nbb_program_meaning(program, NBB_NAMED_TABLE, item->name);
    meaning = meaning != NULL ? meaning : (may_hide ? nbb_word_as : nbb_reserved_as)(item->name);
    return meaning == NULL
               ? NBB_OK
               : nbb_field_fail_whole(&item->text, "'%s' is %s: a %s needs another name", item->name, meaning, what);
}

/* What the fields say together: planes, whether all are of bits, the type of reals. */
static void sum_up_fields(nbb_program *program)
{
    program->bits = true;
    program->real = NBB_TYPE_F32;
    for (int i = 0; i < program->field_count; ++i) {
        nbb_field *field = &program->fields[i];
        program->bits = program->bits && field->kind == NBB_FIELD_BITS;
        program->real = field->kind == NBB_FIELD_F64 ? NBB_TYPE_F64 : program->real;
    }
    for (int i = 0; i < program->field_count && program->bits; ++i) {
        program->fields[i].plane = program->planes;
        program->planes += program->fields[i].bits;
    }
}

static nbb_status add_field(const nbb_draft_item *item, nbb_program *program, const char *what, nbb_field **field)
{
    *field = &program->fields[program->field_count];
    NBB_TRY(nbb_program_check_name(item, program, what, true));
    NBB_TRY(nbb_program_copy(program, item->name, &(*field)->name));
    return set_type(item, *field);
}

/* A field for each forward offset; before these are known one that stands for them. */
static nbb_status add_bond(const nbb_draft_item *item, nbb_program *program)
{
    nbb_field *first = NULL;
    NBB_TRY(add_field(item, program, "bond", &first));
    first->bond = first->name;
    for (int i = 0; i < program->forward_count; ++i) {
        first[i] = first[0];
        first[i].forward = program->forward[i];
        /* "J[1,0]". */
        NBB_LOCAL_TEXT name = NBB_TEXT_EMPTY;
        const int64_t *at = first[i].forward.at;
        nbb_text_add(&name, "%s[%lld,%lld", first[i].bond, (long long)at[0], (long long)at[1]);
        nbb_text_add(&name, program->neighbours.axes == 3 ? ",%lld]" : "]", (long long)at[2]);
        NBB_TRY(nbb_program_copy(program, nbb_text_string(&name), &first[i].name));
    }
    program->field_count += program->forward_count > 0 ? program->forward_count : 1;
    return NBB_OK;
}

static nbb_status add_fields(const nbb_draft_items *state, const nbb_draft_items *bonds, nbb_program *program)
{
    int taken = 0, bound = 0;
    while (taken < state->count || bound < bonds->count) {
        /* Whether the next field in the order of names is a bond. */
        if (bound < bonds->count
            && (taken == state->count || strcmp(bonds->items[bound].name, state->items[taken].name) < 0)) {
            NBB_TRY(add_bond(&bonds->items[bound++], program));
        } else {
            nbb_field *field = NULL;
            NBB_TRY(add_field(&state->items[taken++], program, "field", &field));
            ++program->field_count;
        }
    }
    return NBB_OK;
}

nbb_status nbb_program_take_fields(const nbb_program_draft *draft, nbb_program *program)
{
    const nbb_draft_items *state = &draft->fields[NBB_PROGRAM_STATE], *bonds = &draft->fields[NBB_PROGRAM_BONDS];
    int count = state->count + bonds->count * (program->forward_count > 0 ? program->forward_count : 1);
    NBB_FAIL_IF(state->count < 1 || count > NBB_FIELDS_MAX,
                nbb_field_fail_whole(&state->place, "%d fields%s; a cell has 1 to %d", count,
                                     bonds->count > 0 ? ", of which a bond is one for each forward offset" : "",
                                     NBB_FIELDS_MAX));
    NBB_TRY(nbb_program_make_items(program, &program->fields, count, sizeof *program->fields));
    NBB_TRY(add_fields(state, bonds, program));
    sum_up_fields(program);
    NBB_FAIL_IF(program->planes > NBB_PLANES_MAX,
                nbb_field_fail_whole(&state->place, "%d bits in all; the fields of bits have at most %d together",
                                     program->planes, NBB_PLANES_MAX));
    if (bonds->count > 0 && program->draft == NULL) {
        nbb_program_draft *kept = nbb_arena_take(program->arena, sizeof *kept);
        NBB_FAIL_IF(kept == NULL, NBB_ERROR_RUN);
        *kept = *draft;
        program->draft = kept;
    }
    return NBB_OK;
}
