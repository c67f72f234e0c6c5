/* code_reach.h - what bits words can have together.

   Words of one code are not free of each other: with the count of a cell's neighbours of its own spin in two words
   and the number of its neighbours in others, the count is never the larger. Who makes a function of words, or a row
   for each of their patterns, needs none for the patterns that no lane has.

   The words' cone is evaluated for all bits that the words at its end can have: those that are loaded, given or
   arguments, or stand for draws. Of a neighbour that may not exist the loaded bits are 0 where it does not
   (nbb_code_bound). */
#ifndef NBB_CODE_REACH_H
#define NBB_CODE_REACH_H

#include "gen/code/code.h"

enum { NBB_REACH_WORDS = 8, NBB_REACH_LEAVES = 15 };

/* By pattern, in which bit i is word i's: whether it is reached. */
typedef struct nbb_reached {
    uint64_t at[(1 << NBB_REACH_WORDS) / 64];
} nbb_reached;

/* The patterns of so many words, at most NBB_REACH_WORDS, that some lane may have. All of them where more than
   NBB_REACH_LEAVES words are at the cone's end. */
nbb_reached nbb_code_reach(const nbb_code *code, const nbb_value *words, int count);

bool nbb_reached_has(const nbb_reached *reached, int pattern);

#endif
