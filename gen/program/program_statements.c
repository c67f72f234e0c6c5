/* program_statements.c - reads the statements of init and update, each of which is typed once it is parsed.

         statement    { statement... } | if (e) statement [else statement] | type NAME [= e], ...; | NAME op e; | ;

   Declarations of several names become several statements. */
#include "gen/program/program_checker.h"

typedef struct reader {
    nbb_checker checker;
    nbb_parser parser;
    nbb_statement **link; /* where the next statement goes */
} reader;

static nbb_status read_statement(reader *r);

/* Adds a statement of a value, unless it is a block; a value of NULL is a failure. */
static nbb_status add(reader *r, nbb_statement statement)
{
    NBB_FAIL_IF(statement.value == NULL && statement.kind != NBB_STATEMENT_BLOCK, nbb_failure());
    nbb_statement *made = nbb_arena_copy(r->checker.program->arena, &statement, sizeof statement);
    NBB_FAIL_IF(made == NULL, nbb_failure());
    *r->link = made;
    r->link = &made->next;
    return NBB_OK;
}

static nbb_status read_expression(reader *r, nbb_syntax **expression)
{
    *expression = nbb_parse_expression(&r->parser);
    return *expression != NULL ? NBB_OK : nbb_failure();
}

static nbb_status read_name(reader *r, nbb_syntax **name)
{
    *name = nbb_parser_name(&r->parser, nbb_parser_node(&r->parser, (nbb_syntax){ .kind = NBB_SYNTAX_NAME }));
    return *name != NULL ? NBB_OK : nbb_failure();
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
                           : nbb_place_fail(syntax->place, "'%s' is %s already: a local needs another name",
                                            syntax->name, meaning);
}

static bool is_taken(const nbb_checker *checker, const char *name)
{
    const nbb_section *section = checker->section;
    return nbb_program_meaning(checker->program, NBB_NAMED_PARAMETER, name) != NULL
           || NBB_ANY(i, section->local_count, strcmp(section->locals[i].name, name) == 0);
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
    const nbb_binding seen = { name, section->local_count, checker->scope, checker->bindings };
    nbb_binding *binding = nbb_arena_copy(arena, &seen, sizeof seen);
    nbb_local local = { .name = unique_name(checker, name), .type = type };
    NBB_FAIL_IF(binding == NULL || local.name == NULL
                    || NBB_ARENA_APPEND(arena, section->locals, section->local_count, local) != NBB_OK,
                -1);
    checker->bindings = binding;
    return binding->number;
}

/* One name of a declaration; its value may not have the name. */
static nbb_status read_declarator(reader *r, nbb_type type)
{
    nbb_checker *checker = &r->checker;
    nbb_syntax *name, *value = NULL;
    NBB_TRY(read_name(r, &name));
    NBB_TRY(check_name(checker, name));
    NBB_FAIL_PLACE_IF(checker->section->local_count == NBB_LOCALS_MAX, name->place, "more than %d locals",
                      NBB_LOCALS_MAX);
    NBB_TRY_IF(nbb_parser_takes(&r->parser, "="), read_expression(r, &value));
    nbb_expression *made = value != NULL ? nbb_check_expression(checker, value) : nbb_check_zero(checker, name, type);
    made = nbb_check_convert(checker, made, type);
    int number = made != NULL ? add_local(checker, name->name, type) : -1;
    NBB_FAIL_IF(number < 0, nbb_failure());
    return add(r, (nbb_statement){ .kind = NBB_STATEMENT_LOCAL, .number = number, .declares = true, .value = made });
}

static nbb_status read_declaration(reader *r, int name)
{
    const nbb_type types[] = { r->checker.integer, r->checker.real, NBB_TYPE_BOOL };
    ++r->parser.token;
    do {
        NBB_TRY(read_declarator(r, types[name]));
    } while (nbb_parser_takes(&r->parser, ","));
    return nbb_parser_expect(&r->parser, ";");
}

/* ---- assignments ---- */

static nbb_status assign_field(reader *r, const nbb_syntax *at, int field, nbb_expression *value)
{
    bool is_bond = r->checker.program->fields[field].bond != NULL;
    value = nbb_check_convert(&r->checker, value, nbb_check_field_type(&r->checker, field));
    value = is_bond ? nbb_bond_drawn(&r->checker, at, field, value) : value;
    return add(r, (nbb_statement){ .kind = NBB_STATEMENT_FIELD, .number = field, .value = value });
}

