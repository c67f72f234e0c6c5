/* rule.c - B/S notation, and a rule as a boolean function of the count's bits. */
#include "gen/domain/rule.h"

#include "gen/domain/minimise.h"
#include "gen/domain/rule_named.h"

#include <string.h>

/* The point of a boolean function's inputs one, two, four, eight, self. */
enum { COUNTS = 16, SELF = 16 };

static nbb_status fail_at(const char *text, const char *at, const char *expected)
{
    int column = (int)(at - text) + 1;
    if (*at == '\0') {
        return nbb_fail(NBB_ERROR_USAGE, "rule \"%s\": expected %s at column %d, where it ends (a rule reads B2/S23)",
                        text, expected, column);
    }
    return nbb_fail(NBB_ERROR_USAGE, "rule \"%s\": expected %s at column %d, found \"%s\" (a rule reads B2/S23)",
                    text, expected, column, at);
}

/* Parses counts. */
static nbb_status parse_counts(const char *text, const char **at, uint32_t *counts)
{
    *counts = 0;
    for (; **at >= '0' && **at <= '0' + NBB_NEIGHBOURS_MAX; (*at)++) {
        uint32_t bit = UINT32_C(1) << (**at - '0');
        if ((*counts & bit) != 0) {
            return fail_at(text, *at, "each neighbour count only once");
        }
        *counts |= bit;
    }
    return NBB_OK;
}

/* Parses `letter` (upper or lower case) and the counts after it. */
static nbb_status parse_letter(const char *text, const char **at, char letter, uint32_t *counts)
{
    if ((**at | 0x20) != (letter | 0x20)) {
        return fail_at(text, *at, letter == 'B' ? "'B'" : "'S'");
    }
    ++*at;
    return parse_counts(text, at, counts);
}

/* "B3/S23", or without the slash. */
static nbb_status parse_letters(const char *text, const char **at, nbb_rule *rule)
{
    NBB_TRY(parse_letter(text, at, 'B', &rule->birth));
    if (**at == '/') {
        ++*at;
    } else if ((**at | 0x20) != 's') {
        return fail_at(text, *at, "a neighbour count from 0 to 8 or '/'");
    }
    return parse_letter(text, at, 'S', &rule->survival);
}

/* "23/3": survival first. */
static nbb_status parse_bare(const char *text, const char **at, nbb_rule *rule)
{
    NBB_TRY(parse_counts(text, at, &rule->survival));
    if (**at != '/') {
        return fail_at(text, *at, "a neighbour count from 0 to 8 or '/'");
    }
    ++*at;
    return parse_counts(text, at, &rule->birth);
}

nbb_status nbb_rule_parse(const char *text, nbb_rule *rule)
{
    nbb_rule parsed;
    const char *named = nbb_rule_of_name(text), *at = text;
    if (named != NULL) {
        return nbb_rule_parse(named, rule);
    }
    bool is_bare = (*at >= '0' && *at <= '9') || *at == '/';
    bool is_name = (*at | 0x20) >= 'c' && (*at | 0x20) <= 'z';
    const char *near = is_name ? nbb_rule_near_name(text) : NULL;
    if (near != NULL) {
        return nbb_fail(NBB_ERROR_USAGE, "rule \"%s\": did you mean \"%s\"? (a rule reads B2/S23)", text, near);
    }
    NBB_TRY(is_bare ? parse_bare(text, &at, &parsed) : parse_letters(text, &at, &parsed));
    if (*at != '\0') {
        return fail_at(text, at, "a neighbour count from 0 to 8 or the end");
    }
    *rule = parsed;
    return NBB_OK;
}

static void print_counts(char letter, uint32_t counts, nbb_text *text)
{
    nbb_text_add(text, "%c", letter);
    for (int count = 0; count <= NBB_NEIGHBOURS_MAX; count++) {
        if ((counts >> count & 1) != 0) {
            nbb_text_add(text, "%d", count);
        }
    }
}

void nbb_rule_print(nbb_rule rule, nbb_text *text)
{
    print_counts('B', rule.birth, text);
    nbb_text_add(text, "/");
    print_counts('S', rule.survival, text);
}

int nbb_rule_next(nbb_rule rule, int alive, int neighbours)
{
    return (int)((alive != 0 ? rule.survival : rule.birth) >> neighbours & 1);
}

/* The bits of the counts from 0 to `most`. */
static uint32_t counts_to(int most)
{
    return (UINT32_C(2) << most) - 1;
}

bool nbb_rule_heeds_cell(nbb_rule rule, int most)
{
    return ((rule.birth ^ rule.survival) & counts_to(most)) != 0;
}

