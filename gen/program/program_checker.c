/* program_checker.c - typed nodes and conversions. */
#include "gen/program/program_checker.h"

nbb_expression *nbb_check_make(nbb_checker *checker, const nbb_syntax *syntax, nbb_expression node)
{
    bool is_whole = NBB_ALL(i, node.from_count, node.from[i] != NULL);
    node.place = syntax != NULL ? syntax->place : node.place;
    return is_whole ? nbb_arena_copy(checker->program->arena, &node, sizeof node) : NULL;
}

nbb_expression *nbb_check_zero(nbb_checker *checker, const nbb_syntax *syntax, nbb_type type)
{
    return NBB_CHECK_NODE(checker, syntax, nbb_is_real(type) ? NBB_EXPRESSION_REAL : NBB_EXPRESSION_INTEGER, type, 0);
}

bool nbb_check_arguments(const nbb_syntax *call, int least, int most)
{
    bool fits = call->part_count >= least && call->part_count <= most;
    if (!fits && least == most) {
        nbb_place_fail(call->place, "%s takes %d argument%s, got %d", call->name, least, least == 1 ? "" : "s",
                       call->part_count);
    } else if (!fits) {
        nbb_place_fail(call->place, "%s takes %d to %d arguments, got %d", call->name, least, most, call->part_count);
    }
    return fits;
}

nbb_type nbb_check_field_type(const nbb_checker *checker, int field)
{
    nbb_field_kind kind = checker->program->fields[field].kind;
    return kind == NBB_FIELD_F32 ? NBB_TYPE_F32 : kind == NBB_FIELD_F64 ? NBB_TYPE_F64 : checker->integer;
}

nbb_expression *nbb_check_convert(nbb_checker *checker, nbb_expression *expression, nbb_type type)
{
    NBB_FAIL_IF(expression == NULL, NULL);
    if (expression->type == type) {
        expression->is_written = false;
        return expression;
    }
    return NBB_CHECK_NODE(checker, NULL, NBB_EXPRESSION_CONVERT, type, 0, .place = expression->place,
                          NBB_CHECK_PARTS(1, expression));
}

nbb_expression *nbb_check_operand(nbb_checker *checker, nbb_expression *expression, nbb_type type)
{
    bool is_alike = expression != NULL && expression->type == type;
    return is_alike ? expression : nbb_check_convert(checker, expression, type);
}

nbb_status nbb_program_parse_expression(nbb_arena *arena, const nbb_field_text *text, bool has_powers,
                                        nbb_syntax **expression)
{
    nbb_parser parser;
    NBB_TRY(nbb_parser_open(&parser, arena, text));
    parser.has_powers = has_powers;
    parser.has_lists = true;
    *expression = nbb_parse_expression(&parser);
    NBB_FAIL_IF(*expression == NULL, nbb_failure());
    return parser.token->kind == NBB_TOKEN_END ? NBB_OK : nbb_parser_fail(&parser, "an operator or the end");
}

static void move_to(nbb_syntax *syntax, nbb_place_in_text place)
{
    syntax->place = place;
    syntax->name_at = place.offset;
    for (int i = 0; i < syntax->part_count; ++i) {
        move_to(syntax->parts[i], place);
    }
}

nbb_expression *nbb_check_formula(nbb_checker *checker, const nbb_syntax *call, nbb_expression *const *given,
                                  const char *format, ...)
{
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY;
    nbb_expression *const *outer = checker->given;
    nbb_syntax *syntax = NULL;
    NBB_WITH_ARGUMENTS(format, nbb_text_add_list(&words, format, arguments));
    const nbb_field_text text = { .text = nbb_text_string(&words) };
    NBB_FAIL_IF(nbb_program_parse_expression(checker->program->arena, &text, false, &syntax) != NBB_OK, NULL);
    move_to(syntax, call->place);
    checker->given = given;
    nbb_expression *made = checker->check(checker, syntax);
    checker->given = outer;
    return made;
}

nbb_type nbb_check_common(const nbb_checker *checker, const nbb_expression *a, const nbb_expression *b)
{
    return nbb_is_real(a->type) || nbb_is_real(b->type) ? checker->real : checker->integer;
}

nbb_expression *nbb_check_number(nbb_checker *checker, nbb_expression *expression)
{
    NBB_FAIL_IF(expression == NULL, NULL);
    bool counts = expression->kind == NBB_EXPRESSION_CONVERT && expression->from[0]->type == NBB_TYPE_BOOL;
    bool becomes_int = expression->type == NBB_TYPE_BOOL || (counts && !nbb_is_real(expression->type));
    return becomes_int ? nbb_check_convert(checker, expression, checker->integer) : expression;
}

nbb_expression *nbb_check_integer(nbb_checker *checker, nbb_expression *expression, const char *what)
{
    NBB_FAIL_IF(
        expression != NULL && nbb_is_real(expression->type),
        (nbb_place_fail(expression->place, "%s is of ints, and this is a real: int(e) converts", what), NULL));
    return nbb_check_number(checker, expression);
}