/* Of a bond a block of the assignments to its fields, for each of which the value is drawn. */
static nbb_status assign_fields(reader *r, const nbb_syntax *at, int first, const nbb_syntax *value)
{
    const nbb_program *program = r->checker.program;
    nbb_statement **block = r->link;
    NBB_RETURN_IF(program->fields[first].bond == NULL,
                  assign_field(r, at, first, nbb_check_expression(&r->checker, value)));
    NBB_TRY(add(r, (nbb_statement){ .kind = NBB_STATEMENT_BLOCK }));
    r->link = &(*block)->body;
    for (int i = 0; i < (program->forward_count > 0 ? program->forward_count : 1); ++i) {
        r->checker.forward = &program->fields[first + i].forward;
        NBB_TRY(assign_field(r, at, first + i, nbb_check_expression(&r->checker, value)));
    }
    r->checker.forward = NULL;
    r->link = &(*block)->next;
    return NBB_OK;
}

static nbb_status fail_assigned(const nbb_checker *checker, const nbb_syntax *name)
{
    const char *meaning = nbb_program_parameter_index(checker->program, name->name) >= 0
                              ? "a parameter"
                              : nbb_reserved_as(name->name);
    NBB_FAIL_IF(meaning == NULL, (nbb_check_fail_unknown(checker, name), nbb_failure()));
    return nbb_place_fail(name->place, "'%s' is %s: fields and locals are assigned to", name->name, meaning);
}

/* An assignment's value, of a compound one that of NAME + (e), say. */
static nbb_status assign(reader *r, nbb_syntax *name, nbb_syntax *value, bool is_compound)
{
    nbb_checker *checker = &r->checker;
    const nbb_binding *local = nbb_check_local(checker, name->name);
    int field = nbb_program_find(checker->program, NBB_NAMED_FIELD, name->name);
    if (local != NULL) {
        nbb_local *changed = &checker->section->locals[local->number];
        changed->is_changed = true;
        nbb_expression *made = nbb_check_convert(checker, nbb_check_expression(checker, value), changed->type);
        return add(r, (nbb_statement){ .kind = NBB_STATEMENT_LOCAL, .number = local->number, .value = made });
    }
    NBB_FAIL_IF(field < 0, fail_assigned(checker, name));
    NBB_FAIL_PLACE_IF(checker->program->fields[field].bond != NULL && (checker->part != NBB_PART_INIT || is_compound),
                      name->place, "'%s' is a bond: init alone gives it a value, by '='", name->name);
    return assign_fields(r, name, field, value);
}

/* The operator of a compound assignment that comes next, "+" of "+=", or -1. */
static int compound_of(const nbb_parser *parser)
{
    const char *word = parser->token->kind == NBB_TOKEN_SIGN ? parser->token->word : "";
    size_t length = strlen(word);
    NBB_LOCAL_TEXT sign = nbb_text_of("%.*s", length > 0 && word[length - 1] == '=' ? (int)length - 1 : 0, word);
    int operation = nbb_operator_of_two(nbb_text_string(&sign));
    return nbb_is_of(NBB_COMPARISON | NBB_LOGICAL, operation) ? -1 : operation;
}

static nbb_status read_assignment(reader *r)
{
    nbb_syntax *name, *value;
    NBB_TRY(read_name(r, &name));
    int operation = compound_of(&r->parser);
    bool is_compound = operation >= 0;
    NBB_FAIL_IF(!is_compound && !nbb_parser_is(&r->parser, "="),
                nbb_parser_fail(&r->parser, "'=', '+=' or another assignment"));
    ++r->parser.token;
    NBB_TRY(read_expression(r, &value));
    NBB_TRY(nbb_parser_expect(&r->parser, ";"));
    nbb_syntax both = { .kind = NBB_SYNTAX_OPERATOR,
                        .place = name->place,
                        .operation = (nbb_operator)operation,
                        .parts = { name, value },
                        .part_count = 2 };
    return assign(r, name, is_compound ? &both : value, is_compound);
}

/* ---- blocks ---- */

/* Statements up to the end of the text or a '}'. */
static nbb_status read_list(reader *r)
{
    while (r->parser.token->kind != NBB_TOKEN_END && !nbb_parser_is(&r->parser, "}")) {
        NBB_TRY(read_statement(r));
    }
    return NBB_OK;
}

