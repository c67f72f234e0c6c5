/* program_parse.c - parses statements. */
#include "gen/program/program_checker.h"

/* What C has and a program has not. */
static const char *const absent[] = { "for", "while", "do", "goto", "return", "break", "continue", "switch", "case" };

static nbb_syntax *parse_statement(nbb_parser *parser, nbb_syntax **last);

/* The body of an `if` or an `else`: as a list of its own. */
static nbb_syntax *parse_body(nbb_parser *parser)
{
    nbb_syntax *last = NULL;
    return parse_statement(parser, &last);
}

static nbb_syntax *parse_if(nbb_parser *parser)
{
    nbb_syntax *node = nbb_parser_node(parser, NBB_SYNTAX_IF);
    ++parser->token;
    NBB_FAIL_IF(node == NULL || nbb_parser_expect(parser, "(") != NBB_OK
                    || (node->parts[0] = nbb_parse_expression(parser)) == NULL
                    || nbb_parser_expect(parser, ")") != NBB_OK || (node->body = parse_body(parser)) == NULL,
                NULL);
    NBB_FAIL_IF(nbb_parser_takes(parser, "else") && (node->otherwise = parse_body(parser)) == NULL, NULL);
    return node;
}

/* Statements up to the end of the text or a '}'; false after a failure. */
static bool parse_list(nbb_parser *parser, nbb_syntax **first)
{
    nbb_syntax **link = first, *last = NULL;
    while (parser->token->kind != NBB_TOKEN_END && !nbb_parser_is(parser, "}")) {
        *link = parse_statement(parser, &last);
        NBB_FAIL_IF(*link == NULL, false);
        link = &last->next;
    }
    return true;
}

static nbb_syntax *parse_block(nbb_parser *parser)
{
    nbb_syntax *node = nbb_parser_node(parser, NBB_SYNTAX_BLOCK);
    NBB_FAIL_IF(node == NULL || nbb_parser_enter(parser) != NBB_OK, NULL);
    ++parser->token;
    NBB_FAIL_IF(!parse_list(parser, &node->body) || nbb_parser_expect(parser, "}") != NBB_OK, NULL);
    nbb_parser_leave(parser);
    return node;
}

/* One name of a declaration. */
static nbb_syntax *parse_declarator(nbb_parser *parser, nbb_type_name type)
{
    nbb_syntax *node = nbb_parser_node(parser, NBB_SYNTAX_DECLARE);
    NBB_FAIL_IF(node == NULL, NULL);
    NBB_FAIL_IF(parser->token->kind != NBB_TOKEN_NAME, nbb_no_node(nbb_parser_fail(parser, "a name")));
    node->type = type;
    node->name_at = parser->token->at;
    node->name = parser->token++->word;
    if (nbb_parser_takes(parser, "=")) {
        node->parts[0] = nbb_parse_expression(parser);
        return node->parts[0] != NULL ? node : NULL;
    }
    return node;
}

/* The first of the declaration's names; `last` is the last one. */
static nbb_syntax *parse_declaration(nbb_parser *parser, nbb_type_name type, nbb_syntax **last)
{
    nbb_syntax *first = NULL, **link = &first;
    ++parser->token;
    do {
        *last = *link = parse_declarator(parser, type);
        NBB_FAIL_IF(*last == NULL, NULL);
        link = &(*last)->next;
    } while (nbb_parser_takes(parser, ","));
    return nbb_parser_expect(parser, ";") == NBB_OK ? first : NULL;
}

/* The operator of a compound assignment that comes next, "+" of "+=", or NBB_OP_COUNT. */
static nbb_operator compound_of(const nbb_parser *parser)
{
    const char *word = parser->token->kind == NBB_TOKEN_SIGN ? parser->token->word : "";
    size_t length = strlen(word);
    if (length < 2 || word[length - 1] != '=') {
        return NBB_OP_COUNT;
    }
    for (nbb_operator operation = NBB_OP_ADD; operation < NBB_OP_COUNT; ++operation) {
        const char *name = nbb_operator_names.names[operation];
        bool assigns = !nbb_is_comparison((int)operation) && !nbb_is_logical((int)operation);
        if (assigns && strlen(name) == length - 1 && strncmp(name, word, length - 1) == 0) {
            return operation;
        }
    }
    return NBB_OP_COUNT;
}

static nbb_syntax *parse_assignment(nbb_parser *parser)
{
    nbb_syntax *node = nbb_parser_node(parser, NBB_SYNTAX_ASSIGN);
    NBB_FAIL_IF(node == NULL, NULL);
    node->name_at = parser->token->at;
    node->name = parser->token++->word;
    node->operation = compound_of(parser);
    node->compound = node->operation != NBB_OP_COUNT;
    NBB_FAIL_IF(!node->compound && !nbb_parser_is(parser, "="),
                nbb_no_node(nbb_parser_fail(parser, "'=', '+=' or another assignment")));
    ++parser->token;
    node->parts[0] = nbb_parse_expression(parser);
    return node->parts[0] != NULL && nbb_parser_expect(parser, ";") == NBB_OK ? node : NULL;
}

static nbb_syntax *parse_name_first(nbb_parser *parser, nbb_syntax **last)
{
    for (nbb_type_name type = 0; type < NBB_TYPE_NAMES; ++type) {
        if (nbb_parser_is(parser, nbb_type_names[type])) {
            return parse_declaration(parser, type, last);
        }
    }
    NBB_FAIL_IF(nbb_parser_is(parser, "else"),
                nbb_no_node(nbb_field_fail(parser->text, parser->token->at, "this 'else' has no 'if' before it")));
    for (size_t i = 0; i < sizeof absent / sizeof *absent; ++i) {
        NBB_FAIL_IF(nbb_parser_is(parser, absent[i]),
                    nbb_no_node(nbb_field_fail(
                        parser->text, parser->token->at,
                        "there is no '%s': statements are declarations, assignments, if and blocks", absent[i])));
    }
    return *last = parse_assignment(parser);
}

static nbb_syntax *parse_any(nbb_parser *parser, nbb_syntax **last)
{
    if (nbb_parser_is(parser, "{")) {
        return *last = parse_block(parser);
    }
    if (nbb_parser_is(parser, "if")) {
        return *last = parse_if(parser);
    }
    if (nbb_parser_is(parser, ";")) {
        *last = nbb_parser_node(parser, NBB_SYNTAX_BLOCK);
        ++parser->token;
        return *last;
    }
    if (parser->token->kind == NBB_TOKEN_NAME) {
        return parse_name_first(parser, last);
    }
    return nbb_no_node(nbb_parser_fail(parser, "a statement"));
}

/* Returns the first statement that this one becomes; `last` is the last one. */
static nbb_syntax *parse_statement(nbb_parser *parser, nbb_syntax **last)
{
    NBB_FAIL_IF(nbb_parser_enter(parser) != NBB_OK, NULL);
    nbb_syntax *first = parse_any(parser, last);
    nbb_parser_leave(parser);
    return first;
}

nbb_status nbb_program_parse_statements(nbb_arena *arena, const nbb_field_text *text, nbb_syntax **first)
{
    nbb_parser parser;
    NBB_TRY(nbb_parser_open(&parser, arena, text));
    *first = NULL;
    NBB_FAIL_IF(!parse_list(&parser, first), nbb_failure());
    return parser.token->kind == NBB_TOKEN_END ? NBB_OK : nbb_parser_fail(&parser, "a statement");
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
