/* syntax.h - a text as tokens, and expressions as syntax trees, before names and types are known: of programs and of
   formulas.

         e            C's, of the operators of NBB_OPERATORS and ?:
         primary      number | true | false | NAME | here.NAME | there.NAME | NAME(e, ...) | NAME[int, int] | (e)

   Depth and size are limited: the text is untrusted. */
#pragma once

#include "gen/domain/fractal.h"
#include "gen/domain/operators.h"

/* --- the text of a file's field, of a program or a formula, and messages about a place in it (field_text.c) ---

         ising.lua:11: update:9: unknown name 'alligned': did you mean 'aligned'?
             if (alligned > 2) s = !s;
                 ^ */

typedef struct nbb_field_text {
    const char *path;  /* of the file */
    const char *field; /* "update", "observe.m" */
    const char *text;
    const char *source; /* the file's */
    int line;           /* of the field in the file; 0: unknown */
    bool found;         /* whether the text stands in the source as it is, */
    size_t at;          /* from this byte on */
    bool is_formula;    /* of a definition: `//` divides; messages are "column 9: ..." */
} nbb_field_text;

/* Where something stands: the byte in a field's text. */
typedef struct nbb_place_in_text {
    const nbb_field_text *text;
    size_t offset;
} nbb_place_in_text;
#define nbb_place_fail(place, ...) nbb_field_fail((place).text, (place).offset, __VA_ARGS__)
#define NBB_FAIL_PLACE_IF(wrong, place, ...) NBB_FAIL_IF(wrong, nbb_place_fail(place, __VA_ARGS__))

/* Records "PATH:LINE: FIELD:COLUMN: ..." with the line that holds byte `offset` of the text and a caret below it.
   Where Lua computed the text, so that the file does not hold it, line and column are those of the text: "PATH:
   FIELD:LINE:COLUMN: ...". Returns NBB_ERROR_DEFINITION. */
#define nbb_field_fail(text, offset, ...) nbb_field_fail_near(text, offset, "", NULL, 0, __VA_ARGS__)

/* The same, and which of so many names was probably meant. */
nbb_status nbb_field_fail_near(const nbb_field_text *text, size_t offset, const char *given, const char *const *names,
                               int count, const char *format, ...) NBB_PRINTF(6, 7);

/* The same of the field as a whole: "PATH:LINE: FIELD: ...". */
nbb_status nbb_field_fail_whole(const nbb_field_text *text, const char *format, ...) NBB_PRINTF(2, 3);

/* --- tokens and trees (syntax.c) --- */

enum { NBB_PROGRAM_TEXT_MAX = 1 << 16, NBB_IDENTIFIER_MAX = 63 };

typedef enum nbb_token_kind {
    NBB_TOKEN_END,     /* of the text */
    NBB_TOKEN_NAME,    /* word */
    NBB_TOKEN_INTEGER, /* integer */
    NBB_TOKEN_REAL,    /* real */
    NBB_TOKEN_SIGN,    /* word */
} nbb_token_kind;

typedef struct nbb_token {
    nbb_token_kind kind;
    size_t at; /* in the text */
    const char *word;
    int64_t integer;
    bool is_hexadecimal;
    double real;
} nbb_token;

enum { NBB_SYNTAX_DEPTH_MAX = 200, NBB_SYNTAX_PARTS_MAX = 4 };

typedef enum nbb_syntax_kind {
    NBB_SYNTAX_BOOL, /* integer: 0 or 1 */
    NBB_SYNTAX_INTEGER,
    NBB_SYNTAX_REAL,
    NBB_SYNTAX_NAME,     /* name; owner where one is written */
    NBB_SYNTAX_INDEX,    /* name[offset] */
    NBB_SYNTAX_CALL,     /* name(parts...) */
    NBB_SYNTAX_LIST,     /* list */
    NBB_SYNTAX_OPERATOR, /* operation of one or two parts */
    NBB_SYNTAX_SELECT,   /* three parts */
} nbb_syntax_kind;

/* Who is asked, where that is written. */
typedef enum nbb_owner { NBB_OWNER_NONE, NBB_OWNER_HERE, NBB_OWNER_THERE } nbb_owner;

extern const nbb_spellings nbb_type_names; /* int, real and bool */

typedef struct nbb_syntax nbb_syntax;
struct nbb_syntax {
    nbb_syntax_kind kind;
    nbb_place_in_text place; /* of an operator its sign; in a text that may be there no longer */
    int within;              /* so many named expressions that it was expanded in */
    int depth;               /* of the expression below: 1 + its parts' largest */
    const char *name;
    size_t name_at;
    nbb_owner owner;
    nbb_operator operation;
    int64_t integer;
    bool is_hexadecimal;
    double real;
    nbb_vector offset;
    int axes;      /* numbers in the offset; 0: parts[0] is an index */
    int64_t *list; /* of a list, so many: */
    int list_count;
    nbb_syntax *parts[NBB_SYNTAX_PARTS_MAX];
    int part_count;
};

typedef struct nbb_parser {
    nbb_arena *arena;
    const nbb_field_text *text;
    const nbb_token *token; /* the next one */
    const nbb_token *first;
    int depth;       /* of what is being parsed */
    bool has_lists;  /* {1, 2} is an expression */
    bool has_powers; /* '^' is a power, which binds before a sign, and its right one first; else bits' */
} nbb_parser;

/* Makes the text's tokens, the last of kind END, and starts at the first. */
nbb_status nbb_parser_open(nbb_parser *parser, nbb_arena *arena, const nbb_field_text *text);

/* Whether the next token is this sign or name; nbb_parser_takes also goes past it. */
bool nbb_parser_is(const nbb_parser *parser, const char *word);
bool nbb_parser_takes(nbb_parser *parser, const char *word);

/* Fails with what was expected, what stands there, and the word that the one before it may have been meant as. */
nbb_status nbb_parser_fail(const nbb_parser *parser, const char *expected);

/* Where the next token stands. */
static inline nbb_place_in_text nbb_parser_place(const nbb_parser *parser)
{
    return (nbb_place_in_text){ parser->text, parser->token->at };
}

nbb_status nbb_parser_expect(nbb_parser *parser, const char *sign);

/* Goes one level deeper; fails past the limit. Who succeeds takes the level away again. */
nbb_status nbb_parser_enter(nbb_parser *parser);

/* The node, at the next token. */
nbb_syntax *nbb_parser_node(nbb_parser *parser, nbb_syntax node);

/* The node with the name that comes next; NULL stays NULL. */
nbb_syntax *nbb_parser_name(nbb_parser *parser, nbb_syntax *node);

nbb_syntax *nbb_parse_expression(nbb_parser *parser);
