/* library_describe.c - the shipped definitions and the job's, as JSON, before a plan is made. */
#include "library/library_job.h"

#include "gen/base/json.h"
#include "gen/base/say.h"
#include "gen/base/script.h"
#include "library/describe.h"
#include "library/reading.h"
#include "library/request.h"

#include <string.h>

nbbgen_status nbb_library_answer(nbbgen_job *job, json_t *value, nbb_status status, const char **json)
{
    nbb_text_free(&job->answer);
    if (status == NBB_OK) {
        status = nbb_json_print(value, 2, "a description", &job->answer);
    } else {
        json_decref(nbb_json_whole(value));
    }
    *json = nbb_text_string(&job->answer);
    return nbb_library_leave(job, status);
}

/* ---- list ---- */

/* One definition: its name in the list is the one that reaches it, whatever it calls itself. */
static nbb_status list_definition(const char *name, json_t *list)
{
    NBB_AT_END(nbb_definition_free) nbb_definition definition = { 0 };
    nbb_text shown = NBB_TEXT_EMPTY;
    nbb_options options = { .subject = name };
    NBB_TRY(nbb_options_definition(&options, &definition));
    json_t *row = nbb_describe_definition(&definition);
    nbb_text_show(&shown, name, strlen(name));
    nbb_json_set(row, "name", nbb_json_take(&shown));
    nbb_json_add(list, row);
    return NBB_OK;
}

/* Appends what the script begins with, without its "-- ", if that is a comment. */
static void add_purpose(const nbb_text *script, nbb_text *text)
{
    const char *line = nbb_text_string(script);
    line += strspn(line, "\n");
    if (strncmp(line, "--", 2) == 0) {
        const char *words = line + 2 + strspn(line + 2, " ");
        nbb_text_show(text, words, strcspn(words, "\n"));
    }
}

/* One program, with the first line of its file. */
static nbb_status list_program(const char *name, json_t *list)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY, remark = NBB_TEXT_EMPTY, script = NBB_TEXT_EMPTY;
    nbb_text shown = NBB_TEXT_EMPTY, purpose = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_search_find(&nbb_program_search, name, &path, &remark));
    NBB_TRY(nbb_script_load(nbb_text_string(&path), &script));
    nbb_text_show(&shown, name, strlen(name));
    add_purpose(&script, &purpose);
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

typedef nbb_status list_function(const char *name, json_t *list);

static void list_all(const nbb_search *search, list_function *list_named, json_t *list)
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

nbbgen_status nbbgen_list(nbbgen_job *job, const char **json)
{
    nbb_library_enter(job);
    json_t *list = json_array();
    list_all(&nbb_definition_search, list_definition, list);
    list_all(&nbb_program_search, list_program, list);
    return nbb_library_answer(job, list, NBB_OK, json);
}

/* ---- info and check ---- */

/* What describe and check tell of a definition alike. */
static json_t *begin_definition(const nbb_reading *read)
{
    const nbb_domain *domain = &read->domain;
    json_t *object = nbb_describe_definition(&read->definition);
    nbb_json_set(object, "path",
                 nbb_json_text(domain->simplex != NULL ? domain->simplex->path : domain->fractal->path));
    if (domain->fractal != NULL) {
        nbb_describe_layout(domain->fractal, object);
    }
    return object;
}

static nbb_status describe_definition(const nbb_reading *read, json_t *object)
{
    const nbb_domain *domain = &read->domain;
    if (domain->simplex != NULL) {
        return nbb_describe_simplex(domain->simplex, read->is_sized ? domain->size : 0, object);
    }
    return nbb_describe_fractal(domain->fractal, read->is_sized ? (int)domain->size : -1, object);
}

static nbb_status describe(const nbb_reading *read, json_t **object)
{
    bool has_definition = read->options.subject != NULL;
    if (read->options.program == NULL) {
        *object = begin_definition(read);
        NBB_TRY(describe_definition(read, *object));
        return read->options.ranks > 0 ? nbb_describe_ranks(&read->options, &read->domain, *object) : NBB_OK;
    }
    *object = nbb_describe_program(&read->program);
    if (has_definition) {
        nbb_json_set(*object, "fractal", nbb_json_text(nbb_domain_name(&read->domain)));
    }
    if (read->is_sized) {
        nbb_describe_program_on(&read->program, &read->domain, *object);
    }
    return NBB_OK;
}

/* Simplices of any number of axes, which have no definition. */
static bool asks_volumes(const nbb_options *options)
{
    return options->subject != NULL && strcmp(options->subject, "simplex") == 0 && options->definition_text == NULL;
}

static nbb_status info(const nbbgen_job *job, json_t **object)
{
    if (asks_volumes(&job->options)) {
        nbb_options options = job->options;
        options.command = NBB_COMMAND_INFO;
        return nbb_describe_volumes(&options, object);
    }
    NBB_AT_END(nbb_reading_close) nbb_reading read;
    NBB_TRY(nbb_reading_open(job, NBB_COMMAND_INFO, &read));
    return describe(&read, object);
}

nbbgen_status nbbgen_info(nbbgen_job *job, const char **json)
{
    json_t *object = NULL;
    nbb_library_enter(job);
    nbb_status status = info(job, &object);
    return nbb_library_answer(job, object, status, json);
}

/* A definition's map is gone through; a program, which was typed and bound, is printed again. */
static nbb_status check(const nbbgen_job *job, json_t **object)
{
    NBB_AT_END(nbb_reading_close) nbb_reading read;
    NBB_TRY(nbb_reading_open(job, NBB_COMMAND_CHECK, &read));
    if (read.options.program == NULL) {
        *object = begin_definition(&read);
    } else {
        nbb_text text = NBB_TEXT_EMPTY;
        *object = nbb_describe_program(&read.program);
        nbb_describe_values(&read.program, *object);
        nbb_program_print(&read.program, &text);
        nbb_json_set(*object, "text", nbb_json_take(&text));
    }
    return read.options.subject != NULL ? nbb_check_definition(&read.definition, *object) : NBB_OK;
}

nbbgen_status nbbgen_check(nbbgen_job *job, const char **json)
{
    json_t *object = NULL;
    nbb_library_enter(job);
    nbb_status status = check(job, &object);
    return nbb_library_answer(job, object, status, json);
}
