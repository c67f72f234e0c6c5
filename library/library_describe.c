/* library_describe.c - reads and checks what a job describes, unplanned; that and what is shipped as JSON. */
#include "library/program_text.h"
#include "library/library_job.h"
#include "runtime/base/search.h"

enum { SIDE = 65536, FIRST_SIDE = 32 }; /* without --n; without --n0, for a large n */

static json_t *describe_set(const nbb_recursive_set *set, double n)
{
    return json_pack("{s:f, s:I, s:o, s:o, s:o, s:f, s:f}", "ratio", set->ratio, "arity", (json_int_t)set->arity,
                     "volume", nbb_json_real(nbb_set_volume(set, n)), "overhead",
                     nbb_json_real(nbb_set_overhead(set, n)), "overhead_limit",
                     nbb_json_real(nbb_set_overhead_limit(set)), "n0", nbb_set_covers_from(set, n), "n0_all",
                     nbb_set_covers_all_from(set, n));
}

/* `nbbgen info simplex --m M`: volumes of recursive sets, of no definition. */
static nbb_status describe_volumes(const nbb_options *options, json_t **object)
{
    NBB_REFUSE_IF(!nbb_options_given(options, "m"),
                  "nbbgen info simplex: --m is missing: of how many axes, from %d to %d?", NBB_SET_M_MIN,
                  NBB_SET_M_MAX);
    int m = options->m;
    nbb_recursive_set set = { m, options->ratio, options->arity };
    double n = (double)(nbb_options_given(options, "n") ? options->n : SIDE);
    double first = nbb_options_given(options, "n0") ? (double)options->n0 : fmin(FIRST_SIDE, sqrt(n));
    /* A set, the side it is looked at, or the least side to be covered, may have no volumes to report. */
    double levels = -log(n) / log(set.ratio);
    NBB_TRY(nbb_options_refuse(options, "r", " has no effect on simplices: give a side, --n"));
    NBB_REFUSE_IF(n < 2,
                  "--n %.0f: a set covers the cells whose coordinates add up to less than n - 1;"
                  " expected an n of 2 or more",
                  n);
    NBB_REFUSE_IF(set.ratio <= 0 || set.ratio >= 1, "--ratio %g: expected a number between 0 and 1, and neither",
                  set.ratio);
    NBB_REFUSE_IF(levels > NBB_SET_LEVELS_MAX,
                  "--ratio %.10g: a set of side n = %.0f has %.0f levels; expected a ratio with"
                  " at most %d, such as 0.999",
                  set.ratio, n, levels, NBB_SET_LEVELS_MAX);
    NBB_REFUSE_IF(nbb_options_given(options, "n0") && first * first > n,
                  "--n0 %.0f: the search looks at sides from there to n = %.0f; expected n0^2 at most n", first, n);
    /* The set of [X16]: m! orthotopes of its ratio would fill the box, two parts. */
    nbb_recursive_set paper = { m, pow(tgamma(m + 1), -1.0 / m), 2 }, best = nbb_set_best(m, first, n);
    *object = json_pack("{s:i, s:f, s:f, s:f, s:o, s:o, s:o, s:{s:f, s:f, s:f}}", "m", m, "n", n, "simplex",
                        nbb_set_covered(m, n), "box", pow(n, m), "set", describe_set(&set, n), "paper",
                        describe_set(&paper, n), "best", describe_set(&best, n), "searched", "n0", first, "ratio",
                        1 / first, "step", 1.0 / NBB_SET_RATIO_STEPS);
    return NBB_OK;
}

static bool is_sized(const nbb_options *options)
{
    return nbb_options_given(options, "r") || nbb_options_given(options, "n");
}

/* Fails when an option was given that is of no definition, or of a program where none is. */
static nbb_status check_info(const nbb_options *options)
{
    NBB_TRY_IF(options->program_name == NULL,
               nbb_options_refuse(options, "set neighbours", " has no effect without --program"));
    NBB_REFUSE_IF(options->ranks > 0 && (options->program_name != NULL || !is_sized(options)),
                  "--ranks %d: it is counted for an automaton on a fractal of level --r, or on a simplex of side --n",
                  options->ranks);
    NBB_REFUSE_IF((options->state != NULL || options->pass_steps > 0) && options->memory == 0,
                  "--%s: give --memory, the bytes that parts may take: no device is asked for them",
                  options->state != NULL ? "state" : "pass");
    NBB_REFUSE_IF(options->memory > 0 && (options->subject == NULL || !nbb_options_given(options, "r")),
                  "--memory %" PRIu64 ": it is counted on a fractal of level --r", options->memory);
    NBB_LOCAL_TEXT why = nbb_text_of(" has no effect on %s: it is of 'nbbgen info simplex'",
                                     options->subject != NULL ? options->subject : options->program_name);
    return nbb_options_refuse(options, "m ratio arity n0", nbb_text_string(&why));
}

