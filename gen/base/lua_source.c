/* lua_source.c - reads a Lua file by tokens: names, strings, braces and the signs between. */
#include "gen/base/lua_read.h"

#include <ctype.h>
#include <string.h>

enum { OUTER = 1, INNER = 2 }; /* depths of braces at which keys are read */

typedef struct span {
    const char *start;
    size_t length;
} span;

typedef enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_STRING, TOKEN_SIGN } token_kind;

typedef struct reader {
    const char *at;
    token_kind kind;
    span token; /* of a string: what is inside */
    int depth;
    span name;            /* the last token, if it was a name */
    span keys[INNER + 1]; /* by depth, where a value follows */
} reader;

/* The length of a long bracket that opens here, "[[" or "[=[", or 0. */
static size_t long_bracket(const char *at)
{
    size_t level = at[0] == '[' ? strspn(at + 1, "=") : 0;
    return at[0] == '[' && at[level + 1] == '[' ? level + 2 : 0;
}

/* What stands between the long bracket at the reader and its end; the first newline does not count. */
static span take_long(reader *r, size_t bracket)
{
    const char *start = r->at + bracket;
    start += *start == '\n';
    const char *stop = start;
    for (; *stop != '\0'; ++stop) {
        if (*stop == ']' && strspn(stop + 1, "=") == bracket - 2 && stop[bracket - 1] == ']') {
            break;
        }
    }
    r->at = *stop != '\0' ? stop + bracket : stop;
    return (span){ start, (size_t)(stop - start) };
}

static span take_quoted(reader *r)
{
    char quote = *r->at;
    const char *start = ++r->at;
    while (*r->at != '\0' && *r->at != '\n' && *r->at != quote) {
        r->at += r->at[0] == '\\' && r->at[1] != '\0' ? 2 : 1;
    }
    span inside = { start, (size_t)(r->at - start) };
    r->at += *r->at == quote;
    return inside;
}

static void skip_blanks_and_comments(reader *r)
{
    for (;;) {
        r->at += strspn(r->at, " \t\r\n\f\v");
        if (strncmp(r->at, "--", 2) != 0) {
            return;
        }
        r->at += 2;
        size_t bracket = long_bracket(r->at);
        if (bracket > 0) {
            take_long(r, bracket);
        } else {
            r->at += strcspn(r->at, "\n");
        }
    }
}

static void take_name(reader *r)
{
    const char *start = r->at;
    while (isalnum((unsigned char)*r->at) || *r->at == '_') {
        ++r->at;
    }
    r->kind = TOKEN_NAME;
    r->token = (span){ start, (size_t)(r->at - start) };
}

static void next(reader *r)
{
    skip_blanks_and_comments(r);
    size_t bracket = long_bracket(r->at);
    if (*r->at == '\0') {
        r->kind = TOKEN_END;
    } else if (bracket > 0 || *r->at == '"' || *r->at == '\'') {
        r->kind = TOKEN_STRING;
        r->token = bracket > 0 ? take_long(r, bracket) : take_quoted(r);
    } else if (isalnum((unsigned char)*r->at) || *r->at == '_') {
        take_name(r);
    } else {
        r->kind = TOKEN_SIGN;
        r->token = (span){ r->at++, 1 };
    }
}

static bool at_keys(const reader *r)
{
    return r->depth >= OUTER && r->depth <= INNER;
}

/* What the token says about depth and keys. */
static void follow(reader *r)
{
    char sign = r->kind == TOKEN_SIGN ? *r->token.start : '\0';
    if (sign == '=' && at_keys(r) && r->name.length > 0) {
        r->keys[r->depth] = r->name;
    } else if ((sign == ',' || sign == ';') && at_keys(r)) {
        r->keys[r->depth] = (span){ NULL, 0 };
    } else if (sign == '{' || sign == '}') {
        r->depth += sign == '{' ? 1 : -1;
        r->keys[INNER] = r->depth == INNER ? (span){ NULL, 0 } : r->keys[INNER];
    }
    r->name = r->kind == TOKEN_NAME ? r->token : (span){ NULL, 0 };
}

static bool is(span found, const char *wanted)
{
    return found.length == strlen(wanted) && strncmp(found.start, wanted, found.length) == 0;
}

/* Whether the reader is at the wanted key's value, or for INNER inside of it. */
static bool at_key(const reader *r, const char *key, const char *inner)
{
    return at_keys(r) && is(r->keys[OUTER], key)
           && (inner == NULL || (r->depth == INNER && is(r->keys[INNER], inner)));
}

static int line_of(const char *source, const char *at)
{
    int line = 1;
    for (; source < at; ++source) {
        line += *source == '\n';
    }
    return line;
}

nbb_source_place nbb_source_find(const char *source, const char *key, const char *inner, const char *text)
{
    reader r = { .at = source };
    nbb_source_place place = { 0 };
    for (next(&r); r.kind != TOKEN_END; next(&r)) {
        if (r.kind == TOKEN_STRING && text != NULL && at_key(&r, key, inner) && is(r.token, text)) {
            return (nbb_source_place){ line_of(source, r.token.start), true, (size_t)(r.token.start - source) };
        }
        follow(&r);
        if (place.line == 0 && r.kind == TOKEN_SIGN && *r.token.start == '=' && at_key(&r, key, inner)) {
            place.line = line_of(source, r.token.start);
            place.at = (size_t)(r.token.start - source);
        }
    }
    return place;
}

int nbb_source_line(const char *source, const char *key, int otherwise)
{
    int line = nbb_source_find(source, key, NULL, NULL).line;
    return line > 0 ? line : otherwise;
}
