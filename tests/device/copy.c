/* copy.c - the processor's copy rate: all threads copy a large buffer; prints the median of some rounds in GB/s,
   bytes read plus bytes written. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ROUNDS = 9 };
static const size_t BYTES = (size_t)1 << 30, PAGE = (size_t)1 << 21;

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

int main(void)
{
    char *from = aligned_alloc(PAGE, BYTES), *to = aligned_alloc(PAGE, BYTES);
    if (from == NULL || to == NULL) {
        fprintf(stderr, "no memory for two buffers of %zu bytes\n", BYTES);
        return 1;
    }
    madvise(from, BYTES, MADV_HUGEPAGE);
    madvise(to, BYTES, MADV_HUGEPAGE);
    memset(from, 1, BYTES);
    memset(to, 2, BYTES);
    double rates[ROUNDS];
    for (int round = 0; round < ROUNDS; ++round) {
        double start = omp_get_wtime();
        #pragma omp parallel
        {
            size_t share = BYTES / (size_t)omp_get_num_threads(), first = share * (size_t)omp_get_thread_num();
            memcpy(to + first, from + first, share);
        }
        rates[round] = 2.0 * (double)BYTES / (omp_get_wtime() - start) * 1e-9;
    }
    qsort(rates, ROUNDS, sizeof *rates, compare);
    printf("%.2f\n", rates[ROUNDS / 2]);
    free(from);
    free(to);
    return 0;
}