static nbb_status read_braces(reader *r)
{
    NBB_TRY(nbb_parser_enter(&r->parser));
    ++r->parser.token;
    NBB_TRY(read_list(r));
    --r->parser.depth;
    return nbb_parser_expect(&r->parser, "}");
}

/* Puts in a list of its own, with locals of its own, what is read so. */
static nbb_status read_inside(reader *r, nbb_statement **first, nbb_status (*read)(reader *r))
{
    nbb_binding *outer = r->checker.bindings;
    nbb_statement **link = r->link;
    r->link = first;
    ++r->checker.scope;
    NBB_TRY(read(r));
    --r->checker.scope;
    r->checker.bindings = outer;
    r->link = link;
    return NBB_OK;
}

static nbb_status read_block(reader *r)
{
    nbb_statement **block = r->link;
    NBB_TRY(add(r, (nbb_statement){ .kind = NBB_STATEMENT_BLOCK }));
    return nbb_parser_takes(&r->parser, ";") ? NBB_OK : read_inside(r, &(*block)->body, read_braces);
}

/* What an `if` or an `else` has: braces around all of it make no block of their own. */
static nbb_status read_body(reader *r)
{
    return nbb_parser_is(&r->parser, "{")      ? read_braces(r)
           : nbb_parser_takes(&r->parser, ";") ? NBB_OK
                                               : read_statement(r);
}

static nbb_status read_if(reader *r)
{
    nbb_syntax *condition;
    nbb_statement **made = r->link;
    ++r->parser.token;
    NBB_TRY(nbb_parser_expect(&r->parser, "("));
    NBB_TRY(read_expression(r, &condition));
    NBB_TRY(nbb_parser_expect(&r->parser, ")"));
    nbb_expression *is = nbb_check_expression(&r->checker, condition);
    NBB_TRY(add(
        r, (nbb_statement){ .kind = NBB_STATEMENT_IF, .value = nbb_check_convert(&r->checker, is, NBB_TYPE_BOOL) }));
    NBB_TRY(read_inside(r, &(*made)->body, read_body));
    return nbb_parser_takes(&r->parser, "else") ? read_inside(r, &(*made)->otherwise, read_body) : NBB_OK;
}

/* ---- all ---- */

static nbb_status read_name_first(reader *r)
{
    int type = nbb_spelling_index(&nbb_type_names, r->parser.token->word);
    NBB_FAIL_IF(type >= 0, read_declaration(r, type));
    NBB_FAIL_PLACE_IF(nbb_parser_is(&r->parser, "else"), nbb_parser_place(&r->parser),
                      "this 'else' has no 'if' before it");
    NBB_FAIL_PLACE_IF(nbb_is_word_of_c(r->parser.token->word), nbb_parser_place(&r->parser),
                      "there is no '%s': statements are declarations, assignments, if and blocks",
                      r->parser.token->word);
    return read_assignment(r);
}

static nbb_status read_statement(reader *r)
{
    NBB_TRY(nbb_parser_enter(&r->parser));
    NBB_TRY(nbb_parser_is(&r->parser, "{") || nbb_parser_is(&r->parser, ";") ? read_block(r)
            : nbb_parser_is(&r->parser, "if")                                ? read_if(r)
            : r->parser.token->kind == NBB_TOKEN_NAME                        ? read_name_first(r)
                                                      : nbb_parser_fail(&r->parser, "a statement"));
    --r->parser.depth;
    return NBB_OK;
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
    nbb_statement **stage = end_of(section);
    reader r = { .checker = nbb_checker_open(program, part, section), .link = stage };
    NBB_TRY(nbb_parser_open(&r.parser, program->arena, text));
    NBB_TRY_IF(is_stage, add(&r, (nbb_statement){ .kind = NBB_STATEMENT_BLOCK }));
    r.link = is_stage ? &(*stage)->body : stage;
    NBB_TRY(read_list(&r));
    return r.parser.token->kind == NBB_TOKEN_END ? NBB_OK : nbb_parser_fail(&r.parser, "a statement");
}

nbb_status nbb_check_init_field(nbb_program *program, int field, const nbb_field_text *text)
{
    nbb_syntax *value = NULL;
    reader r = { .checker = nbb_checker_open(program, NBB_PART_INIT, &program->init),
                 .link = end_of(&program->init) };
    NBB_TRY(nbb_program_parse_expression(program->arena, text, false, &value));
    return assign_fields(&r, value, field, value);
}