nbb_status nbb_program_copy(nbb_program *program, const char *text, const char **copy)
{
    *copy = nbb_arena_copy(program->arena, text, strlen(text));
    return *copy != NULL ? NBB_OK : NBB_ERROR_RUN;
}

/* ---- what a name means in a program, and which names can be given ---- */

const nbb_spellings nbb_builtin_names = NBB_SPELLINGS(NBB_BUILTINS(NBB_SPELLING));
const bool nbb_builtin_of_cell[NBB_BUILTIN_COUNT] = { NBB_BUILTINS(NBB_COLUMN) };
const nbb_spellings nbb_reduction_names = NBB_SPELLINGS(NBB_REDUCTIONS(NBB_SPELLING));
const int nbb_reduction_operations[] = { NBB_REDUCTIONS(NBB_COLUMN) };
const nbb_spellings nbb_total_names = NBB_SPELLINGS(NBB_TOTALS(NBB_SPELLING));

static const nbb_spellings keywords = NBB_SPELLINGS("int", "real", "bool", "if", "else", "true", "false", "here",
                                                    "there", "exists", "chance", "uniform", "pairs", "at");
static const nbb_spellings words_of_c = NBB_SPELLINGS(
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "enum", "extern", "float", "for",
    "goto", "inline", "long", "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct",
    "switch", "typedef", "union", "unsigned", "void", "while");

#define X(name, of, words) \
    { offsetof(nbb_program, of##s), offsetof(nbb_program, of##_count), sizeof *((nbb_program *)0)->of##s, words },
static const struct {
    size_t items, count, size;
    const char *words;
} named[] = { NBB_NAMED(X) };
#undef X

/* What is named begins with its name; of a bond's fields it is the bond's. */
static const char *name_at(const nbb_program *program, nbb_named what, int i)
{
    const char *items, *name;
    memcpy(&items, (const char *)program + named[what].items, sizeof items);
    memcpy(&name, items + (size_t)i * named[what].size, sizeof name);
    return what == NBB_NAMED_FIELD && program->fields[i].bond != NULL ? program->fields[i].bond : name;
}

static int count_of(const nbb_program *program, nbb_named what)
{
    int count;
    memcpy(&count, (const char *)program + named[what].count, sizeof count);
    return count;
}

int nbb_program_names(const nbb_program *program, nbb_named what, const char **names)
{
    NBB_FILL(i, count_of(program, what), names[i], name_at(program, what, i));
    return count_of(program, what);
}

int nbb_program_find(const nbb_program *program, nbb_named what, const char *name)
{
    int i = NBB_FIND(number, count_of(program, what), strcmp(name_at(program, what, number), name) == 0);
    return i < count_of(program, what) ? i : -1;
}

int nbb_program_parameter_index(const nbb_program *program, const char *name)
{
    return nbb_program_find(program, NBB_NAMED_PARAMETER, name);
}

const char *nbb_program_meaning(const nbb_program *program, nbb_named last, const char *name)
{
    int what = NBB_FIND(i, last + 1, nbb_program_find(program, (nbb_named)i, name) >= 0);
    return what <= (int)last ? named[what].words : NULL;
}

const nbb_binding *nbb_check_local(const nbb_checker *checker, const char *name)
{
    const nbb_binding *binding = checker->bindings;
    while (binding != NULL && strcmp(binding->name, name) != 0) {
        binding = binding->next;
    }
    return binding;
}

const char *nbb_reserved_as(const char *name)
{
    static const char *const made[] = { "normal", "uniform53" }; /* functions that are made of others */
    const nbb_spellings functions_of[] = { { made, 2 }, nbb_function_names, nbb_reduction_names };
    NBB_FAIL_IF(nbb_spelling_index(&nbb_builtin_names, name) >= 0, "a builtin");
    NBB_FAIL_IF(NBB_ANY(i, 3, nbb_spelling_index(&functions_of[i], name) >= 0), "a function");
    return nbb_word_as(name);
}

bool nbb_is_word_of_c(const char *name)
{
    return nbb_spelling_index(&words_of_c, name) >= 0;
}

const char *nbb_word_as(const char *name)
{
    return nbb_spelling_index(&keywords, name) >= 0 ? "a word of the language"
           : nbb_is_word_of_c(name)                 ? "a word of C"
                                                    : NULL;
}

const char *nbb_check_made_of(nbb_part part)
{
    static const char *const made_of[] = {
        [NBB_PART_REQUIRE] = "a requirement is about parameters and maxdegree",
        [NBB_PART_SCHEDULE] = "a schedule is made of step, parameters and numbers",
        [NBB_PART_AVERAGE] = "an average is a function of means of observables, as mean(m^2), and of parameters",
        [NBB_PART_STOP] = "a stop is a condition on observables, step and parameters",
    };
    return made_of[part];
}

nbb_expression *nbb_check_fail_unknown(const nbb_checker *checker, const nbb_syntax *syntax)
{
    const nbb_program *program = checker->program;
    const char *names[NBB_LOCALS_MAX + NBB_FIELDS_MAX + NBB_PARAMETERS_MAX + NBB_OBSERVABLES_MAX + NBB_BUILTIN_COUNT];
    int count = 0;
    for (const nbb_binding *binding = checker->bindings; binding != NULL; binding = binding->next) {
        names[count++] = binding->name;
    }
    count += nbb_program_names(program, NBB_NAMED_FIELD, names + count);
    count += nbb_program_names(program, NBB_NAMED_PARAMETER, names + count);
    count += checker->part >= NBB_PART_AVERAGE ? nbb_program_names(program, NBB_NAMED_OBSERVABLE, names + count) : 0;
    NBB_FILL(i, NBB_BUILTIN_COUNT, names[count++], nbb_builtin_names.names[i]);
    nbb_field_fail_near(syntax->place.text, syntax->name_at, syntax->name, names, count, "unknown name '%s'",
                        syntax->name);
    return NULL;
}

/* ---- named expressions: `let = { ["eq(w, c)"] = "w * (1 + 3 * c)" }` ---- */

static nbb_status fail_head(const nbb_draft_item *item)
{
    return nbb_field_fail_whole(
        &item->text, "'%s' names no expression: a name is expected, or one with formals, as eq(w, c)", item->name);
}

/* Reads "name" or "name(a, b)", which has been parsed as an expression. */
static nbb_status take_head(nbb_program *program, const nbb_draft_item *item, const nbb_syntax *head, nbb_let *let)
{
    bool is_call = head->kind == NBB_SYNTAX_CALL;
    NBB_FAIL_IF(head->owner != NBB_OWNER_NONE || (!is_call && head->kind != NBB_SYNTAX_NAME), fail_head(item));
    for (int i = 0; i < head->part_count; ++i) {
        const nbb_syntax *formal = head->parts[i];
        NBB_FAIL_IF(formal->kind != NBB_SYNTAX_NAME || formal->owner != NBB_OWNER_NONE
                        || nbb_word_as(formal->name) != NULL,
                    fail_head(item));
        NBB_FAIL_FIELD_IF(NBB_ANY(j, i, strcmp(let->formals[j], formal->name) == 0), &item->text,
                          "the formal '%s' of '%s' is there twice", formal->name, item->name);
        let->formals[let->count++] = formal->name;
    }
    let->name = head->name;
    return nbb_reserved_as(let->name) == NULL && nbb_program_meaning(program, NBB_NAMED_LET, let->name) == NULL
               ? NBB_OK
               : nbb_field_fail_whole(&item->text, "'%s' means something already: an expression needs another name",
                                      let->name);
}

nbb_status nbb_let_take(nbb_program *program, const nbb_draft_item *item)
{
    nbb_let let = { .count = 0 };
    nbb_syntax *head = NULL;
    nbb_field_text *name;
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(name, 1)));
    *name = item->text;
    name->text = item->name;
    name->found = false;
    NBB_TRY(nbb_program_parse_expression(program->arena, name, false, &head));
    NBB_TRY(take_head(program, item, head, &let));
    NBB_TRY(nbb_program_parse_expression(program->arena, &item->text, false, &let.body));
    return NBB_ARENA_APPEND(program->arena, program->lets, program->let_count, let);
}

