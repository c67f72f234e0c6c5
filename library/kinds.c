/* kinds.c - finds the kind of a word: a fractal, a program, a rule, a workload. */
#include "library/options.h"
#include "runtime/base/search.h"

#include <unistd.h>

const char *const nbb_kind_names[NBB_NAMED_KINDS] = { NBB_NAMED_THINGS(NBB_SPELLING) };
/* Of kinds that are files. */
static const nbb_search *const searches[NBB_NAMED_KINDS] = {
    [NBB_NAMED_PROGRAM] = &nbb_program_search, [NBB_NAMED_FRACTAL] = &nbb_definition_search
};

/* The file's name that is near, or NULL; the caller frees it. */
static char *near_file(const nbb_search *search, const char *word)
{
    NBB_LOCAL_LIST names = { NULL, 0 };
    bool reads = nbb_search_list(search, &names) == NBB_OK;
    int number = reads ? nbb_near_miss(word, (const char *const *)names.items, (int)names.count) : -1;
    return number >= 0 ? strdup(names.items[number]) : NULL;
}

/* The name of the kind that the word is, or is near to, or NULL; the caller frees it. */
static char *name_of(nbb_named_kind kind, const char *word)
{
    NBB_RETURN_IF(searches[kind] != NULL, near_file(searches[kind], word));
    int near = nbb_near_miss(word, nbb_workload_names.names, nbb_workload_names.count);
    const char *name = kind == NBB_NAMED_RULE          ? nbb_rule_near_name(word)
                       : near >= 0 && strlen(word) > 1 ? nbb_workload_names.names[near]
                                                       : NULL;
    return name != NULL ? strdup(name) : NULL;
}

/* The kind of which the word is a name, else, if `is_near`, to a name of which it is near. */
static nbb_named_kind find_kind(const char *word, nbb_named_kind asked, bool is_near, char **name)
{
    for (nbb_named_kind kind = 0; kind < NBB_NAMED_KINDS; ++kind) {
        *name = kind != asked ? name_of(kind, word) : NULL;
        NBB_RETURN_IF(*name != NULL && (is_near || strcmp(*name, word) == 0), kind);
        free(*name);
    }
    *name = NULL;
    return NBB_NAMED_KINDS;
}

nbb_status nbb_report_kind(const char *word, nbb_named_kind asked, nbb_status status)
{
    nbb_failed failure = nbb_failure_take();
    NBB_LOCAL_HEAP char *name = NULL;
    NBB_LOCAL_HEAP char *own = nbb_search_is_path(word) ? NULL : name_of(asked, word);
    nbb_named_kind kind = nbb_search_is_path(word) ? NBB_NAMED_KINDS : find_kind(word, asked, own == NULL, &name);
    nbb_failure_give(&failure);
    NBB_RETURN_IF(kind == NBB_NAMED_KINDS, status);
    const char *is = nbb_kind_names[kind], *wanted = nbb_kind_names[asked];
    if (strcmp(name, word) != 0) { /* near to one */
        bool has_option = kind != NBB_NAMED_FRACTAL;
        return nbb_fail(status, "unknown %s '%s': did you mean the %s '%s'%s%s%s%s?", wanted, word, is, name,
                        has_option ? ", by --" : "", has_option ? is : "", has_option ? " " : "",
                        has_option ? name : "");
    }
    NBB_STOP_IF(kind == NBB_NAMED_FRACTAL, status,
                "%s is a fractal, not a %s: it is named behind the command, as in 'nbbgen run %s'", name, wanted,
                name);
    return asked == NBB_NAMED_FRACTAL
               ? nbb_fail(status, "%s is a %s, not a fractal: name a fractal, and the %s by --%s %s", name, is, is,
                          is, name)
               : nbb_fail(status, "%s is a %s, not a %s: give it by --%s %s", name, is, wanted, is, name);
}

nbb_named_kind nbb_kind_of(const char *word, char **name)
{
    nbb_named_kind kind = find_kind(word, NBB_NAMED_KINDS, false, name);
    return kind != NBB_NAMED_KINDS ? kind : find_kind(word, NBB_NAMED_KINDS, true, name);
}

nbb_status nbb_meant(const char *name, nbb_maker *maker)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY, remark = NBB_TEXT_EMPTY, here = nbb_text_of("%s.lua", name);
    *maker = NBB_MAKER_FRACTAL;
    if (nbb_search_find(&nbb_definition_search, name, &path, &remark) == NBB_OK
        || nbb_search_find(&nbb_program_search, name, &path, &remark) == NBB_OK) {
        return nbb_script_maker(nbb_text_string(&path), maker);
    }
    /* One that is not found: a file of the current folder, or else a name that is near. */
    if (access(nbb_text_string(&here), F_OK) == 0) {
        nbb_script_maker(nbb_text_string(&here), maker); /* a fractal where that is not known */
        return NBB_OK;
    }
    NBB_LOCAL_HEAP char *program = near_file(&nbb_program_search, name);
    NBB_LOCAL_HEAP char *fractal = near_file(&nbb_definition_search, name);
    *maker = program != NULL && fractal == NULL ? NBB_MAKER_PROGRAM : NBB_MAKER_FRACTAL;
    return NBB_OK;
}
