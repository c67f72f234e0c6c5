/* constraints.c - the table of option constraints: where an option has no effect, and the message. */
#include "gen/plan/plan_record.h"

enum { FRACTALS = 1, SIMPLICES = 2, TURNED = 4, FLAT = 8, ANY = 0 }; /* FLAT: a simplex of two axes */
enum {                                                               /* what a workload is not */
       STILL = 1 << 0,                                               /* it does not evolve */
       NOT_DRAWN = 1 << 1,                                           /* its initial state is not random */
       NO_POINTS = 1 << 2,
       NOT_SEEDED = 1 << 3,     /* neither its initial state nor its points are random */
       NO_PASS = 1 << 4,        /* it does not go over its cells one by one */
       NOT_LIVING = 1 << 5,     /* its cells are not alive or dead */
       PROGRAMMED = 1 << 6,     /* one of nbbgen's own */
       NOT_PROGRAMMED = 1 << 7, /* a program */
       BY_ITSELF = 1 << 8,      /* a program that is no rule, with kernels of its own */
       /* what its steps have, and is known of its program */
       ONE_STATE = 1 << 9,
       STAGES = 1 << 10,
       ALONG_ROWS = 1 << 11, /* counts that run so */
       WIDE = 1 << 12,       /* words that hold a value each */
       OF_PROGRAM = ONE_STATE | STAGES | ALONG_ROWS | WIDE,
       COPIES = 1 << 13 /* it is an ensemble's */
};
#define ON(map) (1u << NBB_MAP_##map)
#define IS(value) (1u << NBB_##value)
#define PERSISTENT (IS(PERSISTENCE_GRID) | IS(PERSISTENCE_CLUSTER))
#define BOXES (ON(BB) | ON(LANES)) /* maps without tiles of bytes */
#define NOT_LANES (ON(BB) | ON(LAMBDA) | ON(COMPACT))
#define NOT_LAMBDA (ON(BB) | ON(ENUM))
#define HOST (1u << NBB_TARGET_HOST)
#define HIP (1u << NBB_TARGET_HIP)

/* Options have no effect where each of the masks matches that is not 0. */
enum { TOGETHER = 6 };
typedef struct refusal {
    const char *options[TOGETHER];
    unsigned values; /* of a choice, or ANY */
    unsigned kinds, maps, workloads, targets;
    const char *why;
} refusal;
#define ROW(values, kinds, maps, workloads, targets, why, ...)        \
    {                                                                 \
        { __VA_ARGS__ }, values, kinds, maps, workloads, targets, why \
    }
#define LANES(option, kinds, maps, why) ROW(ANY, kinds, maps, 0, 0, why, option),
#define STEPS(option, kinds, maps, why) LANES(option, kinds, maps, why)
#define ANYWHERE(option, kinds, maps, why)
/* Beside that, of STEPS alone: what has no steps, and the host. */
#define LANES_ALONE(option)
#define ANYWHERE_ALONE(option)
#define STEPS_ALONE(option)                                \
    ROW(ANY, 0, 0, STILL, 0, "only ca has steps", option), \
        ROW(ANY, 0, 0, 0, HOST, "it has no blocks of threads, CUDA has", option),
