/* reading.c - reads what a job describes. */
#include "library/reading.h"

#include "library/kinds.h"
#include "library/request.h"

static nbb_status read_definition(nbb_reading *read)
{
    NBB_TRY(nbb_options_definition(&read->options, &read->definition));
    read->domain = nbb_definition_domain(&read->definition, 0);
    read->is_sized = nbb_options_given(&read->options, "r") || nbb_options_given(&read->options, "n");
    return read->is_sized ? nbb_options_domain(&read->options, &read->domain) : NBB_OK;
}

/* Fails when an option was given that is of no definition, or of a program where none is. */
static nbb_status check_info(const nbb_options *options)
{
    NBB_TRY(options->program_name != NULL
                ? NBB_OK
                : nbb_options_refuse(options, "set neighbours", " has no effect without --program"));
    bool is_sized = nbb_options_given(options, "r") || nbb_options_given(options, "n");
    if (options->ranks > 0 && (options->program_name != NULL || !is_sized)) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--ranks %d: it is counted for an automaton on a fractal of level --r, or on a simplex"
                        " of side --n",
                        options->ranks);
    }
    NBB_LOCAL_TEXT why = nbb_text_of(" has no effect on %s: it is of 'nbbgen info simplex'",
                                     options->subject != NULL ? options->subject : options->program_name);
    return nbb_options_refuse(options, "m ratio arity n0", nbb_text_string(&why));
}

/* What was named without its kind, to be checked. */
static nbb_status take_meant(nbb_options *options)
{
    nbb_maker maker = NBB_MAKER_FRACTAL;
    if (options->program_name != NULL || options->definition_text != NULL) {
        return NBB_OK;
    }
    NBB_TRY(nbb_meant(options->subject, &maker));
    if (maker == NBB_MAKER_PROGRAM) {
        options->program_name = options->subject;
        options->subject = NULL;
    }
    return NBB_OK;
}

nbb_status nbb_reading_open(const nbbgen_job *job, nbb_command command, nbb_reading *read)
{
    nbb_options *options = &read->options;
    *read = (nbb_reading){ .options = job->options };
    options->command = command;
    if (options->subject == NULL && options->program_name == NULL) {
        return nbb_fail(NBB_ERROR_USAGE, "which fractal or program? nbbgen_fractal or nbbgen_program is due before"
                                         " this");
    }
    NBB_TRY(command == NBB_COMMAND_CHECK && options->subject != NULL ? take_meant(options) : NBB_OK);
    NBB_TRY(nbb_options_settle_workload(options));
    bool has_definition = options->subject != NULL;
    NBB_TRY(has_definition ? read_definition(read) : NBB_OK);
    NBB_TRY(command == NBB_COMMAND_INFO ? check_info(options) : NBB_OK);
    return options->program_name == NULL
               ? NBB_OK
               : nbb_options_program(options, has_definition ? nbb_domain_axes(&read->domain) : 0, &read->program);
}

void nbb_reading_close(nbb_reading *read)
{
    nbb_definition_free(&read->definition);
    nbb_program_free(&read->program);
}
