/* syntax.c - the text of a field to tokens; parses expressions: by precedence, with recursion only where parentheses
   or signs nest. */
#include "gen/domain/syntax.h"

const nbb_spellings nbb_type_names = NBB_SPELLINGS("int", "real", "bool");

/* ---- tokens ---- */

/* The signs, those first that begin with another one. */
static const char *const signs[] = { "<<=", ">>=", "++", "--", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&",
                                     "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "+",  "-",  "*",
                                     "/",   "%",   "<",  ">",  "=",  "!",  "&",  "|",  "^",  "~",  "?",  ":",
                                     ";",   ",",   ".",  "(",  ")",  "[",  "]",  "{",  "}" };

typedef struct lexer {
    nbb_arena *arena;
    const nbb_field_text *text;
    const char *at;
} lexer;

static nbb_place_in_text place_of(const lexer *l)
{
    return (nbb_place_in_text){ l->text, (size_t)(l->at - l->text->text) };
}

static nbb_status skip(lexer *l)
{
    for (;;) {
        l->at += strspn(l->at, " \t\r\n\f\v");
        if (!l->text->is_formula && strncmp(l->at, "//", 2) == 0) {
            l->at += strcspn(l->at, "\n");
        } else if (strncmp(l->at, "/*", 2) == 0) {
            const char *end = strstr(l->at + 2, "*/");
            NBB_FAIL_PLACE_IF(end == NULL, place_of(l), "this comment has no end: '*/' is expected");
            l->at = end + 2;
        } else {
            return NBB_OK;
        }
    }
}

static bool in_name(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

static nbb_status take_name(lexer *l, nbb_token *token)
{
    size_t length = (size_t)NBB_FIND(i, INT_MAX, !in_name(l->at[i]));
    NBB_FAIL_PLACE_IF(length > NBB_IDENTIFIER_MAX, place_of(l), "a name of %zu characters; a name has at most %d",
                      length, NBB_IDENTIFIER_MAX);
    token->kind = NBB_TOKEN_NAME;
    token->word = nbb_arena_copy(l->arena, l->at, length);
    l->at += length;
    return token->word != NULL ? NBB_OK : NBB_ERROR_RUN;
}

static nbb_status take_number(lexer *l, nbb_token *token)
{
    char *end = NULL, next = l->at[strspn(l->at, "0123456789")];
    bool is_real = next == '.' || next == 'e' || next == 'E', is_wide = false;
    if (is_real) {
        token->real = strtod(l->at, &end);
        is_wide = !isfinite(token->real);
    } else {
        NBB_FAIL_PLACE_IF(l->at[0] == '0' && isdigit((unsigned char)l->at[1]), place_of(l),
                          "a number that begins with 0: octal ones are not taken, write it without the 0");
        token->is_hexadecimal = l->at[0] == '0' && (l->at[1] == 'x' || l->at[1] == 'X');
        errno = 0;
        token->integer = strtoll(l->at, &end, token->is_hexadecimal ? 16 : 10);
        is_wide = errno == ERANGE;
    }
    NBB_FAIL_PLACE_IF(is_wide, place_of(l), "this number is too big for %s",
                      is_real ? "a real" : "an int of 64 bits");
    token->kind = is_real ? NBB_TOKEN_REAL : NBB_TOKEN_INTEGER;
    l->at = end;
    NBB_FAIL_PLACE_IF(in_name(*l->at) || *l->at == '.', place_of(l),
                      "'%c' cannot follow a number: numbers have no suffix", *l->at);
    return NBB_OK;
}

static nbb_status take_sign(lexer *l, nbb_token *token)
{
    unsigned char byte = (unsigned char)*l->at;
    int i = NBB_FIND(at, NBB_COUNT(signs), strncmp(l->at, signs[at], strlen(signs[at])) == 0);
    if (i < NBB_COUNT(signs)) {
        token->kind = NBB_TOKEN_SIGN;
        token->word = signs[i];
        l->at += strlen(signs[i]);
        l->at += l->text->is_formula && *signs[i] == '/' && *l->at == '/'; /* Lua's spelling */
        return NBB_OK;
    }
    NBB_FAIL_PLACE_IF(byte == '"' || byte == '\'', place_of(l), "there are no strings in a program's text");
    NBB_FAIL_PLACE_IF(isprint(byte), place_of(l), "the character '%c' has no meaning here", byte);
    return nbb_place_fail(place_of(l), "the byte 0x%02x has no meaning here", byte);
}

nbb_status nbb_parser_open(nbb_parser *parser, nbb_arena *arena, const nbb_field_text *text)
{
    lexer l = { .arena = arena, .text = text, .at = text->text };
    nbb_token *tokens = NULL, token;
    int count = 0;
    do {
        NBB_TRY(skip(&l));
        token = (nbb_token){ .kind = NBB_TOKEN_END, .at = place_of(&l).offset };
        bool is_number = isdigit((unsigned char)l.at[*l.at == '.']);
        NBB_TRY_IF(*l.at != '\0', (is_number ? take_number : in_name(*l.at) ? take_name : take_sign)(&l, &token));
        NBB_TRY(NBB_ARENA_APPEND(arena, tokens, count, token));
    } while (token.kind != NBB_TOKEN_END);
    *parser = (nbb_parser){ .arena = arena, .text = text, .token = tokens, .first = tokens };
    return NBB_OK;
}

/* ---- the next token ---- */

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
    NBB_FAIL_PLACE_IF(token->kind != NBB_TOKEN_SIGN && token->kind != NBB_TOKEN_NAME, nbb_parser_place(parser),
                      "expected %s, got %s", expected, token->kind == NBB_TOKEN_END ? "the end" : "a number");
    /* The word of the language that is near to the one before this token: it was read as a name. */
    bool follows_name = before >= parser->first && before->kind == NBB_TOKEN_NAME;
    return nbb_field_fail_near(parser->text, token->at, follows_name ? before->word : "", words,
                               follows_name ? NBB_COUNT(words) : 0, "expected %s, got '%s'", expected, token->word);
}