bool nbb_rule_heeds_neighbours(nbb_rule rule, int most)
{
    uint32_t counts = counts_to(most), birth = rule.birth & counts, survival = rule.survival & counts;
    return (birth != 0 && birth != counts) || (survival != 0 && survival != counts);
}

bool nbb_rule_folds(nbb_rule rule, int most)
{
    bool folds = true;
    for (int count = 4; count <= most; count++) {
        folds = folds && nbb_rule_next(rule, 0, count) == nbb_rule_next(rule, 0, count % 2)
                && nbb_rule_next(rule, 1, count) == nbb_rule_next(rule, 1, count % 2);
    }
    return folds;
}

uint32_t nbb_rule_points(nbb_rule rule, int most, int wanted)
{
    uint32_t points = 0;
    for (int point = 0; point < NBB_POINTS; point++) {
        int count = point % COUNTS;
        if (count <= most && nbb_rule_next(rule, point & SELF, count) == wanted) {
            points |= UINT32_C(1) << point;
        }
    }
    return points;
}

/* The function of counts below 16. */
static nbb_status print_low(nbb_rule rule, int most, const nbb_rule_names *names, const char *zero, const char *ones,
                            nbb_text *text)
{
    nbb_truth on = nbb_rule_points(rule, most, 1);
    nbb_truth off = nbb_rule_points(rule, most, 0);
    if (on == 0 || off == 0) {
        nbb_text_add(text, "%s", on == 0 ? zero : ones);
        return nbb_text_status(text, "a rule's function");
    }
    nbb_sum sum = nbb_minimise(on, off);
    const char *const inputs[NBB_INPUTS] = { names->one, names->two, names->four, names->eight, names->self };
    nbb_truth printed = nbb_sum_print(&sum, inputs, text);
    if ((printed & on) != on || (printed & off) != 0) {
        return nbb_fail(NBB_ERROR_RUN,
                        "the function of rule B%x/S%x (bit sets) for at most %d neighbours was "
                        "minimised to a different one: please report this",
                        rule.birth, rule.survival, most);
    }
    return nbb_text_status(text, "a rule's function");
}

/* `low` where the input sixteen is 0, `high` where it is 1; either may be one of the constants. */
static void join(const char *low, const char *high, const char *sixteen, const char *zero, const char *ones,
                 nbb_text *text)
{
    if (strcmp(low, high) == 0) {
        nbb_text_add(text, "%s", low);
    } else if (strcmp(low, zero) == 0 && strcmp(high, ones) == 0) {
        nbb_text_add(text, "%s", sixteen);
    } else if (strcmp(low, ones) == 0 && strcmp(high, zero) == 0) {
        nbb_text_add(text, "~%s", sixteen);
    } else if (strcmp(low, zero) == 0) {
        nbb_text_add(text, "(%s) & %s", high, sixteen);
    } else if (strcmp(high, zero) == 0) {
        nbb_text_add(text, "(%s) & ~%s", low, sixteen);
    } else if (strcmp(low, ones) == 0) {
        nbb_text_add(text, "(%s) | ~%s", high, sixteen);
    } else if (strcmp(high, ones) == 0) {
        nbb_text_add(text, "(%s) | %s", low, sixteen);
    } else {
        nbb_text_add(text, "((%s) & ~%s) | ((%s) & %s)", low, sixteen, high, sixteen);
    }
}

nbb_status nbb_rule_print_function(nbb_rule rule, int most, const nbb_rule_names *names, const char *zero,
                                   const char *ones, nbb_text *text)
{
    if (most < 0 || most > NBB_NEIGHBOURS_CUBE) {
        return nbb_fail(NBB_ERROR_RUN, "a rule's function for at most %d neighbours: expected 0 to 26", most);
    }
    if (most < COUNTS) {
        return print_low(rule, most, names, zero, ones, text);
    }
    nbb_text low = NBB_TEXT_EMPTY, high = NBB_TEXT_EMPTY;
    nbb_rule shifted = { rule.birth >> COUNTS, rule.survival >> COUNTS };
    nbb_status status = print_low(rule, COUNTS - 1, names, zero, ones, &low);
    if (status == NBB_OK) {
        status = print_low(shifted, most - COUNTS, names, zero, ones, &high);
    }
    if (status == NBB_OK) {
        join(nbb_text_string(&low), nbb_text_string(&high), names->sixteen, zero, ones, text);
        status = nbb_text_status(text, "a rule's function");
    }
    nbb_text_free(&low);
    nbb_text_free(&high);
    return status;
}

bool nbb_rule_is_notation(const char *text)
{
    static const char counts[] = "0123456789,";
    if (*text != 'B' && *text != 'b') {
        return false;
    }
    text += 1 + strspn(text + 1, counts);
    text += *text == '/';
    return (text[0] == 'S' || text[0] == 's') && text[1 + strspn(text + 1, counts)] == '\0';
}