static const refusal refusals[] = {
    ROW(ANY, FRACTALS, 0, 0, 0, "a fractal's side is s^r: give --r", "n"),
    ROW(ANY, FRACTALS, 0, 0, 0, "a fractal's map needs no power of two", "from"),
    ROW(ANY, FRACTALS, 0, 0, 0, "lambda sums all levels at once: --eval says how", "recursion"),
    ROW(ANY, FRACTALS, 0, 0, 0, "a fractal's tile is moved in pieces as wide as its rows allow", "chunk"),
    ROW(ANY, SIMPLICES, 0, 0, 0, "a simplex has no levels: give its side, --n", "r"),
    ROW(ANY, SIMPLICES, ON(ENUM), 0, 0, "it takes a root, not a sum over levels; use lambda", "tc"),
    ROW(~(IS(TC_NONE) | IS(TC_BYTES)), SIMPLICES, 0, 0, 0, "its products are of bytes: variant 4", "tc"),
    ROW(ANY, SIMPLICES, 0, 0, 0, "a simplex's map sums no levels", "eval"),
    ROW(ANY, SIMPLICES, 0, 0, 0, "a simplex has no replicas", "hash"),
    ROW(ANY, SIMPLICES, 0, 0, 0, "a simplex's tiles have no holes", "intra"),
    ROW(ANY, SIMPLICES, 0, 0, 0, "a simplex's tiles are copied with their surroundings", "halo"),
#define X(name, type, field, option, argument, kind, least, most, spellings, where, ...) \
    where(option, SIMPLICES, 0, "a simplex is not stored in lanes")
    NBB_ASKED_ROWS(X)
#undef X

        ROW(ANY, TURNED, ON(COMPACT), 0, 0, "how a replica is turned is found level by level, on the way back too",
            "tc"),
    ROW(IS(TC_BLOCKS) | IS(TC_BYTES), TURNED, 0, 0, 0,
        "a warp finds how the levels of one tile are turned: variant 1", "tc"),
    ROW(IS(TC_THREADS), TURNED, 0, 0, 0, "its threads stand in a tile that is not turned: variant 1", "tc"),
    ROW(IS(HASH_ARITH), TURNED, 0, 0, 0, "tau depends on how a replica is turned; use --hash table", "hash"),
    ROW(PERSISTENT, TURNED, 0, 0, 0, "how tiles beside a tile are turned differs; use --persistent no", "persistent"),
    ROW(IS(PERMUTATION_MEMORY), TURNED, 0, 0, 0,
        "which words are permuted depends on lanes; use --permuted registers", "permuted"),
    ROW(ANY, 0, ON(BB), 0, 0, "it has no tiles", "tile"),
    ROW(ANY, 0, NOT_LAMBDA, 0, 0, "only lambda is recursive", "recursion"),
    ROW(ANY, 0, NOT_LAMBDA, 0, 0, "only lambda needs powers of two", "from"),
#define X(name, type, field, option, argument, kind, least, most, spellings, where, ...) \
    where(option, 0, NOT_LANES, "it is an option of map lanes")
    NBB_ASKED_ROWS(X)
#undef X
        ROW(ANY, 0, ON(LANES), 0, 0, "it finds neighbours by carry, without sums; use lambda or compact", "tc"),
    ROW(ANY, 0, ON(BB), 0, 0, "the identity needs no product; use lambda or compact", "tc"),
    ROW(ANY, 0, ON(COMPACT), STILL, 0, "only ca looks for neighbour tiles; use map lambda", "tc"),
    ROW(IS(TC_BLOCKS) | IS(TC_THREADS), 0, ON(COMPACT), 0, 0,
        "it is a variant of lambda alone; compact has 1 (halves) and 4 (bytes)", "tc"),
    ROW(ANY, 0, BOXES, 0, 0, "it evaluates no lambda; use lambda or compact", "eval", "hash"),
    ROW(ANY, 0, ON(COMPACT), STILL, 0, "only ca evaluates lambda; use map lambda", "eval"),
    ROW(ANY, 0, BOXES, 0, 0, "it has no tiles of bytes; use lambda or compact", "intra"),
    ROW(ANY, 0, NOT_LAMBDA | ON(LAMBDA) | ON(LANES), 0, 0, "it has no neighbour tiles to look up; use compact",
        "halo"),

    ROW(ANY, 0, 0, STILL, 0, "it is an option of ca", "rule"),
    ROW(ANY, 0, 0, BY_ITSELF, 0, "its cells are found one by one, without products", "tc"),
    ROW(ANY, 0, 0, BY_ITSELF, 0, "its cells are found one by one, each by the whole sum", "eval"),
    ROW(ANY, 0, 0, BY_ITSELF, 0, "the cells of its tiles are found by a table or a mask", "intra"),
    ROW(ANY, 0, 0, BY_ITSELF, 0, "its tiles are copied with their surroundings where its cells are bytes", "halo"),
    ROW(ANY, 0, 0, BY_ITSELF, 0, "each of its kernels is one launch", "recursion"),
    ROW(ANY, 0, 0, PROGRAMMED, 0, "its cells are updated one by one", "chunk"),
    ROW(ANY, 0, 0, PROGRAMMED, 0, "its update says what a step does", "rule"),
    ROW(ANY, 0, 0, PROGRAMMED, 0, "its init says what the state is: give --set density=P if it has that", "density"),
    ROW(ANY, 0, 0, NOT_SEEDED, 0, "it is an option of ca, rd and edm", "seed"),
    ROW(ANY, 0, 0, NOT_DRAWN, 0, "it is an option of ca and rd", "density"),
    ROW(ANY, 0, 0, NO_POINTS, 0, "it is an option of edm", "points", "dimensions", "out"),
    ROW(ANY, 0, 0, NOT_LIVING, 0, "distances are saved by --npy", "png", "rle"),
    ROW(ANY, 0, 0, STILL, 0, "only ca has steps", "steps-per-launch", "schedule", "buffers", "persistent",
        "permuted"),
    ROW(ANY, 0, 0, STILL, 0, "only ca has a halo", "halo"),
    ROW(ANY, 0, 0, NOT_PROGRAMMED, 0, "it is an option of programs: give --program", "series", "average", "set",
        "neighbours", "samples"),
    ROW(ANY, 0, 0, NOT_PROGRAMMED, 0, "it is an option of programs: give --seed", "init-seed"),
    ROW(ANY, 0, 0, STILL, 0, "only ca and programs have steps", "frames", "apng", "init", "at"),
    ROW(ANY, 0, 0, NO_PASS, 0, "only sw and rd move cells in chunks", "chunk"),

#define X(name, type, field, option, argument, kind, least, most, spellings, where, ...) where##_ALONE(option)
    NBB_ASKED_ROWS(X)
#undef X
        ROW(ANY, 0, 0, 0, HOST,
            "its compiler chooses how many cells move at once; on CUDA a thread takes that number", "chunk"),
    ROW(ANY, 0, 0, 0, HOST, "it has no blocks of threads, CUDA has", "block"),
    ROW(ANY, 0, 0, 0, HOST, "it has no persistent launches, CUDA has", "persistent"),
    ROW(ANY, 0, 0, 0, HOST, "it permutes words group by group, CUDA thread by thread", "permuted"),
    ROW(IS(EVAL_SHUFFLE), 0, 0, 0, HOST, "it has no warp to shuffle in; use --eval unrolled", "eval"),
    ROW(IS(HASH_SHARED), 0, 0, 0, HOST, "it has no shared memory; use --hash table or arith", "hash"),
    ROW(ANY, 0, 0, 0, HIP, "its products are CUDA's, by WMMA and PTX", "tc"),
    ROW(IS(PERSISTENCE_GRID), 0, 0, 0, HIP, "its blocks would wait for each other by PTX, which CUDA has",
        "persistent"),
    ROW(IS(PERSISTENCE_CLUSTER), 0, 0, 0, HIP, "it has no clusters of blocks, CUDA has", "persistent"),
    ROW(IS(PERMUTATION_MEMORY), 0, 0, 0, HIP, "its warps would wait for memory by PTX; use registers", "permuted"),
    ROW(IS(HALO_DIRECT), 0, 0, 0, HOST, "its box is in the processor's cache; use --halo shared", "halo"),
    ROW(~IS(RECURSION_AUTO), FLAT, 0, 0, 0, "lambda takes one pass there; its branches are of m = 3", "recursion"),
};

