/* machine.h - the machine: its processor, threads and memory; signals, programs, folders; the cache of modules. */
#pragma once

#include "gen/base/base.h"

#include <spawn.h>

/* The folder for files of the moment: $TMPDIR, else "/tmp". */
const char *nbb_machine_temporary(void);

/* Appends the processor's model name, or "processor"; and with a hash of its flags what -march=native depends on. */
void nbb_machine_model(bool with_flags, nbb_text *text);

/* The calling thread's OpenMP loops have so many threads from here on; 0: as many as before anybody asked. Returns
   what was asked for until now. */
uint32_t nbb_machine_use_threads(uint32_t threads);

/* The threads an OpenMP kernel gets: those asked for, else OMP_NUM_THREADS where it is one plain number, else the
   processors this process may run on. */
uint32_t nbb_machine_threads(void);

/* The threads of one of several processes, which OpenMP then has: its own processors where it is bound to some, those
   asked for or OMP_NUM_THREADS where it is set, else a share of all. */
uint32_t nbb_machine_share(int processes);

/* Bytes that exist for this process (`total`) and that it may still take (`available`): the kernel's figures, bounded
   by the memory limits of the control groups (v1 or v2) around it; file pages that can be dropped count as available.
   `root` stands before /proc and /sys: "" but in tests. */
nbb_status nbb_machine_memory(const char *root, uint64_t *total, uint64_t *available);

/* Fails (device) where so many bytes are not available, or were asked for and not had. */
nbb_status nbb_machine_has(uint64_t bytes, bool had);

/* --- signals end the program in good order, where memory and files can be tidied; anywhere within a second --- */

/* From now on SIGINT, SIGTERM, SIGHUP and SIGXCPU are noted for nbb_interrupt_check. A program that runs is ended
   then. If nobody asks within 0.8 s, or at another signal 0.2 s after the first or later, the program ends at once;
   what is temporary (gen/base/base.h) goes. A file that grows past its limit (SIGXFSZ) is an error of the write. A
   signal that is ignored (nohup, a shell's background job) stays ignored. To be called before there are threads.
   Fails (run) where no thread can be made. */
nbb_status nbb_interrupt_install(void);

/* From now on a signal ends the program without a message: another process reports it. */
void nbb_interrupt_mute(void);

/* Whether a state would be lost by an end at once: then it comes after a minute, or at another signal. */
void nbb_interrupt_await(bool awaits);

/* Fails (run) with "interrupted" once a signal came; in a thread with hooks (gen/base/base.h) once these stop it.
   Long loops ask at every round. */
nbb_status nbb_interrupt_check(void);

/* Whether one came, for threads whose work another one gives up. */
bool nbb_interrupt_came(void);

/* The exit code of a program that returned `status`: 128 and the signal's number where nbb_interrupt_check failed. */
int nbb_interrupt_exit_code(nbb_status status);

/* posix_spawnp of a program that finds signals as this one found them, and leads a process group. */
int nbb_interrupt_spawn(const char *file, const posix_spawn_file_actions_t *actions, char *const *arguments,
                        char **environment, pid_t *child);

/* --- runs a program without a shell and collects what it prints --- */

/* Runs the command in `folder` (NULL: here), which is its temporary folder too, its input empty, and appends its
   output and error output to `output`. `exit_code` is 128 + the signal's number for a program that a signal ended.
   Fails (device) if it cannot be run. */
nbb_status nbb_process_run(const nbb_list *words, const char *folder, nbb_text *output, int *exit_code);

/* The same of a program that need not be there. Fails (device) with `purpose`, the reason and `advice` if it cannot
   be run, and with its output if it fails. */
nbb_status nbb_process_need(const nbb_list *words, const char *folder, const char *purpose, const char *advice);

/* This program's environment with another value of a variable, "NAME=...": an array, to be freed alone, or NULL. */
char **nbb_process_environment(char *variable);

