/* draft_check.c - from what a definition says to a fractal, one table of replicas and nothing that disagrees, or to a
   simplex. */
#include "gen/definition/draft.h"

#include "gen/base/lua_read.h"
#include "gen/domain/isometry.h"

/* A layout, or replicas with s. */
static nbb_status check_given(const nbb_draft *draft)
{
    const bool *given = draft->given;
    NBB_FAIL_IF(given[NBB_FIELD_LAYOUT] && given[NBB_FIELD_REPLICAS],
                nbb_draft_fail(draft, NBB_FIELD_REPLICAS, "is given beside 'layout'; expected one of the two"));
    NBB_FAIL_IF(!given[NBB_FIELD_LAYOUT] && !given[NBB_FIELD_REPLICAS],
                nbb_draft_lacks(draft, NBB_FIELD_LAYOUT,
                                "; expected layout = { \"#.\", ... }, or replicas = { { x, y }, ... } and s"));
    NBB_FAIL_IF(given[NBB_FIELD_REPLICAS] && !given[NBB_FIELD_S],
                nbb_draft_fail(draft, NBB_FIELD_REPLICAS, "needs field 's' beside it: an integer, or { sx, sy }"));
    return NBB_OK;
}

/* The sides, from s, whose only number stands for all axes, or from the layout; both must agree. */
static nbb_status check_sides(const nbb_draft *draft, nbb_replicas *replicas)
{
    bool from_layout = draft->given[NBB_FIELD_LAYOUT], agree = true, grows = false;
    int count = draft->given[NBB_FIELD_S] ? draft->side_count : 1;
    nbb_vector given = { { 0 } };
    NBB_FAIL_IF(count != 1 && count != draft->axes,
                nbb_draft_fail(draft, NBB_FIELD_S, "has %d numbers, but the %s %d axes", count,
                               from_layout ? "layout has" : "replicas have", draft->axes));
    replicas->axes = draft->axes;
    for (int axis = 0; axis < draft->axes; axis++) {
        given.at[axis] = draft->s.at[count == 1 ? 0 : axis];
        replicas->s.at[axis] = from_layout ? draft->extent.at[axis] : given.at[axis];
        agree = agree && (!draft->given[NBB_FIELD_S] || replicas->s.at[axis] == given.at[axis]);
        grows = grows || replicas->s.at[axis] > 1;
    }
    NBB_LOCAL_TEXT sides = NBB_TEXT_EMPTY, other = NBB_TEXT_EMPTY;
    nbb_vector_print(replicas->s, draft->axes, " x ", &sides);
    NBB_FAIL_IF(!agree, nbb_draft_fail(draft, NBB_FIELD_S, "is %s, but the layout is %s (columns x rows%s)",
                                       nbb_vector_print(given, draft->axes, " x ", &other), nbb_text_string(&sides),
                                       draft->axes > 2 ? " x slices" : ""));
    return grows ? NBB_OK
                 : nbb_draft_fail(draft, from_layout ? NBB_FIELD_LAYOUT : NBB_FIELD_S,
                                  "is %s: a level would be no larger than the one "
                                  "before; expected a side of at least 2",
                                  nbb_text_string(&sides));
}

/* Marks the listed replicas in the grid of ids; two of them may not meet, and none may lie outside. */
static nbb_status place_listed(const nbb_draft *draft, nbb_replicas *replicas)
{
    for (int i = 0; i < draft->count; i++) {
        NBB_LOCAL_TEXT at = NBB_TEXT_EMPTY, sides = NBB_TEXT_EMPTY;
        nbb_vector_print(draft->replicas[i], draft->axes, ", ", &at);
        int64_t place = nbb_layout_number(replicas, draft->replicas[i]);
        NBB_FAIL_IF(place < 0,
                    nbb_draft_fail(draft, NBB_FIELD_REPLICAS,
                                   "replica %d at (%s) lies outside s = %s; places begin at (0, 0%s)", i + 1,
                                   nbb_text_string(&at), nbb_vector_print(replicas->s, draft->axes, " x ", &sides),
                                   draft->axes > 2 ? ", 0" : ""));
        NBB_FAIL_IF(replicas->id[place] >= 0,
                    nbb_draft_fail(draft, NBB_FIELD_REPLICAS, "replicas %d and %d are both at (%s)",
                                   replicas->id[place] + 1, i + 1, nbb_text_string(&at)));
        replicas->id[place] = (int16_t)i;
    }
    return NBB_OK;
}

