/* covering.c - chooses rows greedily, each time the one with the most combinations that none has yet. */
#include "covering.h"

enum { CODE_BITS = 9 };                               /* of a column and its value */

nbb_status add_row(rows *table, const row *added)
{
    bool is_full = (table->count & (table->count - 1)) == 0;  /* at powers of two room is doubled */
    size_t room = table->count == 0 ? 1 : 2 * (size_t)table->count;
    row *items = is_full ? realloc(table->items, room * sizeof *items) : table->items;
    if (items == NULL) {
        return nbb_fail_memory(room * sizeof *items, "the rows of a table");
    }
    table->items = items;
    items[table->count++] = *added;
    return NBB_OK;
}

void free_rows(rows *table)
{
    free(table->items);
    *table = (rows){ NULL, 0 };
}

/* What becomes of a row's combinations. */
typedef enum visit { COUNT_ALL, COUNT_NEW, COUNT_SHARED, ENTER, LEAVE } visit;

/* uses[combination]: how many chosen rows have it. */
typedef struct coverage {
    int strength;
    uint16_t *uses;
} coverage;

static int visit_one(uint16_t *uses, visit what)
{
    *uses = (uint16_t)(what == ENTER ? *uses + 1 : what == LEAVE ? *uses - 1 : *uses);
    return what == COUNT_NEW ? *uses == 0 : what == COUNT_SHARED ? *uses > 1 : 1;
}

/* Visits the row's combinations of `left` columns from `column` on, those before them being `code`; adds up what
   visit_one says. */
static int visit_from(coverage *covered, const row *visited, visit what, int column, int left, uint32_t code)
{
    if (left == 0) {
        return visit_one(&covered->uses[code], what);
    }
    int sum = 0;
    for (; column < COLUMNS_MAX; ++column) {
        if (visited->at[column] != ABSENT) {
            uint32_t added = (uint32_t)(column * VALUES_MAX + visited->at[column]);
            sum += visit_from(covered, visited, what, column + 1, left - 1, code << CODE_BITS | added);
        }
    }
    return sum;
}

static int visit_row(coverage *covered, const row *visited, visit what)
{
    return visit_from(covered, visited, what, 0, covered->strength, 0);
}

/* The first row with the most new combinations, or -1 when none has any. most[i] is no less than row i has, for a
   row's only become fewer. */
static int find_best(coverage *covered, const rows *table, int *most)
{
    int best = -1;
    for (int i = 0; i < table->count; ++i) {
        if (most[i] > (best < 0 ? 0 : most[best])) {
            most[i] = visit_row(covered, &table->items[i], COUNT_NEW);
            best = most[i] > (best < 0 ? 0 : most[best]) ? i : best;
        }
    }
    return best;
}

static nbb_status take(coverage *covered, const row *taken, rows *chosen)
{
    visit_row(covered, taken, ENTER);
    return add_row(chosen, taken);
}

static nbb_status cover(coverage *covered, const rows *table, int *most, rows *chosen)
{
    for (int i = 0; i < table->count; ++i) {
        most[i] = INT32_MAX;
        if (table->items[i].is_wanted) {
            NBB_TRY(take(covered, &table->items[i], chosen));
        }
    }
    for (int best = find_best(covered, table, most); best >= 0; best = find_best(covered, table, most)) {
        NBB_TRY(take(covered, &table->items[best], chosen));
    }
    return NBB_OK;
}

/* Leaves out the rows whose combinations others have come to have too. */
static void thin(coverage *covered, rows *chosen)
{
    int kept = 0;
    for (int i = 0; i < chosen->count; ++i) {
        const row *asked = &chosen->items[i];
        if (asked->is_wanted || visit_row(covered, asked, COUNT_SHARED) < visit_row(covered, asked, COUNT_ALL)) {
            chosen->items[kept++] = *asked;
        } else {
            visit_row(covered, asked, LEAVE);
        }
    }
    chosen->count = kept;
}

nbb_status choose_rows(const rows *table, int strength, rows *chosen)
{
    *chosen = (rows){ NULL, 0 };
    coverage covered = { strength, calloc((size_t)1 << CODE_BITS * strength, sizeof *covered.uses) };
    int *most = calloc((size_t)table->count + 1, sizeof *most);
    nbb_status status = covered.uses == NULL || most == NULL
                      ? nbb_fail_memory(sizeof *covered.uses << CODE_BITS * strength, "a covering array")
                      : cover(&covered, table, most, chosen);
    if (status == NBB_OK) {
        thin(&covered, chosen);
    } else {
        free_rows(chosen);
    }
    free(covered.uses);
    free(most);
    return status;
}
