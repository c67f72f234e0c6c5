/* status.h - the one error idiom: functions return nbb_status, the message waits in nbb_message(); the one growable
   string, and lists of words. What includes it has the headers of the C standard library with it. */
#pragma once

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* X(name, exit code, text). The exit codes are part of the command line's contract. */
#define NBB_STATUSES(X)                            \
    X(OK, 0, "done")                               \
    X(ERROR_RUN, 1, "run-time error")              \
    X(ERROR_USAGE, 2, "usage error")               \
    X(ERROR_DEFINITION, 3, "definition error")     \
    X(ERROR_DEVICE, 4, "device or compiler error") \
    X(ERROR_VERIFY, 5, "verification failed")

typedef enum nbb_status {
#define NBB_STATUS_ENUM(name, code, text) NBB_##name = (code),
    NBB_STATUSES(NBB_STATUS_ENUM)
#undef NBB_STATUS_ENUM
} nbb_status;

#define NBB_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))

/* Before the type of a parameter that a table of functions has, and this one does not look at. */
#define NBB_UNUSED __attribute__((__unused__))

/* In a function whose last parameter is a format: does something with what follows it, `arguments`. */
#define NBB_WITH_ARGUMENTS(format, ...) \
    do {                                \
        va_list arguments;              \
        va_start(arguments, format);    \
        __VA_ARGS__;                    \
        va_end(arguments);              \
    } while (0)

/* Before a variable's type: at the end of its block the function gives back what it holds, by its address. */
#define NBB_AT_END(function) __attribute__((__cleanup__(function)))

/* The same of a pointer to memory, which may be NULL. */
#define NBB_LOCAL_HEAP NBB_AT_END(nbb_free_at)

/* Closes what was opened, if it was: a descriptor that is not -1, which it becomes. */
void nbb_close(int *descriptor);
#define NBB_LOCAL_OPEN NBB_AT_END(nbb_close) int
void nbb_free_at(void *pointer);

/* Leave at once with a callee's failure; only where nothing is held but by NBB_AT_END. */
#define NBB_TRY(call) NBB_TRY_OR(call, (void)0)

/* The same after `undo`, a call that gives back what is held. */
#define NBB_TRY_OR(call, undo)              \
    do {                                    \
        nbb_status nbb_try_status = (call); \
        if (nbb_try_status != NBB_OK) {     \
            undo;                           \
            return nbb_try_status;          \
        }                                   \
    } while (0)

/* Return a value at once where that is all; the same holds of what is held. NBB_FAIL_IF says that something is wrong,
   with a call that records the failure and returns what says so; NBB_DONE_IF that there is no more to do, and
   NBB_LEAVE_IF the same in a function without a value. NBB_TRY_IF tries a call that is due only sometimes. */
#define NBB_RETURN_IF(is_all, ...) \
    do {                           \
        if (is_all) {              \
            return __VA_ARGS__;    \
        }                          \
    } while (0)
#define NBB_LEAVE_IF(is_all) NBB_RETURN_IF(is_all, )
#define NBB_FAIL_IF(wrong, failure) NBB_RETURN_IF(wrong, failure)
#define NBB_DONE_IF(is_done) NBB_RETURN_IF(is_done, NBB_OK)
#define NBB_TRY_IF(is_due, call) NBB_TRY((is_due) ? (call) : NBB_OK)

/* Records what was given, what was expected and what to do, and returns `status`. A message names its place
   (file:line, option) itself. The newest message wins; its length is not limited. */
nbb_status nbb_fail(nbb_status status, const char *format, ...) NBB_PRINTF(2, 3);

/* The same of what a user asks for and cannot have: NBB_ERROR_USAGE; and where something is wrong, leave at once as
   NBB_FAIL_IF does, with a status and a message, or refused with one. */
#define NBB_REFUSE(...) nbb_fail(NBB_ERROR_USAGE, __VA_ARGS__)
#define NBB_STOP_IF(wrong, ...) NBB_FAIL_IF(wrong, nbb_fail(__VA_ARGS__))
#define NBB_REFUSE_IF(wrong, ...) NBB_FAIL_IF(wrong, NBB_REFUSE(__VA_ARGS__))

/* nbb_fail with the place in a file of others, which opens the message: "FILE:LINE: ...", or "FILE: ..." where line
   is 0. */
nbb_status nbb_fail_at(nbb_status status, const char *file, int line, const char *format, ...) NBB_PRINTF(4, 5);
#define NBB_REFUSE_AT(file, ...) nbb_fail_at(NBB_ERROR_USAGE, file, 0, __VA_ARGS__)

/* Give a pointer memory: so many zeroed items; and one item more than so many, each of which was got so, that is not
   zeroed. They fail as nbb_fail_memory does, and then leave the pointer as it is. */
