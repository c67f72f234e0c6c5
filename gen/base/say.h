/* say.h - text of others (names, paths, messages of scripts and compilers) on its way to a terminal.

   A terminal obeys what it is sent, so nothing of others is printed as it is: bytes that are no printable character
   of UTF-8 become \xNN. These are the controls (C0, DEL, C1), invalid bytes, and the invisible characters, some of
   which reorder or end a line (U+061C, U+200B to U+200F, U+2028 to U+202E, U+2060 to U+2069, U+FEFF, tags). A text
   past NBB_SHOWN_MAX bytes is cut in its middle, for its end may say what was expected.

   Standard error is written to here and by the program's progress bar alone. Text of others that reaches standard
   output is made printable where it enters the program: a definition's path, a name in a list, the rows of a bench
   that are read, why a row is skipped, what doctor found. */
#pragma once

#include "gen/base/text.h"

#include <stdatomic.h>

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
   tells them the message instead. */
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

/* What they are told from here on: `done` of `total` equal parts, or 0 and 0, that nothing is counted. */
void nbb_hooks_count(int64_t done, int64_t total);

/* They are asked at the next occasion, however soon that is. */
void nbb_hooks_hurry(void);
