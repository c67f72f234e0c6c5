/* base.h - what all stages use: failures, texts, lists, memory, files and their names, what is said on the way, JSON,
   the commit. */
#pragma once

#include "gen/base/status.h"

#include <jansson.h>
#include <stdatomic.h>
#include <sys/queue.h>
#include <sys/types.h>

/* The commit that this program was built from, as `git describe --always --dirty` put it when the program was built,
   or $NBB_COMMIT where that was set; "unknown" outside a checkout. commit.cmake writes it. */
extern const char nbb_commit[];

/* --- memory that is freed all at once: trees and their names, plans and their code (arena.c) --- */

/* Empty as { 0 }. Who keeps what was taken keeps the arena; it may be moved. */
typedef struct nbb_arena {
    const char *purpose; /* for failures: "a picture"; NULL: trees and code */
    union nbb_block *blocks;
} nbb_arena;

/* Until the block ends. */
#define NBB_LOCAL_ARENA NBB_AT_END(nbb_arena_free) nbb_arena

/* `bytes` zeroed bytes, or NULL with the failure recorded. An arena that is NULL has none. */
void *nbb_arena_take(nbb_arena *arena, size_t bytes);

/* A copy of `length` bytes, of a text or a record, and a terminating 0. */
void *nbb_arena_copy(nbb_arena *arena, const void *bytes, size_t length);

/* Puts an item behind an array's, which may move, and counts it: NBB_ARENA_APPEND(arena, items, count, item). An
   array begins as NULL with a count of 0 and grows so alone; items are taken away by a smaller count. Fails (run)
   without memory. */
#define NBB_ARENA_APPEND(arena, items, count, ...)                                              \
    ((nbb_status)(nbb_arena_extend(arena, &(items), (size_t)(count), sizeof *(items)) != NBB_OK \
                      ? NBB_ERROR_RUN                                                           \
                      : ((items)[(count)++] = (__VA_ARGS__), NBB_OK)))
nbb_status nbb_arena_extend(nbb_arena *arena, void *items, size_t count, size_t bytes);

/* Empties it; NULL is allowed. */
void nbb_arena_free(nbb_arena *arena);

/* Takes several arrays of zeroed items: NBB_ARRAYS(arena, NBB_ARRAY(marks, count), ...). Where it fails (run),
   pointers may be as they were. */
typedef struct nbb_array {
    void *pointer; /* its address */
    size_t bytes;
} nbb_array;
#define NBB_ARRAY(pointer, count)                       \
    {                                                   \
        &(pointer), (size_t)(count) * sizeof *(pointer) \
    }
#define NBB_ARRAYS(arena, ...) \
    nbb_arrays(arena, (nbb_array[]){ __VA_ARGS__ }, sizeof((nbb_array[]){ __VA_ARGS__ }) / sizeof(nbb_array))
nbb_status nbb_arrays(nbb_arena *arena, const nbb_array *arrays, size_t count);

/* --- large pieces of memory --- */

/* Memory that begins at a multiple of 64 bytes, of large ones at one of 2 MiB: in pages of that size if the system
   has them, for fewer faults and look-ups. NULL if there is none. Freed by free. */
void *nbb_pages(size_t bytes);

/* Has the system give all of the memory now, not page by page when it is used for the first time: that takes longer
   than to fill it. What is in it is lost. */
void nbb_pages_touch(void *memory, size_t bytes);

/* Such memory that is kept from one use to the next. */
typedef struct nbb_room {
    void *memory;
    size_t bytes;
} nbb_room;

/* At least so many bytes, with nothing in them. NULL if there is no memory. */
void *nbb_room_take(nbb_room *room, size_t bytes);

void nbb_room_free(nbb_room *room);

/* --- temporary files and folders, and child processes, which are removed and ended when the program ends early ---

   A thread that waits for signals (runtime/device/interrupt.c) may end the program while others work. It leaves
   nothing behind, for what is temporary is made and noted in one go here. */

/* mkstemp, and notes the file: its descriptor, or -1 and errno. */
int nbb_ending_make_file(char *pattern);

