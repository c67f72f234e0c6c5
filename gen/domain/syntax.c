/* syntax.c - parses expressions: by precedence, with recursion only where parentheses or signs nest. */
#include "gen/domain/syntax.h"

const nbb_spellings nbb_type_names = NBB_SPELLINGS("int", "real", "bool");

nbb_status nbb_parser_open(nbb_parser *parser, nbb_arena *arena, const nbb_field_text *text)
{
    *parser = (nbb_parser){ .arena = arena, .text = text, .token = nbb_lex(arena, text) };
    parser->first = parser->token;
    return parser->token != NULL ? NBB_OK : nbb_failure();
}

bool nbb_parser_is(const nbb_parser *parser, const char *word)
{
    nbb_token_kind kind = parser->token->kind;
    return (kind == NBB_TOKEN_SIGN || kind == NBB_TOKEN_NAME) && strcmp(parser->token->word, word) == 0;
}

bool nbb_parser_takes(nbb_parser *parser, const char *word)
{
    bool there = nbb_parser_is(parser, word);
    parser->token += there;
    return there;
}

nbb_status nbb_parser_fail(const nbb_parser *parser, const char *expected)
{
    static const char *const words[] = { "if", "else", "int", "real", "bool", "here" };
    const nbb_token *token = parser->token, *before = token - 1;
    NBB_FAIL_IF(token->kind != NBB_TOKEN_SIGN && token->kind != NBB_TOKEN_NAME,
                nbb_field_fail(parser->text, token->at, "expected %s, got %s", expected,
                               token->kind == NBB_TOKEN_END ? "the end" : "a number"));
    /* The word of the language that is near to the one before this token: it was read as a name. */
    bool follows_name = before >= parser->first && before->kind == NBB_TOKEN_NAME;
    return nbb_field_fail_near(parser->text, token->at, follows_name ? before->word : "", words,
                               follows_name ? (int)(sizeof words / sizeof *words) : 0, "expected %s, got '%s'",
                               expected, token->word);
}

nbb_status nbb_parser_expect(nbb_parser *parser, const char *sign)
{
    NBB_DONE_IF(nbb_parser_takes(parser, sign));
    NBB_LOCAL_TEXT quoted = nbb_text_of("'%s'", sign);
    return nbb_parser_fail(parser, nbb_text_string(&quoted));
}

nbb_status nbb_parser_enter(nbb_parser *parser)
{
    NBB_FAIL_IF(
        parser->depth == NBB_SYNTAX_DEPTH_MAX,
        nbb_field_fail(parser->text, parser->token->at, "nested deeper than %d levels", NBB_SYNTAX_DEPTH_MAX));
    ++parser->depth;
    return NBB_OK;
}

void nbb_parser_leave(nbb_parser *parser)
{
    --parser->depth;
}

nbb_syntax *nbb_parser_node(nbb_parser *parser, nbb_syntax_kind kind)
{
    nbb_syntax *node = nbb_arena_take(parser->arena, sizeof *node);
    if (node != NULL) {
        *node = (nbb_syntax){ .kind = kind, .place = { parser->text, parser->token->at }, .depth = 1 };
    }
    return node;
}

/* Gives the node a part; NULL where there is none (a failure before) or the tree grows too deep. */
static nbb_syntax *add_part(nbb_parser *parser, nbb_syntax *node, nbb_syntax *part)
{
    NBB_FAIL_IF(node == NULL || part == NULL, NULL);
    node->parts[node->part_count++] = part;
    node->depth = part->depth >= node->depth ? part->depth + 1 : node->depth;
    NBB_FAIL_IF(node->depth > NBB_SYNTAX_DEPTH_MAX && !parser->text->is_formula,
                nbb_no_node(nbb_place_fail(node->place, "an expression of more than %d levels: part it by locals",
                                           NBB_SYNTAX_DEPTH_MAX)));
    return node;
}

nbb_syntax *nbb_parser_name(nbb_parser *parser, nbb_syntax *node)
{
    NBB_FAIL_IF(node == NULL, NULL);
    NBB_FAIL_IF(parser->token->kind != NBB_TOKEN_NAME, nbb_no_node(nbb_parser_fail(parser, "a name")));
    node->name_at = parser->token->at;
    node->name = parser->token++->word;
    return node;
}

