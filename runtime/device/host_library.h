/* host_library.h - the system's C compiler ($CC, else cc): C source text in, a shared object out; and a module of the
   host target as the library that dlopen gives. */
#pragma once

#include "runtime/device/device.h"

/* Appends all that the object depends on, a key for the cache: the source, the flags, the compiler's version line,
   and the processor, which -march=native means. */
nbb_status nbb_compiler_key(const char *source, nbb_text *key);

/* Loads the module's one source: from the cache where it is used and has it, else compiled in a temporary folder and
   then kept. An entry that cannot be loaded, as on a file system whose files may not be executed, is told once and
   compiled anew. Fails (device). dlclose is due. */
nbb_status nbb_host_library_load(const nbb_module_request *request, void **library, bool *hit);
