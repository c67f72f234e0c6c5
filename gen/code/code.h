/* code.h - straight-line code as data: values, and the operations on words that compute them.

   A lanes step is code of this form. It is built once, each stage of it reads what the one before made, and nobody
   computes a cost but by counting its operations:

         lanes_code     says what each cell's next word is, in values        (code_build: adders, functions of bits)
         lanes_program  says it of a program's planes                        (code_bits: integers; code_basis: draws;
                                                                              code_reach: what words can be together)
         code           shares equal values and folds constants, while values are made
         nbb_code_cover joins operations as long as their words are at most three, and drops what nothing depends on
         schedule.lua   cuts it into calls: cells that compute alike call the same function; and orders these, and the
                        loads of words before them
         templates      spell it

   An operation of logic has up to three words and any truth table, which is what one instruction of a GPU computes.
   So "and", "sum of three", "majority" and "select" are tables, and algebra is arithmetic on tables: x & x, x & 0,
   x ^ x, ~~x, the majority of (x, x, y) and a select of x or x are tables in which two words are the same or one is
   constant, and become tables of fewer words.

         value 7:  logic 0x96 of 2, 3, 5        the bits where an odd number of the three words are 1
         value 8:  logic 0xe8 of 2, 3, 5        where at least two are
         value 9:  logic 0x70 of 6, 7, 8        8 & ~(6 & 7), say

   docs/code.md has the text that templates make of this, and CONTRIBUTING.md what another operation touches. */
#pragma once

#include "gen/base/base.h"

enum { NBB_CODE_FROM = 3 }; /* words of an operation, at most */

/* A value is the index of its node. The values that an operation works on have smaller ones. */
typedef int nbb_value;
enum { NBB_NO_VALUE = -1, NBB_ZERO = 0, NBB_ONES = 1 };

typedef enum nbb_operation {
    NBB_CONSTANT, /* NBB_ZERO and NBB_ONES alone */
    NBB_LOADED,   /* a word of the state, by number; a permuted one is permuted by its load */
    NBB_GIVEN,    /* a word that is known when the code begins, by number */
    NBB_ARGUMENT, /* a word of the launch's arguments, by number: its bits are alike */
    NBB_LOGIC,    /* a table's bits */
    NBB_DRAWN,    /* a draw's, by number */
    NBB_PENDING,  /* stands for a word until that is made (lanes_resolve.c): nothing wanted depends on it then */
} nbb_operation;

/* Bit i of a table: the result where the first word's bit is bit 0 of i, the second's bit 1, the third's bit 2. */
typedef uint8_t nbb_table;
#define NBB_TABLE_A ((nbb_table)0xaa)
#define NBB_TABLE_B ((nbb_table)0xcc)
#define NBB_TABLE_C ((nbb_table)0xf0)
#define NBB_TABLE_NOT ((nbb_table)0x55)
#define NBB_TABLE_AND ((nbb_table)0x88)
#define NBB_TABLE_OR ((nbb_table)0xee)
#define NBB_TABLE_XOR ((nbb_table)0x66)
#define NBB_TABLE_SUM ((nbb_table)0x96)      /* where an odd number of three is */
#define NBB_TABLE_MAJORITY ((nbb_table)0xe8) /* where at least two of three are */
#define NBB_TABLE_ONCE ((nbb_table)0x16)     /* where exactly one of three is */
#define NBB_TABLE_ANY ((nbb_table)0xfe)      /* where one of three or more is */
#define NBB_TABLE_SELECT ((nbb_table)0xd8)   /* the second where the first is, else the third */

/* The tables of the words alone. */
extern const nbb_table nbb_table_words[NBB_CODE_FROM];

typedef struct nbb_node {
    nbb_operation operation;
    nbb_table table;               /* of logic, and of constants; and then the words, */
    nbb_value from[NBB_CODE_FROM]; /* ascending, and NBB_NO_VALUE after the last */
    int number;                    /* of a word that is loaded, given, drawn or an argument */
    const char *label;             /* what to name it by, or NULL; not copied */
    nbb_value within;              /* of a loaded word: it is 0 where this one is; NBB_ZERO if nothing is known */
} nbb_node;

/* A draw of random numbers: each lane has a number U of 32 digits of its own, digit 0 the most significant.

   Either the word is a digit of U, or it says where U is below a threshold, which differs by lanes. It is made of
   rows of 33 digits, the first of which stands before U's, where U has 0: thresholds go up to 2^32. Row `row` is all
   lanes'; to it others are added modulo 2 in the lanes of a mask:

         digit of the threshold = rows[row] ^ (masks[0] & rows[row + 1]) ^ (masks[1] & rows[row + 2]) ...

   In lanes that `care` leaves out the word is 0. */
