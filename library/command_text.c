/* command_text.c - the command line that emits a plan's source again. */
#include "library/command_text.h"

#include "library/option_command.h"

#include <inttypes.h>

/* What parameters are is an argument of kernels: text that says it would be another one for each value. */
static void add_program(const nbb_options *options, bool standalone, nbb_text *command)
{
    nbb_text_add(command, " --program ");
    nbb_add_word(command, options->program_name);
    if (options->neighbours != NULL) {
        nbb_text_add(command, " --neighbours ");
        nbb_add_word(command, options->neighbours);
    }
    for (int i = 0; standalone && i < options->assignments.count; ++i) {
        nbb_text_add(command, " --set ");
        nbb_add_word(command, options->assignments.items[i]);
    }
}

void nbb_emit_command(const nbb_options *options, const nbb_plan *plan, bool standalone, nbb_text *command)
{
    nbb_text_add(command, "nbbgen emit ");
    nbb_add_word(command, options->subject);
    nbb_text_add(command, " --%s %" PRId64 " --workload %s", nbb_domain_size_name(&plan->domain), plan->domain.size,
                 plan->work->name);
    if (plan->work->law == NBB_LAW_PROGRAM) {
        add_program(options, standalone, command);
    } else if (plan->work->law == NBB_LAW_RULE) {
        nbb_text_add(command, " --rule ");
        nbb_rule_print_on(plan->rule, nbb_domain_axes(&plan->domain), command);
    }
    nbb_text_add(command, " --map %s", nbb_map_names.names[plan->map]);
    if (plan->work->start == NBB_START_POINTS) {
        nbb_text_add(command, " --dimensions %d --out %s", plan->simplex.dimensions,
                     nbb_out_names.names[plan->simplex.out]);
    }
    nbb_plan_print_options(plan, command);
    if (standalone) {
        nbb_text_add(command, " --steps %" PRId64, options->steps);
        bool is_random = plan->work->start == NBB_START_DRAWN;
        if (plan->work->start != NBB_START_EMPTY) {
            nbb_text_add(command, " --seed %" PRIu64, options->seed);
        }
        if (is_random) {
            nbb_text_add(command, " --density %.17g", options->density);
        }
    }
    nbb_text_add(command, " --target %s%s", nbb_target_names.names[plan->target], standalone ? "" : " --kernel-only");
}
