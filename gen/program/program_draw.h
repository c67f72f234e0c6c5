/* program_draw.h - the random numbers of programs: which cell has which bits of which Philox word.

   Planes, for programs whose fields are all uN. The top digits of a cell's number are its lane:

         j = lane * k^(r-a) + i        k^a lanes stand in `parts` words of 32, side by side:

         word of part 0   | lanes 0 .. 31  |      v = i * parts + 0
         word of part 1   | lanes 32 .. 63 |      v = i * parts + 1       bit = lane mod 32

   Plane d, a word for each v, has digit d of the U of all these cells, the most significant first. Cells, for the
   others: v = j, and U is the word 0 itself. */
#pragma once

#include "gen/domain/domain.h"

/* Of a domain and a kind of program. */
typedef struct nbb_draw_layout {
    bool planes;   /* else by cells */
    int digits;    /* a: the top digits that are a lane; of a simplex 0 */
    int64_t lanes; /* k^a of a fractal; 32 of a simplex */
    int64_t below; /* k^(r-a): cells of a lane of a fractal; n of a simplex */
    int64_t parts; /* words for the lanes of one i; of a simplex, for a row of its box */
} nbb_draw_layout;

/* Where a cell's digits are; by cells bit is 0 and v its number. */
typedef struct nbb_draw_place {
    uint64_t v;
    int bit;
} nbb_draw_place;

/* `planes`: whether the program's fields are all uN. The size is within the limits. */
nbb_draw_layout nbb_draw_layout_of(const nbb_domain *domain, bool planes);

/* The cell is on the domain. */
nbb_draw_place nbb_draw_place_of(const nbb_draw_layout *layout, const nbb_domain *domain, nbb_vector cell);

/* Philox4x32-10 [Salmon et al. 2011]: the counter becomes four words. */
void nbb_draw_philox(uint32_t counter[4], const uint32_t key[2]);

/* Word w of (v, step, request). */
uint32_t nbb_draw_word(uint64_t seed, uint64_t v, uint32_t step, uint32_t request, uint32_t w);

/* U of a cell's request at a step. */
uint32_t nbb_draw_number(const nbb_draw_layout *layout, nbb_draw_place place, uint64_t seed, uint32_t step,
                         uint32_t request);

/* chance(p) is U < threshold: floor(p * 2^32), 0 where p <= 0 or is no number, 2^32 where p >= 1. */
uint64_t nbb_draw_threshold(double p);

/* uniform() and uniform(m) of a U; 0 where m <= 0. */
double nbb_draw_real(uint32_t u);
int64_t nbb_draw_below(uint32_t u, int64_t m);

/* U in init, where it has 24 digits, and the threshold by which it is below p. */
uint32_t nbb_draw_initial(uint64_t seed, int axes, nbb_vector cell, int request);
uint64_t nbb_draw_initial_threshold(double p);
