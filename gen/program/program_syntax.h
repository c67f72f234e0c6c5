/* program_syntax.h - what the parsers of expressions and of statements share. */
#ifndef NBB_PROGRAM_SYNTAX_H
#define NBB_PROGRAM_SYNTAX_H

#include "gen/program/program_parse.h"

typedef struct nbb_parser {
    nbb_arena *arena;
    const nbb_program_text *text;
    const nbb_token *token; /* the next one */
    const nbb_token *first;
    int depth;              /* of what is being parsed */
} nbb_parser;

/* Starts at the text's first token. */
nbb_status nbb_parser_open(nbb_parser *parser, nbb_arena *arena, const nbb_program_text *text);

/* Whether the next token is this sign or name; nbb_parser_takes also goes past it. */
bool nbb_parser_is(const nbb_parser *parser, const char *word);
bool nbb_parser_takes(nbb_parser *parser, const char *word);

/* Fails with what was expected, what stands there, and the word that the one before it may have been meant as; the
   functions that make nodes return NULL for a failure. */
nbb_status nbb_parser_fail(const nbb_parser *parser, const char *expected);

/* Goes past the sign or fails. */
nbb_status nbb_parser_expect(nbb_parser *parser, const char *sign);

/* Goes one level deeper; fails past the limit. Each success needs nbb_parser_leave. */
nbb_status nbb_parser_enter(nbb_parser *parser);
void nbb_parser_leave(nbb_parser *parser);

/* A node at the next token. */
nbb_syntax *nbb_parser_node(nbb_parser *parser, nbb_syntax_kind kind);

nbb_syntax *nbb_parse_expression(nbb_parser *parser);

#endif