/* NAME( was taken. */
static nbb_syntax *parse_arguments(nbb_parser *parser, nbb_syntax *call)
{
    call->kind = NBB_SYNTAX_CALL;
    NBB_RETURN_IF(nbb_parser_takes(parser, ")"), call);
    do {
        NBB_FAIL_IF(call->part_count == NBB_SYNTAX_PARTS_MAX,
                    nbb_no_node(nbb_field_fail(parser->text, parser->token->at,
                                               "no function has more than %d arguments", NBB_SYNTAX_PARTS_MAX)));
        NBB_FAIL_IF(add_part(parser, call, nbb_parse_expression(parser)) == NULL, NULL);
    } while (nbb_parser_takes(parser, ","));
    return nbb_parser_expect(parser, ")") == NBB_OK ? call : NULL;
}

/* NAME[ was taken. */
static nbb_syntax *parse_offset(nbb_parser *parser, nbb_syntax *index)
{
    const nbb_token *first = parser->token, *token = first + nbb_parser_is(parser, "-");
    index->kind = NBB_SYNTAX_INDEX;
    /* An offset begins with a number alone, with its sign or not, before a ','; else it is NAME[e] of a table. */
    if (token->kind != NBB_TOKEN_INTEGER || token[1].kind != NBB_TOKEN_SIGN || strcmp(token[1].word, ",") != 0) {
        NBB_FAIL_IF(add_part(parser, index, nbb_parse_expression(parser)) == NULL, NULL);
        parser->token = nbb_parser_is(parser, ",") ? first : parser->token;
        NBB_FAIL_IF(parser->token == first,
                    nbb_no_node(nbb_parser_fail(parser, "a whole number: an offset is written out")));
        return nbb_parser_expect(parser, "]") == NBB_OK ? index : NULL;
    }
    do {
        bool negative = nbb_parser_takes(parser, "-");
        NBB_FAIL_IF(parser->token->kind != NBB_TOKEN_INTEGER || index->axes == NBB_AXES_MAX,
                    nbb_no_node(nbb_parser_fail(parser, index->axes == NBB_AXES_MAX
                                                            ? "']' after three numbers"
                                                            : "a whole number: an offset is written out")));
        index->offset.at[index->axes++] = negative ? -parser->token->integer : parser->token->integer;
        ++parser->token;
    } while (nbb_parser_takes(parser, ","));
    return nbb_parser_expect(parser, "]") == NBB_OK ? index : NULL;
}

static nbb_syntax *parse_name(nbb_parser *parser)
{
    nbb_syntax *node = nbb_parser_node(parser, NBB_SYNTAX_NAME);
    if (node != NULL && (nbb_parser_is(parser, "here") || nbb_parser_is(parser, "there"))) {
        node->owner = nbb_parser_is(parser, "here") ? NBB_OWNER_HERE : NBB_OWNER_THERE;
        ++parser->token;
        NBB_FAIL_IF(nbb_parser_expect(parser, ".") != NBB_OK, NULL);
    }
    node = nbb_parser_name(parser, node);
    NBB_RETURN_IF(node == NULL || node->owner != NBB_OWNER_NONE, node);
    return nbb_parser_takes(parser, "(")   ? parse_arguments(parser, node)
           : nbb_parser_takes(parser, "[") ? parse_offset(parser, node)
                                           : node;
}

/* A number, `true` or `false`. */
static nbb_syntax *parse_constant(nbb_parser *parser, nbb_syntax_kind kind)
{
    nbb_syntax *node = nbb_parser_node(parser, kind);
    if (node != NULL) {
        node->integer = kind == NBB_SYNTAX_BOOL ? nbb_parser_is(parser, "true") : parser->token->integer;
        node->is_hexadecimal = parser->token->is_hexadecimal;
        node->real = parser->token->real;
        ++parser->token;
    }
    return node;
}

static nbb_syntax *parse_parentheses(nbb_parser *parser)
{
    const nbb_token *inner = ++parser->token;
    NBB_FAIL_IF(
        inner->kind == NBB_TOKEN_NAME && nbb_spelling_index(&nbb_type_names, inner->word) >= 0
            && inner[1].word != NULL && strcmp(inner[1].word, ")") == 0,
        nbb_no_node(nbb_field_fail(parser->text, inner->at, "conversions are written as %s(e)", inner->word)));
    nbb_syntax *inside = nbb_parse_expression(parser);
    return inside != NULL && nbb_parser_expect(parser, ")") == NBB_OK ? inside : NULL;
}

/* Whole numbers in braces. */
static nbb_syntax *parse_list(nbb_parser *parser)
{
    nbb_syntax *node = nbb_parser_node(parser, NBB_SYNTAX_LIST);
    NBB_FAIL_IF(node == NULL, NULL);
    do {
        NBB_FAIL_IF((++parser->token)->kind != NBB_TOKEN_INTEGER,
                    nbb_no_node(nbb_parser_fail(parser, "a whole number: a list is written out")));
        NBB_FAIL_IF(NBB_ARENA_APPEND(parser->arena, node->list, node->list_count, parser->token->integer) != NBB_OK,
                    NULL);
        ++parser->token;
    } while (nbb_parser_is(parser, ","));
    return nbb_parser_expect(parser, "}") == NBB_OK ? node : NULL;
}

