/* program_lex.h - the text of a field to tokens: names, numbers and signs; blanks and C's comments stand between. */
#ifndef NBB_PROGRAM_LEX_H
#define NBB_PROGRAM_LEX_H

#include "gen/base/arena.h"
#include "gen/program/program_text.h"

#include <stdint.h>

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
    double real;
} nbb_token;

/* Makes the tokens, the last of kind END, in the arena; NULL with the failure recorded. */
nbb_token *nbb_program_lex(nbb_arena *arena, const nbb_program_text *text);

#endif