nbb_status nbb_parser_expect(nbb_parser *parser, const char *sign)
{
    NBB_DONE_IF(nbb_parser_takes(parser, sign));
    NBB_LOCAL_TEXT quoted = nbb_text_of("'%s'", sign);
    return nbb_parser_fail(parser, nbb_text_string(&quoted));
}

nbb_status nbb_parser_enter(nbb_parser *parser)
{
    NBB_FAIL_PLACE_IF(parser->depth == NBB_SYNTAX_DEPTH_MAX, nbb_parser_place(parser), "nested deeper than %d levels",
                      NBB_SYNTAX_DEPTH_MAX);
    ++parser->depth;
    return NBB_OK;
}

/* ---- expressions ---- */

/* What functions that make nodes return for a failure; and leave at once with it. */
#define NO_NODE(failure) ((failure), (nbb_syntax *)NULL)
#define FAIL_NODE_IF(wrong, failure) NBB_FAIL_IF(wrong, NO_NODE(failure))

nbb_syntax *nbb_parser_node(nbb_parser *parser, nbb_syntax node)
{
    node.place = nbb_parser_place(parser);
    node.depth = 1;
    return nbb_arena_copy(parser->arena, &node, sizeof node);
}

/* Gives the node a part; NULL where there is none (a failure before) or the tree grows too deep. */
static nbb_syntax *add_part(nbb_parser *parser, nbb_syntax *node, nbb_syntax *part)
{
    NBB_FAIL_IF(node == NULL || part == NULL, NULL);
    node->parts[node->part_count++] = part;
    node->depth = part->depth >= node->depth ? part->depth + 1 : node->depth;
    FAIL_NODE_IF(
        node->depth > NBB_SYNTAX_DEPTH_MAX && !parser->text->is_formula,
        nbb_place_fail(node->place, "an expression of more than %d levels: part it by locals", NBB_SYNTAX_DEPTH_MAX));
    return node;
}

nbb_syntax *nbb_parser_name(nbb_parser *parser, nbb_syntax *node)
{
    NBB_FAIL_IF(node == NULL, NULL);
    FAIL_NODE_IF(parser->token->kind != NBB_TOKEN_NAME, nbb_parser_fail(parser, "a name"));
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
        FAIL_NODE_IF(
            call->part_count == NBB_SYNTAX_PARTS_MAX,
            nbb_place_fail(nbb_parser_place(parser), "no function has more than %d arguments", NBB_SYNTAX_PARTS_MAX));
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
        FAIL_NODE_IF(parser->token == first, nbb_parser_fail(parser, "a whole number: an offset is written out"));
        return nbb_parser_expect(parser, "]") == NBB_OK ? index : NULL;
    }
    do {
        bool negative = nbb_parser_takes(parser, "-");
        FAIL_NODE_IF(index->axes == NBB_AXES_MAX, nbb_parser_fail(parser, "']' after three numbers"));
        FAIL_NODE_IF(parser->token->kind != NBB_TOKEN_INTEGER,
                     nbb_parser_fail(parser, "a whole number: an offset is written out"));
        index->offset.at[index->axes++] = negative ? -parser->token->integer : parser->token->integer;
        ++parser->token;
    } while (nbb_parser_takes(parser, ","));
    return nbb_parser_expect(parser, "]") == NBB_OK ? index : NULL;
}

