/* shards.c - prints an automaton's module for CUDA as ranks run it, with a main that is all ranks, one after the
   other; for suites/shards.sh.

     shards DEFINITION SIZE MAP RANKS STEPS BUFFERS [STORAGE]

   Each rank has a state of its own, whose words are wrong but for its own items and for those that it gets from
   others before each launch. Its interior is advanced before they come, its boundary after. The main prints the
   population and the digest of all ranks together. */
#include "tests/works.h"
#include "gen/definition/definition.h"
#include "runtime/run/needs.h"
#include "gen/source/source.h"

enum { SEED = 1 };

static const char begin_text[] = "#include <cuda_runtime.h>\n"
    "#include <cstdio>\n\n"
    "enum { RANKS = %d, STEPS = %d, STEPS_A_LAUNCH = %d, IN_PLACE = %d };\n"
    "static const u64 state_bytes = %" PRIu64 "ull, beside_bytes = %" PRIu64 "ull;\n"
    "struct range { u64 first, count; };\n"
    "struct part { const u32 *groups; u64 count, blocks; };\n";

static const char main_text[] =
    "\nstatic void *state[RANKS], *other[RANKS];\n"
    "static u64 *counts;\n\n"
    "static void exchange(void **words)\n"
    "{\n"
    "    for (int i = 0; i < MESSAGES; ++i) {\n"
    "        const message m = messages[i];\n"
    "        u64 *places;\n"
    "        u32 *packed;\n"
    "        const unsigned blocks = (unsigned)((m.count + 127) / 128);\n"
    "        cudaMalloc((void **)&places, m.count * 8);\n"
    "        cudaMalloc((void **)&packed, m.count * 4);\n"
    "        cudaMemcpy(places, m.words, m.count * 8, cudaMemcpyHostToDevice);\n"
    "        @_pack<<<blocks, 128>>>((const u32 *)words[m.from], places, packed, m.count);\n"
    "        @_unpack<<<blocks, 128>>>((u32 *)words[m.to], places, packed, m.count);\n"
    "        cudaFree(places);\n"
    "        cudaFree(packed);\n"
    "    }\n"
    "}\n\n"
    "// A part of a rank's items.\n"
    "static void launch(int k, part part, int is_whole)\n"
    "{\n"
    "    const u64 items = part.count * GROUP_ITEMS;\n"
    "    u32 *groups;\n"
    "    if (part.count == 0) {\n"
    "        return;\n"
    "    }\n"
    "    cudaMalloc((void **)&groups, part.count * 4);\n"
    "    cudaMemcpy(groups, part.groups, part.count * 4, cudaMemcpyHostToDevice);\n"
    "    if (is_whole) {\n"
    "        @_step<<<(unsigned)part.blocks, THREADS_step>>>((CELLS *)state[k], (CELLS *)other[k],\n"
    "            0, items, groups, 0);\n"
    "    }\n"
    "    #if HAS_REST\n"
    "    if (!is_whole) {\n"
    "        @_rest<<<(unsigned)part.blocks, THREADS_rest>>>((CELLS *)state[k], (CELLS *)other[k],\n"
    "            0, items, groups, 0);\n"
    "    }\n"
    "    #endif\n"
    "    cudaFree(groups);\n"
    "}\n\n"
    "#define EACH_RANK for (int k = 0; k < RANKS; ++k)\n\n"
    "static void advance(int steps)\n"
    "{\n"
    "    #if HAS_BOUNDARY\n"
    "    EACH_RANK @_boundary<<<BLOCKS_boundary, THREADS_boundary>>>((const CELLS *)state[k], (CELLS *)other[k],\n"
    "            ranges[k].first, ranges[k].count);\n"
    "    #endif\n"
    "    EACH_RANK launch(k, insides[k], steps == STEPS_A_LAUNCH);\n"
    "    exchange(IN_PLACE ? other : state);\n"
    "    EACH_RANK launch(k, boundaries[k], steps == STEPS_A_LAUNCH);\n"
    "    for (int k = 0; k < RANKS && !IN_PLACE; ++k) {\n"
    "        void *next = other[k];\n"
    "        other[k] = state[k];\n"
    "        state[k] = next;\n"
    "    }\n"
    "}\n\n"
    "// Holes and places past the side are 0 at first; words of lanes are written whole.\n"
    "static void clear(int k)\n"
    "{\n"
    "    const u64 all = ranges[RANKS - 1].first + ranges[RANKS - 1].count, bytes = state_bytes / all;\n"
    "    if (HAS_HOLES) {\n"
    "        cudaMemset((char *)state[k] + ranges[k].first * bytes, 0, ranges[k].count * bytes);\n"
    "        cudaMemset((char *)other[k] + ranges[k].first * bytes, 0, ranges[k].count * bytes);\n"
    "    }\n"
    "}\n\n"
    "int main()\n"
    "{\n"
    "    u64 found[2];\n"
    "    for (int k = 0; k < RANKS; ++k) {\n"
    "        cudaMalloc(&state[k], state_bytes);\n"
    "        cudaMalloc(&other[k], beside_bytes);\n"
    "        cudaMemset(state[k], 0xff, state_bytes);\n"
    "        cudaMemset(other[k], 0xff, beside_bytes);\n"
    "        clear(k);\n"
    "    }\n"
    "    cudaMalloc((void **)&counts, sizeof found);\n"
    "    cudaMemset(counts, 0, sizeof found);\n"
    "    EACH_RANK @_init<<<BLOCKS_init, THREADS_init>>>((CELLS *)state[k], nbb_arguments{ SEED, { 1ull << 31 } },\n"
    "            ranges[k].first, ranges[k].count);\n"
    "    for (int left = STEPS; left > 0;) {\n"
    "        const int steps = left >= STEPS_A_LAUNCH ? STEPS_A_LAUNCH : 1;\n"
    "        advance(steps);\n"
    "        left -= steps;\n"
    "    }\n"
    "    EACH_RANK @_census<<<BLOCKS_census, THREADS_census>>>((const CELLS *)state[k], counts,\n"
    "            ranges[k].first, ranges[k].count);\n"
    "    cudaMemcpy(found, counts, sizeof found, cudaMemcpyDeviceToHost);\n"
    "    printf(\"%llu 0x%016llx\\n\", (unsigned long long)found[0], (unsigned long long)found[1]);\n"
    "    return 0;\n"
    "}\n";

