/* fractal_dimension.c - the Hausdorff dimension of a fractal whose sides and levels may differ. */
#include "gen/domain/fractal.h"

/* The axes on which the fractal grows, the coarsest first, with their logarithms; how many. */
static int sort_axes(const nbb_fractal *fractal, int *axes, double *logarithms)
{
    int count = 0;
    for (int axis = 0; axis < nbb_fractal_axes(fractal); axis++) {
        /* Of the tables' logarithms of the side on an axis, by their weights. */
        double logarithm = 0.0;
        for (int i = 0; i < fractal->table_count; i++) {
            logarithm += fractal->weights[i] * log((double)fractal->tables[i].s.at[axis]);
        }
        int place = logarithm > 0.0 ? count++ : count;
        for (; logarithm > 0.0 && place > 0 && logarithms[place - 1] > logarithm; place--) {
            axes[place] = axes[place - 1];
            logarithms[place] = logarithms[place - 1];
        }
        if (logarithm > 0.0) {
            axes[place] = axis;
            logarithms[place] = logarithm;
        }
    }
    return count;
}

/* log( sum over the rows j of the coarsest axis of t_j^power ), where t_j are the replicas of a row, or with three
   axes such a sum over its own rows. */
static double log_rows(const nbb_replicas *replicas, const int *axes, const double *logarithms, int count)
{
    double rows[NBB_SIDE_MAX * NBB_SIDE_MAX] = { 0 }; /* by their places on all axes but the finest */
    for (int beta = 0; beta < replicas->k; beta++) {
        int place = 0;
        for (int i = 0; i + 1 < count; i++) {
            place = place * NBB_SIDE_MAX + replicas->tau[beta][axes[i]];
        }
        rows[place] += 1;
    }
    for (int i = count - 1; i > 0; i--) {
        for (int outer = 0; outer < (i > 1 ? NBB_SIDE_MAX : 1); outer++) {
            double sum = 0.0;
            for (int j = 0; j < NBB_SIDE_MAX; j++) {
                double row = rows[outer * NBB_SIDE_MAX + j];
                sum += row > 0 ? pow(row, logarithms[i - 1] / logarithms[i]) : 0.0;
            }
            rows[outer] = sum;
        }
    }
    return log(rows[0]);
}

/* With m rows on the coarser axis, n > m on the other and t_j replicas in row j, Bedford (1984) and McMullen (1984):
   dim = log_m( sum over j of t_j^(log_n m) ); with three axes t_j is such a sum again, Kenyon and Peres (1996). At
   m = n that is log k / log n. Levels that follow each other are one with the products of m, of n and of the sums:
   their logarithms add up. */
double nbb_fractal_dimension(const nbb_fractal *fractal)
{
    int axes[NBB_AXES_MAX];
    double logarithms[NBB_AXES_MAX], sum = 0.0;
    int count = sort_axes(fractal, axes, logarithms);
    for (int i = 0; i < fractal->table_count; i++) {
        sum += fractal->weights[i] * log_rows(&fractal->tables[i], axes, logarithms, count);
    }
    return sum / logarithms[0];
}
