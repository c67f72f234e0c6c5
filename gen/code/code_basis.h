/* code_basis.h - masks by which lanes of different cases get digits of their own.

   A number is known for each case, but which case a lane is in is known from words alone. As many masks as there are
   cases put any digits together, with sums modulo 2:

         digit of the lane's number = rows[0] ^ (masks[1] & rows[1]) ^ (masks[2] & rows[2]) ...

   where each row is the sum of the numbers of some cases, digit by digit; which ones follows from the masks alone.
   The first mask is all ones. Of few cases, those masks are taken that cost the fewest operations; of more, products
   of the bits that number them. */
#ifndef NBB_CODE_BASIS_H
#define NBB_CODE_BASIS_H

#include "gen/code/code_bits.h"

enum { NBB_BASIS_MAX = 256, NBB_BASIS_WORDS = 8 };

/* A set of items, of which there are as many as masks. */
typedef struct nbb_basis_set {
    uint64_t at[NBB_BASIS_MAX / 64];
} nbb_basis_set;

typedef struct nbb_basis {
    int count;
    nbb_value masks[NBB_BASIS_MAX];
    nbb_basis_set rows[NBB_BASIS_MAX]; /* the items that row i is the sum of */
    int cases[NBB_BASIS_MAX];          /* the case that an item is */
} nbb_basis;

/* An integer of which cases are made: case = sum of (input - low) * stride. */
typedef struct nbb_basis_input {
    nbb_bits bits;
    int64_t low;
    int stride;
} nbb_basis_input;

/* Cases that share a number: classes[case] is what stands for the case in all that is told here, or NBB_BASIS_FREE
   where the case may get any digits. NULL: each is its own. */
enum { NBB_BASIS_FREE = -1 };

/* The basis for the cases that there can be. False where they are more than NBB_BASIS_MAX, or told by more than
   NBB_BASIS_WORDS words; with classes also where these words are too many for a table, and where all may be any. */
bool nbb_basis_find(nbb_code *code, const nbb_basis_input *inputs, int count, const int *classes, nbb_basis *basis);

/* The number of a lane's case among those that there can be, of which number i is cases[i], ascending; how many these
   are. 0 where they are more than NBB_NUMBERED_MAX, or told by more words than a table has. */
enum { NBB_NUMBERED_MAX = 9 };
int nbb_basis_number(nbb_code *code, const nbb_basis_input *inputs, int count, const int *classes, nbb_bits *number,
                     int cases[NBB_NUMBERED_MAX]);

bool nbb_basis_has(const nbb_basis_set *set, int item);

#endif
