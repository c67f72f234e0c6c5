/* simplex.c - a discrete orthogonal m-simplex: its cells, their number and their order. */
#include "gen/domain/simplex.h"

#include <stdlib.h>

int64_t nbb_simplex_cells(int m, int64_t n)
{
    int64_t cells = n > 0 ? 1 : 0;
    for (int i = 0; i < m; ++i) {
        int64_t divisor = i + 1, whole = cells / divisor, rest = cells % divisor;
        if (__builtin_mul_overflow(whole, n + i, &cells)
            || __builtin_add_overflow(cells, rest * (n + i) / divisor, &cells)) {  /* binomials are whole */
            return INT64_MAX;
        }
    }
    return cells;
}

int64_t nbb_simplex_largest_side(int m)
{
    int64_t low = 1, high = NBB_SIMPLEX_N_MAX;
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        if (nbb_simplex_cells(m, middle) < NBB_CELLS_LIMIT) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

nbb_status nbb_simplex_check_side(const nbb_simplex *simplex, int64_t n)
{
    int64_t largest = nbb_simplex_largest_side(simplex->m);
    if (n >= 1 && n <= largest) {
        return NBB_OK;
    }
    return nbb_fail(NBB_ERROR_USAGE, "--n %lld: a side of %s is from 1 to %lld cells", (long long)n, simplex->name,
                    (long long)largest);
}

bool nbb_simplex_member(int m, int64_t n, nbb_vector cell)
{
    int64_t sum = 0;
    for (int axis = 0; axis < m; ++axis) {
        if (cell.at[axis] < 0 || cell.at[axis] >= n) {
            return false;
        }
        sum += cell.at[axis];
    }
    return sum < n;
}

/* Cells whose last coordinate is below `at`: all but a simplex of side n - at. */
static int64_t cells_before(int m, int64_t n, int64_t at)
{
    return nbb_simplex_cells(m, n) - nbb_simplex_cells(m, n - at);
}

int64_t nbb_simplex_index(int m, int64_t n, nbb_vector cell)
{
    if (!nbb_simplex_member(m, n, cell)) {
        return -1;
    }
    int64_t index = 0;
    for (int axis = m - 1; axis >= 0; --axis) {       /* what is left below the layer is a simplex of one axis less */
        index += cells_before(axis + 1, n, cell.at[axis]);
        n -= cell.at[axis];
    }
    return index;
}

nbb_vector nbb_simplex_cell(int m, int64_t n, int64_t index)
{
    nbb_vector cell = { { 0 } };
    for (int axis = m - 1; axis >= 0; --axis) {
        int64_t low = 0, high = n - 1;
        while (low < high) {                          /* the last layer that begins at or before the index */
            int64_t middle = low + (high - low + 1) / 2;
            if (cells_before(axis + 1, n, middle) <= index) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        cell.at[axis] = low;
        index -= cells_before(axis + 1, n, low);
        n -= low;
    }
    return cell;
}

nbb_vector nbb_pair_of(int64_t n, nbb_vector cell)
{
    return (nbb_vector){ { cell.at[0], n - 1 - cell.at[1] } };
}

void nbb_simplex_free(nbb_simplex *simplex)
{
    free(simplex->path);
    *simplex = (nbb_simplex){ .name = "" };
}
