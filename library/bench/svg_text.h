/* svg_text.h - words in an SVG: escaped, and how much room they take. */
#ifndef NBB_SVG_TEXT_H
#define NBB_SVG_TEXT_H

#include "gen/base/text.h"

#include <stdbool.h>

/* The usual height of letters, and that of a title, in pixels. */
enum { NBB_SVG_FONT = 11, NBB_SVG_TITLE_FONT = 13 };

/* Appends the words; what XML reserves as entities, a control character, which it has none of, as '?'. */
void nbb_svg_add_words(const char *words, nbb_text *text);

/* The room in pixels that the words take at most in a sans-serif font of this height. */
double nbb_svg_width(const char *words, int font);

/* A place that is taken, from its left upper corner to its right lower one. */
typedef struct nbb_svg_box {
    double left, top, right, bottom;
} nbb_svg_box;

bool nbb_svg_overlap(const nbb_svg_box *a, const nbb_svg_box *b);

/* Appends a whole SVG of this size around what is drawn; `description` is told to whoever asks for it. */
void nbb_svg_add_sheet(double width, double height, const char *description, const nbb_text *drawn, nbb_text *text);

#endif
