/* bench_doubt.h - whether a row's time can be believed: by its own rounds, and by other sizes of the same choice.

   Where another program uses the device too, samples may all be slow alike. Their spread is then nothing; what gives
   them away is a faster round, or a time that does not fit the sizes beside it. */
#ifndef NBB_BENCH_DOUBT_H
#define NBB_BENCH_DOUBT_H

#include "library/bench/bench_rows.h"

/* X(enumerator, its word in files). From the gravest down; see nbb_bench_doubt_print for what they mean. */
#define NBB_DOUBTS(X) \
    X(NONE, "") X(JUMP, "jump") X(SLOWER, "slower") X(OUTRUN, "outrun") X(NOISY, "noisy") X(FEW, "few")
typedef enum nbb_doubt {
#define X(name, word) NBB_DOUBT_##name,
    NBB_DOUBTS(X)
#undef X
    NBB_DOUBT_COUNT
} nbb_doubt;
extern const char *const nbb_bench_doubt_words[NBB_DOUBT_COUNT];

/* How often a doubted row is measured again at most. */
enum { NBB_BENCH_AGAIN_MAX = 2 };

/* The gravest doubt about a row; none about one without figures. Where it comes from another size of the same choice,
   that one's row is put into *beside (which may be NULL). */
nbb_doubt nbb_bench_doubt_of(const nbb_bench *bench, const nbb_bench_row *row, const nbb_bench_row **beside);

/* Whether the row is to be measured again: it is doubted, not for having the few samples that were asked for, and was
   not measured again too often. */
bool nbb_bench_is_to_repeat(const nbb_bench *bench, const nbb_bench_row *row);

/* Appends the doubt about a row in words: "it takes 250 times as long a cell as at r = 8". */
void nbb_bench_doubt_print(const nbb_bench *bench, const nbb_bench_row *row, nbb_text *text);

#endif
