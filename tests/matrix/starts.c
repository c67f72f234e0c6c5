/* starts.c - the sizes and rules of each definition's cases. */
#include "starts.h"

#include "rules.h"

#include "gen/program/program.h"

enum { PLACES_MOST = 1 << 14, LEVEL_LEAST = 2, SIDE = 51, STEPS = 7, SEED = 11 };
#define DENSITY 0.5

/* Adds a start; its rule is read from `rules` where `rule` is NULL. */
static nbb_status add_start(nbb_domain domain, const char *rules, const char *rule, starts *made)
{
    start *from = &made->items[made->count];
    *from = (start){ .domain = domain, .seed = SEED + (uint64_t)made->count, .density = DENSITY, .steps = STEPS };
    NBB_TRY(rule == NULL ? read_rule(rules, &domain, &from->rule) : parse_rule(rule, &domain, &from->rule));
    NBB_TRY(take_reference(from, work_program(from, NBB_WORKLOAD_CA)));
    NBB_TRY(rule == NULL ? check_share(from) : NBB_OK);
    ++made->count;
    return NBB_OK;
}

/* Has a program say the last start's rule. */
static nbb_status say_by_program(starts *made)
{
    start *from = &made->items[made->count - 1];
    int axes = nbb_domain_axes(&from->domain);
    NBB_TRY(nbb_program_from_rule(from->rule, axes, &from->program));
    return nbb_program_bind(&from->program, axes, NULL);
}

/* The largest level with a box of PLACES_MOST places, or LEVEL_LEAST. */
static int top_level(const nbb_fractal *fractal)
{
    int top = LEVEL_LEAST;
    for (; top < nbb_fractal_largest_level(fractal); ++top) {
        nbb_vector side = nbb_fractal_side(fractal, 0, top + 1);
        if (side.at[0] * side.at[1] * (nbb_fractal_axes(fractal) > 2 ? side.at[2] : 1) > PLACES_MOST) {
            break;
        }
    }
    return top;
}

/* Below the top level rules with births from nothing, to the last neighbour, and that do not ask for the cell
   itself, which a program says. */
static nbb_status start_fractal(nbb_domain domain, const char *rules, starts *made)
{
    static const char *const below[][3] = { { NULL, "B0135/S24678", "B14/S14" },
                                            { NULL, "B0,1,3,5/S2,4,7,8,26", "B1,4/S1,4" } };
    for (int i = 0; i < 3; ++i, --domain.size) {
        NBB_TRY(add_start(domain, rules, below[nbb_domain_axes(&domain) - 2][i], made));
    }
    return say_by_program(made);
}

/* Sides whose covers by tiles of 4 cells have 9 to 13 of these a side, with even and odd rests from below and edges
   that cut tiles; a power of two and one more; a single cell; and more, for large tiles, by a program. */
static nbb_status start_simplex(nbb_domain domain, const char *rules, starts *made)
{
    static const struct {
        int64_t n;
        const char *rule;
    } flat[] = { { SIDE, NULL }, { 35, "B3/S23" }, { 39, "B2/S23" }, { 44, "B14/S14" }, { 46, "B36/S23" },
                 { 64, "B3/S23" }, { 65, "B0135/S24678" }, { 1, "B0/S0" }, { 200, "B2/S23" } },
      deep[] = { { SIDE, NULL },
                 { 35, "B5,6,7,8/S4,5,6,7,8,9,10" },
                 { 39, "B6,7,8,9/S5,6,7,8,9,10" },
                 { 44, "B5,6,7,8/S" },
                 { 46, "B5,6,7,8/S4,5,6,7,8,9,10" },
                 { 16, "B0,7,26/S6,7,8,9,10,11" },
                 { 17, "B5,6,7,8/S5,6,7,8" },
                 { 1, "B0/S0" },
                 { 40, "B5,6,7,8/S4,5,6,7,8,9,10" } };
    bool is_flat = domain.simplex->m == 2;
    for (int i = 0; i < (int)(sizeof flat / sizeof *flat); ++i) {
        domain.size = is_flat ? flat[i].n : deep[i].n;
        NBB_TRY(add_start(domain, rules, is_flat ? flat[i].rule : deep[i].rule, made));
    }
    return say_by_program(made);
}

nbb_domain first_domain(const nbb_definition *definition)
{
    return nbb_definition_domain(definition,
                                 definition->kind == NBB_KIND_SIMPLEX ? SIDE : top_level(&definition->fractal));
}

nbb_status make_starts(const nbb_definition *definition, const char *rules, starts *made)
{
    made->count = 0;
    return (definition->kind == NBB_KIND_SIMPLEX ? start_simplex : start_fractal)(first_domain(definition), rules,
                                                                                 made);
}

void free_starts(starts *made)
{
    for (int i = 0; i < made->count; ++i) {
        nbb_program_free(&made->items[i].program);
    }
}
