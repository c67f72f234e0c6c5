/* field_text.c - messages about a place in a program file's field. */
#include "gen/domain/syntax.h"

enum { SHOWN_BEFORE = 60, SHOWN_AFTER = 50 }; /* characters of a line that are shown around the place */

/* Appends the characters from..to as they may be shown, each in one column; returns the number of columns. */
static size_t add_columns(nbb_text *text, const char *from, const char *to)
{
    size_t columns = 0;
    for (; from < to; ++columns) {
        size_t bytes = nbb_printable(from, (size_t)(to - from));
        nbb_text_put(text, bytes > 0 ? from : *from == '\t' ? " " : "?", bytes > 0 ? bytes : 1);
        from += bytes > 0 ? bytes : 1;
    }
    return columns;
}

static bool goes_on(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* The line that begins there, without its indentation and what is far from the place, and the caret. */
static void add_quotation(nbb_text *text, const char *start, const char *place)
{
    const char *from = start + strspn(start, " \t"), *to = start + strcspn(start, "\r\n");
    from = from < place ? from : place;
    if (place - from > SHOWN_BEFORE) {
        for (from = place - SHOWN_BEFORE; goes_on(*from); ++from) {
        }
    }
    if (to - place > SHOWN_AFTER) {
        for (to = place + SHOWN_AFTER; goes_on(*to); --to) {
        }
    }
    nbb_text_add(text, "\n    ");
    size_t columns = add_columns(text, from, place);
    add_columns(text, place, to);
    nbb_text_add(text, "\n    %*s^", (int)columns, "");
}

nbb_status nbb_field_fail_near(const nbb_field_text *text, size_t offset, const char *given, const char *const *names,
                               int count, const char *format, ...)
{
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY, message = NBB_TEXT_EMPTY;
    NBB_WITH_ARGUMENTS(format, nbb_text_add_list(&words, format, arguments));
    nbb_add_near(&words, given, names, count);
    NBB_FAIL_IF(text->is_formula,
                nbb_fail(NBB_ERROR_DEFINITION, "column %zu: %s", offset + 1, nbb_text_string(&words)));
    const char *begin = text->found ? text->source : text->text,
               *place = begin + offset + (text->found ? text->at : 0);
    const char *before = memrchr(begin, '\n', (size_t)(place - begin)), *start = before != NULL ? before + 1 : begin;
    int number = 1 + NBB_SUM(i, place - begin, begin[i] == '\n');
    nbb_text_add(&message, "%s:", text->field);
    NBB_TEXT_ADD_IF(!text->found, &message, "%d:", number);
    nbb_text_add(&message, "%td: %s", place - start + 1, nbb_text_string(&words));
    add_quotation(&message, start, place);
    return nbb_fail_at(NBB_ERROR_DEFINITION, text->path, text->found ? number : 0, "%s", nbb_text_string(&message));
}

nbb_status nbb_field_fail_whole(const nbb_field_text *text, const char *format, ...)
{
    NBB_LOCAL_TEXT message = nbb_text_of("%s: ", text->field);
    NBB_WITH_ARGUMENTS(format, nbb_text_add_list(&message, format, arguments));
    return nbb_fail_at(NBB_ERROR_DEFINITION, text->path, text->line > 0 ? text->line : 1, "%s",
                       nbb_text_string(&message));
}
