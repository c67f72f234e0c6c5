/* svg_text.c - escapes and measures words. */
#include "library/bench/svg_text.h"

#include <math.h>

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

static const char
    style[] = "<style>rect,polyline,path{fill:none} rect{stroke:#000} .grid{stroke:#ddd} .x{text-anchor:middle}"
    " .y{text-anchor:end} .title{font-size:13px} polyline,path{stroke-width:1.5} .grid{stroke-width:.7}"
    " .doubt{fill:#fff;stroke:currentColor}</style>\n";

/* The size is known once all is drawn. The description may be longer than the figure. */
void nbb_svg_add_sheet(double width, double height, const char *description, const nbb_text *drawn, nbb_text *text)
{
    int right = (int)ceil(width), bottom = (int)ceil(height);
    nbb_text_add(text,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                 " font-family=\"sans-serif\" font-size=\"%d\">\n<desc>",
                 right, bottom, right, bottom, NBB_SVG_FONT);
    nbb_svg_add_words(description, text);
    nbb_text_add(text, "</desc>\n%s<path style=\"fill:#fff\" d=\"M0 0h%dv%dH0z\"/>\n%s</svg>\n", style, right, bottom,
                 nbb_text_string(drawn));
}