#define NBB_MAKE(pointer, count, purpose) nbb_make(&(pointer), (size_t)(count), sizeof *(pointer), purpose)
#define NBB_EXTEND(pointer, count, purpose) nbb_extend(&(pointer), (size_t)(count) + 1, sizeof *(pointer), purpose)
nbb_status nbb_make(void *pointer, size_t count, size_t bytes, const char *purpose);
nbb_status nbb_extend(void *pointer, size_t count, size_t bytes, const char *purpose);

/* A pointer to so many zeroed items until the block ends: NBB_LOCAL_MAKE(uint64_t, sums, count, "sums of rows"). */
#define NBB_LOCAL_MAKE(type, pointer, count, purpose) \
    NBB_LOCAL_HEAP type *pointer = NULL;              \
    NBB_TRY(NBB_MAKE(pointer, count, purpose))

/* NBB_EXTEND, and puts an item there, which is counted: NBB_APPEND(list, count, "what it is", item). */
#define NBB_APPEND(pointer, count, purpose, ...)                                \
    ((nbb_status)(NBB_EXTEND(pointer, count, purpose) != NBB_OK ? NBB_ERROR_RUN \
                                                                : ((pointer)[(count)++] = (__VA_ARGS__), NBB_OK)))

/* The items of an array, as a constant. */
#define NBB_COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* The first number below a count for which something is so, or the count; and whether there is any, or all are so:
   NBB_FIND(i, list->count, list->items[i] == wanted). */
#define NBB_FIND(number, count, ...)                      \
    __extension__({                                       \
        int number = 0;                                   \
        while (number < (int)(count) && !(__VA_ARGS__)) { \
            ++number;                                     \
        }                                                 \
        number;                                           \
    })
#define NBB_ANY(number, count, ...) (NBB_FIND(number, count, __VA_ARGS__) < (int)(count))
#define NBB_ALL(number, count, ...) (!NBB_ANY(number, count, !(__VA_ARGS__)))

/* A call for each number below a count, up to the first that fails, whose failure it is: NBB_EACH(i, n, add(i)). */
#define NBB_EACH(number, count, ...)                                                            \
    __extension__({                                                                             \
        nbb_status status_of_##number = NBB_OK;                                                 \
        for (int number = 0; number < (int)(count) && status_of_##number == NBB_OK; ++number) { \
            status_of_##number = (__VA_ARGS__);                                                 \
        }                                                                                       \
        status_of_##number;                                                                     \
    })

/* The sum of something over the numbers below a count, or of what is so, how many. */
#define NBB_SUM(number, count, ...)                     \
    __extension__({                                     \
        int number = 0;                                 \
        __typeof__(+(__VA_ARGS__)) sum_of_##number = 0; \
        for (; number < (int)(count); ++number) {       \
            sum_of_##number += (__VA_ARGS__);           \
        }                                               \
        sum_of_##number;                                \
    })

/* Sets a place for each number below a count: NBB_FILL(i, n, words[i], word_of(i)). */
#define NBB_FILL(number, count, place, ...)                     \
    do {                                                        \
        for (int number = 0; number < (int)(count); ++number) { \
            (place) = (__VA_ARGS__);                            \
        }                                                       \
    } while (0)

/* nbb_fail for a failed allocation of `bytes` bytes, or of some where that is 0, for `purpose`. */
nbb_status nbb_fail_memory(unsigned long long bytes, const char *purpose);

/* NBB_OK, or the failure where a piece of some text of the thread was lost for want of memory, for what is made of
   texts that are gone, and of decisions that were made by them. From then on nbb_fail and nbb_fail_at record but
   that: messages, and decisions that led to them, may be made of what is left. */
nbb_status nbb_text_whole(const char *purpose);

/* Takes that record, as if nothing had been lost, and gives one back in its place. */
bool nbb_lost_use(bool is_lost);

/* The message of the thread's last failure, or "" when there was none. Where there was no memory for it, it says so.
   */
const char *nbb_message(void);

/* The status of that failure: for a caller that got a NULL. */
nbb_status nbb_failure(void);

/* A failure as it was recorded: the message is NULL where there was no memory for it, file where it has no place. */
typedef struct nbb_failed {
    nbb_status status;
    char *message, *file;
    int line;
} nbb_failed;

/* Takes the record of the thread's last failure, as if there had been none, and gives it back in place of a later
   one: its status, or NBB_OK where none was taken. What is not given back is leaked. */
nbb_failed nbb_failure_take(void);
nbb_status nbb_failure_give(nbb_failed *failure);

/* The class of a status in words: "usage error". */
const char *nbb_status_text(nbb_status status);

void nbb_message_free(void);

/* --- texts --- */

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
        (const char *const[]){ __VA_ARGS__ }, NBB_COUNT(((const char *const[]){ __VA_ARGS__ })) \
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