static nbb_status build_table(const nbb_draft *draft, nbb_replicas *replicas)
{
    bool from_layout = draft->given[NBB_FIELD_LAYOUT];
    memset(replicas->id, -1, sizeof replicas->id);
    for (int64_t i = 0; from_layout && i < nbb_layout_places(replicas); i++) {
        nbb_vector at = nbb_layout_place(replicas, i);
        replicas->id[i] = draft->layout[at.at[2]][at.at[1]][at.at[0]] == '.' ? -1 : 0;
    }
    NBB_TRY(from_layout ? NBB_OK : place_listed(draft, replicas));
    nbb_replicas_number(replicas);
    NBB_FAIL_IF(
        replicas->k > NBB_K_MAX,
        nbb_draft_fail(draft, NBB_FIELD_LAYOUT, "has %d replicas; at most %d are possible", replicas->k, NBB_K_MAX));
    NBB_FAIL_IF(replicas->k == 0,
                nbb_draft_fail(draft, NBB_FIELD_LAYOUT, "has no replica; expected at least one '#'"));
    NBB_FAIL_IF(draft->given[NBB_FIELD_K] && draft->k != replicas->k,
                nbb_draft_fail(draft, NBB_FIELD_K, "is %lld, but the %s %d replica%s", (long long)draft->k,
                               from_layout ? "layout has" : "list of replicas has", replicas->k,
                               replicas->k == 1 ? "" : "s"));
    return NBB_OK;
}

/* Whether the first `length` characters can be a fractal's name. */
static bool is_name(const char *text, size_t length)
{
    bool good = length > 0 && length <= NBB_NAME_MAX && !isdigit((unsigned char)text[0]);
    for (size_t i = 0; good && i < length; i++) {
        good = isalnum((unsigned char)text[i]) || text[i] == '_';
    }
    return good;
}

/* The given name, or else the file's, which must be a C identifier as well. */
static nbb_status set_name(const nbb_draft *draft, char into[NBB_NAME_MAX + 1])
{
    const char *name = draft->texts[NBB_FIELD_NAME];
    size_t length = name != NULL ? strlen(name) : 0;
    NBB_FAIL_IF(name != NULL && !is_name(name, length),
                nbb_draft_fail(draft, NBB_FIELD_NAME,
                               "is '%s'; expected letters, digits and _, not a digit first, at most %d", name,
                               NBB_NAME_MAX));
    if (name == NULL) {
        const char *slash = strrchr(draft->path, '/');
        name = slash != NULL ? slash + 1 : draft->path;
        const char *dot = strrchr(name, '.');
        length = dot != NULL ? (size_t)(dot - name) : strlen(name);
    }
    NBB_FAIL_IF(!is_name(name, length),
                nbb_draft_lacks(draft, NBB_FIELD_NAME,
                                ", and the file's own name cannot stand for it: expected letters, digits and _, not a"
                                " digit first, at most %d",
                                NBB_NAME_MAX));
    memcpy(into, name, length);
    into[length] = '\0';
    return NBB_OK;
}

/* ---- formulas: each must agree with the table everywhere, computed in int as kernels do ---- */

static nbb_status check_hash(nbb_replicas *replicas)
{
    for (int beta = 0; beta < replicas->k; beta++) {
        int64_t values[NBB_FORMULA_VALUES_MAX];
        nbb_vector tau = { { 0 } }, expected = nbb_replica_place(replicas, beta);
        nbb_hash_values(replicas, beta, values);
        for (int axis = 0; axis < replicas->axes; axis++) {
            nbb_status status = nbb_formula_evaluate(replicas->hash[axis], values, &tau.at[axis]);
            NBB_FAIL_IF(status != NBB_OK, nbb_fail(status, "beta = %d: %s", beta, nbb_message()));
        }
        NBB_LOCAL_TEXT gives = NBB_TEXT_EMPTY, says = NBB_TEXT_EMPTY;
        NBB_FAIL_IF(memcmp(tau.at, expected.at, sizeof tau.at) != 0,
                    nbb_fail(NBB_ERROR_DEFINITION, "beta = %d: gives (%s), the table says (%s)", beta,
                             nbb_vector_print(tau, replicas->axes, ", ", &gives),
                             nbb_vector_print(expected, replicas->axes, ", ", &says)));
    }
    return NBB_OK;
}

