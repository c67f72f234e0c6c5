/* machine.h - the machine of the host target: its processor, threads and memory. */
#pragma once

#include "gen/base/base.h"

/* The folder for files of the moment: $TMPDIR, else "/tmp". */
const char *nbb_machine_temporary(void);

/* Appends the processor's model name, or "processor" where the kernel does not tell; and with a hash of its feature
   flags what -march=native may depend on. */
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
