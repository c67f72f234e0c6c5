/* instrument.c - goes through a Lua chunk word by word, with a stack of open blocks. */
#include "instrument.h"

enum { DEPTH_MAX = 64, WORD_MAX = 16 };

/* Where a walk is. Blocks are 'i', an `if` without `else` so far, or 'o', others. A `do` belongs to a loop, for
   templates have no others. */
typedef struct walk {
    const char *at, *end;
    int line, depth;
    char blocks[DEPTH_MAX];
    int lines[DEPTH_MAX];                             /* where they began */
    int *number;
    void (*found)(int number, int line, const char *word);
    nbb_text *to;
} walk;

static void mark(walk *w, int line, const char *before, const char *word, const char *call, const char *after)
{
    w->found(*w->number, line, word);
    nbb_text_add(w->to, "%s%s(%d)%s", before, call, (*w->number)++, after);
}

static void copy(walk *w, size_t length)
{
    for (size_t i = 0; i < length; ++i) {
        w->line += w->at[i] == '\n';
    }
    nbb_text_put(w->to, w->at, length);
    w->at += length;
}

/* The length of a string or a comment that begins here, or 0. */
static size_t quoted_length(const walk *w)
{
    const char *at = w->at;
    if (at + 1 < w->end && at[0] == '-' && at[1] == '-') {
        const char *stop = memchr(at, '\n', (size_t)(w->end - at));
        return (size_t)((stop != NULL ? stop : w->end) - at);
    }
    if (*at != '"' && *at != '\'') {
        return 0;
    }
    const char *stop = at + 1;
    while (stop < w->end && *stop != *at) {
        stop += *stop == '\\' ? 2 : 1;
    }
    return (size_t)(stop + 1 - at);
}

static void open_block(walk *w, char kind)
{
    if (w->depth == DEPTH_MAX) {
        fprintf(stderr, "instrument: more than %d blocks in blocks\n", DEPTH_MAX);
        abort();
    }
    w->lines[w->depth] = w->line;
    w->blocks[w->depth++] = kind;
}

/* Copies the arguments of a function: to the bracket that closes them. */
static void copy_arguments(walk *w)
{
    const char *stop = memchr(w->at, ')', (size_t)(w->end - w->at));
    copy(w, stop != NULL ? (size_t)(stop + 1 - w->at) : 0);
}

/* What goes before a word that ends a block. */
static void close_block(walk *w, const char *word)
{
    if (strcmp(word, "end") == 0 && w->depth > 0 && w->blocks[--w->depth] == 'i') {
        mark(w, w->lines[w->depth], " else ", "no else", "took", " ");
    } else if (strcmp(word, "until") == 0) {
        --w->depth;
    }
}

/* What goes behind a word that was copied: blocks open, branches begin. */
static const struct follows {
    const char *word, *call, *after;                  /* no call: none begins */
    char opens;                                       /* a block of that kind */
} follows[] = {
    { "if", NULL, NULL, 'i' },           { "for", NULL, NULL, 'o' },          { "while", NULL, NULL, 'o' },
    { "function", "took", " ", 'o' },    { "repeat", "took", " ", 'o' },      { "do", "took", " ", '\0' },
    { "then", "took", " ", '\0' },       { "else", "took", " ", '\0' },       { "and", "took", " and ", '\0' },
    { "or", "took_not", " or ", '\0' },
};

static void follow_word(walk *w, const char *word)
{
    size_t i = 0, count = sizeof follows / sizeof *follows;
    while (i < count && strcmp(follows[i].word, word) != 0) {
        ++i;
    }
    if (i == count) {
        return;
    }
    if (follows[i].opens != '\0') {
        open_block(w, follows[i].opens);
    }
    if (strcmp(word, "function") == 0) {
        copy_arguments(w);
    } else if (strcmp(word, "else") == 0) {
        w->blocks[w->depth - 1] = 'o';
    }
    if (follows[i].call != NULL) {
        bool is_else = strcmp(word, "else") == 0;     /* is known by the condition that does not hold */
        mark(w, is_else ? w->lines[w->depth - 1] : w->line, " ", follows[i].word, follows[i].call, follows[i].after);
    }
}

void instrument(const char *text, size_t length, int *number, void (*found)(int number, int line, const char *word),
                nbb_text *to)
{
    walk w = { .at = text, .end = text + length, .line = 1, .number = number, .found = found, .to = to };
    while (w.at < w.end) {
        size_t quoted = quoted_length(&w), letters = 0;
        while (w.at + letters < w.end && (isalnum((unsigned char)w.at[letters]) || w.at[letters] == '_')) {
            ++letters;
        }
        char word[WORD_MAX] = "";
        if (quoted == 0 && letters < WORD_MAX) {
            memcpy(word, w.at, letters);
        }
        close_block(&w, word);
        copy(&w, quoted > 0 ? quoted : letters > 0 ? letters : 1);
        follow_word(&w, word);
    }
}
