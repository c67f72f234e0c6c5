/* meant.c - whether a name is a definition's or a program's. */
#include "library/reading.h"

#include "gen/base/text.h"

#include <stdlib.h>
#include <unistd.h>

/* Whether a name of the kind is near. */
static bool is_near(const nbb_search *search, const char *name)
{
    char **names = NULL;
    size_t count = 0;
    bool near = nbb_search_list(search, &names, &count) == NBB_OK
                && nbb_near_miss(name, (const char *const *)names, (int)count) >= 0;
    for (size_t i = 0; i < count; ++i) {
        free(names[i]);
    }
    free(names);
    return near;
}

/* What is meant by a name that is not found: a file of the current folder, or else a name that is near. */
static nbb_maker maker_of_unknown(const char *name)
{
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_maker maker = NBB_MAKER_FRACTAL;
    nbb_text_add(&path, "%s.lua", name);
    bool exists = access(nbb_text_string(&path), F_OK) == 0;
    bool near = is_near(&nbb_program_search, name) && !is_near(&nbb_definition_search, name);
    if (exists) {
        nbb_script_maker(nbb_text_string(&path), &maker); /* a fractal where that cannot be told */
    }
    nbb_text_free(&path);
    return exists ? maker : near ? NBB_MAKER_PROGRAM : NBB_MAKER_FRACTAL;
}

nbb_status nbb_meant(const char *name, nbb_maker *maker)
{
    nbb_text path = NBB_TEXT_EMPTY, remark = NBB_TEXT_EMPTY;
    bool found = nbb_search_find(&nbb_definition_search, name, &path, &remark) == NBB_OK
                 || nbb_search_find(&nbb_program_search, name, &path, &remark) == NBB_OK;
    nbb_status status = NBB_OK;
    if (found) {
        status = nbb_script_maker(nbb_text_string(&path), maker);
    } else {
        *maker = maker_of_unknown(name);
    }
    nbb_text_free(&path);
    nbb_text_free(&remark);
    return status;
}