/* mkdtemp, and notes the folder; false and errno where that fails. */
bool nbb_ending_make_folder(char *pattern);

/* No longer temporary: it has another name, is removed, or stays. What was not noted is let pass. */
void nbb_ending_forget(const char *path);

/* Removes a file, or a folder with all that is in it, and forgets it. */
void nbb_ending_remove(const char *path);

/* A program that runs, which leads a process group of its own. The note is its owner's, until it is forgotten. */
typedef struct nbb_ending_program {
    SLIST_ENTRY(nbb_ending_program) next;
    pid_t leader;
} nbb_ending_program;
void nbb_ending_note_program(nbb_ending_program *program);
void nbb_ending_forget_program(nbb_ending_program *program);

/* Between these two the program is not ended, unless that takes too long: for bytes that belong together. */
void nbb_ending_hold(void);
void nbb_ending_release(void);

/* For the thread that ends the program: signals the running program's group, also one that is noted later; and ends
   it and removes all that was noted, after which nothing can be noted. */
void nbb_ending_stop(int number);
void nbb_ending_clear(void);

/* --- files that appear under their names only when they are whole (file.c) --- */

/* Being written. What exists and is no regular file (a pipe, a link as /dev/stdout) is written to as it is; anything
   else through a temporary file beside it, which is renamed over it in the end. */
typedef struct nbb_file {
    const char *path;
    FILE *stream;
    nbb_text temporary;                               /* the temporary file's name, or empty */
} nbb_file;

/* From here on nothing is written: another process of several that do the same writes it. */
void nbb_file_mute(void);

/* `path`, or where nothing is written a file that holds nothing. */
const char *nbb_file_way(const char *path);

/* Begins; `path` must live until nbb_file_close. Fails (run); then there is nothing to close. */
nbb_status nbb_file_create(const char *path, nbb_file *file);

/* Appends `length` bytes. Fails (run); the file must still be closed. */
nbb_status nbb_file_write(nbb_file *file, const void *bytes, size_t length);

/* Ends: the file takes its name if `status` is NBB_OK and everything was written, else it vanishes. Returns `status`,
   or the failure to end. */
nbb_status nbb_file_close(nbb_file *file, nbb_status status);

/* Fails (run) when nbb_file_create would, or the file could not have its name, and leaves nothing behind. */
nbb_status nbb_file_try(const char *path);

/* Creates, writes and closes: a file of just this text. */
nbb_status nbb_file_put(const char *path, const nbb_text *text);

/* The same of mode 0600, for a folder of one's own: what has the name is replaced and never written through, whatever
   it is. */
nbb_status nbb_file_put_private(const char *path, const nbb_text *text);

/* Waits until the disk has the file, or the names in a folder. Fails (run). */
nbb_status nbb_file_sync(const char *path);

/* The same of the name that the folder above has for it. */
nbb_status nbb_file_sync_name(const char *path);

/* --- which Lua file a name means (search.c) --- */

typedef struct nbb_search {
    const char *what;     /* "fractal" */
    const char *folder;   /* of those that come with nbbgen, among the shares */
    const char *variable; /* of the environment: further folders, with colons between */
    const char *here;     /* where one of one's own may lie that a bare name does not reach: named, never taken */
} nbb_search;

/* Whether it is a path, not a bare name: it ends in .lua or holds a slash. */
bool nbb_search_is_path(const char *what);

/* Finds the file of `what`: a path as it is, a bare name in the kind's folder,
   then in those of the variable in their order. `remark` gets words only where other files could be meant: of that
   name in a later folder, in the folder `here` or in the current one. An unknown name fails (definition) with such a
   file, or the near miss, and the folders that were searched; a path that is not there with a near one,
   if there is any. */
nbb_status nbb_search_find(const nbb_search *search, const char *what, nbb_text *path, nbb_text *remark);

/* The folders that it searches; the first has the files that come with nbbgen. */
nbb_status nbb_search_folders(const nbb_search *search, nbb_list *folders);

/* Adds the names of a folder's files that end so, without the end, in no order. Fails so when the folder cannot be
   read; where that is NBB_OK it then has none. */
