/* rule_listed.c - rules for 26 neighbours, whose counts are separated by commas. */
#include "gen/domain/rule.h"

static nbb_status fail_listed(const char *text, const char *at, const char *expected)
{
    return nbb_fail(NBB_ERROR_USAGE, "rule \"%s\": expected %s at column %d (a rule for 26 neighbours reads B5/S4,5)",
                    text, expected, (int)(at - text) + 1);
}

static nbb_status parse_listed_counts(const char *text, const char **at, char letter, uint32_t *counts)
{
    if ((**at | 0x20) != (letter | 0x20)) {
        return fail_listed(text, *at, letter == 'B' ? "'B'" : "'S'");
    }
    *counts = 0;
    for (++*at; **at >= '0' && **at <= '9'; *at += **at == ',' && (*at)[1] >= '0' && (*at)[1] <= '9') {
        const char *begin = *at;
        unsigned count = 0;
        for (; **at >= '0' && **at <= '9'; ++*at) {
            count = count > NBB_NEIGHBOURS_CUBE ? count : 10 * count + (unsigned)(**at - '0');
        }
        if (count > NBB_NEIGHBOURS_CUBE || (*counts >> count & 1) != 0) {
            return fail_listed(text, begin, "a count from 0 to 26, each only once, with commas between");
        }
        *counts |= UINT32_C(1) << count;
    }
    return NBB_OK;
}

nbb_status nbb_rule_parse_listed(const char *text, nbb_rule *rule)
{
    nbb_rule parsed;
    const char *at = text;
    NBB_TRY(parse_listed_counts(text, &at, 'B', &parsed.birth));
    if (*at != '/') {
        return fail_listed(text, at, "',' and a count, or '/'");
    }
    ++at;
    NBB_TRY(parse_listed_counts(text, &at, 'S', &parsed.survival));
    if (*at != '\0') {
        return fail_listed(text, at, "',' and a count, or the end");
    }
    *rule = parsed;
    return NBB_OK;
}

static void print_listed_counts(const char *letter, uint32_t counts, nbb_text *text)
{
    nbb_text_add(text, "%s", letter);
    for (int count = 0, printed = 0; count <= NBB_NEIGHBOURS_CUBE; ++count) {
        if ((counts >> count & 1) != 0) {
            nbb_text_add(text, "%s%d", printed++ > 0 ? "," : "", count);
        }
    }
}

void nbb_rule_print_listed(nbb_rule rule, nbb_text *text)
{
    print_listed_counts("B", rule.birth, text);
    print_listed_counts("/S", rule.survival, text);
}

void nbb_rule_print_on(nbb_rule rule, int axes, nbb_text *text)
{
    if (axes > 2) {
        nbb_rule_print_listed(rule, text);
    } else {
        nbb_rule_print(rule, text);
    }
}