static nbb_status check_member(nbb_replicas *replicas)
{
    static const char *const places[] = { "", ", y = ", ", z = " };
    for (int64_t place = 0; place < nbb_layout_places(replicas); place++) {
        int64_t values[NBB_FORMULA_VALUES_MAX], member;
        bool expected = replicas->id[place] >= 0;
        NBB_LOCAL_TEXT at = NBB_TEXT_EMPTY;
        nbb_vector cell = nbb_layout_place(replicas, place);
        for (int axis = 0; axis < replicas->axes; axis++) {
            nbb_text_add(&at, "%s%lld", places[axis], (long long)cell.at[axis]);
        }
        nbb_member_values(replicas, cell, values);
        nbb_status status = nbb_formula_evaluate(replicas->member, values, &member);
        NBB_FAIL_IF(status != NBB_OK, nbb_fail(status, "x = %s: %s", nbb_text_string(&at), nbb_message()));
        NBB_FAIL_IF((member != 0) != expected,
                    nbb_fail(NBB_ERROR_DEFINITION, "x = %s: gives %lld, but the layout has a %s there",
                             nbb_text_string(&at), (long long)member, expected ? "replica" : "hole"));
    }
    return NBB_OK;
}

/* Parses the field, when it is given, into `count` formulas and checks them. */
static nbb_status add_formulas(const nbb_draft *draft, nbb_field field, const nbb_formula_scope *scope, int count,
                               nbb_formula **formulas, nbb_status (*check)(nbb_replicas *), nbb_replicas *replicas)
{
    if (!draft->given[field]) {
        return NBB_OK;
    }
    NBB_LOCAL_TEXT place = nbb_text_of("field '%s'", nbb_field_names[field]);
    NBB_TRY(nbb_text_status(&place, "a message"));
    nbb_status status = nbb_formula_parse_list(draft->texts[field], nbb_text_string(&place), scope, count, formulas);
    NBB_FAIL_IF(status != NBB_OK,
                nbb_fail_at(status, draft->path, nbb_draft_line(draft, field), "%s", nbb_message()));
    status = check(replicas);
    return status == NBB_OK ? NBB_OK : nbb_draft_at(draft, field, status);
}

/* Letters that are kept by chance stand in a layout, of which nothing else is known. */
static nbb_status check_letters(const nbb_draft *draft)
{
    static const nbb_field others[] = { NBB_FIELD_REPLICAS, NBB_FIELD_K, NBB_FIELD_HASH, NBB_FIELD_MEMBER };
    for (size_t i = 0; i < sizeof others / sizeof *others && draft->given[NBB_FIELD_MAYBE]; i++) {
        NBB_FAIL_IF(
            draft->given[others[i]],
            nbb_draft_fail(draft, others[i], "is given beside 'maybe', by which levels have different replicas"));
    }
    for (int letter = 'A'; letter <= 'z'; letter++) {
        bool maybe = (draft->letters[letter] >> NBB_FIELD_MAYBE & 1) != 0;
        NBB_FAIL_IF(draft->letters[letter] != 0 && memchr(draft->layout, letter, sizeof draft->layout) == NULL,
                    nbb_draft_fail(draft, maybe ? NBB_FIELD_MAYBE : NBB_FIELD_TURNS,
                                   "has letter %c, which is not in the layout", letter));
    }
    return NBB_OK;
}

