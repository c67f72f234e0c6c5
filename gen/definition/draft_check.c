/* draft_check.c - from what a definition says to a fractal, one table of replicas and nothing that disagrees, or to a
   simplex. */
#include "gen/definition/draft.h"

#include "gen/base/lua_read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A layout, or replicas with s. */
static nbb_status check_given(const nbb_draft *draft)
{
    const bool *given = draft->given;
    if (given[NBB_FIELD_LAYOUT] && given[NBB_FIELD_REPLICAS]) {
        return nbb_draft_fail(draft, NBB_FIELD_REPLICAS, "is given beside 'layout'; expected one of the two");
    }
    if (!given[NBB_FIELD_LAYOUT] && !given[NBB_FIELD_REPLICAS]) {
        return nbb_fail_at(NBB_ERROR_DEFINITION, draft->path, draft->line,
                           "field 'layout' is missing; expected layout = { \"#.\", ... }, or"
                           " replicas = { { x, y }, ... } and s");
    }
    if (given[NBB_FIELD_REPLICAS] && !given[NBB_FIELD_S]) {
        return nbb_draft_fail(draft, NBB_FIELD_REPLICAS, "needs field 's' beside it: an integer, or { sx, sy }");
    }
    return NBB_OK;
}

/* The sides, from s or from the layout, which must agree. */
static nbb_status check_sides(const nbb_draft *draft, nbb_vector *s)
{
    bool from_layout = draft->given[NBB_FIELD_LAYOUT];
    *s = from_layout ? draft->extent : draft->s;
    if (from_layout && draft->given[NBB_FIELD_S] && (draft->s.at[0] != s->at[0] || draft->s.at[1] != s->at[1])) {
        return nbb_draft_fail(draft, NBB_FIELD_S, "is %lld x %lld, but the layout is %lld x %lld (columns x rows)",
                              (long long)draft->s.at[0], (long long)draft->s.at[1], (long long)s->at[0],
                              (long long)s->at[1]);
    }
    if (s->at[0] == 1 && s->at[1] == 1) {
        return nbb_draft_fail(draft, from_layout ? NBB_FIELD_LAYOUT : NBB_FIELD_S,
                              "is 1 x 1: a level would be no larger than the one "
                              "before; expected a side of at least 2");
    }
    return NBB_OK;
}

/* Marks the listed replicas in the grid of ids; two of them may not meet, and none may lie outside. */
static nbb_status place_listed(const nbb_draft *draft, nbb_replicas *replicas)
{
    for (int i = 0; i < draft->count; i++) {
        long long x = draft->replicas[i].at[0];
        long long y = draft->replicas[i].at[1];
        if (x < 0 || y < 0 || x >= replicas->s.at[0] || y >= replicas->s.at[1]) {
            return nbb_fail(NBB_ERROR_DEFINITION,
                            "replica %d at (%lld, %lld) lies outside s = %lld x %lld; places begin at (0, 0)", i + 1,
                            x, y, (long long)replicas->s.at[0], (long long)replicas->s.at[1]);
        }
        int16_t *id = &replicas->id[y * replicas->s.at[0] + x];
        if (*id >= 0) {
            return nbb_fail(NBB_ERROR_DEFINITION, "replicas %d and %d are both at (%lld, %lld)", *id + 1, i + 1, x,
                            y);
        }
        *id = (int16_t)i;
    }
    return NBB_OK;
}

static void place_layout(const nbb_draft *draft, nbb_replicas *replicas)
{
    for (int64_t y = 0; y < replicas->s.at[1]; y++) {
        for (int64_t x = 0; x < replicas->s.at[0]; x++) {
            replicas->id[y * replicas->s.at[0] + x] = draft->layout[y][x] ? 0 : -1;
        }
    }
}

/* Numbers the replicas in reading order, whatever order they were listed in. */
static void number(nbb_replicas *replicas)
{
    int64_t cells = replicas->s.at[0] * replicas->s.at[1];
    for (int64_t cell = 0; cell < cells; cell++) {
        if (replicas->id[cell] >= 0) {
            replicas->tau[replicas->k][0] = (uint8_t)(cell % replicas->s.at[0]);
            replicas->tau[replicas->k][1] = (uint8_t)(cell / replicas->s.at[0]);
            replicas->id[cell] = (int16_t)replicas->k++;
        }
    }
}

static nbb_status build_table(const nbb_draft *draft, nbb_replicas *replicas)
{
    bool from_layout = draft->given[NBB_FIELD_LAYOUT];
    memset(replicas->id, -1, sizeof replicas->id);
    if (from_layout) {
        place_layout(draft, replicas);
    } else {
        nbb_status status = place_listed(draft, replicas);
        if (status != NBB_OK) {
            return nbb_draft_at(draft, NBB_FIELD_REPLICAS, status);
        }
    }
    number(replicas);
    if (replicas->k == 0) {
        return nbb_draft_fail(draft, NBB_FIELD_LAYOUT, "has no replica; expected at least one '#'");
    }
    if (draft->given[NBB_FIELD_K] && draft->k != replicas->k) {
        return nbb_draft_fail(draft, NBB_FIELD_K, "is %lld, but the %s %d replica%s", (long long)draft->k,
                              from_layout ? "layout has" : "list of replicas has", replicas->k,
                              replicas->k == 1 ? "" : "s");
    }
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
    if (name != NULL && !is_name(name, length)) {
        return nbb_draft_fail(draft, NBB_FIELD_NAME,
                              "is '%s'; expected letters, digits and _, not a digit first, at most %d", name,
                              NBB_NAME_MAX);
    }
    if (name == NULL) {
        const char *slash = strrchr(draft->path, '/');
        name = slash != NULL ? slash + 1 : draft->path;
        const char *dot = strrchr(name, '.');
        length = dot != NULL ? (size_t)(dot - name) : strlen(name);
    }
    if (!is_name(name, length)) {
        return nbb_fail_at(NBB_ERROR_DEFINITION, draft->path, draft->line,
                           "field 'name' is missing, and the file's own name cannot stand for it: expected letters,"
                           " digits and _, not a digit first, at most %d",
                           NBB_NAME_MAX);
    }
    memcpy(into, name, length);
    into[length] = '\0';
    return NBB_OK;
}

