/* lex.c - the text of a field to tokens. */
#include "gen/domain/syntax.h"

/* The signs, those first that begin with another one. */
static const char *const signs[] = { "<<=", ">>=", "++", "--", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&",
                                     "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "+",  "-",  "*",
                                     "/",   "%",   "<",  ">",  "=",  "!",  "&",  "|",  "^",  "~",  "?",  ":",
                                     ";",   ",",   ".",  "(",  ")",  "[",  "]",  "{",  "}" };

typedef struct lexer {
    nbb_arena *arena;
    const nbb_field_text *text;
    const char *at;
    nbb_token *tokens;
    int count;
} lexer;

static size_t offset_of(const lexer *l)
{
    return (size_t)(l->at - l->text->text);
}

static nbb_status skip(lexer *l)
{
    for (;;) {
        l->at += strspn(l->at, " \t\r\n\f\v");
        if (!l->text->is_formula && strncmp(l->at, "//", 2) == 0) {
            l->at += strcspn(l->at, "\n");
        } else if (strncmp(l->at, "/*", 2) == 0) {
            const char *end = strstr(l->at + 2, "*/");
            NBB_FAIL_IF(end == NULL,
                        nbb_field_fail(l->text, offset_of(l), "this comment has no end: '*/' is expected"));
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
    NBB_FAIL_IF(length > NBB_IDENTIFIER_MAX,
                nbb_field_fail(l->text, offset_of(l), "a name of %zu characters; a name has at most %d", length,
                               NBB_IDENTIFIER_MAX));
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
        NBB_FAIL_IF(l->at[0] == '0' && isdigit((unsigned char)l->at[1]),
                    nbb_field_fail(l->text, offset_of(l),
                                   "a number that begins with 0: octal ones are not taken, write it without the 0"));
        token->is_hexadecimal = l->at[0] == '0' && (l->at[1] == 'x' || l->at[1] == 'X');
        errno = 0;
        token->integer = strtoll(l->at, &end, token->is_hexadecimal ? 16 : 10);
        is_wide = errno == ERANGE;
    }
    NBB_FAIL_IF(is_wide, nbb_field_fail(l->text, offset_of(l), "this number is too big for %s",
                                        is_real ? "a real" : "an int of 64 bits"));
    token->kind = is_real ? NBB_TOKEN_REAL : NBB_TOKEN_INTEGER;
    l->at = end;
    NBB_FAIL_IF(in_name(*l->at) || *l->at == '.',
                nbb_field_fail(l->text, offset_of(l), "'%c' cannot follow a number: numbers have no suffix", *l->at));
    return NBB_OK;
}

static nbb_status take_sign(lexer *l, nbb_token *token)
{
    unsigned char byte = (unsigned char)*l->at;
    enum { SIGNS = sizeof signs / sizeof *signs };
    int i = NBB_FIND(at, SIGNS, strncmp(l->at, signs[at], strlen(signs[at])) == 0);
    if (i < SIGNS) {
        token->kind = NBB_TOKEN_SIGN;
        token->word = signs[i];
        l->at += strlen(signs[i]);
        l->at += l->text->is_formula && *signs[i] == '/' && *l->at == '/'; /* Lua's spelling */
        return NBB_OK;
    }
    NBB_FAIL_IF(byte == '"' || byte == '\'',
                nbb_field_fail(l->text, offset_of(l), "there are no strings in a program's text"));
    NBB_FAIL_IF(isprint(byte), nbb_field_fail(l->text, offset_of(l), "the character '%c' has no meaning here", byte));
    return nbb_field_fail(l->text, offset_of(l), "the byte 0x%02x has no meaning here", byte);
}

static nbb_status take(lexer *l, nbb_token *token)
{
    *token = (nbb_token){ .kind = NBB_TOKEN_END, .at = offset_of(l) };
    NBB_DONE_IF(*l->at == '\0');
    NBB_RETURN_IF(isdigit((unsigned char)*l->at) || (*l->at == '.' && isdigit((unsigned char)l->at[1])),
                  take_number(l, token));
    return in_name(*l->at) ? take_name(l, token) : take_sign(l, token);
}

nbb_token *nbb_lex(nbb_arena *arena, const nbb_field_text *text)
{
    lexer l = { .arena = arena, .text = text, .at = text->text };
    do {
        nbb_token token;
        NBB_FAIL_IF(skip(&l) != NBB_OK || take(&l, &token) != NBB_OK
                        || NBB_ARENA_APPEND(arena, l.tokens, l.count, token) != NBB_OK,
                    NULL);
    } while (l.tokens[l.count - 1].kind != NBB_TOKEN_END);
    return l.tokens;
}