/* Turns the replicas of a table by their letters. An isometry that exchanges x and y needs equal sides. */
static nbb_status turn(const nbb_draft *draft, nbb_replicas *replicas)
{
    NBB_FAIL_IF(draft->given[NBB_FIELD_TURNS] && draft->axes > 2,
                nbb_draft_fail(draft, NBB_FIELD_TURNS,
                               "turns replicas in the plane, and the layout has a third axis; leave it out"));
    for (int beta = 0; beta < replicas->k && draft->given[NBB_FIELD_TURNS]; beta++) {
        char letter = draft->layout[0][replicas->tau[beta][1]][replicas->tau[beta][0]];
        int isometry = draft->turns[(unsigned char)letter] > 0 ? draft->turns[(unsigned char)letter] - 1 : 0;
        NBB_FAIL_IF((isometry & NBB_ISOMETRY_SWAPS) != 0 && replicas->s.at[0] != replicas->s.at[1],
                    nbb_draft_fail(draft, NBB_FIELD_TURNS,
                                   "%c = \"%s\" exchanges the sides of a layout of %lld x %lld; expected equal ones",
                                   letter, nbb_isometry_names.names[isometry], (long long)replicas->s.at[0],
                                   (long long)replicas->s.at[1]));
        replicas->isometry[beta] = (uint8_t)isometry;
    }
    return NBB_OK;
}

/* One level's table, or that of all. */
static nbb_status make_table(const nbb_draft *draft, nbb_replicas *replicas)
{
    NBB_TRY(check_given(draft));
    NBB_TRY(check_letters(draft));
    NBB_TRY(check_sides(draft, replicas));
    NBB_TRY(build_table(draft, replicas));
    NBB_TRY(turn(draft, replicas));
    NBB_TRY(add_formulas(draft, NBB_FIELD_HASH, nbb_hash_scope(replicas), replicas->axes, replicas->hash, check_hash,
                         replicas));
    return add_formulas(draft, NBB_FIELD_MEMBER, nbb_member_scope(replicas), 1, &replicas->member, check_member,
                        replicas);
}

static const nbb_draft *draft_of(const nbb_draft *draft, int table)
{
    return draft->levels != NULL ? &draft->levels[table] : draft;
}

/* The first of the tables' drafts that keeps replicas by chance, or NULL. */
static const nbb_draft *with_chances(const nbb_draft *draft)
{
    int count = draft->levels != NULL ? draft->level_count : 1, table = 0;
    while (table < count && !draft_of(draft, table)->given[NBB_FIELD_MAYBE]) {
        table++;
    }
    return table < count ? draft_of(draft, table) : NULL;
}

/* What a level says stands in its own table; `draw` is for levels and chances, which need its seed. */
static nbb_status check_levels(const nbb_draft *draft)
{
    static const nbb_field own[] = { NBB_FIELD_LAYOUT, NBB_FIELD_REPLICAS, NBB_FIELD_K,     NBB_FIELD_S,
                                     NBB_FIELD_HASH,   NBB_FIELD_MEMBER,   NBB_FIELD_MAYBE, NBB_FIELD_TURNS };
    const nbb_draft *by_chance = with_chances(draft);
    for (size_t i = 0; i < sizeof own / sizeof *own && draft->levels != NULL; i++) {
        NBB_FAIL_IF(draft->given[own[i]],
                    nbb_draft_fail(draft, own[i], "is given beside 'levels', each of which has its own"));
    }
    NBB_FAIL_IF(
        by_chance != NULL && !draft->given[NBB_FIELD_DRAW],
        nbb_draft_fail(by_chance, NBB_FIELD_MAYBE, "needs the fractal's field 'draw': draw = { seed = ... }"));
    NBB_FAIL_IF(by_chance == NULL && draft->given[NBB_FIELD_DRAW] && draft->levels == NULL,
                nbb_draft_fail(draft, NBB_FIELD_DRAW,
                               "needs field 'levels' or 'maybe' beside it: the layouts or replicas to draw"));
    return NBB_OK;
}

static nbb_status draw_levels(const nbb_draft *draft, nbb_fractal *fractal)
{
    double all = 0;
    for (int i = 0; i < draft->weight_count; i++) {
        all += draft->weights[i];
    }
    NBB_FAIL_IF(
        draft->weight_count == 0,
        nbb_draft_fail(draft, NBB_FIELD_DRAW, "has no 'weights'; expected { seed = ..., weights = { ... } }"));
    NBB_FAIL_IF(draft->weight_count != draft->level_count,
                nbb_draft_fail(draft, NBB_FIELD_DRAW,
                               "has %d weights, but there are %d levels; expected one for each", draft->weight_count,
                               draft->level_count));
    NBB_FAIL_IF(!(all > 0) || isinf(all),
                nbb_draft_fail(draft, NBB_FIELD_DRAW, "has weights whose sum is %g; expected one above 0", all));
    nbb_fractal_draw_levels(fractal, (uint64_t)draft->seed, draft->weights);
    return NBB_OK;
}