/* The same of map lanes, once its words are settled. */
static const refusal settled[] = {
    ROW(ANY, 0, 0, ONE_STATE, 0, "sublattices take their turns in one state", "buffers"),
    ROW(ANY, 0, 0, STAGES, 0, "stages go between two states", "buffers"),
    ROW(ANY, 0, 0, ALONG_ROWS, 0, "counts along rows go between two states", "buffers"),
    ROW(ANY, 0, 0, WIDE, 0, "words of values go between two states", "buffers"),
    ROW(PERSISTENT, 0, 0, ALONG_ROWS, 0, "persistent launches need counts that do not run along rows", "persistent"),
    ROW(PERSISTENT, 0, 0, WIDE, 0, "persistent launches need words of bits", "persistent"),
    ROW(IS(PERSISTENCE_GRID), 0, 0, COPIES, 0, "its copies wait for no others; use cluster", "persistent"),
};

static bool applies(const refusal *row, const nbb_request *of, nbb_map map)
{
    const nbb_workload_row *work = of->work;
    const nbb_traits *traits = &of->traits;
    unsigned lacks = (work->evolves ? 0u : STILL) | (work->start == NBB_START_DRAWN ? 0u : NOT_DRAWN)
                     | (work->start == NBB_START_POINTS ? 0u : NO_POINTS)
                     | (work->start != NBB_START_EMPTY ? 0u : NOT_SEEDED) | (work->cell->bytes == 1 ? 0u : NOT_LIVING)
                     | (work->start == NBB_START_PROGRAM ? PROGRAMMED : NOT_PROGRAMMED)
                     | (work->law != NBB_LAW_PROGRAM || of->has_rule ? 0u : BY_ITSELF)
                     | (work->pass == NBB_ENTRY_WRITE || work->pass == NBB_ENTRY_SUM ? 0u : NO_PASS);
    unsigned has = (traits->states == 1 ? ONE_STATE : 0u) | (traits->by_turns ? STAGES : 0u)
                   | (traits->by_spans ? ALONG_ROWS : 0u) | (traits->word == NBB_WORD_VALUES ? WIDE : 0u)
                   | (of->copies > 0 ? COPIES : 0u);
    unsigned kind = of->domain.fractal == NULL             ? SIMPLICES | (of->domain.simplex->m != 3 ? FLAT : 0)
                    : of->domain.fractal->orientations > 1 ? FRACTALS | TURNED
                                                           : FRACTALS;
    const unsigned masks[] = { row->kinds, row->maps, row->workloads, row->targets };
    bool has_target = of->card != NULL; /* a plan's, not that of options alone */
    const unsigned is[] = { kind, map == NBB_MAP_AUTO ? 0 : 1u << map, lacks | has,
                            has_target ? 1u << of->target : 0 };
    return NBB_ALL(i, 4, masks[i] == 0 || (masks[i] & is[i]) != 0);
}

