/* kinds.c - simplices by bits, by strips and by tiles: what alternates with the side, and what it must come to. */
#include "kinds.h"

enum { WORKS_MAX = 8, SEED = 3 };

/* A kind of kernel: by bits, or by bytes, packed and embedded alternately; cell by cell in tiles whose side is named,
   or as the plan has it. The works alternate: rules, or programs below the checkout, with neighbours or what is
   set. */
typedef struct kind {
    bool by_bits, is_tiled;
    int64_t steps;
    const char *works[WORKS_MAX];
} kind;

/* On a plane B0 lights the outside, B3/S3 ignores the cell itself, B/S kills all; in space the same. */
#define FLAT "B2/S23", "B0/S8", "B3/S3", "B0123478/S34678", "B1357/S02468", "B/S012345678", "B0/S", "B3/S23"
#define DEEP "B5/S4,5", "B0/S1,2", "B4,5/S4,5", "B5,6,7,8/S4,5,6,7,8,10", "B13/S0,26", "B/S", "B0,26/S13"
#define ORACLE "tests/oracle/programs/"
#define SYNCHRONOUS "programs/wireworld", "programs/forest_fire"

static const kind flat[] = {
    { true, false, 11, { FLAT } },
    { false, false, 6, { FLAT } },
    { false, true, 2, { FLAT } },
    { true, false, 3, { SYNCHRONOUS, ORACLE "sandpile", "programs/life" } },
    { true, false, 2, { "programs/ising", "programs/potts", "programs/ising moore" } },
    { false, false, 6, { ORACLE "heat32", ORACLE "heat64", "programs/grayscott", "programs/wave" } },
    { false, false, 5, { SYNCHRONOUS, "programs/life" } },
    { false, true, 2, { "programs/heat", "programs/ising", "programs/rmw" } },
    { false, false, 3, { "programs/rmw" } },
};
static const kind deep[] = {
    { true, false, 3, { DEEP } },
    { false, false, 5, { DEEP } },
    { false, true, 2, { DEEP } },
    { true, false, 2, { SYNCHRONOUS, "programs/life" } },
    { true, false, 2, { "programs/ising", "programs/potts" } },
    { false, false, 3, { ORACLE "heat32 D=0.1", ORACLE "heat64 D=0.1", "programs/grayscott Du=0.1" } },
    { false, false, 3, { SYNCHRONOUS, "programs/life" } },
    { false, false, 2, { "programs/rmw" } },
};

/* The work of this number. */
static const char *work_of(const kind *of, int64_t number)
{
    int count = 0;
    while (count < WORKS_MAX && of->works[count] != NULL) {
        ++count;
    }
    return of->works[number % count];
}

/* Loads and binds what is spelled "PATH [NEIGHBOURS|NAME=VALUE]", the path below `top` and without its end; said is
   what asks for it on a command line. */
static nbb_status load_work(const char *top, const char *spelled, int axes, nbb_program *program, nbb_text *said)
{
    const char *blank = strchr(spelled, ' '), *extra = blank != NULL ? blank + 1 : NULL;
    bool sets = extra != NULL && strchr(extra, '=') != NULL;
    NBB_LOCAL_TEXT path = nbb_text_of("%s/%.*s.lua", top, (int)strcspn(spelled, " "), spelled);
    nbb_text_add(said, " --program %s%s%s", nbb_text_string(&path),
                 extra == NULL ? ""
                 : sets        ? " --set "
                               : " --neighbours ",
                 extra == NULL ? "" : extra);
    nbb_status status = nbb_program_read(NULL, nbb_text_string(&path), program);
    if (status == NBB_OK) {
        status = sets ? nbb_program_set(program, "--set", extra) : NBB_OK;
        status = status == NBB_OK ? nbb_program_bind(program, axes, sets ? NULL : extra) : status;
        if (status != NBB_OK) {
            nbb_program_free(program);
        }
    }
    return status;
}

static void choose_kernel(const kind *of, int axes, int64_t n, nbb_request *request)
{
    static const nbb_from from[] = { NBB_FROM_ABOVE, NBB_FROM_BELOW, NBB_FROM_AUTO };
    static const int64_t tiles[][3] = { [2] = { 8, 16, 64 }, [3] = { 4, 8, 16 } };
    request->from = from[n % 3];
    request->map = request->from == NBB_FROM_AUTO ? NBB_MAP_ENUM : NBB_MAP_LAMBDA;
    request->storage = of->by_bits ? NBB_STORAGE_BITS : n / 3 % 2 == 0 ? NBB_STORAGE_PACKED : NBB_STORAGE_EMBEDDED;
    request->tile = of->is_tiled ? tiles[axes][n % 3] : 0;
}

static nbb_status try_kind(const char *top, const kind *of, start *from, sink *into)
{
    int axes = nbb_domain_axes(&from->domain);
    int64_t n = from->domain.size;
    int64_t number = of->by_bits || of->is_tiled ? n : n / 2; /* other works than those with the same cover */
    const char *work = work_of(of, number);
    bool is_rule = *work == 'B';
    NBB_LOCAL_TEXT said = NBB_TEXT_EMPTY;
    nbb_request request = { .workload = is_rule ? NBB_WORKLOAD_CA : NBB_WORKLOAD_PROGRAM };
    choose_kernel(of, axes, n, &request);
    from->steps = of->steps;
    nbb_status status = is_rule ? nbb_rule_parse(work, axes, &from->rule)
                                : load_work(top, work, axes, &from->program, &said);
    if (status == NBB_OK) {
        request.program = is_rule ? work_program(from, NBB_WORKLOAD_CA) : &from->program;
        from->said = is_rule ? NULL : nbb_text_string(&said);
        status = take_reference(from, request.program);
        if (status == NBB_OK && !try_case(from, request, into)) {
            status = NBB_ERROR_USAGE;                 /* with the plan's message */
        }
        if (!is_rule) {
            nbb_program_free(&from->program);
        }
    }
    return status;
}

nbb_status try_kinds(const char *top, const nbb_domain *domain, sink *into)
{
    bool is_flat = nbb_domain_axes(domain) == 2;
    const kind *kinds = is_flat ? flat : deep;
    size_t count = is_flat ? sizeof flat / sizeof *flat : sizeof deep / sizeof *deep;
    nbb_status status = NBB_OK;
    for (size_t i = 0; i < count && status == NBB_OK; ++i) {
        start from = { .domain = *domain, .seed = SEED, .density = 0.5 };
        status = try_kind(top, &kinds[i], &from, into);
    }
    return status;
}