/* A copy of the tree, which is the let's body or a part of it, with what the call gives in the places of formals. */
static nbb_syntax *substitute(nbb_arena *arena, const nbb_let *let, const nbb_syntax *call, nbb_syntax *tree)
{
    const nbb_spellings formals = { let->formals, let->count };
    bool may_be = tree->kind == NBB_SYNTAX_NAME && tree->owner == NBB_OWNER_NONE;
    int formal = may_be ? nbb_spelling_index(&formals, tree->name) : -1;
    nbb_syntax *made = formal >= 0 ? call->parts[formal] : nbb_arena_copy(arena, tree, sizeof *tree);
    NBB_FAIL_IF(formal >= 0 || made == NULL, made);
    made->within = call->within + 1;
    for (int i = 0; i < made->part_count; ++i) {
        made->parts[i] = substitute(arena, let, call, tree->parts[i]);
        NBB_FAIL_IF(made->parts[i] == NULL, NULL);
    }
    return made;
}

nbb_expression *nbb_let_expand(nbb_checker *checker, const nbb_syntax *call)
{
    nbb_program *program = checker->program;
    const nbb_let *let = &program->lets[nbb_program_find(program, NBB_NAMED_LET, call->name)];
    NBB_FAIL_IF(!nbb_check_arguments(call, let->count, let->count), NULL);
    NBB_FAIL_SYNTAX_IF(call->within == NBB_LETS_DEEP_MAX, call,
                       "%s is expanded within %d others: does it name itself?", let->name, NBB_LETS_DEEP_MAX);
    NBB_FAIL_SYNTAX_IF(++program->let_uses > NBB_LETS_EXPANDED_MAX, call,
                       "up to %s named expressions are expanded more than %d times", let->name,
                       NBB_LETS_EXPANDED_MAX);
    nbb_syntax *body = substitute(program->arena, let, call, let->body);
    return body != NULL ? checker->check(checker, body) : NULL;
}