/* --- folders that no other user can write to, for compiled modules and tuned choices ---

   The rule is ssh's. A folder is used only if it and every folder above it belong to this user or to root, and nobody
   else can write to them. A folder above it that others can write to is accepted where it is sticky, as /tmp is:
   there nobody can rename or replace what belongs to another user. A link on the way is followed only if it belongs
   to this user or to root, and its target is held to the same rule. This user is the effective one. An access list
   that lets others write shows in the group's bits, so that it is refused too.

   What the rule proves once holds while the program runs: only this user and root could undo it. So a file that was
   read and checked in such a folder may be loaded by its path later. The launcher, the script nbbgen, keeps the same
   rule for the folder it builds in (its function `trusted`). */

/* Opens the folder, for openat and fdopendir; the caller closes it. `make` makes what is missing, of mode 0700;
   otherwise *folder is -1 where there is none. Fails (device) with the part of the path that breaks the rule. */
nbb_status nbb_folder_open(const char *path, bool make, int *folder);

/* Appends the file `name` of an opened folder, at most `limit` bytes; *found says whether there is one. Fails
   (device) on what is no regular file, belongs to others, or can be written by others: the name is opened without
   following a link, and what was opened is checked. */
nbb_status nbb_folder_read(int folder, const char *name, size_t limit, nbb_text *text, bool *found);

/* Makes a folder of one's own in $TMPDIR or /tmp, which goes with nbb_ending_remove (gen/base/base.h); `path`
   becomes its name. Fails (device), also where the temporary folder is one in which others could replace it. */
nbb_status nbb_folder_temporary(nbb_text *path);

/* --- compiled modules on disk, under $XDG_CACHE_HOME/nbbgen or ~/.cache/nbbgen ---

   An entry is the image as the compiler gave it, the key that it was made for, and a trailer that proves both whole:

       image ... | key ... | "NBBCACHE" | length of the image, 8 bytes | of the key, 8 | XXH3-64 of both, 8

   Reading an entry marks it as used. Every write then removes what was used longest ago, entries and failed sources,
   until the rest is within NBB_CACHE_LIMIT bytes. Processes may do all this at the same time: an entry that another
   one removed is a miss.

   The folder is used only if nobody else can write to it, nor to what is above it (folder.c): what lies in it is run.
   Entries are written with mode 0600, and read if they are regular files that nobody else can write.

   A loader of ELF files ignores what follows the file, so a host module is loaded from its entry as it lies. A cache
   that cannot be used is never a failure: the first trouble is one line on standard error, and modules are compiled
   anew. */

#define NBB_CACHE_LIMIT (UINT64_C(256) << 20)

/* The cache's folder, which need not exist; false (and no text) where neither XDG_CACHE_HOME nor HOME is absolute. */
bool nbb_cache_folder(nbb_text *folder);

/* The path of the entry for `key`: all that the image depends on. `extension` has its dot. Empty without a folder. */
void nbb_cache_path(const nbb_text *key, const char *extension, nbb_text *path);

/* Appends the image at `path`; false on a miss, as an entry of another key is. A damaged one is named and removed. */
bool nbb_cache_read(const char *path, const nbb_text *key, nbb_text *image);

/* Keeps the image, whole or not at all; processes may do so at the same time. Trouble is one warning. */
void nbb_cache_write(const char *path, const nbb_text *key, const nbb_text *image);

/* Writes a file of the cache's folder, which is made if need be, and prunes. Fails (run or device). */
nbb_status nbb_cache_put(const char *path, const nbb_text *content);

/* Keeps a source that did not compile as failed/NAMEEXTENSION in the cache's folder, else in a new folder of one's
   own in $TMPDIR or /tmp. `kept` becomes its path, or a remark that it could not be kept, for the message. */
void nbb_cache_keep_failed(const char *name, const char *extension, const char *source, nbb_text *kept);

/* Removes the files used longest ago until the folder's entries and failed sources have at most `limit` bytes. */
void nbb_cache_prune(const char *folder, uint64_t limit);
