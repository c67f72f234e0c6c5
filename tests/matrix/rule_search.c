/* rule_search.c - finds a rule under which a domain's cells live on. */
#include "rules.h"

#include "runtime/run/program_area.h"

enum { ALIVE_LEAST = 25, ALIVE_MOST = 58, CHANGED_LEAST = 4, FLIPS_MOST = 5, SEED = 1 };
#define DENSITY 0.5                                   /* this and the seed as the program has them by default */

/* After how many steps states are looked at: by the last two, whether cells change still. */
static const int64_t moments[] = { 8, 16, 32, 48, 49 };
enum { MOMENTS = sizeof moments / sizeof *moments };

typedef struct search {
    const nbb_domain *domain;
    int counts;                                       /* of live neighbours: 0 and up */
    bool may_begin;                                   /* whether cells without live neighbours may be born */
    uint8_t *before;                                  /* the state looked at last, a byte a place of the box */
    int64_t alive, changed;                           /* percentages: in it, and from the one before to it */
    bool found;
} search;

static nbb_status look(search *of, nbb_rule rule, int64_t steps)
{
    NBB_AT_END(nbb_program_free) nbb_program program;
    uint64_t *state = NULL;
    nbb_status status = nbb_workload_program(&nbb_workload_rows[NBB_WORKLOAD_CA], rule, nbb_domain_axes(of->domain),
                                             DENSITY, &program);
    if (status == NBB_OK) {
        nbb_program_case run = { .program = &program, .domain = *of->domain, .seed = SEED, .steps = steps };
        status = nbb_program_reference_window(&run, (nbb_vector){ { 0 } }, nbb_domain_side(of->domain), &state);
    }
    NBB_TRY(status);
    of->alive = of->changed = 0;
    for (int64_t i = 0; i < nbb_domain_places(of->domain); ++i) {
        of->alive += state[i] != 0;
        of->changed += state[i] != of->before[i];
        of->before[i] = (uint8_t)state[i];
    }
    free(state);
    of->alive = of->alive * 100 / nbb_domain_cells(of->domain);
    of->changed = of->changed * 100 / nbb_domain_cells(of->domain);
    return NBB_OK;
}

/* Whether cells live on under the rule; then prints it. */
static nbb_status judge(search *of, nbb_rule rule)
{
    bool lives = of->may_begin || (rule.birth & 1) == 0;
    for (int i = 0; i < MOMENTS && lives; ++i) {
        NBB_TRY(look(of, rule, moments[i]));
        lives = of->alive >= ALIVE_LEAST && of->alive <= ALIVE_MOST;
    }
    of->found = lives && of->changed >= CHANGED_LEAST;
    if (of->found) {
        NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
        nbb_rule_print_on(rule, nbb_domain_axes(of->domain), &text);
        printf("%s %s %" PRId64 "\n", nbb_domain_name(of->domain), nbb_text_string(&text), of->alive);
    }
    return NBB_OK;
}

/* Tries the rules that differ from this one in `left` of the counts from number `first` on, those for survival before
   those for birth. */
static nbb_status try_flips(search *of, nbb_rule rule, int first, int left)
{
    if (left == 0) {
        return judge(of, rule);
    }
    for (int i = first; i < 2 * of->counts && !of->found; ++i) {
        nbb_rule flipped = rule;
        *(i < of->counts ? &flipped.survival : &flipped.birth) ^= UINT32_C(1) << i % of->counts;
        NBB_TRY(try_flips(of, flipped, i + 1, left - 1));
    }
    return NBB_OK;
}

static nbb_status try_distances(search *of, nbb_rule from)
{
    for (int i = 0; i < 2 * (FLIPS_MOST + 1) && !of->found; ++i) {
        of->may_begin = i > FLIPS_MOST;
        NBB_TRY(try_flips(of, from, 0, i % (FLIPS_MOST + 1)));
    }
    return of->found ? NBB_OK
                     : nbb_fail(NBB_ERROR_RUN,
                                "%s: no rule within %d counts of the first that is tried keeps %d to %d%% of its"
                                " cells alive",
                                nbb_domain_name(of->domain), FLIPS_MOST, ALIVE_LEAST, ALIVE_MOST);
}

nbb_status search_rule(const nbb_domain *domain)
{
    bool is_space = nbb_domain_axes(domain) > 2;
    search of = { .domain = domain, .counts = 1 + (is_space ? NBB_NEIGHBOURS_CUBE : NBB_NEIGHBOURS_MAX) };
    nbb_rule from;
    NBB_TRY(parse_rule(is_space ? "B5,6,7,8/S4,5,6,7,8,9,10" : "B2/S23", domain, &from));
    of.before = calloc((size_t)nbb_domain_places(domain), 1);
    nbb_status status = of.before == NULL ? nbb_fail_memory((uint64_t)nbb_domain_places(domain), "a state")
                                          : try_distances(&of, from);
    free(of.before);
    return status;
}
