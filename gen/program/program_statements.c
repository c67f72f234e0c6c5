/* program_statements.c - types the statements of init and update. */
#include "gen/program/program_checker.h"

static bool check_list(nbb_checker *checker, const nbb_syntax *first, nbb_statement **link);

/* A statement of a value, unless it is a block; NULL where that is. */
static nbb_statement *make(nbb_checker *checker, const nbb_syntax *syntax, nbb_statement_kind kind, int number,
                           nbb_expression *value)
{
    NBB_FAIL_IF(value == NULL && kind != NBB_STATEMENT_BLOCK, NULL);
    nbb_statement *statement = nbb_arena_take(checker->program->arena, sizeof *statement);
    if (statement != NULL) {
        const nbb_place_in_text place = { checker->text, syntax->at };
        *statement = (nbb_statement){ .kind = kind, .place = place, .number = number, .value = value };
    }
    return statement;
}

/* ---- declarations ---- */

static nbb_status check_name(const nbb_checker *checker, const nbb_syntax *syntax)
{
    const nbb_binding *local = nbb_check_local(checker, syntax->name);
    const char *meaning = nbb_program_meaning(checker->program, NBB_NAMED_PARAMETER, syntax->name);
    meaning = meaning != NULL                                   ? meaning
              : local != NULL && local->scope == checker->scope ? "a local of this block"
                                                                : nbb_word_as(syntax->name);
    return meaning == NULL ? NBB_OK
                           : nbb_field_fail(checker->text, syntax->name_at,
                                            "'%s' is %s already: a local needs another name", syntax->name, meaning);
}

/* Whether something in the section or the program is called so. */
static bool is_taken(const nbb_checker *checker, const char *name)
{
    bool taken = nbb_program_meaning(checker->program, NBB_NAMED_PARAMETER, name) != NULL;
    for (int i = 0; i < checker->section->local_count; ++i) {
        taken = taken || strcmp(checker->section->locals[i].name, name) == 0;
    }
    return taken;
}

/* The name, with a number behind it where another local of the section has it. */
static char *unique_name(const nbb_checker *checker, const char *name)
{
    NBB_LOCAL_TEXT unique = nbb_text_of("%s", name);
    for (int number = 2; is_taken(checker, nbb_text_string(&unique)); ++number) {
        unique.length = 0;
        nbb_text_add(&unique, "%s_%d", name, number);
    }
    return nbb_arena_copy(checker->program->arena, nbb_text_string(&unique), unique.length);
}

/* Adds a local to the section and lets it be seen; returns its number, or -1. */
static int add_local(nbb_checker *checker, const char *name, nbb_type type)
{
    nbb_section *section = checker->section;
    nbb_arena *arena = checker->program->arena;
    nbb_binding *binding = nbb_arena_take(arena, sizeof *binding);
    nbb_local local = { .name = unique_name(checker, name), .type = type };
    NBB_FAIL_IF(binding == NULL || local.name == NULL
                    || NBB_ARENA_APPEND(arena, section->locals, section->local_count, local) != NBB_OK,
                -1);
    *binding = (nbb_binding){ name, section->local_count - 1, checker->scope, checker->bindings };
    checker->bindings = binding;
    return binding->number;
}

static nbb_statement *check_declaration(nbb_checker *checker, const nbb_syntax *syntax)
{
    const nbb_type types[NBB_TYPE_NAMES] = { checker->integer, checker->real, NBB_TYPE_BOOL };
    nbb_type type = types[syntax->type];
    NBB_FAIL_IF(check_name(checker, syntax) != NBB_OK, NULL);
    if (checker->section->local_count == NBB_LOCALS_MAX) {
        nbb_field_fail(checker->text, syntax->name_at, "more than %d locals", NBB_LOCALS_MAX);
        return NULL;
    }
    nbb_expression *value = syntax->parts[0] != NULL ? nbb_check_expression(checker, syntax->parts[0])
                                                     : nbb_check_zero(checker, syntax, type);
    value = nbb_check_convert(checker, value, type);
    int number = value != NULL ? add_local(checker, syntax->name, type) : -1;
    NBB_FAIL_IF(number < 0, NULL);
    nbb_statement *statement = make(checker, syntax, NBB_STATEMENT_LOCAL, number, value);
    if (statement != NULL) {
        statement->declares = true;
    }
    return statement;
}