/* ---- formulas: each must agree with the table everywhere, computed in int as kernels do ---- */

static nbb_status check_hash(nbb_replicas *replicas)
{
    for (int beta = 0; beta < replicas->k; beta++) {
        int64_t values[4];
        nbb_vector tau;
        nbb_hash_values(replicas, beta, values);
        for (int axis = 0; axis < NBB_AXES; axis++) {
            nbb_status status = nbb_formula_evaluate(replicas->hash[axis], values, &tau.at[axis]);
            if (status != NBB_OK) {
                return nbb_fail(status, "beta = %d: %s", beta, nbb_message());
            }
        }
        const uint8_t *expected = replicas->tau[beta];
        if (tau.at[0] != expected[0] || tau.at[1] != expected[1]) {
            return nbb_fail(NBB_ERROR_DEFINITION, "beta = %d: gives (%lld, %lld), the table says (%d, %d)", beta,
                            (long long)tau.at[0], (long long)tau.at[1], expected[0], expected[1]);
        }
    }
    return NBB_OK;
}

static nbb_status check_member_at(const nbb_replicas *replicas, int x, int y)
{
    int64_t values[5];
    int64_t member;
    nbb_member_values(replicas, x, y, values);
    nbb_status status = nbb_formula_evaluate(replicas->member, values, &member);
    if (status != NBB_OK) {
        return nbb_fail(status, "x = %d, y = %d: %s", x, y, nbb_message());
    }
    bool expected = nbb_replica_at(replicas, (nbb_vector){ { x, y } }) >= 0;
    if ((member != 0) != expected) {
        return nbb_fail(NBB_ERROR_DEFINITION, "x = %d, y = %d: gives %lld, but the layout has a %s there", x, y,
                        (long long)member, expected ? "replica" : "hole");
    }
    return NBB_OK;
}

static nbb_status check_member(nbb_replicas *replicas)
{
    for (int y = 0; y < replicas->s.at[1]; y++) {
        for (int x = 0; x < replicas->s.at[0]; x++) {
            NBB_TRY(check_member_at(replicas, x, y));
        }
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
    const char *name = nbb_field_name(field);
    NBB_LOCAL_TEXT place = NBB_TEXT_EMPTY;
    nbb_text_add(&place, "field '%s'", name);
    nbb_status status = nbb_text_status(&place, "a message");
    if (status == NBB_OK) {
        status = nbb_formula_parse_list(draft->texts[field], nbb_text_string(&place), scope, count, formulas);
    }
    if (status != NBB_OK) {
        return nbb_fail_at(status, draft->path, nbb_source_line(draft->source, name, draft->line), "%s",
                           nbb_message());
    }
    status = check(replicas);
    return status == NBB_OK ? NBB_OK : nbb_draft_at(draft, field, status);
}

nbb_status nbb_draft_check(const nbb_draft *draft, nbb_fractal *fractal)
{
    NBB_TRY(check_given(draft));
    NBB_TRY(set_name(draft, fractal->name));
    nbb_replicas *replicas = NULL;
    NBB_TRY(nbb_fractal_make_tables(fractal, &replicas));
    NBB_TRY(check_sides(draft, &replicas->s));
    NBB_TRY(build_table(draft, replicas));
    NBB_TRY(add_formulas(draft, NBB_FIELD_HASH, &nbb_hash_scope, NBB_AXES, replicas->hash, check_hash, replicas));
    return add_formulas(draft, NBB_FIELD_MEMBER, &nbb_member_scope, 1, &replicas->member, check_member, replicas);
}

nbb_status nbb_draft_check_simplex(const nbb_draft *draft, nbb_simplex *simplex)
{
    NBB_TRY(set_name(draft, simplex->name));
    if (!draft->given[NBB_FIELD_M]) {
        return nbb_fail_at(NBB_ERROR_DEFINITION, draft->path, draft->line,
                           "field 'm' is missing; expected the number of axes, m = %d to %d", NBB_SIMPLEX_M_MIN,
                           NBB_SIMPLEX_M_MAX);
    }
    if (draft->m < NBB_SIMPLEX_M_MIN || draft->m > NBB_SIMPLEX_M_MAX) {
        return nbb_draft_fail(draft, NBB_FIELD_M, "is %lld; a simplex has from %d to %d axes", (long long)draft->m,
                              NBB_SIMPLEX_M_MIN, NBB_SIMPLEX_M_MAX);
    }
    simplex->m = (int)draft->m;
    return NBB_OK;
}
