/* test_source_alike.c - of which operations a compiler may find words alike. */
#include "gen/source/source_values.h"
#include "unit.h"

#include <lauxlib.h>

/* Words are alike of which one follows from the two others: equal whichever way they are made, each other's
   complement, constant, a function of both; so may two turns be and, where a compiler knows input words, what these
   leave of a word. What is seldom 1 is not 0. */
TEST(test_alike)
{
    NBB_LOCAL_ARENA arena = { 0 };
    lua_State *lua = luaL_newstate();
    nbb_code code = nbb_code_of(&arena);
    nbb_value words[12];
    NBB_FILL(i, 8, words[i], nbb_code_word(&code, NBB_LOADED, i));
    NBB_FILL(i, 2, words[8 + i], nbb_code_word(&code, NBB_GIVEN, NBB_GIVEN_TURN + i));
    NBB_FILL(i, 2, words[10 + i], nbb_code_word(&code, NBB_GIVEN, i == 0 ? NBB_GIVEN_LANES : 0));
    nbb_value one = nbb_code_logic(&code, NBB_TABLE_SUM, words[0], words[1], words[2]);
    nbb_value other = nbb_code_logic(&code, NBB_TABLE_SUM, words[2], words[3], words[4]);
    nbb_value sum = nbb_code_logic(&code, NBB_TABLE_SUM, one, words[3], words[4]);
    nbb_value again = nbb_code_logic(&code, NBB_TABLE_SUM, other, words[0], words[1]);
    nbb_value inverse = nbb_code_logic(&code, 0x69, other, words[0], words[1]);
    nbb_value both = nbb_code_logic(&code, NBB_TABLE_AND, words[0], words[1], NBB_ZERO);
    nbb_value never = nbb_code_logic(&code, 0x08, one, both, words[2]); /* two of three are 1, and an odd number */
    nbb_value either = nbb_code_logic(&code, NBB_TABLE_OR, words[5], words[6], NBB_ZERO);
    nbb_value seldom = nbb_code_logic(&code, 0x80, both, words[2], words[3]);
    seldom = nbb_code_logic(&code, 0x80, seldom, words[4], words[5]);
    nbb_value known = nbb_code_logic(&code, NBB_TABLE_AND, words[5], words[10], NBB_ZERO);
    nbb_value there = nbb_code_logic(&code, NBB_TABLE_AND, words[5], words[11], NBB_ZERO);
    const struct {
        nbb_value from[3];
        bool alike, if_known;
    } rows[] = { { { sum, one, words[5] }, false, false },     { { sum, again, words[5] }, true, true },
                 { { inverse, words[5], sum }, true, true },   { { never, words[5], words[6] }, true, true },
                 { { words[5], either, words[6] }, true, true },     { { words[5], either, words[7] }, false, false },
                 { { seldom, words[6], words[7] }, false, false },   { { words[8], words[9], words[0] }, true, true },
                 { { words[8], words[10], words[0] }, false, true }, { { known, words[5], words[6] }, false, true },
                 { { there, words[5], words[6] }, false, false } };
    nbb_value made[sizeof rows / sizeof rows[0]];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        made[i] = nbb_code_logic_of(&code, NBB_TABLE_MAJORITY, rows[i].from);
    }
    for (int knows = 0; knows <= 1; ++knows) {
        const bool *alike = nbb_source_find_alike(lua, &code, knows);
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
            if (alike[made[i]] != (knows ? rows[i].if_known : rows[i].alike)) {
                fail_msg("row %zu, inputs known: %d", i, knows);
            }
        }
    }
    lua_close(lua);
}
