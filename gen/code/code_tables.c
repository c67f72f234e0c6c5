/* code_tables.c - finds the cheapest formula of every table at once. */
#include "gen/code/code_tables.h"

#include <limits.h>

enum { COMPLEMENT_COST = 1, JOIN_COST = 2, UNKNOWN = INT_MAX / 4 };

/* Takes a formula for a table if it is cheaper than the one found so far. */
static bool offer(nbb_formulas *formulas, int table, int cost, char operation, int left, int right)
{
    if (cost >= formulas->of[table].cost) {
        return false;
    }
    formulas->of[table].operation = operation;
    formulas->of[table].left = (nbb_table)left;
    formulas->of[table].right = (nbb_table)right;
    formulas->of[table].cost = cost;
    return true;
}

/* Offers what two tables make; whether something was taken. */
static bool join(nbb_formulas *formulas, int left, int right)
{
    int cost = formulas->of[left].cost + formulas->of[right].cost + JOIN_COST;
    bool taken = offer(formulas, left ^ right, cost, '^', left, right);
    taken |= offer(formulas, left & right, cost, '&', left, right);
    taken |= offer(formulas, left | right, cost, '|', left, right);
    return taken;
}

void nbb_formulas_find(nbb_formulas *formulas)
{
    static const nbb_table variables[NBB_CODE_FROM] = { NBB_TABLE_A, NBB_TABLE_B, NBB_TABLE_C };
    for (int table = 0; table < 256; ++table) {
        formulas->of[table].cost = UNKNOWN;
    }
    for (int i = 0; i < NBB_CODE_FROM; ++i) {
        offer(formulas, variables[i], 0, (char)('0' + i), 0, 0);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int right = 0; right < 256; ++right) {
            int cost = formulas->of[right].cost;
            changed |= cost < UNKNOWN && offer(formulas, right ^ 0xff, cost + COMPLEMENT_COST, '~', right, 0);
            for (int left = 0; left < right && cost < UNKNOWN; ++left) {
                changed |= formulas->of[left].cost < UNKNOWN && join(formulas, left, right);
            }
        }
    }
}

void nbb_formulas_print(const nbb_formulas *formulas, nbb_table table, nbb_text *text)
{
    char operation = formulas->of[table].operation;
    bool is_word = operation >= '0' && operation < '0' + NBB_CODE_FROM;
    if (!is_word) {
        nbb_formulas_print(formulas, formulas->of[table].left, text);
    }
    if (!is_word && operation != '~') {
        nbb_formulas_print(formulas, formulas->of[table].right, text);
    }
    nbb_text_add(text, "%c", operation);
}
