/* request.c - from options to a plan's request, and from a plan back to the command that emits it. */
#include "commands.h"

#include "definition.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

nbb_status nbb_options_fractal(const nbb_options *options, nbb_fractal *fractal)
{
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_status status = nbb_definition_find(options->subject, &path);
    if (status == NBB_OK) {
        status = nbb_definition_load(nbb_text_string(&path), fractal);
    }
    nbb_text_free(&path);
    return status;
}

/* Fails when an option was given that the workload cannot heed. */
static nbb_status check_workload(const nbb_options *options)
{
    static const struct {
        const char *option;
        bool sw, rd;                                  /* whether it has an effect on that workload */
    } rows[] = { { "rule", false, false }, { "seed", false, true }, { "density", false, true },
                 { "halo", false, false } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        bool heeded = options->workload == NBB_WORKLOAD_CA
                      || (options->workload == NBB_WORKLOAD_SW ? rows[i].sw : rows[i].rd);
        if (!heeded && nbb_options_given(options, rows[i].option)) {
            return nbb_fail(NBB_ERROR_USAGE, "--%s has no effect on workload %s", rows[i].option,
                            nbb_workload_names.names[options->workload]);
        }
    }
    return NBB_OK;
}

/* Fails when the folder of templates is none: all templates would silently be the program's own. */
static nbb_status check_templates(const nbb_options *options)
{
    struct stat facts;
    if (options->templates == NULL || (stat(options->templates, &facts) == 0 && S_ISDIR(facts.st_mode))) {
        return NBB_OK;
    }
    const char *source = nbb_options_given(options, "templates") ? "--templates " : "NBBGEN_TEMPLATES=";
    return nbb_fail(NBB_ERROR_USAGE, "%s%s: no such folder", source, options->templates);
}

nbb_status nbb_options_request(const nbb_options *options, const nbb_fractal *fractal, nbb_request *request)
{
    if (!nbb_options_given(options, "r")) {
        return nbb_fail(NBB_ERROR_USAGE, "nbbgen %s: --r is missing: how many levels, from 0 to %d for %s?",
                        nbb_command_names[options->command], nbb_fractal_largest_level(fractal), fractal->name);
    }
    NBB_TRY(nbb_fractal_check_level(fractal, options->r));
    NBB_TRY(check_workload(options));
    NBB_TRY(check_templates(options));
    static const struct {
        const char *option, *why;
    } mapped[] = {
        { "eval", "evaluates no levels" }, { "hash", "evaluates no tau(beta)" }, { "intra", "has no tiles of bytes" },
        { "halo", "has no tiles of bytes" }
    };
    for (int i = 0; i < 4 && (options->map == NBB_MAP_BB || options->map == NBB_MAP_LANES); ++i) {
        if (nbb_options_given(options, mapped[i].option)) {
            return nbb_fail(NBB_ERROR_USAGE, "--%s has no effect on map %s: it %s", mapped[i].option,
                            nbb_map_names.names[options->map], mapped[i].why);
        }
    }
    *request = (nbb_request){ .fractal = fractal, .r = options->r, .workload = options->workload, .map = options->map,
                              .eval = options->eval, .hash = options->hash, .intra = options->intra, .halo = options->halo,
                              .target = options->target, .rule = options->rule, .tc = options->tc, .tile = options->tile };
    return NBB_OK;
}

/* Appends a word as a shell reads it back: quoted where it holds more than names and paths do, a control character as
   $'\ooo', for the command stands on one line. */
void nbb_add_word(nbb_text *command, const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./-+,:=@%";
    if (word[strspn(word, plain)] == '\0') {
        nbb_text_add(command, "%s", word);
        return;
    }
    nbb_text_add(command, "'");
    for (; *word != '\0'; ++word) {
        if ((unsigned char)*word < ' ' || *word == '\'' || *word == '\x7f') {
            nbb_text_add(command, "'$'\\%03o''", (unsigned)*word);
        } else {
            nbb_text_put(command, word, 1);
        }
    }
    nbb_text_add(command, "'");
}

void nbb_emit_command(const nbb_options *options, const nbb_plan *plan, bool standalone, nbb_text *command)
{
    nbb_text_add(command, "nbbgen emit ");
    nbb_add_word(command, options->subject);
    nbb_text_add(command, " --r %d --workload %s", plan->r, nbb_workload_names.names[plan->workload]);
    if (plan->workload == NBB_WORKLOAD_CA) {
        nbb_text_add(command, " --rule ");
        nbb_rule_print(plan->rule, command);
    }
    nbb_text_add(command, " --map %s", nbb_map_names.names[plan->map]);
    if (plan->map != NBB_MAP_BB) {
        nbb_text_add(command, " --tile %" PRId64, plan->rho.at[plan->fractal->shared->s.at[0] > 1 ? 0 : 1]);
    }
    if (plan->tc != NBB_TC_NONE) {
        nbb_text_add(command, " --tc=%d", plan->tc);
    }
    nbb_choice choices[NBB_CHOICES];
    int count = nbb_plan_choices(plan, choices);
    for (int i = 0; i < count; ++i) {
        nbb_text_add(command, " --%s %s", choices[i].option, choices[i].value);
    }
    if (standalone) {
        nbb_text_add(command, " --steps %" PRId64, options->steps);
        if (plan->workload != NBB_WORKLOAD_SW) {
            nbb_text_add(command, " --seed %" PRIu64 " --density %.17g", options->seed, options->density);
        }
    }
    nbb_text_add(command, " --target %s%s", nbb_target_names.names[plan->target], standalone ? "" : " --kernel-only");
}
