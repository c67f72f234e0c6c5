/* documents.h - completions and pages for man, and what a shell may offer. */
#ifndef NBB_DOCUMENTS_H
#define NBB_DOCUMENTS_H

#include "gen/base/text.h"
#include "library/option_row.h"
#include "library/options.h"

/* Words, files of any name, or folders; none of them where the value is the user's own, as a number. */
typedef struct nbb_offer {
    nbb_text words;                                   /* with blanks between */
    bool files, folders;
} nbb_offer;

/* For the value of an option; nothing for a flag. Freed with nbb_offer_free in every case. */
nbb_status nbb_offer_value(const nbb_option_row *row, nbb_offer *offer);

void nbb_offer_free(nbb_offer *offer);

/* Appends the names of the fractals that come with nbbgen, with blanks between. */
nbb_status nbb_offer_fractals(nbb_text *words);

/* Appends what `nbbgen help` knows, and what that command does. */
nbb_status nbb_offer_topics(nbb_text *words);
extern const char nbb_offer_help[];

/* Whether the command takes several values of the row, with commas between. */
bool nbb_offer_lists(const nbb_option_row *row, nbb_command command);

/* Whether the command takes the row, and whether it takes a fractal. */
bool nbb_offer_takes(nbb_command command, int row);
bool nbb_offer_takes_fractal(nbb_command command);

/* Appends what the option does, up to the first aside, with each character of `special` behind `escape`. */
void nbb_offer_purpose(const char *words, const char *special, const char *escape, nbb_text *text);

/* Append the script of a shell. Fail (run) when the shares cannot be read. */
nbb_status nbb_complete_bash(nbb_text *script);
nbb_status nbb_complete_fish(nbb_text *script);
nbb_status nbb_complete_zsh(nbb_text *script);

/* Append a page as roff's man macros take it. */
void nbb_manual_program(nbb_text *page);
void nbb_manual_command(nbb_command command, nbb_text *page);

#endif
