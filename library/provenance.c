/* provenance.c - which program, command and parameters a result is of. */
#include "library/run_whole.h"

#include "gen/base/commit.h"
#include "runtime/run/report.h"

#include <xxhash.h>

/* Of its one form, with parameters of 0: values are told beside. */
static uint64_t hash_of(const nbb_program *program)
{
    nbb_parameter parameters[NBB_PARAMETERS_MAX];
    nbb_program without = *program;
    NBB_LOCAL_TEXT form = NBB_TEXT_EMPTY;
    for (int i = 0; i < program->parameter_count; ++i) {
        parameters[i] = program->parameters[i];
        parameters[i].value = 0;
    }
    without.parameters = parameters;
    nbb_program_print(&without, &form);
    return XXH3_64bits(nbb_text_string(&form), form.length);
}

json_t *nbb_provenance(const nbb_options *options, const nbb_run *run)
{
    const nbb_plan_asked *asked = &run->request.plan->asked;
    NBB_LOCAL_TEXT command = NBB_TEXT_EMPTY;
    json_t *object = json_object();
    nbb_options_command(options, &command);
    nbb_json_set(object, "version", nbb_json_text(NBB_VERSION));
    nbb_json_set(object, "commit", nbb_json_text(nbb_commit));
    nbb_json_set(object, "command", nbb_json_text(nbb_text_string(&command)));
    nbb_json_set(object, asked->domain.simplex != NULL ? "simplex" : "fractal",
                 nbb_json_text(nbb_domain_name(&asked->domain)));
    if (!options->sweeps_size) {
        nbb_json_set(object, nbb_domain_size_name(&asked->domain), json_integer((json_int_t)asked->domain.size));
    }
    bool is_ensemble = run->request.ensemble != NULL;
    if (is_ensemble) {
        nbb_json_set(object, "ensemble", nbb_json_text(run->request.ensemble));
    }
    if (asked->program != NULL) {
        nbb_json_set(object, "program", nbb_json_text(asked->program->name));
        nbb_json_set(object, "program_hash", json_sprintf("0x%016" PRIx64, hash_of(asked->program)));
        uint64_t seed = is_ensemble ? options->seed : run->request.seed;
        json_t *parameters = nbb_report_parameters(asked->program);
        for (int i = 0; parameters != NULL && i < options->sweeps.count; ++i) { /* of which copies have their own */
            const char *sweep = options->sweeps.items[i];
            NBB_LOCAL_TEXT name = nbb_text_of("%.*s", (int)strcspn(sweep, "="), sweep);
            json_object_del(parameters, nbb_text_string(&name));
        }
        nbb_json_set(object, "param", parameters);
        nbb_json_set(object, "seed", json_integer((json_int_t)seed));
        if (!is_ensemble || nbb_options_given(options, "init-seed")) {
            nbb_json_set(object, "init_seed", json_integer((json_int_t)nbb_program_init_seed(asked->program, seed)));
        }
    }
    return nbb_json_whole(object);
}
