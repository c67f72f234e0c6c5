/* base.h - what all stages use: failures, texts, lists, memory, files and their names, what is said on the way, the
   commit. */
#pragma once

#include "gen/base/status.h"

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