extern const char nbb_search_suffix[]; /* ".lua" */
nbb_status nbb_search_names(const char *folder, const char *suffix, nbb_status failure, nbb_list *names);

/* Adds the names (without .lua) in the folders, sorted, each once. Fails (run) when the folder of those that come
   with nbbgen cannot be read. */
nbb_status nbb_search_list(const nbb_search *search, nbb_list *names);

/* Appends the path of one of their folders. They are found from where the program lies, or the shared library, and
   from nothing else, so that a tree can be moved as a whole: share/nbbgen beside it, a link to the sources that the
   build makes, or NBB_SHARE or NBB_SHARE_FROM_LIBRARY from its folder, where an installation puts them. Where none is
   there it is NBB_SHARE's path. Fails (run) when the system does not say where the program lies. */
nbb_status nbb_share_folder(const char *folder, nbb_text *path);

/* The same of a part of the program that is loaded by need: beside the program, or NBB_PARTS from its folder. */
nbb_status nbb_share_part(const char *file, nbb_text *path);

/* The same of a file of another Python package, "nvidia/nccl/lib/libnccl.so.2", where nbbgen is a Python package
   itself: beside its folder. Nothing is appended elsewhere. */
nbb_status nbb_share_package(const char *file, nbb_text *path);

/* --- text of others (names, paths, messages of scripts and compilers) on its way to a terminal ---

   A terminal obeys what it is sent, so nothing of others is printed as it is: bytes that are no printable character
   of UTF-8 become \xNN. These are the controls (C0, DEL, C1), invalid bytes, and the invisible characters, some of
   which reorder or end a line (U+061C, U+200B to U+200F, U+2028 to U+202E, U+2060 to U+2069, U+FEFF, tags). A text
   past NBB_SHOWN_MAX bytes is cut in its middle, for its end may say what was expected.

   Standard error is written to here and by the program's progress bar alone. Text of others that reaches standard
   output is made printable where it enters the program: a definition's path, a name in a list, the rows of a bench
   that are read, why a row is skipped, what doctor found. */

enum {
    NBB_SHOWN_MAX = 1000, /* bytes of a line before it is cut */
    NBB_SAID_LINES = 100  /* lines of a message before the rest is left out */
};

/* The bytes of the printable character that the text begins with, 1 to 4, or 0. */
size_t nbb_printable(const char *bytes, size_t length);

/* Appends the bytes, those that are no printable character as \xNN. */
void nbb_text_escape(nbb_text *text, const char *bytes, size_t length);

/* Appends the text as it may be shown: one line, for its newlines become \x0a. What is shown already stays as it
   is. */
void nbb_text_show(nbb_text *text, const char *bytes, size_t length);

/* Appends a compiler's log to a message, each line behind a newline and four blanks: newlines of this form alone are
   kept by nbb_say. Text of others may have the form too; indented, it cannot pose as a message of its own. */
void nbb_text_add_log(nbb_text *text, const char *log);

/* Prints "nbbgen: ", the message as it may be shown, and a newline to standard error; a thread with hooks
   gives them the message instead. */
void nbb_say(const char *format, ...) NBB_PRINTF(1, 2);

/* The same with arguments that a caller has. */
void nbb_say_list(const char *format, va_list arguments);

/* The same, but only for the first time with this flag, of hooks for their first time: what is true of the whole
   run. */
void nbb_say_once(atomic_flag *said, const char *format, ...) NBB_PRINTF(2, 3);

/* A monotonic clock in milliseconds; only differences mean anything. */
double nbb_milliseconds(void);

/* Who hears what a thread has to say, and who may stop it: the program, or a handle of the library.

   A thread that works for a handle has the handle's hooks for that time. Without hooks messages go to standard error
   and signals stop the work. */

enum { NBB_HOOKS_SAID_MAX = 8 };

typedef struct nbb_hooks {
    void (*say)(void *context, const char *message);           /* a remark or a warning, as it may be shown */
    bool (*stops)(void *context, int64_t done, int64_t total); /* asked a few times a second; total 0: nothing
                                                                         is counted */
    void *context;
    int64_t done, total;
    double next;                          /* when to ask again, in milliseconds */
    atomic_bool is_stopped;               /* it was asked, and stopped the work */
    const void *said[NBB_HOOKS_SAID_MAX]; /* what is said once, and was */
    int said_count;
} nbb_hooks;