nbb_status nbb_library_read(const nbbgen_job *job, nbb_command command, nbb_job *read)
{
    nbb_options *options = &read->options;
    *read = (nbb_job){ .options = job->options };
    options->command = command;
    NBB_REFUSE_IF(options->subject == NULL && options->program_name == NULL,
                  "which fractal or program? nbbgen_fractal or nbbgen_program is due before this");
    bool is_named = options->subject != NULL && options->program_name == NULL && options->definition_text == NULL;
    nbb_maker maker = NBB_MAKER_FRACTAL;
    NBB_TRY_IF(command == NBB_COMMAND_CHECK && is_named, nbb_meant(options->subject, &maker));
    if (maker == NBB_MAKER_PROGRAM) {
        options->program_name = options->subject;
        options->subject = NULL;
    }
    NBB_TRY(nbb_options_settle_workload(options));
    bool has_definition = options->subject != NULL;
    if (has_definition) {
        NBB_TRY(nbb_options_definition(options, &read->definition));
        read->domain = nbb_definition_domain(&read->definition, 0);
        NBB_TRY_IF(is_sized(options), nbb_options_domain(options, &read->domain));
    }
    NBB_TRY_IF(command == NBB_COMMAND_INFO, check_info(options));
    NBB_DONE_IF(options->program_name == NULL);
    return nbb_options_program(options, has_definition ? nbb_domain_axes(&read->domain) : 0, &read->program);
}

enum { CELLS = 1 << 16, TILES = 64 }; /* gone through at most; a side, up to which covers are */

/* Numbers every cell and finds it back: the map of cells and its inverse agree. */
static nbb_status check_inverse(const nbb_domain *domain, const char *path)
{
    for (int64_t i = 0; i < nbb_domain_cells(domain); ++i) {
        nbb_vector cell = nbb_domain_cell(domain, i);
        NBB_STOP_IF(nbb_domain_index(domain, cell) != i, NBB_ERROR_DEFINITION,
                    "%s: cell %" PRId64 " of size %" PRId64 " stands at (%" PRId64 ", %" PRId64
                    "), where cell %" PRId64 " is",
                    path, i, domain->size, cell.at[0], cell.at[1], nbb_domain_index(domain, cell));
    }
    return NBB_OK;
}

static nbb_status check_fractal(const nbb_fractal *fractal, json_t *object)
{
    int level = NBB_FIND(r, nbb_fractal_largest_level(fractal), nbb_fractal_cells(fractal, 0, r + 1) > CELLS);
    nbb_json_set(object, "checked",
                 json_pack("{s:i, s:I}", "level", level, "cells", (json_int_t)nbb_fractal_cells(fractal, 0, level)));
    return check_inverse(&(nbb_domain){ .fractal = fractal, .size = level }, fractal->path);
}

/* Every tile of a cover has a number, and every number of the simplex's tiles one tile. */
static nbb_status check_cover(const nbb_simplex *simplex, int64_t side, nbb_from from)
{
    nbb_cover cover;
    int64_t inside = 0;
    nbb_cover_build(simplex->m, side, from, &cover);
    for (int64_t number = 0; number < cover.tiles; ++number) {
        nbb_vector place = nbb_cover_place(&cover, number);
        if (nbb_simplex_member(simplex->m, side, place)) {
            ++inside;
            NBB_STOP_IF(nbb_cover_number(&cover, place) != number, NBB_ERROR_DEFINITION,
                        "%s: of %" PRId64 " tiles a side, from %s, tile %" PRId64 " stands where %" PRId64 " is",
                        simplex->path, side, nbb_from_names.names[from], number, nbb_cover_number(&cover, place));
        }
    }
    return inside == nbb_simplex_cells(simplex->m, side)
               ? NBB_OK
               : nbb_fail(NBB_ERROR_DEFINITION, "%s: of %" PRId64 " tiles a side, from %s, %" PRId64 " are met",
                          simplex->path, side, nbb_from_names.names[from], inside);
}

