/* copy.c - the processor's copy rate: all threads copy one of two buffers to the other, to and fro; prints the median
   of some rounds in GB/s, bytes read plus bytes written.

       copy [BYTES]    of a buffer, at most and without it 1 GiB */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MOST_ROUNDS = 999 };
static const size_t MOST = (size_t)1 << 30, PAGE = (size_t)1 << 21, COPIED = (size_t)1 << 35;

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* A buffer of huge pages, all of them there; NULL without memory. */
static char *buffer(size_t bytes)
{
    size_t size = (bytes + PAGE - 1) / PAGE * PAGE;
    char *memory = aligned_alloc(PAGE, size);
    if (memory != NULL) {
        madvise(memory, size, MADV_HUGEPAGE);
        memset(memory, 1, size);
    }
    return memory;
}

int main(int count, char **arguments)
{
    size_t given = count > 1 ? strtoull(arguments[1], NULL, 10) : MOST, bytes = given < MOST ? given : MOST;
    char *from = buffer(bytes), *to = buffer(bytes);
    if (bytes == 0 || from == NULL || to == NULL) {
        fprintf(stderr, "no two buffers of %zu bytes\n", bytes);
        return 1;
    }
    double rates[MOST_ROUNDS];
    int rounds = COPIED / bytes < MOST_ROUNDS ? (int)(COPIED / bytes) : MOST_ROUNDS;
    for (int round = 0; round < rounds; ++round) {
        double start = omp_get_wtime();
#pragma omp parallel
        {
            size_t threads = (size_t)omp_get_num_threads(), thread = (size_t)omp_get_thread_num();
            size_t first = bytes / threads * thread, end = thread + 1 < threads ? first + bytes / threads : bytes;
            memcpy(to + first, from + first, end - first);
        }
        rates[round] = 2.0 * (double)bytes / (omp_get_wtime() - start) * 1e-9;
        char *copied = to;
        to = from;
        from = copied;
    }
    qsort(rates, (size_t)rounds, sizeof *rates, compare);
    printf("%.2f\n", rates[rounds / 2]);
    free(from);
    free(to);
    return 0;
}
