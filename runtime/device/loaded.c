/* loaded.c - dlopen and dlsym. */
#include "runtime/device/loaded.h"

#include <dlfcn.h>
#include <link.h>

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

static nbb_status load(nbb_loaded *loaded)
{
    NBB_LOCAL_TEXT reasons = NBB_TEXT_EMPTY;
    void *library = loaded->open(&reasons);
    NBB_FAIL_IF(library == NULL,
                nbb_fail(NBB_ERROR_DEVICE, "%s%s%s", loaded->none, nbb_text_string(&reasons), loaded->help));
    nbb_status status = NBB_OK;
    for (size_t i = 0; i < loaded->count && status == NBB_OK; i++) {
        nbb_function function = nbb_loaded_function(library, loaded->symbols[i].name);
        status = function != NULL ? NBB_OK
                                  : nbb_fail(NBB_ERROR_DEVICE, "the library lacks %s: %s", loaded->symbols[i].name,
                                             loaded->remedy);
        memcpy((char *)loaded->table + loaded->symbols[i].offset, &function, sizeof function);
    }
    status = status == NBB_OK && loaded->begin != NULL ? loaded->begin(loaded->table) : status;
    if (status == NBB_OK) {
        loaded->library = library;
    } else {
        dlclose(library);
    }
    return status;
}

nbb_status nbb_loaded_once(nbb_loaded *loaded)
{
    pthread_mutex_lock(&loaded->lock);
    nbb_status status = loaded->library != NULL ? NBB_OK : load(loaded);
    pthread_mutex_unlock(&loaded->lock);
    return status;
}

const char *nbb_loaded_file(const nbb_loaded *loaded)
{
    struct link_map *map = NULL;
    return dlinfo(loaded->library, RTLD_DI_LINKMAP, &map) == 0 ? map->l_name : NULL;
}
