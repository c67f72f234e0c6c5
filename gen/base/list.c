/* list.c - lists of words. */
#include "gen/base/list.h"

int nbb_spelling_index(const nbb_spellings *spellings, const char *name)
{
    int i = NBB_FIND(at, spellings->count, strcmp(spellings->names[at], name) == 0);
    return i < spellings->count ? i : -1;
}

nbb_status nbb_list_add(nbb_list *list, const char *word, size_t length)
{
    char **items = realloc(list->items, (list->count + 2) * sizeof *items);
    NBB_FAIL_IF(items == NULL, nbb_fail_memory((list->count + 2) * sizeof *items, "a list"));
    list->items = items;
    items[list->count + 1] = NULL;
    items[list->count] = strndup(word, length);
    NBB_FAIL_IF(items[list->count] == NULL, nbb_fail_memory(length + 1, "a list's word"));
    list->count++;
    return NBB_OK;
}

/* Adds an item of the command line, which may be there once. */
static nbb_status add_item(const char *what, const char *word, size_t length, nbb_list *list)
{
    NBB_REFUSE_IF(
        NBB_ANY(i, list->count, strlen(list->items[i]) == length && strncmp(list->items[i], word, length) == 0),
        "%s: %.*s is there twice", what, (int)length, word);
    NBB_REFUSE_IF(list->count == NBB_LIST_MAX, "%s: a list has at most %d items", what, NBB_LIST_MAX);
    return nbb_list_add(list, word, length);
}

nbb_status nbb_list_parse(const char *what, const char *text, nbb_list *list)
{
    for (const char *item = text; item != NULL;) {
        size_t length = strcspn(item, ",");
        long first = 0, last = 0;
        int read = 0;
        NBB_REFUSE_IF(length == 0, "%s: an item of the list is empty", what);
        errno = 0; /* a number of too many digits is none */
        bool is_range = sscanf(item, "%ld..%ld%n", &first, &last, &read) == 2 && (size_t)read == length && errno == 0;
        NBB_REFUSE_IF(is_range && first > last, "%s: the range %ld..%ld runs backwards; expected %ld..%ld", what,
                      first, last, last, first);
        NBB_TRY_IF(!is_range, add_item(what, item, length, list));
        for (long number = first; is_range && number <= last; ++number) {
            char word[32];
            int digits = snprintf(word, sizeof word, "%ld", number);
            NBB_TRY(add_item(what, word, (size_t)digits, list));
        }
        item = item[length] == ',' ? item + length + 1 : NULL;
    }
    return NBB_OK;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void nbb_list_sort(nbb_list *list)
{
    if (list->count > 0) {
        qsort(list->items, list->count, sizeof *list->items, compare);
    }
}

nbb_status nbb_list_split(const char *line, nbb_list *list)
{
    for (size_t length; (length = strcspn(line += strspn(line, " \t"), " \t")) > 0; line += length) {
        NBB_TRY(nbb_list_add(list, line, length));
    }
    return NBB_OK;
}

void nbb_list_free(nbb_list *list)
{
    for (size_t i = 0; i < list->count; ++i) {
        free(list->items[i]);
    }
    free(list->items);
    *list = (nbb_list){ NULL, 0 };
}

/* ---- the files that a thread reads ---- */

static _Thread_local nbb_list *noted;

void nbb_reads_note(nbb_list *files)
{
    noted = files;
}

nbb_status nbb_reads_add(const char *path)
{
    NBB_LOCAL_HEAP char *whole = noted != NULL ? realpath(path, NULL) : NULL;
    bool is_new = whole != NULL && NBB_ALL(i, noted->count, strcmp(noted->items[i], whole) != 0);
    return is_new ? nbb_list_add(noted, whole, strlen(whole)) : NBB_OK;
}