static double chance_of(const void *context, int table, nbb_vector place)
{
    const nbb_draft *draft = draft_of(context, table);
    unsigned char letter = (unsigned char)draft->layout[place.at[2]][place.at[1]][place.at[0]];
    return (draft->letters[letter] >> NBB_FIELD_MAYBE & 1) != 0 ? draft->chances[letter] : 1;
}

/* Finds the orientations of all levels. Below a level that exchanges its sides all must have equal ones: any level is
   below another, for they repeat. */
static nbb_status check_turned(const nbb_draft *draft, nbb_fractal *fractal)
{
    bool swaps = false;
    nbb_fractal_find_orientations(fractal);
    for (int i = 0; i < fractal->orientations; i++) {
        swaps = swaps || (fractal->isometries[i] & NBB_ISOMETRY_SWAPS) != 0;
    }
    for (int i = 0; i < fractal->table_count && swaps; i++) {
        const nbb_vector *s = &fractal->tables[i].s;
        NBB_FAIL_IF(
            s->at[0] != s->at[1],
            nbb_draft_fail(draft, NBB_FIELD_LEVELS,
                           "has a level that exchanges its sides above level %d of %lld x %lld; expected equal"
                           " sides on all levels",
                           i + 1, (long long)s->at[0], (long long)s->at[1]));
    }
    nbb_fractal_find_beside(fractal);
    return NBB_OK;
}

nbb_status nbb_draft_check(const nbb_draft *draft, nbb_fractal *fractal)
{
    int count = draft->levels != NULL ? draft->level_count : 1;
    NBB_TRY(check_levels(draft));
    NBB_TRY(set_name(draft, fractal->name));
    NBB_TRY(nbb_fractal_make_tables(fractal, count));
    for (int i = 0; i < count; i++) {
        NBB_TRY(make_table(draft_of(draft, i), &fractal->tables[i]));
        NBB_FAIL_IF(fractal->tables[i].axes != fractal->tables[0].axes,
                    nbb_draft_fail(draft, NBB_FIELD_LEVELS,
                                   "has level 1 of %d axes and level %d of %d; all must have as"
                                   " many",
                                   fractal->tables[0].axes, i + 1, fractal->tables[i].axes));
    }
    NBB_TRY(check_turned(draft, fractal));
    const nbb_draft *by_chance = with_chances(draft);
    if (draft->given[NBB_FIELD_DRAW] && (by_chance == NULL || draft->weight_count > 0)) {
        NBB_TRY(draw_levels(draft, fractal));
    }
    nbb_status status = by_chance == NULL ? NBB_OK
                                          : nbb_fractal_draw_places(fractal, (uint64_t)draft->seed, chance_of, draft);
    return status == NBB_OK ? NBB_OK : nbb_draft_at(by_chance, NBB_FIELD_MAYBE, status);
}

nbb_status nbb_draft_check_simplex(const nbb_draft *draft, nbb_simplex *simplex)
{
    NBB_TRY(set_name(draft, simplex->name));
    NBB_FAIL_IF(!draft->given[NBB_FIELD_M],
                nbb_draft_lacks(draft, NBB_FIELD_M, "; expected the number of axes, m = %d to %d", NBB_SIMPLEX_M_MIN,
                                NBB_SIMPLEX_M_MAX));
    NBB_FAIL_IF(draft->m < NBB_SIMPLEX_M_MIN || draft->m > NBB_SIMPLEX_M_MAX,
                nbb_draft_fail(draft, NBB_FIELD_M, "is %lld; a simplex has from %d to %d axes", (long long)draft->m,
                               NBB_SIMPLEX_M_MIN, NBB_SIMPLEX_M_MAX));
    simplex->m = (int)draft->m;
    return NBB_OK;
}
