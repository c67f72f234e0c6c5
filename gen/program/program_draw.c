/* program_draw.c - Philox, and how programs take their numbers from it. */
#include "gen/program/program_value.h"

enum { WORD_LANES = 32, LANES_MOST = 256, DIGITS = 32, ROUNDS = 10 };

/* --- Philox --- */

void nbb_draw_philox(uint32_t counter[4], const uint32_t key[2])
{
    uint32_t low = key[0], high = key[1];
    for (int round = 0; round < ROUNDS; ++round) {
        uint64_t first = (uint64_t)counter[0] * 0xD2511F53u, second = (uint64_t)counter[2] * 0xCD9E8D57u;
        counter[0] = (uint32_t)(second >> 32) ^ counter[1] ^ low;
        counter[1] = (uint32_t)second;
        counter[2] = (uint32_t)(first >> 32) ^ counter[3] ^ high;
        counter[3] = (uint32_t)first;
        low += 0x9E3779B9u;
        high += 0xBB67AE85u;
    }
}

uint32_t nbb_draw_word(uint64_t seed, uint64_t v, uint32_t step, uint32_t request, uint32_t w)
{
    uint32_t key[2] = { (uint32_t)seed, (uint32_t)(seed >> 32) };
    uint32_t counter[4] = { (uint32_t)v, (uint32_t)(v >> 32), step, request * 8 + w / 4 };
    nbb_draw_philox(counter, key);
    return counter[w % 4];
}

/* --- the layout --- */

static int64_t words_for(int64_t lanes)
{
    return (lanes + WORD_LANES - 1) / WORD_LANES;
}

nbb_draw_layout nbb_draw_layout_of(const nbb_domain *domain, bool planes)
{
    NBB_RETURN_IF(!planes, (nbb_draw_layout){ .lanes = 1, .below = nbb_domain_cells(domain), .parts = 1 });
    NBB_RETURN_IF(domain->simplex != NULL,
                  (nbb_draw_layout){ true, 0, WORD_LANES, domain->size, words_for(domain->size) });
    /* The top digits whose lanes fill their words best, the fewest of those that fill them alike. */
    int r = (int)domain->size;
    nbb_draw_layout best = {
        .planes = true, .lanes = 1, .below = nbb_fractal_cells(domain->fractal, 0, r), .parts = 1
    };
    for (int a = 1; a <= r && nbb_fractal_cells(domain->fractal, r - a, r) <= LANES_MOST; ++a) {
        int64_t lanes = nbb_fractal_cells(domain->fractal, r - a, r), parts = words_for(lanes);
        if (best.digits == 0 || lanes * best.parts > best.lanes * parts) {
            best = (nbb_draw_layout){ true, a, lanes, nbb_fractal_cells(domain->fractal, 0, r - a), parts };
        }
    }
    return best;
}

nbb_draw_place nbb_draw_place_of(const nbb_draw_layout *layout, const nbb_domain *domain, nbb_vector cell)
{
    if (layout->planes && domain->simplex != NULL) {
        int64_t row = cell.at[2] * domain->size + cell.at[1];
        return (nbb_draw_place){ (uint64_t)(row * layout->parts + cell.at[0] / WORD_LANES),
                                 (int)(cell.at[0] % WORD_LANES) };
    }
    /* The cell's number: digit order of a fractal, reading order of a simplex's box. */
    int64_t n = domain->size;
    int64_t j = domain->simplex != NULL ? (cell.at[2] * n + cell.at[1]) * n + cell.at[0]
                                        : nbb_domain_index(domain, cell);
    NBB_RETURN_IF(!layout->planes, (nbb_draw_place){ (uint64_t)j, 0 });
    int64_t lane = j / layout->below, i = j % layout->below;
    return (nbb_draw_place){ (uint64_t)(i * layout->parts + lane / WORD_LANES), (int)(lane % WORD_LANES) };
}

uint32_t nbb_draw_number(const nbb_draw_layout *layout, nbb_draw_place place, uint64_t seed, uint32_t step,
                         uint32_t request)
{
    NBB_RETURN_IF(!layout->planes, nbb_draw_word(seed, place.v, step, request, 0));
    uint32_t key[2] = { (uint32_t)seed, (uint32_t)(seed >> 32) }, u = 0;
    for (uint32_t d = 0; d < DIGITS; d += 4) {
        uint32_t words[4] = { (uint32_t)place.v, (uint32_t)(place.v >> 32), step, request * 8 + d / 4 };
        nbb_draw_philox(words, key);
        NBB_FILL(i, 4, u, u << 1 | (words[i] >> place.bit & 1));
    }
    return u;
}

/* --- what is made of the numbers --- */

/* floor(p * 2^bits), from 0 to 2^bits. */
static uint64_t threshold_of(double p, int bits)
{
    uint64_t all = UINT64_C(1) << bits;
    return p >= 1 ? all : p > 0 ? (uint64_t)(p * (double)all) : 0;
}

uint64_t nbb_draw_threshold(double p)
{
    return threshold_of(p, 32);
}

double nbb_draw_real(uint32_t u)
{
    return (double)(u >> 8) * 0x1p-24;
}

int64_t nbb_draw_below(uint32_t u, int64_t m)
{
    return m > 0 ? (int64_t)((uint64_t)u * (uint64_t)m >> 32) : 0;
}

uint32_t nbb_draw_initial(uint64_t seed, int axes, nbb_vector cell, int request)
{
    uint64_t h = nbb_state_hash(nbb_mix(seed), axes, cell);
    return (uint32_t)((request > 0 ? nbb_mix(h ^ (uint64_t)request) : h) >> 40) << 8;
}

uint64_t nbb_draw_initial_threshold(double p)
{
    return threshold_of(p, 24) << 8;
}