static nbb_status check_option(const refusal *row, const char *option, const nbb_request *of, nbb_map map,
                               nbb_given *given, const void *context)
{
    NBB_LOCAL_TEXT value = NBB_TEXT_EMPTY;
    NBB_DONE_IF(!given(context, option, row->values, &value));
    /* On what the option has no effect: "map compact with workload rd". */
    unsigned workloads = row->workloads;
    NBB_LOCAL_TEXT subject = row->targets != 0        ? nbb_text_of("target %s", nbb_target_names.names[of->target])
                             : row->maps != 0         ? nbb_text_of("map %s", nbb_map_names.names[map])
                             : workloads == COPIES    ? nbb_text_of("an ensemble")
                             : workloads & OF_PROGRAM ? nbb_text_of("program %s", of->traits.name)
                             : workloads != 0         ? nbb_text_of("workload %s", of->work->name)
                                                      : nbb_text_of("%s", nbb_domain_name(&of->domain));
    NBB_TEXT_ADD_IF(row->targets == 0 && row->maps != 0 && workloads != 0, &subject, " with workload %s",
                    of->work->name);
    return NBB_REFUSE("--%s%s has no effect on %s: %s", option, nbb_text_string(&value), nbb_text_string(&subject),
                      row->why);
}

static nbb_status check(const refusal *rows, int count, const nbb_request *of, nbb_map map, nbb_given *given,
                        const void *context)
{
    for (const refusal *row = rows; row < rows + count; ++row) {
        for (int i = 0; i < TOGETHER && row->options[i] != NULL && applies(row, of, map); ++i) {
            NBB_TRY(check_option(row, row->options[i], of, map, given, context));
        }
    }
    return NBB_OK;
}

nbb_status nbb_constraints_check(const nbb_request *of, nbb_given *given, const void *context)
{
    return check(refusals, NBB_COUNT(refusals), of, NBB_MAP_AUTO, given, context);
}

static bool given_in_request(const void *context, const char *option, unsigned values, nbb_text *text)
{
    int choice = nbb_spelling_index(&(nbb_spellings){ nbb_choice_names, NBB_CHOICES }, option);
    NBB_RETURN_IF(choice < 0, false);
    int64_t found = nbb_request_asked(context, (nbb_choice)choice);
    if (found >= 0) { /* not of --tc without a variant */
        nbb_text_add(text, choice == NBB_CHOICE_TC ? "=" : " ");
        nbb_choice_print((nbb_choice)choice, found, text);
    }
    return values != ANY ? found >= 0 && (values >> found & 1) != 0 : nbb_request_names(context, (nbb_choice)choice);
}

nbb_status nbb_constraints_check_request(const nbb_request *request, nbb_map map)
{
    const nbb_request of = nbb_request_of(*request);
    return check(refusals, NBB_COUNT(refusals), &of, map, given_in_request, request);
}

nbb_status nbb_constraints_check_settled(const nbb_request *request)
{
    return check(settled, NBB_COUNT(settled), request, NBB_MAP_LANES, given_in_request, request);
}

void nbb_constraints_print_maps(const char *option, nbb_text *text)
{
    unsigned all = (1u << nbb_map_names.count) - 1 - ON(AUTO), taking = all;
    const char *before = "; map ";
    /* Without the maps that refuse it whatever else is given, each with the reason that it has no such thing; and
       those of the other kind of domain. */
    for (const refusal *row = refusals; row < refusals + NBB_COUNT(refusals); ++row) {
        bool is_whole = row->values == ANY && row->workloads == 0 && row->targets == 0;
        unsigned maps = row->kinds == FRACTALS    ? ON(COMPACT) | ON(LANES)
                        : row->kinds == SIMPLICES ? ON(ENUM)
                                                  : row->maps;
        bool has = NBB_ANY(i, TOGETHER, row->options[i] != NULL && strcmp(row->options[i], option) == 0);
        taking &= is_whole && has ? ~maps : all;
    }
    for (int map = NBB_MAP_AUTO + 1; map < nbb_map_names.count && taking != all; ++map) {
        if ((taking >> map & 1) != 0) {
            nbb_text_add(text, "%s%s", before, nbb_map_names.names[map]);
            before = ", ";
        }
    }
}
