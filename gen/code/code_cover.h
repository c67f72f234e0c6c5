/* code_cover.h - joins operations: as long as words are at most three, one operation does for two.

         two = carry1 ^ both                                two = carry1 ^ (a & sum1)
         both = a & sum1               becomes
         next = two & either                                next = two & (~one | self)
         either = ~one | self

   An operation takes in another one whose value nothing else works on, beginning with those on which no other
   depends. A mask that finds no room there is moved to a word without which the masked one is 0:

         next & exists                                      next = two_there & (~one | self)
         next = two & (~one | self)    becomes              two_there = (carry1 ^ carry2) & exists
         two = carry1 ^ carry2

   Values that nothing depends on are dropped. */
#ifndef NBB_CODE_COVER_H
#define NBB_CODE_COVER_H

#include "gen/code/code.h"

/* What is wanted of a value, as bits: that it is there, as a result; that if it is there it is a value of its own,
   which no operation takes in. */
enum { NBB_WANTED = 1, NBB_KEPT = 2 };

/* Makes `covered` of `code`; to[i] is what value i has become, NBB_NO_VALUE if it is dropped or taken in. `wanted`
   has the bits of each value. */
nbb_status nbb_code_cover(const nbb_code *code, const uint8_t *wanted, nbb_code *covered, nbb_value *to);

/* uses[i]: how many operations that a wanted value depends on work on value i, and once more where it is wanted. */
void nbb_code_uses(const nbb_code *code, const uint8_t *wanted, int *uses);

/* How many operations there are that something depends on. */
int nbb_code_operations(const nbb_code *code, const int *uses);

#endif