/* ---- assignments ---- */

static nbb_statement *assign_field(nbb_checker *checker, const nbb_syntax *syntax, int field, nbb_expression *value)
{
    nbb_type type = nbb_check_field_type(checker, field);
    value = nbb_check_convert(checker, value, type);
    bool is_bond = checker->program->fields[field].bond != NULL;
    return make(checker, syntax, NBB_STATEMENT_FIELD, field,
                is_bond ? nbb_bond_drawn(checker, syntax, field, value) : value);
}

/* A block of the assignments to a bond's fields, whose value is drawn for each. */
static nbb_statement *assign_bond(nbb_checker *checker, const nbb_syntax *syntax, int first, const nbb_syntax *value)
{
    int count = checker->program->forward_count;
    nbb_statement *block = make(checker, syntax, NBB_STATEMENT_BLOCK, 0, NULL);
    nbb_statement **link = block != NULL ? &block->body : NULL;
    for (int i = 0; link != NULL && i < (count > 0 ? count : 1); ++i) {
        checker->forward = &checker->program->fields[first + i].forward;
        *link = assign_field(checker, syntax, first + i, nbb_check_expression(checker, value));
        link = *link != NULL ? &(*link)->next : NULL;
    }
    checker->forward = NULL;
    return link != NULL ? block : NULL;
}

/* Fails where a bond cannot be assigned to. */
static bool may_be_assigned(nbb_checker *checker, const nbb_syntax *syntax, int field)
{
    bool is_bond = field >= 0 && checker->program->fields[field].bond != NULL;
    bool may_be = !is_bond || (checker->part == NBB_PART_INIT && !syntax->compound);
    if (!may_be) {
        nbb_field_fail(checker->text, syntax->name_at, "'%s' is a bond: init alone gives it a value, by '='",
                       syntax->name);
    }
    return may_be;
}

static nbb_statement *check_assignment(nbb_checker *checker, const nbb_syntax *syntax)
{
    const nbb_binding *local = nbb_check_local(checker, syntax->name);
    int field = nbb_program_find(checker->program, NBB_NAMED_FIELD, syntax->name);
    if (local == NULL && field < 0) {
        /* Records why nothing can be assigned to the name. */
        const char *meaning = nbb_program_parameter_index(checker->program, syntax->name) >= 0
                                  ? "a parameter"
                                  : nbb_reserved_as(syntax->name);
        if (meaning == NULL) {
            nbb_check_fail_unknown(checker, syntax->name, syntax->name_at);
        } else {
            nbb_field_fail(checker->text, syntax->name_at, "'%s' is %s: fields and locals are assigned to",
                           syntax->name, meaning);
        }
        return NULL;
    }
    NBB_FAIL_IF(local == NULL && !may_be_assigned(checker, syntax, field), NULL);
    if (local == NULL && checker->program->fields[field].bond != NULL) {
        return assign_bond(checker, syntax, field, syntax->parts[0]);
    }
    nbb_expression *value = syntax->compound ? nbb_check_compound(checker, syntax)
                                             : nbb_check_expression(checker, syntax->parts[0]);
    if (local == NULL) {
        return assign_field(checker, syntax, field, value);
    }
    nbb_type type = checker->section->locals[local->number].type;
    return make(checker, syntax, NBB_STATEMENT_LOCAL, local->number, nbb_check_convert(checker, value, type));
}

/* ---- blocks ---- */