static nbb_syntax *parse_name(nbb_parser *parser)
{
    nbb_syntax *node = nbb_parser_node(parser, (nbb_syntax){ .kind = NBB_SYNTAX_NAME });
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

static nbb_syntax *parse_constant(nbb_parser *parser, nbb_syntax_kind kind)
{
    const nbb_token *token = parser->token;
    int64_t integer = kind == NBB_SYNTAX_BOOL ? nbb_parser_is(parser, "true") : token->integer;
    nbb_syntax *node = nbb_parser_node(parser, (nbb_syntax){ kind, .integer = integer, .real = token->real,
                                                             .is_hexadecimal = token->is_hexadecimal });
    ++parser->token;
    return node;
}

static nbb_syntax *parse_parentheses(nbb_parser *parser)
{
    const nbb_token *inner = ++parser->token;
    FAIL_NODE_IF(inner->kind == NBB_TOKEN_NAME && nbb_spelling_index(&nbb_type_names, inner->word) >= 0
                     && inner[1].word != NULL && strcmp(inner[1].word, ")") == 0,
                 nbb_place_fail(nbb_parser_place(parser), "conversions are written as %s(e)", inner->word));
    nbb_syntax *inside = nbb_parse_expression(parser);
    return inside != NULL && nbb_parser_expect(parser, ")") == NBB_OK ? inside : NULL;
}

static nbb_syntax *parse_list(nbb_parser *parser)
{
    nbb_syntax *node = nbb_parser_node(parser, (nbb_syntax){ .kind = NBB_SYNTAX_LIST });
    NBB_FAIL_IF(node == NULL, NULL);
    do {
        FAIL_NODE_IF((++parser->token)->kind != NBB_TOKEN_INTEGER,
                     nbb_parser_fail(parser, "a whole number: a list is written out"));
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
               : NO_NODE(nbb_parser_fail(parser, "a number, a name or '('"));
}

static nbb_syntax *parse_binary(nbb_parser *parser, int least);

/* The operator that comes next, of what stands before it, if anything, and of what binds at least so strongly. A + of
   one word changes nothing, and leaves no node. */
static nbb_syntax *parse_operator(nbb_parser *parser, nbb_operator operation, nbb_syntax *before, int least)
{
    const nbb_syntax made = { .kind = NBB_SYNTAX_OPERATOR, .operation = operation };
    nbb_syntax *node = nbb_parser_node(parser, made);
    node = before != NULL ? add_part(parser, node, before) : node;
    NBB_FAIL_IF(node == NULL, NULL);
    ++parser->token;
    nbb_syntax *operand = parse_binary(parser, least);
    return before == NULL && operation == NBB_OP_ADD ? operand : add_part(parser, node, operand);
}

/* Signs, and the power that binds before them. */
static nbb_syntax *parse_unary(nbb_parser *parser)
{
    static const nbb_operator unary[] = { NBB_OP_ADD, NBB_OP_NEG, NBB_OP_NOT, NBB_OP_COMPLEMENT };
    int found = NBB_FIND(i, NBB_COUNT(unary), nbb_parser_is(parser, nbb_operator_names.names[unary[i]]));
    nbb_syntax *base = found < NBB_COUNT(unary) ? NULL : parse_primary(parser);
    bool is_power = base != NULL && parser->has_powers && nbb_parser_is(parser, "^");
    NBB_RETURN_IF(found == NBB_COUNT(unary) && !is_power, base);
    NBB_FAIL_IF(nbb_parser_enter(parser) != NBB_OK, NULL);
    nbb_syntax *node = parse_operator(parser, is_power ? NBB_OP_BIT_XOR : unary[found], base, NBB_BINDS_UNARY);
    --parser->depth;
    return node;
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
        left = parse_operator(parser, (nbb_operator)operation, left, strength + 1);
    }
    return left;
}

static nbb_syntax *parse_select(nbb_parser *parser)
{
    nbb_syntax *condition = parse_binary(parser, 1);
    NBB_RETURN_IF(condition == NULL || !nbb_parser_is(parser, "?"), condition);
    nbb_syntax *node = add_part(parser, nbb_parser_node(parser, (nbb_syntax){ .kind = NBB_SYNTAX_SELECT }),
                                condition);
    ++parser->token;
    node = add_part(parser, node, node != NULL ? nbb_parse_expression(parser) : NULL);
    NBB_FAIL_IF(node == NULL || nbb_parser_expect(parser, ":") != NBB_OK, NULL);
    return add_part(parser, node, nbb_parse_expression(parser));
}

nbb_syntax *nbb_parse_expression(nbb_parser *parser)
{
    NBB_FAIL_IF(nbb_parser_enter(parser) != NBB_OK, NULL);
    nbb_syntax *expression = parse_select(parser);
    --parser->depth;
    return expression;
}
