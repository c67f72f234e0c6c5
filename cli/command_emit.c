/* command_emit.c - prints a plan's kernels as source, PTX, a cubin or a fat binary. */
#include "cli/commands.h"

static bool has_file(const nbb_options *options)
{
    return options->output != NULL && strcmp(options->output, "-") != 0;
}

/* With --json standard output is the object's. Without a file the kernels are made all the same: what is wrong with
   them is told. */
static nbb_status write_form(const nbb_options *options, nbbgen_job *job)
{
    const char *bytes;
    size_t length;
    NBB_TRY(nbb_client_status(job, nbbgen_emit(job, &bytes, &length)));
    if (has_file(options)) {
        return nbb_outputs_put(options->output, bytes, length, "what is emitted");
    }
    return options->json || fwrite(bytes, 1, length, stdout) == length
               ? NBB_OK
               : nbb_fail(NBB_ERROR_RUN, "standard output cannot be written");
}

/* A path as make and ninja read it. */
static void add_path(nbb_text *rule, const char *path)
{
    for (; *path != '\0'; ++path) {
        nbb_text_add(rule, "%s%c", *path == '$' ? "$" : strchr(" #", *path) != NULL ? "\\" : "", *path);
    }
}

static nbb_status emit(const nbb_options *options, nbbgen_job *job, const nbb_list *files)
{
    NBB_TRY(nbb_client_status(job, nbbgen_plan(job)));
    NBB_TRY(write_form(options, job));
    if (options->depfile != NULL) {
        NBB_LOCAL_TEXT rule = NBB_TEXT_EMPTY;
        add_path(&rule, options->output);
        nbb_text_add(&rule, ":");
        for (size_t i = 0; i < files->count; ++i) {
            nbb_text_add(&rule, " \\\n ");
            add_path(&rule, files->items[i]);
        }
        nbb_text_add(&rule, "\n");
        NBB_TRY(nbb_text_status(&rule, "a rule of make"));
        NBB_TRY(nbb_file_put(options->depfile, &rule));
    }
    if (options->json) {
        /* How they are called, and the file that has them. */
        const char *kernels = nbbgen_kernels(job);
        json_t *object = kernels != NULL ? json_loads(kernels, 0, NULL) : NULL;
        if (kernels == NULL) {
            return nbb_client_status(job, NBBGEN_ERROR_RUN);
        }
        if (object != NULL && options->output != NULL) {
            nbb_json_set(object, "file", nbb_json_text(options->output));
        }
        return nbb_print_json(nbb_json_whole(object));
    }
    return NBB_OK;
}

nbb_status nbb_command_emit(const nbb_options *options, nbbgen_job *job)
{
    NBB_LOCAL_LIST files = { NULL, 0 };
    NBB_REFUSE_IF(options->depfile != NULL && !has_file(options),
                  "--depfile %s needs --output FILE, whose sources it lists", options->depfile);
    NBB_REFUSE_IF(options->json && options->output != NULL && !has_file(options),
                  "--json and --output -: standard output has room for one of them; name a file");
    NBB_TRY(nbb_outputs_check(options));
    nbb_reads_note(options->depfile != NULL ? &files : NULL);
    nbb_status status = emit(options, job, &files);
    nbb_reads_note(NULL);
    return status;
}
