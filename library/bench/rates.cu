// A device's limits, of which a bench takes shares: words are copied, written and read, on a GPU of 16 bytes; and words of 32 bits are
// computed, on a processor in vectors. Each thread of a GPU takes every (threads of the grid)-th.
typedef unsigned int u32;
typedef unsigned long long u64;
#ifdef __CUDACC__
#define BLOCK 256  // threads of a block, as in library/bench/bench_rates.c
#define KERNEL extern "C" __global__ __launch_bounds__(BLOCK) void
#define EACH(how, i, count) for (u64 i = (u64)blockIdx.x * BLOCK + threadIdx.x; i < (count); i += (u64)gridDim.x * BLOCK)
#define UNROLLED _Pragma("unroll 32")
#define restrict __restrict__
typedef uint4 nbb_word;
typedef u32 nbb_words;
#else
#define KERNEL void
#define PRAGMA(text) _Pragma(#text)
#define EACH(how, i, count) PRAGMA(omp parallel for how schedule(static)) for (u64 i = 0; i < (count); ++i)
#define UNROLLED
typedef u64 nbb_word;
typedef u32 nbb_words __attribute__((vector_size(__BIGGEST_ALIGNMENT__), may_alias));  // as wide as the processor's
#endif
#define WIDTH (sizeof(nbb_words) / sizeof(u32))

KERNEL nbb_rates_copy(const nbb_word *restrict from, nbb_word *restrict to, u64 words)
{
    EACH(simd, i, words) {
        to[i] = from[i];
    }
}

KERNEL nbb_rates_write(nbb_word *restrict to, u64 words)
{
    EACH(simd, i, words) {
#ifdef __CUDACC__
        to[i] = make_uint4(1, 1, 1, 1);
#else
        to[i] = 1;
#endif
    }
}

// Adds the bits of all words to *found. The buffer that is measured holds 0, so nothing is ever written.
KERNEL nbb_rates_read(const nbb_word *restrict from, u64 *restrict found, u64 words)
{
    u64 bits = 0;
    EACH(simd reduction(| : bits), i, words) {
        const nbb_word word = from[i];
#ifdef __CUDACC__
        bits |= word.x | word.y | word.z | word.w;
    }
    if (bits != 0) {
        atomicOr(found, bits);
    }
#else
        bits |= word;
    }
    *found |= bits;
#endif
}

// A round is eight operations of three words (lop3 on a GPU), few of which wait for the one before. The words depend on each other, so that
// a compiler can leave none out. Item number `item`, of a multiple of 16, writes the sum of its words to to[item].
KERNEL nbb_rates_logic(u32 *restrict to, u64 items, u64 rounds)
{
    EACH(, vector, items / WIDTH) {
        nbb_words word[8], sum = { 0 };
        for (u32 i = 0; i < 8; ++i) {
            for (u32 j = 0; j < WIDTH; ++j) {
                ((u32 *)&word[i])[j] = 8 * (u32)(vector * WIDTH + j) + i;
            }
        }
        UNROLLED
        for (u32 round = 0; round < (u32)rounds; ++round) {
            for (u32 i = 0; i < 8; ++i) {
                word[i] ^= ~word[(i + 1) % 8] & word[(i + 2) % 8];
            }
        }
        for (u32 i = 0; i < 8; ++i) {
            sum ^= word[i];
        }
        ((nbb_words *)to)[vector] = sum;
    }
}