/* Words of one message, and the row that names them. */
static void print_words(const nbb_word_list *list, int from, int to, nbb_text *rows, int *count)
{
    int64_t first = list->first[from], end = list->first[from + 1];
    if (first == end) {
        return;
    }
    printf("static const u64 words_%d_%d[] = {", from, to);
    for (int64_t i = first; i < end; ++i) {
        printf("%s%" PRId64, i % 16 == 0 ? "\n    " : " ", list->words[i]);
        printf(",");
    }
    printf("\n};\n");
    nbb_text_add(rows, "    { %d, %d, words_%d_%d, %" PRId64 " },\n", from, to, from, to, end - first);
    ++*count;
}

/* A part of a rank's groups: its boundary, or all others; and the row that names it. */
static void print_part(const nbb_plan *plan, int rank, const nbb_needs *needs, bool is_boundary, nbb_text *rows)
{
    const char *name = is_boundary ? "boundary" : "interior";
    int64_t each = nbb_plan_group_items(plan), items = nbb_plan_shard(plan, rank).count, at = 0, count = 0;
    int64_t first = nbb_plan_shard(plan, rank).first / each;
    printf("static const u32 %s_%d[] = {", name, rank);
    for (int64_t group = 0; group * each < items; ++group) {
        bool is_here = at < needs->boundary_count && needs->boundary[at] == group;
        at += is_here;
        if (is_here == is_boundary) {
            printf("%s%" PRId64 ",", count++ % 16 == 0 ? "\n    " : " ", first + group);
        }
    }
    printf("%s\n};\n", count == 0 ? "0" : "");
    nbb_grid grid = nbb_plan_grid(plan, NBB_ENTRY_STEP, 0, (uint64_t)(count * each));
    nbb_text_add(rows, "    { %s_%d, %" PRId64 ", %" PRIu64 " },\n", name, rank, count, grid.blocks);
}

/* What each rank gets, and its parts; that others send the same is a unit test's. */
static nbb_status print_messages(const nbb_plan *plan)
{
    NBB_LOCAL_TEXT rows = NBB_TEXT_EMPTY, boundaries = NBB_TEXT_EMPTY, insides = NBB_TEXT_EMPTY;
    int count = 0;
    nbb_status status = NBB_OK;
    for (int rank = 0; rank < plan->asked.ranks && status == NBB_OK; ++rank) {
        NBB_LOCAL_ARENA arena = { 0 };
        nbb_needs needs;
        status = nbb_needs_build(&arena, plan, rank, true, &needs);
        for (int other = 0; other < plan->asked.ranks && status == NBB_OK; ++other) {
            print_words(&needs.received, other, rank, &rows, &count);
        }
        if (status == NBB_OK) {
            print_part(plan, rank, &needs, true, &boundaries);
            print_part(plan, rank, &needs, false, &insides);
        }
    }
    printf("struct message { int from, to; const u64 *words; u64 count; };\n"
           "enum { MESSAGES = %d };\nstatic const message messages[MESSAGES + 1] = {\n%s};\n",
           count, nbb_text_string(&rows));
    printf("enum { GROUP_ITEMS = %" PRId64 " };\nstatic const part boundaries[RANKS] = {\n%s};\n"
           "static const part insides[RANKS] = {\n%s};\n",
           nbb_plan_group_items(plan), nbb_text_string(&boundaries), nbb_text_string(&insides));
    return status;
}