typedef struct nbb_draw {
    int cell; /* whose it is, as who builds the code numbers it */
    int request;
    int digit; /* the number of the digit, or -1 where U is compared */
    int row;
    int first; /* in `draw_words` of the code: the words, `care` and then the masks */
    int words; /* 1 + masks; a digit of U has none */
    /* Planes of the next state, a bit each: in lanes that care the result inverts these, whatever else is drawn, and
       changes nothing else. 0 where it may be otherwise. */
    unsigned flips;
} nbb_draw;
enum { NBB_DRAW_WORDS_MAX = 256 };

/* A failed allocation sticks in `failed`: make values freely, ask nbb_code_status once. */
typedef struct nbb_code {
    nbb_arena *arena; /* has all of it; of use while code is made */
    nbb_node *nodes;
    int count;
    nbb_value *slots; /* by hash: the nodes again, NBB_NO_VALUE in those left free, at least half */
    int slot_count;
    nbb_draw *draws; /* by number of a drawn word; no two are alike */
    int draw_count;
    nbb_value *draw_words;
    int draw_word_count;
    int *uses; /* of covered code, as nbb_code_uses: of what is wanted of it */
    bool failed;
} nbb_code;

/* Code that holds the two constants alone. */
nbb_code nbb_code_of(nbb_arena *arena);

/* A word that has a number alone. */
nbb_value nbb_code_word(nbb_code *code, nbb_operation operation, int number);

/* Says of a word that is loaded that it is 0 where another one is. */
void nbb_code_bound(nbb_code *code, nbb_value word, nbb_value within);

/* The table's bits of three words; of fewer with NBB_ZERO for the others. Equal values are the same. */
nbb_value nbb_code_logic(nbb_code *code, nbb_table table, nbb_value a, nbb_value b, nbb_value c);

/* The same for words by number. */
nbb_value nbb_code_logic_of(nbb_code *code, nbb_table table, const nbb_value from[NBB_CODE_FROM]);

/* What an operation becomes that takes in some of its words, a bit each of `which`: false where one is no operation,
   or where its words would be more than three. Those that stay come first. */
bool nbb_node_join(const nbb_node *nodes, const nbb_node *node, unsigned which, nbb_node *join);

/* The word of a draw, whose `first` is found here: its words are words[0] on. It is 0 if no lane uses it. */
nbb_value nbb_code_draw(nbb_code *code, nbb_draw draw, const nbb_value *words);

/* What a node of code becomes in other code: the same of what its words have become, to[word]. `below`: an operation
   works on words that these are made of, as long as those are no more than three. It is one operation in any case,
   and what it no longer works on may be of no use to others. */
nbb_value nbb_code_copy(const nbb_code *code, const nbb_node *node, const nbb_value *to, bool below, nbb_code *into);

/* Names a value of logic, unless it has a name. */
void nbb_code_label(nbb_code *code, nbb_value value, const char *label);

/* How many words an operation of logic works on; 0 of others. */
static inline int nbb_node_words(const nbb_node *node)
{
    return NBB_FIND(word, NBB_CODE_FROM, node->from[word] == NBB_NO_VALUE);
}

/* The words that a value is made of, *count of them: of logic or of a draw. */
const nbb_value *nbb_code_from(const nbb_code *code, nbb_value value, int *count);

/* The bits of a table for words of 64 bits. */
uint64_t nbb_table_points(nbb_table table, const uint64_t from[NBB_CODE_FROM]);

/* NBB_OK, or the out-of-memory failure of any value made. */
nbb_status nbb_code_status(const nbb_code *code);

/* Joins operations: as long as words are at most three, one operation does for two.

         two = carry1 ^ both                                two = carry1 ^ (a & sum1)
         both = a & sum1               becomes
         next = two & either                                next = two & (~one | self)
         either = ~one | self

   An operation takes in another one whose value nothing else works on, beginning with those on which no other
   depends. A mask that finds no room there is moved to a word without which the masked one is 0:

         next & exists                                      next = two_there & (~one | self)
         next = two & (~one | self)    becomes              two_there = (carry1 ^ carry2) & exists
         two = carry1 ^ carry2

   A table of three words gives half of itself to the only operation that works on it, if the other half then takes in
   a word. And a value that all operations that work on it can take in is in each of them:

         next = ~(part | other)                             next = ~other & (half | four)
         part = ~((self & one) | four)  becomes             half = self & (a ^ b)
         one = a ^ b

         two = both ^ c                                     two = (a & b) ^ c
         any = both | d                 becomes             any = (a & b) | d
         both = a & b

   Values that nothing depends on are dropped. */

