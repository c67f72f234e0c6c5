/* formula.c - parses integer formulas by recursive descent and precedence climbing. */
#include "gen/domain/formula_tree.h"
#include "gen/base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXT_MAX = 4096,                                  /* characters; bounds the tree's size and its chains */
    DEPTH_MAX = 200                                   /* parentheses, prefixes, choices; bounds the parser's stack */
};

/* The parse_ functions return the index of their node, or -1 with the failure recorded. */
typedef struct parser {
    const char *text;
    const char *cursor;
    const char *place;
    const nbb_formula_scope *scope;
    nbb_formula *formula;
    int depth;
} parser;

static int parse_choice(parser *p);

static void skip_space(parser *p)
{
    while (isspace((unsigned char)*p->cursor)) {
        p->cursor++;
    }
}

static int word_length(const char *at)
{
    int length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_') {
        length++;
    }
    return length;
}

static int column(const parser *p)
{
    return (int)(p->cursor - p->text) + 1;
}

/* Records that `expected` should stand at the cursor, and what does. */
static int fail_expected(const parser *p, const char *expected)
{
    int length = word_length(p->cursor);
    if (*p->cursor == '\0') {
        nbb_fail(NBB_ERROR_DEFINITION, "%s: column %d: expected %s, found the end", p->place, column(p), expected);
    } else {
        nbb_fail(NBB_ERROR_DEFINITION, "%s: column %d: expected %s, found '%.*s'", p->place, column(p), expected,
                 length > 0 ? length : 1, p->cursor);
    }
    return -1;
}

/* Counts one more level of nesting; false, with the failure recorded, when it is one too many. */
static bool enter(parser *p)
{
    if (p->depth == DEPTH_MAX) {
        nbb_fail(NBB_ERROR_DEFINITION, "%s: column %d: more than %d nested parentheses, prefixes and choices",
                 p->place, column(p), DEPTH_MAX);
        return false;
    }
    p->depth++;
    return true;
}

static int add_node(parser *p, int operation, int64_t value)
{
    p->formula->nodes[p->formula->count] = (nbb_formula_node){ .operation = operation, .value = value };
    return p->formula->count++;
}

/* The value of a digit; 16, which no base has, for any other character. */
static int digit_value(char digit)
{
    int lower = tolower((unsigned char)digit);
    return isdigit(lower) ? lower - '0' : isxdigit(lower) ? lower - 'a' + 10 : 16;
}

static int parse_number(parser *p)
{
    int64_t value = 0;
    int length = word_length(p->cursor);
    bool hexadecimal = length > 2 && p->cursor[0] == '0' && tolower((unsigned char)p->cursor[1]) == 'x';
    int base = hexadecimal ? 16 : 10;
    if (p->cursor[0] == '0' && isdigit((unsigned char)p->cursor[1])) {
        return fail_expected(p, "a number without a 0 before it, which C takes for octal");
    }
    for (int i = hexadecimal ? 2 : 0; i < length; i++) {
        int digit = digit_value(p->cursor[i]);
        if (digit >= base) {
            return fail_expected(p, "a decimal number, or 0x and a hexadecimal one");
        }
        if (__builtin_mul_overflow(value, base, &value) || __builtin_add_overflow(value, digit, &value)) {
            return fail_expected(p, "a number below 2^63");
        }
    }
    p->cursor += length;
    return add_node(p, hexadecimal ? NBB_FORMULA_HEXADECIMAL : NBB_FORMULA_NUMBER, value);
}

/* Records that the word at the cursor is none of the scope's names. */
static int fail_unknown(const parser *p, const char *word)
{
    int near = nbb_near_miss(word, p->scope->names, p->scope->count);
    nbb_text names = NBB_TEXT_EMPTY;
    for (int i = 0; i < p->scope->count; i++) {
        nbb_text_add(&names, "%s%s", i > 0 ? ", " : "", p->scope->names[i]);
    }
    nbb_fail(NBB_ERROR_DEFINITION, "%s: column %d: unknown variable '%s'%s%s%s (there are %s)", p->place, column(p),
             word, near < 0 ? "" : ": did you mean '", near < 0 ? "" : p->scope->names[near], near < 0 ? "" : "'?",
             nbb_text_string(&names));
    nbb_text_free(&names);
    return -1;
}

static int parse_variable(parser *p)
{
    int length = word_length(p->cursor);
    for (int i = 0; i < p->scope->count; i++) {
        const char *name = p->scope->names[i];
        if (strlen(name) == (size_t)length && strncmp(name, p->cursor, (size_t)length) == 0) {
            p->cursor += length;
            return add_node(p, NBB_FORMULA_VARIABLE, i);
        }
    }
    nbb_text word = NBB_TEXT_EMPTY;
    nbb_text_put(&word, p->cursor, (size_t)length);
    fail_unknown(p, nbb_text_string(&word));
    nbb_text_free(&word);
    return -1;
}

static int parse_parentheses(parser *p)
{
    p->cursor++;
    int inner = parse_choice(p);
    if (inner < 0) {
        return -1;
    }
    if (*p->cursor != ')') {
        return fail_expected(p, "an operator or ')'");
    }
    p->cursor++;
    return inner;
}