static nbb_status check_simplex(const nbb_simplex *simplex, json_t *object)
{
    int64_t n = NBB_FIND(side, INT_MAX, nbb_simplex_cells(simplex->m, side + 1) > CELLS);
    NBB_TRY(check_inverse(&(nbb_domain){ .simplex = simplex, .size = n }, simplex->path));
    for (int64_t side = 1; side <= TILES; ++side) {
        NBB_TRY(check_cover(simplex, side, NBB_FROM_ABOVE));
        NBB_TRY(check_cover(simplex, side, NBB_FROM_BELOW));
    }
    nbb_json_set(object, "checked", json_pack("{s:i}", "tiles", TILES));
    return NBB_OK;
}

nbb_status nbb_library_describe(nbbgen_job *job, nbb_status (*describe)(const nbbgen_job *job, json_t **made))
{
    json_t *made = NULL;
    NBB_TRY_OR(describe(job, &made), json_decref(nbb_json_whole(made)));
    return nbb_json_print(made, 2, "a description", &job->answer);
}

/* What holds at every size, in a row of a list: "name", "k", "s", "dimension", "levels" of a fractal, "name", "m",
   "largest_n" of a simplex. Of a fractal whose levels differ "k" and "s" stand in each of "layouts", and "draw" is
   { "seed", "weights" }, or null where the levels have the layouts cyclically. */
static json_t *describe_definition(const nbb_definition *definition)
{
    if (definition->kind == NBB_KIND_SIMPLEX) {
        const nbb_simplex *simplex = &definition->simplex;
        return json_pack("{s:s, s:i, s:I}", "name", simplex->name, "m", simplex->m, "largest_n",
                         (json_int_t)nbb_simplex_largest_side(simplex->m));
    }
    const nbb_fractal *fractal = &definition->fractal;
    const nbb_replicas *alike = nbb_fractal_alike(fractal, 0, NBB_LEVELS_MAX);
    const nbb_replicas *tables = fractal->tables;
    double dimension = nbb_fractal_dimension(fractal);
    int levels = nbb_fractal_largest_level(fractal);
    if (alike != NULL) {
        return json_pack("{s:s, s:i, s:o, s:f, s:i}", "name", fractal->name, "k", alike->k, "s",
                         nbb_json_integers(alike->s.at, alike->axes), "dimension", dimension, "levels", levels);
    }
    json_t *layouts = NBB_JSON_LIST(
        i, fractal->table_count,
        json_pack("{s:i, s:o}", "k", tables[i].k, "s", nbb_json_integers(tables[i].s.at, tables[i].axes)));
    json_t *draw = !fractal->drawn
                       ? json_null()
                       : json_pack("{s:I, s:o}", "seed", (json_int_t)fractal->seed, "weights",
                                   NBB_JSON_LIST(i, fractal->table_count, json_real(fractal->weights[i])));
    return json_pack("{s:s, s:o, s:o, s:f, s:i}", "name", fractal->name, "layouts", layouts, "draw", draw,
                     "dimension", dimension, "levels", levels);
}

/* One definition: its name in the list is the one that reaches it, whatever it calls itself. */
static nbb_status list_definition(const char *name, json_t *list)
{
    NBB_AT_END(nbb_definition_free) nbb_definition definition = { 0 };
    nbb_options options = { .subject = name };
    NBB_TRY(nbb_options_definition(&options, &definition));
    json_t *row = describe_definition(&definition);
    nbb_set_shown(row, "name", name);
    nbb_json_add(list, row);
    return NBB_OK;
}

/* One program, with the first line of its file. */
static nbb_status list_program(const char *name, json_t *list)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY, remark = NBB_TEXT_EMPTY, script = NBB_TEXT_EMPTY;
    nbb_text shown = NBB_TEXT_EMPTY, purpose = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_search_find(&nbb_program_search, name, &path, &remark));
    NBB_TRY(nbb_script_load(nbb_text_string(&path), &script));
    nbb_text_show(&shown, name, strlen(name));
    /* Appends what the script begins with, without its "-- ", if that is a comment. */
    const char *line = nbb_text_string(&script);
    line += strspn(line, "\n");
    if (strncmp(line, "--", 2) == 0) {
        const char *words = line + 2 + strspn(line + 2, " ");
        nbb_text_show(&purpose, words, strcspn(words, "\n"));
    }
    nbb_json_add(list, json_pack("{s:o, s:o}", "name", nbb_json_take(&shown), "program", nbb_json_take(&purpose)));
    return NBB_OK;
}