/* The hooks of this thread from now on, or NULL: the program's ways. Returns those before. */
nbb_hooks *nbb_hooks_use(nbb_hooks *hooks);

nbb_hooks *nbb_hooks_now(void);

/* What they are given from here on: `done` of `total` equal parts, or 0 and 0, that nothing is counted. */
void nbb_hooks_count(int64_t done, int64_t total);

/* They are asked at the next occasion, however soon that is. */
void nbb_hooks_hurry(void);

/* --- values of JSON that exist for whatever they are made of ---

   jansson refuses an infinity and bytes that are no
   UTF-8, so that a key would be lost. NULL means that there is no memory. */

/* Puts a value, which it takes, under a name of an object, or behind an array's. Where there is no memory for it, or
   it is NULL, all that is made of it is lost: nbb_json_whole reports it. */
void nbb_json_set(json_t *object, const char *name, json_t *value);
void nbb_json_add(json_t *array, json_t *value);

/* Puts the members that jansson's json_pack makes of a format, "{s:i, s:o}", and values, as nbb_json_set would. */
void nbb_json_put(json_t *object, const char *format, ...);

/* The list of a value, as nbb_json_add takes it, for each number below a count; and the object, of a name each. */
#define NBB_JSON_LIST(number, count, ...)                       \
    __extension__({                                             \
        json_t *list_of_##number = json_array();                \
        for (int number = 0; number < (int)(count); ++number) { \
            nbb_json_add(list_of_##number, (__VA_ARGS__));      \
        }                                                       \
        list_of_##number;                                       \
    })

#define NBB_JSON_TABLE(number, count, name, ...)                \
    __extension__({                                             \
        json_t *table_of_##number = json_object();              \
        for (int number = 0; number < (int)(count); ++number) { \
            nbb_json_set(table_of_##number, name, __VA_ARGS__); \
        }                                                       \
        table_of_##number;                                      \
    })

/* For each member of an object, and each element of an array, which stay as they are: its name or number, and it. */
#define NBB_JSON_MEMBERS(object, name, value) \
    const char *name;                         \
    json_t *value;                            \
    json_object_foreach ((json_t *)(uintptr_t)(object), name, value)
#define NBB_JSON_ELEMENTS(array, number, element) \
    size_t number;                                \
    json_t *element;                              \
    json_array_foreach (array, number, element)

/* Puts a value, which is made then alone, where there is one. */
#define NBB_JSON_SET_IF(is_there, object, name, value) \
    do {                                               \
        if (is_there) {                                \
            nbb_json_set(object, name, value);         \
        }                                              \
    } while (0)

/* The value, or NULL where anything was lost in this thread since this was asked last; then it is freed. */
json_t *nbb_json_whole(json_t *value);

/* What so many bytes say; NULL where that is no JSON or has a key twice: then `error`, if given, says where. Fails
   where there is no memory, which jansson does not distinguish from it. */
nbb_status nbb_json_parse(const char *bytes, size_t length, const char *what, json_t **value, json_error_t *error);

/* The number, or null where it is not finite: JSON has no infinity. */
json_t *nbb_json_real(double value);

/* The text, which is emptied. */
json_t *nbb_json_take(nbb_text *text);

/* The text; where it is no UTF-8, the bytes that are none stand as \xNN. */
json_t *nbb_json_text(const char *text);

/* An array of words, or of whole numbers. */
json_t *nbb_json_words(const char *const *words, size_t count);
json_t *nbb_json_integers(const int64_t *numbers, int64_t count);

/* Appends the value, which it takes, and a newline; a NULL is a failed allocation. `what` names it in messages. */
nbb_status nbb_json_print(json_t *value, int indent, const char *what, nbb_text *text);

/* The same of an object of plain names, for tables: a member a line, and an array's elements a line each. */
nbb_status nbb_json_print_rows(json_t *object, const char *what, nbb_text *text);
