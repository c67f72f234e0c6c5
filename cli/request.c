/* request.c - from options to a plan's request, and from a plan back to the command that emits it. */
#include "cli/commands.h"

#include "gen/definition/definition.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

nbb_status nbb_options_definition(const nbb_options *options, nbb_definition *definition)
{
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_status status = nbb_definition_find(options->subject, &path);
    if (status == NBB_OK) {
        status = nbb_definition_load(nbb_text_string(&path), definition);
    }
    nbb_text_free(&path);
    return status;
}

/* Fails when an option was given that only the other kind of domain heeds. */
static nbb_status check_kind(const nbb_options *options, nbb_kind kind, const char *name)
{
    static const struct {
        const char *option;
        nbb_kind kind;                                /* that heeds it */
        const char *why;                              /* the other one does not */
    } rows[] = {
        { "n", NBB_KIND_SIMPLEX, "a fractal's side is s^r: give --r" },
        { "storage", NBB_KIND_SIMPLEX, "a fractal's map decides: bb and lambda store the box, compact tiles, lanes"
          " bits" },
        { "from", NBB_KIND_SIMPLEX, "a fractal's map needs no power of two" },
        { "recursion", NBB_KIND_SIMPLEX, "lambda sums all levels at once: --eval says how" },
        { "chunk", NBB_KIND_SIMPLEX, "a fractal's tile is moved in pieces as wide as its rows allow" },
        { "r", NBB_KIND_FRACTAL, "a simplex has no levels: give its side, --n" },
        { "eval", NBB_KIND_FRACTAL, "a simplex's map sums no levels" },
        { "hash", NBB_KIND_FRACTAL, "a simplex has no replicas" },
        { "intra", NBB_KIND_FRACTAL, "a simplex's tiles have no holes" },
        { "lanes", NBB_KIND_FRACTAL, "a simplex is not stored in lanes" },
        { "steps-per-launch", NBB_KIND_FRACTAL, "a simplex is not stored in lanes" },
        { "resident", NBB_KIND_FRACTAL, "a simplex is not stored in lanes" },
        { "crossed", NBB_KIND_FRACTAL, "a simplex is not stored in lanes" },
        { "block", NBB_KIND_FRACTAL, "a simplex is not stored in lanes" },
        { "buffers", NBB_KIND_FRACTAL, "a simplex is not stored in lanes" },
        { "halo", NBB_KIND_FRACTAL, "a simplex's tiles are copied with their surroundings" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        if (rows[i].kind != kind && nbb_options_given(options, rows[i].option)) {
            return nbb_fail(NBB_ERROR_USAGE, "--%s has no effect on %s: %s", rows[i].option, name, rows[i].why);
        }
    }
    return NBB_OK;
}

nbb_status nbb_options_domain(const nbb_options *options, nbb_domain *domain)
{
    bool is_simplex = domain->simplex != NULL;
    const char *command = nbb_command_names[options->command], *name = nbb_domain_name(domain);
    domain->size = is_simplex ? options->n : options->r;
    NBB_TRY(check_kind(options, is_simplex ? NBB_KIND_SIMPLEX : NBB_KIND_FRACTAL, name));
    if (nbb_options_given(options, nbb_domain_size_name(domain))) {
        return nbb_domain_check_size(domain);
    }
    if (is_simplex) {
        return nbb_fail(NBB_ERROR_USAGE, "nbbgen %s: --n is missing: how many cells a side, from 1 to %" PRId64 " for"
                        " %s?", command, nbb_simplex_largest_side(domain->simplex->m), name);
    }
    return nbb_fail(NBB_ERROR_USAGE, "nbbgen %s: --r is missing: how many levels, from 0 to %d for %s?", command,
                    nbb_fractal_largest_level(domain->fractal), name);
}

/* Fails when an option was given that the workload cannot heed. */
static nbb_status check_workload(const nbb_options *options)
{
    enum { RD = 1 << NBB_WORKLOAD_RD, CA = 1 << NBB_WORKLOAD_CA, EDM = 1 << NBB_WORKLOAD_EDM };
    static const struct {
        const char *option;
        int workloads;                                /* that heed it */
        const char *names;
    } rows[] = { { "rule", CA, "ca" }, { "seed", CA | RD, "ca and rd" }, { "density", CA | RD, "ca and rd" },
                 { "points", EDM, "edm" } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        bool heeded = rows[i].workloads >> options->workload & 1;
        if (!heeded && nbb_options_given(options, rows[i].option)) {
            return nbb_fail(NBB_ERROR_USAGE, "--%s has no effect on workload %s: it is an option of %s",
                            rows[i].option, nbb_workload_names.names[options->workload], rows[i].names);
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

nbb_status nbb_options_points(const nbb_options *options, nbb_kind kind, nbb_options *sized, nbb_points *points)
{
    *sized = *options;
    *points = (nbb_points){ .at = NULL };
    if (options->workload != NBB_WORKLOAD_EDM || kind != NBB_KIND_SIMPLEX) {
        return NBB_OK;
    }
    if (options->points == NULL) {
        return nbb_fail(NBB_ERROR_USAGE, "--workload edm: --points is missing: a .npy file of the points");
    }
    NBB_TRY(nbb_points_read(options->points, points));
    if (nbb_options_given(options, "n") && options->n != points->count) {
        return nbb_fail(NBB_ERROR_USAGE, "--n %" PRId64 ": %s holds %" PRId64 " points", options->n, options->points,
                        points->count);
    }
    nbb_options_take_side(sized, points->count);
    return NBB_OK;
}

nbb_status nbb_options_rule(const nbb_options *options, int axes, nbb_rule *rule)
{
    const char *text = options->rule_text;
    if (axes > 2) {
        return nbb_rule_parse_listed(text != NULL ? text : "B5/S4,5", rule);
    }
    *rule = options->rule;
    return text != NULL ? nbb_rule_parse(text, rule) : NBB_OK;
}

/* Those of the four choices that were given, for the plan, which knows the map, to refuse what has no effect. */
static unsigned named_choices(const nbb_options *options)
{
    return (nbb_options_given(options, "eval") ? NBB_NAMED_EVAL : 0u)
           | (nbb_options_given(options, "hash") ? NBB_NAMED_HASH : 0u)
           | (nbb_options_given(options, "intra") ? NBB_NAMED_INTRA : 0u)
           | (nbb_options_given(options, "halo") ? NBB_NAMED_HALO : 0u);
}

nbb_status nbb_options_request(const nbb_options *options, nbb_domain domain, nbb_request *request)
{
    nbb_rule rule;
    NBB_TRY(nbb_options_rule(options, nbb_domain_axes(&domain), &rule));
    NBB_TRY(nbb_options_domain(options, &domain));
    NBB_TRY(check_workload(options));
    NBB_TRY(check_templates(options));
    *request = (nbb_request){ .fractal = domain.fractal, .r = options->r, .simplex = domain.simplex, .n = options->n,
                              .storage = options->storage, .from = options->from,
                              .recursion = options->recursion, .chunk = (uint32_t)options->chunk,
                              .workload = options->workload, .map = options->map, .eval = options->eval,
                              .hash = options->hash, .intra = options->intra, .halo = options->halo,
                              .named = named_choices(options),
                              .target = options->target, .rule = rule, .tc = options->tc,
                              .tile = options->tile, .lanes = options->lanes,
                              .steps_a_launch = options->steps_a_launch, .block = (uint32_t)options->block,
                              .buffers = options->buffers, .resident = options->resident,
                              .crossed = options->crossed };
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
    nbb_text_add(command, " --%s %" PRId64 " --workload %s", nbb_domain_size_name(&plan->domain), plan->domain.size,
                 nbb_workload_names.names[plan->workload]);
    if (plan->workload == NBB_WORKLOAD_CA) {
        nbb_text_add(command, " --rule ");
        nbb_rule_print_on(plan->rule, nbb_domain_axes(&plan->domain), command);
    }
    nbb_text_add(command, " --map %s", nbb_map_names.names[plan->map]);
    if (plan->workload == NBB_WORKLOAD_EDM) {
        nbb_text_add(command, " --points ");
        nbb_add_word(command, options->points);
    }
    nbb_plan_print_options(plan, command);
    if (standalone) {
        nbb_text_add(command, " --steps %" PRId64, options->steps);
        if (plan->workload != NBB_WORKLOAD_SW) {
            nbb_text_add(command, " --seed %" PRIu64 " --density %.17g", options->seed, options->density);
        }
    }
    nbb_text_add(command, " --target %s%s", nbb_target_names.names[plan->target], standalone ? "" : " --kernel-only");
}
