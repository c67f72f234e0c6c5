/* rule_named.c - rules that have names. */
#include "gen/domain/rule_named.h"

#include "gen/base/near.h"

#include <stddef.h>
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
static const char *const names[] = { NAMED_RULES(X) };
#undef X
#define X(name, notation) notation,
static const char *const notations[] = { NAMED_RULES(X) };
#undef X
enum { NAMES = (int)(sizeof names / sizeof names[0]) };

const char *nbb_rule_of_name(const char *name)
{
    int i = 0;
    while (i < NAMES && strcasecmp(names[i], name) != 0) {
        ++i;
    }
    return i < NAMES ? notations[i] : NULL;
}

const char *nbb_rule_near_name(const char *given)
{
    int near = nbb_near_miss(given, names, NAMES);
    return near >= 0 ? names[near] : NULL;
}
