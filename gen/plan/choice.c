/* choice.c - the spellings of the choices. */
#include "gen/plan/choice.h"

#define NBB_DEFINE_SPELLINGS(stage, LIST)                                                   \
    static const char *const stage##_spelled[] = { LIST(NBB_SPELLING) };                    \
    const nbb_spellings nbb_##stage##_names = { stage##_spelled, (int)(sizeof stage##_spelled / sizeof(char *)) };
NBB_DEFINE_SPELLINGS(map, NBB_MAPS)
NBB_DEFINE_SPELLINGS(eval, NBB_EVALS)
NBB_DEFINE_SPELLINGS(hash, NBB_HASHES)
NBB_DEFINE_SPELLINGS(intra, NBB_INTRAS)
NBB_DEFINE_SPELLINGS(halo, NBB_HALOS)
NBB_DEFINE_SPELLINGS(resident, NBB_RESIDENTS)
NBB_DEFINE_SPELLINGS(crossing, NBB_CROSSINGS)
NBB_DEFINE_SPELLINGS(target, NBB_TARGETS)
NBB_DEFINE_SPELLINGS(storage, NBB_STORAGES)
NBB_DEFINE_SPELLINGS(from, NBB_FROMS)
NBB_DEFINE_SPELLINGS(recursion, NBB_RECURSIONS)
NBB_DEFINE_SPELLINGS(out, NBB_OUTS)

static const char *const variants[] = { "none", "1", "2", "3", "4" };
const nbb_spellings nbb_tc_names = { variants, (int)(sizeof variants / sizeof variants[0]) };

#define X(name, type, field, option, ...) option,
const char *const nbb_choice_names[NBB_CHOICES] = { NBB_ASKED_ROWS(X) };
#undef X
