/* compiler.h - the system's C compiler ($CC, else cc): C source text in, a shared object out. */
#ifndef NBB_COMPILER_H
#define NBB_COMPILER_H

#include "gen/base/status.h"
#include "gen/base/text.h"

/* A shared object in a folder of its own, until nbb_compiler_clean. */
typedef struct nbb_built {
    nbb_text folder;
    nbb_text object;                                  /* its path */
} nbb_built;

#define NBB_BUILT_NONE ((nbb_built){ NBB_TEXT_EMPTY, NBB_TEXT_EMPTY })

/* Compiles `source`; `name`, an identifier, names the file in messages. Fails (device) with the compiler's whole log;
   then the source is kept in a file that the message names. In every case nbb_compiler_clean is due. */
nbb_status nbb_compiler_build(const char *source, const char *name, nbb_built *built);

/* Removes the files; an object that is loaded stays in use. */
void nbb_compiler_clean(nbb_built *built);

/* Appends all that the object depends on, a key for the cache: the source, the flags, the compiler's version line,
   and the processor, which -march=native means. */
nbb_status nbb_compiler_key(const char *source, nbb_text *key);

#endif
