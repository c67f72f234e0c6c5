/* code_replace.c - makes anew what depends on a word. */
#include "gen/code/code_replace.h"

#include <stdlib.h>

/* What value `of` + i has become is to[i]; those before do not depend on it. */
static nbb_value moved(const nbb_value *to, nbb_value of, nbb_value value)
{
    return value < of ? value : to[value - of];
}

void nbb_code_replace(nbb_code *code, nbb_value of, nbb_value by, nbb_value *values, int count)
{
    nbb_value last = of;
    for (int i = 0; i < count; ++i) {
        last = values[i] > last ? values[i] : last;
    }
    nbb_value *to = code->failed ? NULL : malloc((size_t)(last - of + 1) * sizeof *to);
    if (to == NULL) {
        code->failed = true;
        return;
    }
    to[0] = by;
    for (nbb_value value = of + 1; value <= last; ++value) {
        nbb_node node = code->nodes[value];
        nbb_value from[NBB_CODE_FROM] = { NBB_ZERO, NBB_ZERO, NBB_ZERO };
        bool depends = false;
        for (int i = 0; i < nbb_node_words(&node); ++i) {
            from[i] = moved(to, of, node.from[i]);
            depends = depends || from[i] != node.from[i];
        }
        to[value - of] = depends ? nbb_code_logic_of(code, node.table, from) : value;
    }
    for (int i = 0; i < count; ++i) {
        values[i] = moved(to, of, values[i]);
    }
    free(to);
}
