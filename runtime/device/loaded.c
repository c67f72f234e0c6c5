/* loaded.c - dlopen and dlsym. */
#include "runtime/device/loaded.h"

#include <dlfcn.h>
#include <string.h>

void *nbb_loaded_open(const char *const *names, size_t count, nbb_text *reasons)
{
    for (size_t i = 0; i < count; i++) {
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (library != NULL) {
            return library;
        }
        nbb_text_add(reasons, "%s%s", i > 0 ? "; " : "", dlerror());
    }
    return NULL;
}

/* C has no cast from an object's pointer to a function's; POSIX has them agree in their bytes. */
nbb_function nbb_loaded_function(void *library, const char *name)
{
    void *address = dlsym(library, name);
    nbb_function function = NULL;
    memcpy(&function, &address, sizeof function);
    return function;
}

nbb_status nbb_loaded_resolve(void *library, const nbb_symbol *symbols, size_t count, void *table, const char *remedy)
{
    for (size_t i = 0; i < count; i++) {
        nbb_function function = nbb_loaded_function(library, symbols[i].name);
        if (function == NULL) {
            return nbb_fail(NBB_ERROR_DEVICE, "the library lacks %s: %s", symbols[i].name, remedy);
        }
        memcpy((char *)table + symbols[i].offset, &function, sizeof function);
    }
    return NBB_OK;
}