static nbb_syntax *parse_primary(nbb_parser *parser)
{
    nbb_token_kind kind = parser->token->kind;
    bool is_bool = nbb_parser_is(parser, "true") || nbb_parser_is(parser, "false");
    NBB_RETURN_IF(is_bool || kind == NBB_TOKEN_INTEGER || kind == NBB_TOKEN_REAL,
                  parse_constant(parser, is_bool                     ? NBB_SYNTAX_BOOL
                                         : kind == NBB_TOKEN_INTEGER ? NBB_SYNTAX_INTEGER
                                                                     : NBB_SYNTAX_REAL));
    return kind == NBB_TOKEN_NAME       ? parse_name(parser)
           : nbb_parser_is(parser, "(") ? parse_parentheses(parser)
           : parser->has_lists && nbb_parser_is(parser, "{")
               ? parse_list(parser)
               : nbb_no_node(nbb_parser_fail(parser, "a number, a name or '('"));
}

static nbb_syntax *parse_unary(nbb_parser *parser);

/* The operator that comes next, of what stands before it, if anything, and of an operand. A + of one word changes
   nothing, and leaves no node. */
static nbb_syntax *parse_operand(nbb_parser *parser, nbb_operator operation, nbb_syntax *before)
{
    nbb_syntax *node = nbb_parser_enter(parser) == NBB_OK ? nbb_parser_node(parser, NBB_SYNTAX_OPERATOR) : NULL;
    node = before != NULL ? add_part(parser, node, before) : node;
    NBB_FAIL_IF(node == NULL, NULL);
    node->operation = operation;
    ++parser->token;
    nbb_syntax *operand = parse_unary(parser);
    nbb_parser_leave(parser);
    return operation == NBB_OP_ADD ? operand : add_part(parser, node, operand);
}

static nbb_syntax *parse_unary(nbb_parser *parser)
{
    static const nbb_operator unary[] = { NBB_OP_ADD, NBB_OP_NEG, NBB_OP_NOT, NBB_OP_COMPLEMENT };
    enum { COUNT = sizeof unary / sizeof *unary };
    int found = NBB_FIND(i, COUNT, nbb_parser_is(parser, nbb_operator_names.names[unary[i]]));
    NBB_RETURN_IF(found < COUNT, parse_operand(parser, unary[found], NULL));
    nbb_syntax *base = parse_primary(parser);
    bool is_power = base != NULL && parser->has_powers && nbb_parser_is(parser, "^");
    return is_power ? parse_operand(parser, NBB_OP_BIT_XOR, base) : base;
}

/* Operators that bind at least so strongly. */
static nbb_syntax *parse_binary(nbb_parser *parser, int least)
{
    nbb_syntax *left = parse_unary(parser);
    while (left != NULL && parser->token->kind == NBB_TOKEN_SIGN) {
        int operation = nbb_operator_of_two(parser->token->word);
        int strength = operation >= 0 ? nbb_operations[operation].strength : 0;
        if (strength < least) {
            break;
        }
        nbb_syntax *node = nbb_parser_node(parser, NBB_SYNTAX_OPERATOR);
        NBB_FAIL_IF(add_part(parser, node, left) == NULL, NULL);
        node->operation = (nbb_operator)operation;
        ++parser->token;
        left = add_part(parser, node, parse_binary(parser, strength + 1));
    }
    return left;
}

static nbb_syntax *parse_select(nbb_parser *parser)
{
    nbb_syntax *condition = parse_binary(parser, 1);
    NBB_RETURN_IF(condition == NULL || !nbb_parser_is(parser, "?"), condition);
    nbb_syntax *node = add_part(parser, nbb_parser_node(parser, NBB_SYNTAX_SELECT), condition);
    ++parser->token;
    node = add_part(parser, node, node != NULL ? nbb_parse_expression(parser) : NULL);
    NBB_FAIL_IF(node == NULL || nbb_parser_expect(parser, ":") != NBB_OK, NULL);
    return add_part(parser, node, nbb_parse_expression(parser));
}

nbb_syntax *nbb_parse_expression(nbb_parser *parser)
{
    NBB_FAIL_IF(nbb_parser_enter(parser) != NBB_OK, NULL);
    nbb_syntax *expression = parse_select(parser);
    nbb_parser_leave(parser);
    return expression;
}
