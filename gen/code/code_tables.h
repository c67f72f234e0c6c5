/* code_tables.h - tables as formulas: "two & (~one | self)" for the eight bits that a table is.

   A formula joins two words at a time, and is the cheapest that makes the table. It is printed in postfix, an item a
   character: 0, 1, 2 for the words, ~ for the complement of the last item, & | ^ for what the last two make. */
#ifndef NBB_CODE_TABLES_H
#define NBB_CODE_TABLES_H

#include "gen/code/code.h"
#include "gen/base/text.h"

/* The last operation of each table's formula, and the tables that it joins. */
typedef struct nbb_formulas {
    struct {
        char operation; /* as printed */
        nbb_table left, right;
        int cost;
    } of[256];
} nbb_formulas;

void nbb_formulas_find(nbb_formulas *formulas);

/* Appends the formula of a table that is not constant. */
void nbb_formulas_print(const nbb_formulas *formulas, nbb_table table, nbb_text *text);

#endif