static int parse_operand(parser *p)
{
    skip_space(p);
    unsigned char next = (unsigned char)*p->cursor;
    for (int prefix = NBB_OP_NEG; prefix <= NBB_OP_COMPLEMENT; prefix++) {
        if (next == (unsigned char)*nbb_operator_names.names[prefix]) {
            int index = add_node(p, prefix, 0);
            p->cursor++;
            if (!enter(p)) {
                return -1;
            }
            int operand = parse_operand(p);
            p->depth--;
            p->formula->nodes[index].operands[0] = operand;
            return operand < 0 ? -1 : index;
        }
    }
    if (isdigit(next)) {
        return parse_number(p);
    }
    if (isalpha(next) || next == '_') {
        return parse_variable(p);
    }
    return next == '(' ? parse_parentheses(p) : fail_expected(p, "a number, a variable, a prefix or '('");
}

/* The longest binary operator that stands at the cursor, and its length; NBB_OP_COUNT when there is none. */
static nbb_operator peek_binary(const parser *p, size_t *length)
{
    nbb_operator best = NBB_OP_COUNT;
    *length = 0;
    for (nbb_operator candidate = NBB_OP_ADD; candidate < NBB_OP_COUNT; candidate++) {
        const char *spelling = nbb_operator_names.names[candidate];
        if (strlen(spelling) > *length && strncmp(p->cursor, spelling, strlen(spelling)) == 0) {
            best = candidate;
            *length = strlen(spelling);
        }
    }
    if (best == NBB_OP_DIV && p->cursor[1] == '/') {
        *length = 2;  /* Lua's spelling of the integer division */
    }
    return best;
}

/* Operators of at least the `least` precedence, by precedence climbing. */
static int parse_binary(parser *p, int least)
{
    int left = parse_operand(p);
    while (left >= 0) {
        skip_space(p);
        size_t length;
        nbb_operator operation = peek_binary(p, &length);
        if (operation == NBB_OP_COUNT || nbb_operator_strength(operation) < least) {
            return left;
        }
        p->cursor += length;
        int right = parse_binary(p, nbb_operator_strength(operation) + 1);
        if (right < 0) {
            return -1;
        }
        int index = add_node(p, (int)operation, 0);
        p->formula->nodes[index].operands[0] = left;
        p->formula->nodes[index].operands[1] = right;
        left = index;
    }
    return -1;
}

/* A whole formula: binary, or binary ? choice : choice. */
static int parse_choice(parser *p)
{
    if (!enter(p)) {
        return -1;
    }
    int condition = parse_binary(p, 1);
    if (condition >= 0 && *p->cursor == '?') {
        int index = add_node(p, NBB_FORMULA_CHOOSE, 0);
        int *operands = p->formula->nodes[index].operands;
        operands[0] = condition;
        p->cursor++;
        operands[1] = parse_choice(p);
        if (operands[1] < 0) {
            return -1;
        }
        if (*p->cursor != ':') {
            return fail_expected(p, "an operator or ':'");
        }
        p->cursor++;
        operands[2] = parse_choice(p);
        condition = operands[2] < 0 ? -1 : index;
    }
    p->depth--;
    return condition;
}

/* Parses from the cursor to the character `end`, and past it unless it ends the text. */
static nbb_status parse_until(parser *p, char end, const char *expected, nbb_formula **formula)
{
    size_t bytes = sizeof(nbb_formula) + strlen(p->cursor) * sizeof(nbb_formula_node);
    p->formula = calloc(1, bytes);
    if (p->formula == NULL) {
        return nbb_fail_memory(bytes, "a formula");
    }
    p->depth = 0;
    p->formula->root = parse_choice(p);
    bool good = p->formula->root >= 0;
    if (good && *p->cursor != end) {
        fail_expected(p, expected);
        good = false;
    }
    if (!good) {
        nbb_formula_free(p->formula);
        return nbb_failure();
    }
    p->cursor += end != '\0';
    *formula = p->formula;
    return NBB_OK;
}

nbb_status nbb_formula_parse(const char *text, const char *place, const nbb_formula_scope *scope,
                             nbb_formula **formula)
{
    return nbb_formula_parse_list(text, place, scope, 1, formula);
}

nbb_status nbb_formula_parse_list(const char *text, const char *place, const nbb_formula_scope *scope, int count,
                                  nbb_formula **formulas)
{
    if (strlen(text) > TEXT_MAX) {
        return nbb_fail(NBB_ERROR_DEFINITION, "%s: %zu characters; a formula has at most %d", place, strlen(text),
                        TEXT_MAX);
    }
    parser p = { .text = text, .cursor = text, .place = place, .scope = scope };
    for (int i = 0; i < count; i++) {
        bool last = i + 1 == count;
        const char *expected = last ? "an operator or the end" : "an operator or ',' and one more formula";
        nbb_status status = parse_until(&p, last ? '\0' : ',', expected, &formulas[i]);
        if (status != NBB_OK) {
            while (i-- > 0) {
                nbb_formula_free(formulas[i]);
                formulas[i] = NULL;
            }
            return status;
        }
    }
    return NBB_OK;
}

void nbb_formula_free(nbb_formula *formula)
{
    free(formula);
}