static void print_grids(const nbb_plan *plan)
{
    static const nbb_entry entries[] = { NBB_ENTRY_INIT, NBB_ENTRY_STEP, NBB_ENTRY_REST, NBB_ENTRY_BOUNDARY,
                                         NBB_ENTRY_CENSUS };
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; ++i) {
        nbb_grid grid = nbb_plan_grid(plan, entries[i], 0, 0);
        printf("#define BLOCKS_%s %" PRIu64 "\n#define THREADS_%s %u\n", nbb_entry_suffixes[entries[i]], grid.blocks,
               nbb_entry_suffixes[entries[i]], grid.threads);
    }
    bool by_words = plan->space.map == NBB_MAP_LANES || plan->space.storage == NBB_STORAGE_BITS;
    printf("#define CELLS %s\n#define HAS_HOLES %d\n"
           "#define SEED %d\n#define HAS_REST %d\n#define HAS_BOUNDARY %d\n",
           by_words ? "u32" : "u8", plan->space.map != NBB_MAP_LANES, SEED, nbb_plan_has(plan, NBB_ENTRY_REST),
           nbb_plan_has(plan, NBB_ENTRY_BOUNDARY));
}

static nbb_status print_main(const nbb_plan *plan, int steps)
{
    bool in_place = nbb_plan_in_place(plan);
    printf(begin_text, plan->asked.ranks, steps, plan->code.steps_a_launch, in_place, plan->space.state_bytes,
           in_place ? plan->launch.boundary_bytes + 4 : plan->space.state_bytes);
    printf("static const range ranges[RANKS] = {\n");
    for (int rank = 0; rank < plan->asked.ranks; ++rank) {
        nbb_shard shard = nbb_plan_shard(plan, rank);
        printf("    { %" PRId64 ", %" PRId64 " },\n", shard.first, shard.count);
    }
    printf("};\n");
    NBB_TRY(print_messages(plan));
    print_grids(plan);
    for (const char *at = main_text; *at != '\0'; ++at) {
        *at == '@' ? printf("%s", plan->name) : putchar(*at);
    }
    return NBB_OK;
}

static nbb_status print_module(const nbb_request *request, int steps)
{
    NBB_AT_END(nbb_plan_free) nbb_plan plan = { .name = "" };
    NBB_LOCAL_TEXT source = NBB_TEXT_EMPTY;
    nbb_status status = choose_plan(request, &plan);
    nbb_source_request printing = { .plan = &plan, .command = "", .steps = steps, .seed = SEED };
    status = status == NBB_OK ? nbb_source_print(&printing, &source) : status;
    if (status == NBB_OK) {
        printf("%s\n", nbb_text_string(&source));
        status = print_main(&plan, steps);
    }
    return status;
}

/* A choice by its spelling, or -1. */
static int find(const nbb_spellings *spellings, const char *name)
{
    int i = spellings->count - 1;
    while (i >= 0 && strcmp(spellings->names[i], name) != 0) {
        --i;
    }
    return i;
}

/* What is asked for by the words of the command line. */
static nbb_status read_request(int argc, char **argv, nbb_definition *definition, nbb_request *request)
{
    int storage = argc == 8 ? find(&nbb_storage_names, argv[7]) : NBB_STORAGE_AUTO;
    int map = argc >= 7 ? find(&nbb_map_names, argv[3]) : -1;
    if (map < 0 || storage < 0 || argc > 8) {
        return nbb_fail(NBB_ERROR_USAGE, "shards DEFINITION SIZE MAP RANKS STEPS BUFFERS [STORAGE]");
    }
    NBB_TRY(nbb_definition_read(NULL, argv[1], definition));
    nbb_domain domain = nbb_definition_domain(definition, 0);
    request->fractal = domain.fractal;
    request->simplex = domain.simplex;
    request->r = atoi(argv[2]);
    request->n = domain.simplex != NULL ? atoi(argv[2]) : 0;
    request->map = (nbb_map)map;
    request->storage = (nbb_storage)storage;
    request->ranks = atoi(argv[4]);
    request->buffers = atoi(argv[6]);
    return NBB_OK;
}

int main(int argc, char **argv)
{
    NBB_AT_END(nbb_definition_free) nbb_definition definition = { .kind = NBB_KIND_FRACTAL };
    nbb_request request = { .target = NBB_TARGET_CUDA, .workload = NBB_WORKLOAD_CA };
    nbb_status status = read_request(argc, argv, &definition, &request);
    request.program = program_of(NBB_WORKLOAD_CA, (nbb_rule){ 1 << 2, 3 << 2 },
                                 request.simplex != NULL ? request.simplex->m : 2, 0.5);
    status = status == NBB_OK ? print_module(&request, atoi(argv[5])) : status;
    if (status != NBB_OK) {
        fprintf(stderr, "shards: %s\n", nbb_message());
    }
    nbb_message_free();
    return (int)status;
}
