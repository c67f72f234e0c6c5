/* provenance.c - which program, command and parameters a result is of. */
#include "library/provenance.h"

#include "gen/base/commit.h"
#include "runtime/run/report.h"

#include <xxhash.h>

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
    if (asked->program != NULL) {
        NBB_LOCAL_TEXT form = NBB_TEXT_EMPTY;
        nbb_program_print(asked->program, &form);
        nbb_json_set(object, "program", nbb_json_text(asked->program->name));
        nbb_json_set(object, "program_hash",
                     json_sprintf("0x%016" PRIx64, XXH3_64bits(nbb_text_string(&form), form.length)));
        nbb_json_set(object, "param", nbb_report_parameters(asked->program));
        nbb_json_set(object, "seed", json_integer((json_int_t)run->request.seed));
        nbb_json_set(object, "init_seed",
                     json_integer((json_int_t)nbb_program_init_seed(asked->program, run->request.seed)));
    }
    return nbb_json_whole(object);
}
