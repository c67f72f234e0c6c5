/* text.c - the one growable string, and lists of words. */
#include "gen/base/status.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static void lose(nbb_text *text)
{
    text->failed = true;
    nbb_lost_use(true);
}

/* Makes room for `more` bytes and the terminating 0. */
static bool reserve(nbb_text *text, size_t more)
{
    size_t needed = text->length + more + 1;
    NBB_RETURN_IF(text->failed || needed <= text->capacity, !text->failed);
    size_t capacity = needed + needed / 2 + 64;
    char *data = realloc(text->data, capacity);
    if (data == NULL) {
        lose(text);
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void nbb_text_add_list(nbb_text *text, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length < 0) {
        lose(text);
    } else if (reserve(text, (size_t)length)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

void nbb_text_add(nbb_text *text, const char *format, ...)
{
    NBB_WITH_ARGUMENTS(format, nbb_text_add_list(text, format, arguments));
}

nbb_text nbb_text_of(const char *format, ...)
{
    nbb_text text = NBB_TEXT_EMPTY;
    NBB_WITH_ARGUMENTS(format, nbb_text_add_list(&text, format, arguments));
    return text;
}

void nbb_text_amount(nbb_text *text, unsigned long long bytes)
{
    static const char *const units[] = { "bytes", "kB", "MB", "GB", "TB" };
    double amount = (double)bytes;
    int unit = 0;
    for (; amount >= 999.5 && unit < 4; ++unit) {
        amount /= 1000;
    }
    nbb_text_add(text, "%.3g %s", amount, units[unit]);
}

void nbb_text_put(nbb_text *text, const char *bytes, size_t length)
{
    if (reserve(text, length)) {
        memcpy(text->data + text->length, bytes, length);
        text->length += length;
        text->data[text->length] = '\0';
    }
}

nbb_digits nbb_shortest(double value, bool single, bool point)
{
    nbb_digits made;
    bool is_same = false;
    for (int precision = 1; precision <= 17 && !is_same; ++precision) {
        snprintf(made.text, sizeof made.text, "%.*g", precision, value);
        is_same = single ? strtof(made.text, NULL) == (float)value : strtod(made.text, NULL) == value;
    }
    if (point && strpbrk(made.text, ".e") == NULL) {
        strcat(made.text, ".0");
    }
    return made;
}

nbb_status nbb_text_status(const nbb_text *text, const char *purpose)
{
    return text->failed ? nbb_fail_memory(text->length, purpose) : nbb_text_whole(purpose);
}

const char *nbb_text_string(const nbb_text *text)
{
    return text->data != NULL ? text->data : "";
}

nbb_status nbb_text_open_file(const char *path, nbb_status failure, FILE **file)
{
    struct stat what;
    NBB_LOCAL_OPEN number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    NBB_FAIL_IF(number < 0 || fstat(number, &what) != 0,
                nbb_fail_at(failure, path, 0, "cannot be opened: %s", strerror(errno)));
    NBB_FAIL_IF(!S_ISREG(what.st_mode), nbb_fail_at(failure, path, 0, "is no regular file, which is expected here"));
    *file = fdopen(number, "rb");
    NBB_FAIL_IF(*file == NULL, nbb_fail_memory(sizeof **file, path));
    number = -1; /* the stream's */
    return NBB_OK;
}

nbb_status nbb_text_read_file(nbb_text *text, const char *path, size_t limit, nbb_status failure)
{
    FILE *file = NULL;
    NBB_TRY(nbb_text_open_file(path, failure, &file));
    return nbb_text_read_stream(text, file, path, limit, failure);
}

nbb_status nbb_text_read_stream(nbb_text *text, FILE *file, const char *path, size_t limit, nbb_status failure)
{
    struct stat what;
    char chunk[16384];
    size_t before = text->length;
    /* Of a file that is too large nothing is read, which would take time and memory. */
    bool is_large = fstat(fileno(file), &what) == 0 && what.st_size > 0 && (size_t)what.st_size > limit;
    for (size_t got = 1; got > 0 && !is_large; is_large = text->length - before > limit) {
        got = fread(chunk, 1, sizeof chunk, file);
        nbb_text_put(text, chunk, got);
    }
    nbb_status status = ferror(file) ? nbb_fail_at(failure, path, 0, "cannot be read: %s", strerror(errno))
                        : is_large   ? nbb_fail_at(failure, path, 0, "larger than the %zu bytes allowed", limit)
                                     : nbb_text_status(text, path);
    fclose(file);
    return status;
}

void nbb_text_free(nbb_text *text)
{
    free(text->data);
    *text = NBB_TEXT_EMPTY;
}

bool nbb_ends_in(const char *name, const char *end)
{
    size_t length = strlen(name), tail = strlen(end);
    return length > tail && strcmp(name + length - tail, end) == 0;
}

/* ---- the word that was probably meant ---- */

static bool alike(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Whether at most `edits` edits make b of a, small letters and capitals being alike. Equal characters in front are
   never worth an edit, so the search only branches at differences: at most 4^edits ends. */
static bool within(const char *a, const char *b, int edits)
{
    while (*a != '\0' && alike(*a, *b)) {
        a++;
        b++;
    }
    NBB_RETURN_IF(*a == '\0' && *b == '\0', true);
    NBB_RETURN_IF(edits == 0, false);
    bool both = *a != '\0' && *b != '\0';
    return (*a != '\0' && within(a + 1, b, edits - 1)) || (*b != '\0' && within(a, b + 1, edits - 1))
           || (both && within(a + 1, b + 1, edits - 1))
           || (both && alike(a[1], b[0]) && alike(a[0], b[1]) && within(a + 2, b + 2, edits - 1));
}

/* The edits that two words may be apart: of two short ones half would be other letters. */
static int most_edits(const char *given, const char *candidate)
{
    size_t one = strlen(given), other = strlen(candidate);
    return one < 2 ? 0 : one < 6 && other < 6 ? 1 : 2;
}

int nbb_near_miss(const char *given, const char *const *candidates, int count)
{
    int found = NBB_FIND(i, count, strcmp(given, candidates[i]) == 0);
    for (int edits = 0; edits <= 2 && found == count; edits++) {
        found = NBB_FIND(i, count, edits <= most_edits(given, candidates[i]) && within(given, candidates[i], edits));
    }
    return found < count ? found : -1;
}

void nbb_add_near(nbb_text *text, const char *given, const char *const *names, int count)
{
    int near = nbb_near_miss(given, names, count);
    NBB_TEXT_ADD_IF(near >= 0, text, ": did you mean '%s'?", names[near]);
}

/* ---- lists of words ---- */

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