/* Makes `covered` of code whose results are listed: all of them become what they are in the covered code,
   NBB_NO_VALUE where they are dropped or taken in. Those from number `kept` on are values of their own, which no
   operation takes in, those from `wanted` on wanted. NBB_NO_VALUE is none. */
nbb_status nbb_code_cover(nbb_arena *arena, const nbb_code *code, nbb_value *results, size_t count, size_t kept,
                          size_t wanted, nbb_code *covered);

/* (*uses)[i]: how many operations that a result depends on work on value i, and once more where it is one. */
nbb_status nbb_code_uses(nbb_arena *arena, const nbb_code *code, const nbb_value *results, size_t count, int **uses);

/* How many operations there are that something depends on. */
int nbb_code_operations(const nbb_code *code, const int *uses);

/* --- adds bits up; a function given by its values (code_build.c) --- */

/* So many integers are added at once, of which as many carries come to a column. */
enum { NBB_SUM_MAX = 129, NBB_COLUMN_MAX = 2 * NBB_SUM_MAX };

/* Words of one weight that wait to be added, the last ones first. */
typedef struct nbb_addends {
    nbb_value words[NBB_COLUMN_MAX];
    int count;
} nbb_addends;

void nbb_addends_put(nbb_addends *list, nbb_value word);

/* Adds a column's words up with full and half adders: the bit that is left. Their carries join the next column. */
nbb_value nbb_code_add_column(nbb_code *code, nbb_addends *column, nbb_addends *carries);

/* The same of `count` columns, each of twice the weight of the one before it; one more takes the last carries. */
void nbb_code_add_columns(nbb_code *code, nbb_addends *columns, int count, nbb_value *sum);

/* A boolean function of some words: bit p is its value where word i has p's bit i. In neither, it may be either. */
enum { NBB_FUNCTION_WORDS = 6 };
typedef struct nbb_function {
    uint64_t on, off;
} nbb_function;

/* Of a function's points those where word i is 1. */
extern const uint64_t nbb_function_points[NBB_FUNCTION_WORDS];

/* The function of six words. Words that it need not depend on are left out; of the others, some select among tables
   of three words, in the order that takes the fewest operations. */
nbb_value nbb_code_function(nbb_code *code, nbb_function function, const nbb_value words[NBB_FUNCTION_WORDS]);

/* About how many operations that takes; *by becomes the word that selects, if it is one of more than three. */
int nbb_function_cost(nbb_function function, int *by);

/* What bits words can have together.

   Words of one code are not free of each other: with the count of a cell's neighbours of its own spin in two words
   and the number of its neighbours in others, the count is never the larger. Who makes a function of words, or a row
   for each of their patterns, needs none for the patterns that no lane has.

   The words' cone is evaluated for all bits that the words at its end can have: those that are loaded, given or
   arguments, or stand for draws. Of a neighbour that may not exist the loaded bits are 0 where it does not
   (nbb_code_bound). */

enum { NBB_REACH_WORDS = 8, NBB_REACH_LEAVES = 15 };

/* A set of patterns, in which bit i is word i's, or of other items. */
typedef struct nbb_patterns {
    uint64_t at[(1 << NBB_REACH_WORDS) / 64];
} nbb_patterns;
static inline bool nbb_patterns_has(const nbb_patterns *set, int item)
{
    return set->at[item / 64] >> (item % 64) & 1;
}
static inline void nbb_patterns_put(nbb_patterns *set, int item)
{
    set->at[item / 64] |= UINT64_C(1) << (item % 64);
}

/* The patterns of so many words, at most NBB_REACH_WORDS, that some lane may have. All of them where more than
   NBB_REACH_LEAVES words are at the cone's end. */
nbb_patterns nbb_code_reach(const nbb_code *code, const nbb_value *words, int count);

/* Tables as formulas: "two & (~one | self)" for the eight bits that a table is.

   A formula joins two words at a time, and is the cheapest that makes the table. */

/* The last operation of each table's formula, and the tables that it joins. */
typedef struct nbb_table_formula {
    char operation; /* 0, 1, 2: a word; ~: the complement of left; & | ^: of both */
    nbb_table left, right;
} nbb_table_formula;
enum { NBB_TABLES = 1 << 8 };

void nbb_formulas_find(nbb_table_formula formulas[NBB_TABLES]);