/* A broken file hides no other one: its failure stands for it. */
static void add_broken(json_t *list)
{
    nbb_failed failure = nbb_failure_take();
    nbb_json_add(list, json_pack("{s:o}", "error", nbb_describe_failure(&failure)));
    nbb_failure_give(&failure);
}

static void list_all(const nbb_search *search, nbb_status (*list_named)(const char *, json_t *), json_t *list)
{
    NBB_LOCAL_LIST names = { NULL, 0 };
    if (nbb_search_list(search, &names) != NBB_OK) {
        nbb_list_free(&names);
        add_broken(list);
    }
    for (size_t i = 0; i < names.count; ++i) {
        if (list_named(names.items[i], list) != NBB_OK) {
            add_broken(list);
        }
    }
}

NBB_LIBRARY_DESCRIBES(nbbgen_list)
{
    *made = json_array();
    list_all(&nbb_definition_search, list_definition, *made);
    list_all(&nbb_program_search, list_program, *made);
    return NBB_OK;
}

/* What info and check say of a definition alike. */
static json_t *begin_definition(const nbb_job *read, bool with_hash)
{
    const nbb_domain *domain = &read->domain;
    json_t *object = describe_definition(&read->definition);
    nbb_json_set(object, "path",
                 nbb_json_text(domain->simplex != NULL ? domain->simplex->path : domain->fractal->path));
    if (domain->fractal != NULL) {
        nbb_describe_layout(domain->fractal, with_hash, object);
    }
    return object;
}

NBB_LIBRARY_DESCRIBES(nbbgen_info)
{
    /* Simplices of any number of axes, which have no definition. */
    if (job->options.subject != NULL && strcmp(job->options.subject, "simplex") == 0
        && job->options.definition_text == NULL) {
        nbb_options options = job->options;
        options.command = NBB_COMMAND_INFO;
        return describe_volumes(&options, made);
    }
    NBB_AT_END(nbb_job_close) nbb_job read;
    NBB_TRY(nbb_library_read(job, NBB_COMMAND_INFO, &read));
    const nbb_options *options = &read.options;
    const nbb_domain *domain = &read.domain;
    if (options->program == NULL) {
        *made = begin_definition(&read, true);
        NBB_TRY_IF(domain->simplex != NULL, nbb_describe_simplex(domain, *made));
        NBB_TRY_IF(domain->fractal != NULL && is_sized(options), nbb_describe_fractal(domain, *made));
    } else {
        *made = nbb_describe_program(&read.program);
        NBB_JSON_SET_IF(options->subject != NULL, *made, "fractal", nbb_json_text(nbb_domain_name(domain)));
        if (options->subject != NULL && is_sized(options)) {
            nbb_describe_program_on(&read.program, domain, *made);
        }
    }
    NBB_TRY_IF(options->memory > 0, nbb_describe_parts(options, domain, *made));
    return options->ranks > 0 ? nbb_describe_ranks(options, domain, *made) : NBB_OK;
}

/* A definition's map is gone through; a program, which was typed and bound, is printed again. */
NBB_LIBRARY_DESCRIBES(nbbgen_check)
{
    NBB_AT_END(nbb_job_close) nbb_job read;
    NBB_TRY(nbb_library_read(job, NBB_COMMAND_CHECK, &read));
    if (read.options.program == NULL) {
        *made = begin_definition(&read, false);
    } else {
        nbb_text text = NBB_TEXT_EMPTY;
        *made = nbb_describe_program(&read.program);
        nbb_describe_values(&read.program, *made);
        nbb_program_print(&read.program, &text);
        nbb_json_set(*made, "text", nbb_json_take(&text));
    }
    /* The cells' numbers and places, and a simplex's tiles, agree as far as "checked" says. */
    const nbb_definition *definition = &read.definition;
    return read.options.subject == NULL           ? NBB_OK
           : definition->kind == NBB_KIND_SIMPLEX ? check_simplex(&definition->simplex, *made)
                                                  : check_fractal(&definition->fractal, *made);
}
