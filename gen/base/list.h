/* list.h - lists of words, and the one way to write one on the command line: "12..14,16". */
#pragma once

#include "gen/base/text.h"

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
