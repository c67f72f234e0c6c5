/* finish.c - what is known of a text once it is whole: the names that are its own, and whether it is linked with -lm.

   A text of kernels alone may be included beside others. Each of its names that begins with nbb_ is made one that
   begins with the plan's by a definition ahead of it, "#define nbb_mix NBB_OWN(nbb_mix)", which is the same in all
   texts; macros are undefined behind it. Both places are comments that the templates print. */
#include "gen/source/finish.h"

#include "gen/base/list.h"

#include <ctype.h>
#include <string.h>

static const char names_mark[] = "// Names of what follows.\n", macros_mark[] = "// No macro of these stays.\n";
static const char math_mark[] = "//   cc ";

/* What a text has. */
typedef struct findings {
    nbb_list names, macros;
    bool math; /* a function of libm */
} findings;

static size_t word_length(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_') {
        ++length;
    }
    return length;
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static bool is_math(const char *text, size_t length)
{
    static const char *const functions[] = { "sqrt", "exp", "log", "pow", "sin", "cos", "tanh", "floor" };
    length -= length > 1 && text[length - 1] == 'f';
    size_t i = 0;
    while (i < sizeof functions / sizeof functions[0] && !is_word(text, length, functions[i])) {
        ++i;
    }
    return i < sizeof functions / sizeof functions[0];
}

/* Adds it if it is not there. */
static nbb_status add_once(nbb_list *list, const char *word, size_t length)
{
    for (size_t i = 0; i < list->count; ++i) {
        if (is_word(word, length, list->items[i])) {
            return NBB_OK;
        }
    }
    return nbb_list_add(list, word, length);
}

static nbb_status take_word(const char *text, size_t length, const char *own, findings *found)
{
    bool is_kernel = strncmp(text, own, strlen(own)) == 0;
    found->math = found->math || (text[length] == '(' && is_math(text, length));
    return !is_kernel && strncmp(text, "nbb_", 4) == 0 ? add_once(&found->names, text, length) : NBB_OK;
}

/* Behind a literal or a comment that begins here, which has no names; or `text`. */
static const char *skip(const char *text)
{
    if (text[0] == '/' && text[1] == '/') {
        return text + strcspn(text, "\n");
    }
    if (*text == '"' || *text == '\'') {
        const char quote = *text++;
        while (*text != quote && *text != '\0') {
            text += *text == '\\' ? 2 : 1;
        }
        return text + (*text != '\0');
    }
    return text;
}

static nbb_status find(const char *text, const char *own, findings *found)
{
    static const char define[] = "#define ";
    while (*text != '\0') {
        const char *behind = skip(text);
        size_t length = word_length(text);
        if (behind > text) {
            text = behind;
        } else if (strncmp(text, define, strlen(define)) == 0) {
            text += strlen(define);
            NBB_TRY(add_once(&found->macros, text, word_length(text)));
        } else if (length > 0) {
            NBB_TRY(take_word(text, length, own, found));
            text += length;
        } else {
            ++text;
        }
    }
    return NBB_OK;
}

/* Behind the mark's line, or NULL. */
static const char *behind(const char *text, const char *mark)
{
    const char *at = strstr(text, mark);
    return at != NULL ? at + strlen(mark) : NULL;
}

/* Copies what stands from *from to `to`, which it moves there. */
static void copy(const char **from, const char *to, nbb_text *source)
{
    nbb_text_put(source, *from, (size_t)(to - *from));
    *from = to;
}

static void put_finished(const char *text, const findings *found, nbb_text *source)
{
    const char *command = behind(text, math_mark), *names = behind(text, names_mark);
    const char *macros = names != NULL ? behind(names, macros_mark) : NULL;
    if (command != NULL && found->math) {
        copy(&text, command + strcspn(command, "\n"), source);
        nbb_text_add(source, " -lm");
    }
    if (macros != NULL) {
        copy(&text, names, source);
        for (size_t i = 0; i < found->names.count; ++i) {
            nbb_text_add(source, "#define %s NBB_OWN(%s)\n", found->names.items[i], found->names.items[i]);
        }
        copy(&text, macros, source);
        for (size_t i = 0; i < found->macros.count; ++i) {
            nbb_text_add(source, "#undef %s\n", found->macros.items[i]);
        }
    }
    nbb_text_add(source, "%s", text);
}

nbb_status nbb_finish(const char *own, const char *text, nbb_text *source)
{
    const char *names = behind(text, names_mark);
    findings found = { .math = false };
    nbb_status status = find(names != NULL ? names : text, own, &found);
    if (status == NBB_OK) {
        put_finished(text, &found, source);
        status = nbb_text_status(source, "source text");
    }
    nbb_list_free(&found.names);
    nbb_list_free(&found.macros);
    return status;
}
