/* text.h - the one growable string, and lists of words. */
#pragma once

#include "gen/base/status.h"

/* Bytes with a terminating 0 that `length` does not count. Start with NBB_TEXT_EMPTY; `data` is never NULL once
   something was added. A failed allocation sticks in `failed`: add freely, ask nbb_text_status once. */
typedef struct nbb_text {
    char *data;
    size_t length;
    size_t capacity;
    bool failed;
} nbb_text;

#define NBB_TEXT_EMPTY ((nbb_text){ NULL, 0, 0, false })

/* One that is freed at the end of its block. */
#define NBB_LOCAL_TEXT NBB_AT_END(nbb_text_free) nbb_text

/* One made of a format, or leave at once: NBB_LOCAL_TEXT_OF(path, "a file's name", "%s/%s", folder, name). */
#define NBB_LOCAL_TEXT_OF(name, purpose, ...)       \
    NBB_LOCAL_TEXT name = nbb_text_of(__VA_ARGS__); \
    NBB_TRY(nbb_text_status(&name, purpose))

/* Appends formatted text, or where that is due alone; a text of it; and the former with arguments that a caller has,
   which are used up. */
void nbb_text_add(nbb_text *text, const char *format, ...) NBB_PRINTF(2, 3);
#define NBB_TEXT_ADD_IF(is_due, text, ...)   \
    do {                                     \
        if (is_due) {                        \
            nbb_text_add(text, __VA_ARGS__); \
        }                                    \
    } while (0)
nbb_text nbb_text_of(const char *format, ...) NBB_PRINTF(1, 2);
void nbb_text_add_list(nbb_text *text, const char *format, va_list arguments);

/* Appends an amount of memory, "2.95 GB": three digits and a unit. */
void nbb_text_amount(nbb_text *text, unsigned long long bytes);

/* Appends `length` bytes as they are. */
void nbb_text_put(nbb_text *text, const char *bytes, size_t length);

/* A number in the fewest digits that are read as the same, as a float if `single`, and with a point or an exponent if
   `point`; NBB_REAL(value) is its text, an argument for printf. */
typedef struct nbb_digits {
    char text[40];
} nbb_digits;
nbb_digits nbb_shortest(double value, bool single, bool point);
#define NBB_REAL(value) nbb_shortest(value, false, false).text

/* NBB_OK, or the out-of-memory failure of any earlier addition to any text of the thread, for this one may be made of
   that one; `purpose` names the text in the message. */
nbb_status nbb_text_status(const nbb_text *text, const char *purpose);

/* The text as a C string; "" while empty. Valid until the next addition. */
const char *nbb_text_string(const nbb_text *text);

/* Opens a regular file for reading. Fails (`failure`) on anything else: reading a pipe or a device may never end, so
   it is not waited for. */
nbb_status nbb_text_open_file(const char *path, nbb_status failure, FILE **file);

/* Appends a whole file, at most `limit` bytes; `failure` is the status of a file that cannot be read, is larger or is
   no regular file. */
nbb_status nbb_text_read_file(nbb_text *text, const char *path, size_t limit, nbb_status failure);

/* The same for an opened stream, which is closed; `path` names it in messages. */
nbb_status nbb_text_read_stream(nbb_text *text, FILE *file, const char *path, size_t limit, nbb_status failure);

/* Frees the bytes; the text is NBB_TEXT_EMPTY again. */
void nbb_text_free(nbb_text *text);

/* Whether a file's name ends so, and does not begin there. */
bool nbb_ends_in(const char *name, const char *end);

/* Index of the candidate fewest edits (insert, delete, replace or swap a character; capitals are no edit) away from
   `given`, the first of equals; -1 when none is near: within 2 edits, where both are shorter than 6 characters within
   1, and of a single character none. */
int nbb_near_miss(const char *given, const char *const *candidates, int count);

/* Appends ": did you mean 'NAME'?" where one of the names is near. */
void nbb_add_near(nbb_text *text, const char *given, const char *const *names, int count);

/* --- lists of words, and the one way to write one on the command line: "12..14,16" --- */

enum { NBB_LIST_MAX = 4096 }; /* items that one option may name */

/* Words, each its own allocation, behind them NULL. Zeroed, it is empty. */
typedef struct nbb_list {
    char **items;
    size_t count;
} nbb_list;

/* One that is freed at the end of its block. */
#define NBB_LOCAL_LIST NBB_AT_END(nbb_list_free) nbb_list

/* A choice is a list of X(enumerator, spelling), with further columns or none: its enumeration is
   LIST(NBB_ENUMERATOR), its spellings in that order are LIST(NBB_SPELLING), the first further column is
   LIST(NBB_COLUMN). NBB_WORDS(LIST) is "auto|small|large", for help; NBB_PAST_AUTO(LIST) "small|large". */
#define NBB_ENUMERATOR(name, ...) NBB_##name,
#define NBB_SPELLING(name, ...) NBB_FIRST_OF(__VA_ARGS__, )
#define NBB_FIRST_OF(first, ...) first,
#define NBB_COLUMN(name, spelling, ...) NBB_FIRST_OF(__VA_ARGS__, )
#define NBB_BEHIND_BAR(name, spelling) "|" spelling
#define NBB_WORDS(LIST) &(LIST(NBB_BEHIND_BAR))[1]
#define NBB_PAST_AUTO(LIST) &(LIST(NBB_BEHIND_BAR))[sizeof "|auto"]
typedef struct nbb_spellings {
    const char *const *names;
    int count;
} nbb_spellings;

/* Of a constant of the file: NBB_SPELLINGS("small", "large"), or of a choice NBB_SPELLINGS(LIST(NBB_SPELLING)). */
#define NBB_SPELLINGS(...)                                                                                  \
    {                                                                                                       \
        (const char *const[]){ __VA_ARGS__ }, sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *) \
    }

int nbb_spelling_index(const nbb_spellings *spellings, const char *name);

/* Appends a copy of the first `length` bytes of `word`. */
nbb_status nbb_list_add(nbb_list *list, const char *word, size_t length);

/* Appends the items of `text`: split at commas, "12..14" being 12, 13, 14. Fails (usage) on an empty item, on one
   that is there twice, on a range that runs backwards and on too many; `what` ("--r 3,,4") begins the message. */
nbb_status nbb_list_parse(const char *what, const char *text, nbb_list *list);

/* In the order of their bytes. */
void nbb_list_sort(nbb_list *list);

/* Appends the words of a line, split at blanks. */
nbb_status nbb_list_split(const char *line, nbb_list *list);

/* Frees the words; the list is empty again. */
void nbb_list_free(nbb_list *list);

/* What this thread reads from now on is added to `files`, each once, by its path from the root; NULL: no longer. */
void nbb_reads_note(nbb_list *files);

nbb_status nbb_reads_add(const char *path);