/* The statements of a block of its own; false after a failure. */
static bool check_block(nbb_checker *checker, const nbb_syntax *first, nbb_statement **link)
{
    nbb_binding *outer = checker->bindings;
    ++checker->scope;
    bool good = check_list(checker, first, link);
    --checker->scope;
    checker->bindings = outer;
    return good;
}

/* The body of an `if`, if it has one: braces around all of it make no block of their own. */
static bool check_body(nbb_checker *checker, const nbb_syntax *first, nbb_statement **link)
{
    bool braces = first != NULL && first->kind == NBB_SYNTAX_BLOCK && first->next == NULL;
    return check_block(checker, braces ? first->body : first, link);
}

static nbb_statement *check_if(nbb_checker *checker, const nbb_syntax *syntax)
{
    nbb_expression *condition = nbb_check_expression(checker, syntax->parts[0]);
    nbb_statement *statement = make(checker, syntax, NBB_STATEMENT_IF, 0,
                                    nbb_check_convert(checker, condition, NBB_TYPE_BOOL));
    return statement != NULL && check_body(checker, syntax->body, &statement->body)
                   && check_body(checker, syntax->otherwise, &statement->otherwise)
               ? statement
               : NULL;
}

static nbb_statement *check_statement(nbb_checker *checker, const nbb_syntax *syntax)
{
    switch (syntax->kind) {
    case NBB_SYNTAX_DECLARE:
        return check_declaration(checker, syntax);
    case NBB_SYNTAX_ASSIGN:
        return check_assignment(checker, syntax);
    case NBB_SYNTAX_IF:
        return check_if(checker, syntax);
    default: {
        nbb_statement *block = make(checker, syntax, NBB_STATEMENT_BLOCK, 0, NULL);
        return block != NULL && check_block(checker, syntax->body, &block->body) ? block : NULL;
    }
    }
}

/* Puts the statements behind the link; false after a failure. */
static bool check_list(nbb_checker *checker, const nbb_syntax *first, nbb_statement **link)
{
    for (const nbb_syntax *syntax = first; syntax != NULL; syntax = syntax->next) {
        *link = check_statement(checker, syntax);
        NBB_FAIL_IF(*link == NULL, false);
        link = &(*link)->next;
    }
    return true;
}

/* Where a section's next statement goes. */
static nbb_statement **end_of(nbb_section *section)
{
    nbb_statement **link = &section->first;
    while (*link != NULL) {
        link = &(*link)->next;
    }
    return link;
}

nbb_status nbb_check_section(nbb_program *program, nbb_part part, const nbb_field_text *text, bool is_stage)
{
    nbb_section *section = part == NBB_PART_INIT ? &program->init : &program->update;
    nbb_checker checker = nbb_checker_open(program, part, section);
    nbb_statement **link = end_of(section);
    nbb_syntax *syntax = NULL;
    checker.text = text;
    NBB_TRY(nbb_program_parse_statements(program->arena, text, &syntax));
    if (is_stage) {
        *link = make(&checker, &(nbb_syntax){ .at = 0 }, NBB_STATEMENT_BLOCK, 0, NULL);
        NBB_FAIL_IF(*link == NULL, NBB_ERROR_RUN);
        link = &(*link)->body;
    }
    return check_list(&checker, syntax, link) ? NBB_OK : nbb_failure();
}

nbb_status nbb_check_init_field(nbb_program *program, int field, const nbb_field_text *text)
{
    nbb_syntax *syntax = NULL;
    NBB_TRY(nbb_program_parse_expression(program->arena, text, false, &syntax));
    nbb_checker checker = nbb_checker_open(program, NBB_PART_INIT, &program->init);
    checker.text = text;
    nbb_statement **link = end_of(&program->init);
    *link = program->fields[field].bond != NULL
                ? assign_bond(&checker, syntax, field, syntax)
                : assign_field(&checker, syntax, field, nbb_check_expression(&checker, syntax));
    return *link != NULL ? NBB_OK : nbb_failure();
}
