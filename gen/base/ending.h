/* ending.h - temporary files and folders, and child processes, which are removed and ended when the program
   ends early.

   A thread that waits for signals (runtime/device/interrupt.c) may end the program while others work. It leaves
   nothing behind, for what is temporary is made and noted in one go here. */
#pragma once

#include <stdbool.h>
#include <sys/queue.h>
#include <sys/types.h>

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
