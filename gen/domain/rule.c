/* rule.c - outer-totalistic rules in B/S notation. */
#include "gen/domain/domain.h"

#include <strings.h>

/* X(name, notation): those of Golly and of the LifeWiki that are outer-totalistic on the Moore neighbourhood. */
/* clang-format off */
#define NAMED_RULES(X) \
    X("2x2",              "B36/S125") \
    X("34life",           "B34/S34") \
    X("amoeba",           "B357/S1358") \
    X("anneal",           "B4678/S35678") \
    X("assimilation",     "B345/S4567") \
    X("coral",            "B3/S45678") \
    X("daynight",         "B3678/S34678") \
    X("diamoeba",         "B35678/S5678") \
    X("gnarl",            "B1/S1") \
    X("highlife",         "B36/S23") \
    X("life",             "B3/S23") \
    X("lifewithoutdeath", "B3/S012345678") \
    X("longlife",         "B345/S5") \
    X("maze",             "B3/S12345") \
    X("mazectric",        "B3/S1234") \
    X("morley",           "B368/S245") \
    X("replicator",       "B1357/S1357") \
    X("seeds",            "B2/S") \
    X("serviettes",       "B234/S") \
    X("stains",           "B3678/S235678") \
    X("vote",             "B5678/S45678") \
    X("walledcities",     "B45678/S2345")
/* clang-format on */
#define X(name, notation) name,
static const char *const rule_names[] = { NAMED_RULES(X) };
#undef X
static const char *const notations[] = { NAMED_RULES(NBB_SPELLING) };
enum { NAMES = NBB_COUNT(rule_names) };

const char *nbb_rule_near_name(const char *given)
{
    int near = nbb_near_miss(given, rule_names, NAMES);
    return near >= 0 ? rule_names[near] : NULL;
}

/* ---- notations; of rules for 26 neighbours counts are separated by commas ---- */

typedef struct reading {
    const char *text, *at;
    bool is_listed;
} reading;

static nbb_status fail_at(const reading *r, const char *at, const char *expected)
{
    bool ends = *at == '\0';
    return NBB_REFUSE("rule \"%s\": expected %s at column %d, %s%s%s (a rule %s)", r->text, expected,
                      (int)(at - r->text) + 1, ends ? "where it ends" : "found \"", at, ends ? "" : "\"",
                      r->is_listed ? "for 26 neighbours reads B5/S4,5" : "reads B2/S23");
}

static bool is_digit(char character, char most)
{
    return character >= '0' && character <= most;
}

/* Fails where something else stands there than one more count. */
static nbb_status expect(const reading *r, bool is_there, const char *or_else)
{
    NBB_LOCAL_TEXT expected = nbb_text_of(
        "%s or %s", r->is_listed ? "',' and a count," : "a neighbour count from 0 to 8", or_else);
    return is_there ? NBB_OK : fail_at(r, r->at, nbb_text_string(&expected));
}

/* Parses a letter (upper or lower case), if one is expected, and counts. */
static nbb_status parse_counts(reading *r, char letter, uint32_t *counts)
{
    char most = r->is_listed ? '9' : '0' + NBB_NEIGHBOURS_MAX;
    NBB_FAIL_IF(letter != '\0' && (*r->at | 0x20) != (letter | 0x20),
                fail_at(r, r->at, letter == 'B' ? "'B'" : "'S'"));
    r->at += letter != '\0';
    *counts = 0;
    while (is_digit(*r->at, most)) {
        const char *begin = r->at;
        unsigned count = (unsigned)(*r->at++ - '0');
        for (; r->is_listed && is_digit(*r->at, '9'); ++r->at) { /* a count of several digits */
            count = count > NBB_NEIGHBOURS_CUBE ? count : 10 * count + (unsigned)(*r->at - '0');
        }
        NBB_FAIL_IF(count > NBB_NEIGHBOURS_CUBE || (*counts >> count & 1) != 0,
                    fail_at(r, begin,
                            r->is_listed ? "a count from 0 to 26, each only once, with commas between"
                                         : "each neighbour count only once"));
        *counts |= UINT32_C(1) << count;
        r->at += r->is_listed && *r->at == ',' && is_digit(r->at[1], '9');
    }
    return NBB_OK;
}

/* The whole text: "B3/S23", or where counts are not listed without the slash; or bare "23/3", survival first. */
static nbb_status parse(const char *text, bool is_listed, bool is_bare, nbb_rule *rule)
{
    reading r = { text, text, is_listed };
    uint32_t first, second;
    NBB_TRY(parse_counts(&r, is_bare ? '\0' : 'B', &first));
    NBB_TRY(expect(&r, *r.at == '/' || (!is_bare && !is_listed && (*r.at | 0x20) == 's'), "'/'"));
    r.at += *r.at == '/';
    NBB_TRY(parse_counts(&r, is_bare ? '\0' : 'S', &second));
    NBB_TRY(expect(&r, *r.at == '\0', "the end"));
    *rule = is_bare ? (nbb_rule){ second, first } : (nbb_rule){ first, second };
    return NBB_OK;
}

nbb_status nbb_rule_parse(const char *text, int axes, nbb_rule *rule)
{
    NBB_RETURN_IF(axes > 2, parse(text, true, false, rule));
    int i = NBB_FIND(at, NAMES, strcasecmp(rule_names[at], text) == 0); /* whatever the case of its letters */
    NBB_RETURN_IF(i < NAMES, parse(notations[i], false, false, rule));
    bool is_name = (*text | 0x20) >= 'c' && (*text | 0x20) <= 'z';
    const char *near = is_name ? nbb_rule_near_name(text) : NULL;
    NBB_REFUSE_IF(near != NULL, "rule \"%s\": did you mean \"%s\"? (a rule reads B2/S23)", text, near);
    return parse(text, false, is_digit(*text, '9') || *text == '/', rule);
}

static void print_counts(const char *letter, uint32_t counts, int most, const char *between, nbb_text *text)
{
    nbb_text_add(text, "%s", letter);
    for (int count = 0, printed = 0; count <= most; count++) {
        NBB_TEXT_ADD_IF((counts >> count & 1) != 0, text, "%s%d", printed++ > 0 ? between : "", count);
    }
}

void nbb_rule_print_on(nbb_rule rule, int axes, nbb_text *text)
{
    int most = axes > 2 ? NBB_NEIGHBOURS_CUBE : NBB_NEIGHBOURS_MAX;
    print_counts("B", rule.birth, most, axes > 2 ? "," : "", text);
    print_counts("/S", rule.survival, most, axes > 2 ? "," : "", text);
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

bool nbb_rule_reads_cell(nbb_rule rule, int most)
{
    return ((rule.birth ^ rule.survival) & counts_to(most)) != 0;
}

bool nbb_rule_reads_neighbours(nbb_rule rule, int most)
{
    uint32_t counts = counts_to(most), birth = rule.birth & counts, survival = rule.survival & counts;
    return (birth != 0 && birth != counts) || (survival != 0 && survival != counts);
}

bool nbb_rule_is_notation(const char *text)
{
    static const char counts[] = "0123456789,";
    NBB_RETURN_IF(*text != 'B' && *text != 'b', false);
    text += 1 + strspn(text + 1, counts);
    text += *text == '/';
    return (text[0] == 'S' || text[0] == 's') && text[1 + strspn(text + 1, counts)] == '\0';
}
