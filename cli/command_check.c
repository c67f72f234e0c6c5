/* command_check.c - check: reads a fractal's, a simplex's or a program's file and says what is wrong with it. */
#include "cli/show.h"

#include "gen/base/near.h"
#include "gen/base/script.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static nbb_status check_fractal(const nbb_fractal *fractal)
{
    int level = 0;
    while (level < nbb_fractal_largest_level(fractal)
           && nbb_fractal_cells(fractal, 0, level + 1) <= NBB_CHECK_CELLS) {
        ++level;
    }
    NBB_TRY(nbb_check_inverse(&(nbb_domain){ .fractal = fractal, .size = level }, fractal->path));
    printf("%s: a valid definition of %s\n", fractal->path, fractal->name);
    nbb_show_layout(nbb_fractal_table(fractal));
    printf("hash       %s\n"
           "member     %s\n"
           "maps       lambda and its inverse agree on all %" PRId64 " cells of level %d\n",
           nbb_fractal_table(fractal)->hash[0] != NULL ? "equals the table" : "none given",
           nbb_fractal_table(fractal)->member != NULL ? "equals the layout" : "none given",
           nbb_fractal_cells(fractal, 0, level), level);
    return NBB_OK;
}

static nbb_status check_definition(const nbb_options *options)
{
    nbb_definition definition = { 0 };
    NBB_TRY(nbb_options_definition(options, &definition));
    nbb_status status = definition.kind == NBB_KIND_SIMPLEX ? nbb_check_simplex(&definition.simplex)
                                                            : check_fractal(&definition.fractal);
    nbb_definition_free(&definition);
    return status;
}

static nbb_status check_program(const nbb_options *options)
{
    nbb_program program;
    nbb_status status = nbb_options_load_program(options, options->subject, &program);
    if (status == NBB_OK) {
        status = nbb_check_program(&program);
    }
    nbb_program_free(&program);
    return status;
}

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

/* What the file that a search or the user names makes; a fractal where that cannot be told. */
static nbb_maker maker_of(const nbb_text *path)
{
    nbb_maker maker = NBB_MAKER_FRACTAL;
    return nbb_script_maker(nbb_text_string(path), &maker) == NBB_OK ? maker : NBB_MAKER_FRACTAL;
}

/* What is meant by a name that is not found: a file of the current folder, or else a name that is near. */
static nbb_maker maker_meant(const char *subject)
{
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_text_add(&path, "%s.lua", subject);
    bool exists = access(nbb_text_string(&path), F_OK) == 0;
    bool near = is_near(&nbb_program_search, subject) && !is_near(&nbb_definition_search, subject);
    nbb_maker maker = exists ? maker_of(&path) : near ? NBB_MAKER_PROGRAM : NBB_MAKER_FRACTAL;
    nbb_text_free(&path);
    return maker;
}

/* Whether the subject is a program: its file says so, or no definition has its name and a program does, or nearly.
   What is found is looked for again by those who load it. */
static bool is_program(const nbb_options *options)
{
    nbb_text path = NBB_TEXT_EMPTY, remark = NBB_TEXT_EMPTY;
    bool found = nbb_search_find(&nbb_definition_search, options->subject, &path, &remark) == NBB_OK
                 || nbb_search_find(&nbb_program_search, options->subject, &path, &remark) == NBB_OK;
    nbb_maker maker = found ? maker_of(&path) : maker_meant(options->subject);
    nbb_text_free(&path);
    nbb_text_free(&remark);
    return maker == NBB_MAKER_PROGRAM;
}

nbb_status nbb_command_check(const nbb_options *options)
{
    return is_program(options) ? check_program(options) : check_definition(options);
}
