/* svg_text.c - escapes and measures words. */
#include "runtime/bench/svg_text.h"

/* Of a letter to its height: what wide fonts (DejaVu, Verdana) need on average in names and numbers. */
#define LETTER 0.64

void nbb_svg_add_words(const char *words, nbb_text *text)
{
    for (; *words != '\0'; ++words) {
        switch (*words) {
        case '&':
            nbb_text_add(text, "&amp;");
            break;
        case '<':
            nbb_text_add(text, "&lt;");
            break;
        default:
            nbb_text_put(text, (unsigned char)*words < ' ' || *words == '\x7f' ? "?" : words, 1);
        }
    }
}

double nbb_svg_width(const char *words, int font)
{
    int letters = 0;
    for (; *words != '\0'; ++words) {
        letters += ((unsigned char)*words & 0xc0) != 0x80;  /* what follows in UTF-8 is the same letter */
    }
    return letters * LETTER * font;
}

bool nbb_svg_overlap(const nbb_svg_box *a, const nbb_svg_box *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}
