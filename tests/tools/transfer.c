/* transfer.c - prints a plan's transfer module for CUDA (templates/transfer.in) with a main that tries it; for
   suites/transfer.sh.

     transfer DEFINITION SIZE MAP [PROGRAM]

   The main scatters random elements over a state, bits or words as its first field is stored, gathers them again, and
   prints "same" if none is another. */
#include "tests/works.h"
#include "gen/definition/definition.h"
#include "runtime/run/transfer.h"

static const char main_text[] =
    "#include <cuda_runtime.h>\n"
    "#include <cstdio>\n"
    "#include <cstdlib>\n"
    "#include <cstring>\n\n"
    "int main()\n"
    "{\n"
    "    const u64 cells = %" PRIu64 ", apart = %" PRIu64 ", bytes = (cells * %d + 31) / 32 * 4;\n"
    "    u32 *given = (u32 *)malloc(bytes), *found = (u32 *)malloc(bytes), *from, *into;\n"
    "    void *state;\n"
    "    for (u64 i = 0; i < bytes / 4; ++i) {\n"
    "        given[i] = (u32)rand() * 2654435761u;\n"
    "    }\n"
    "    given[bytes / 4 - 1] &= %s;\n"
    "    cudaMalloc(&state, %" PRIu64 ");\n"
    "    cudaMemset(state, 0, %" PRIu64 ");\n"
    "    cudaMalloc((void **)&from, bytes);\n"
    "    cudaMalloc((void **)&into, bytes);\n"
    "    cudaMemcpy(from, given, bytes, cudaMemcpyHostToDevice);\n"
    "    for (u64 first = 0; first < cells; first += apart) {\n"
    "        %s_scatter_%s<<<(unsigned)((apart + 127) / 128), 128>>>(state, %du, first, first, apart, 0, ~0ull,"
    " from);\n"
    "    }\n"
    "    %s_gather_%s<<<(unsigned)((cells + 127) / 128), 128>>>(state, %du, 0, cells, 0, ~0ull, into);\n"
    "    cudaMemcpy(found, into, bytes, cudaMemcpyDeviceToHost);\n"
    "    printf(\"%%s\\n\", memcmp(given, found, bytes) == 0 ? \"same\" : \"another\");\n"
    "    return 0;\n"
    "}\n";

static nbb_status print_main(const nbb_plan *plan)
{
    nbb_column columns[NBB_COLUMNS_MAX];
    nbb_columns_of(&plan->asked.traits, columns);
    bool is_bits = columns[0].bits == 1, shares = plan->space.map == NBB_MAP_LANES && is_bits;
    uint64_t cells = (uint64_t)plan->asked.cells, apart = shares ? cells / plan->space.lanes.lanes : cells;
    const char *what = is_bits ? "bits" : "words", *name = plan->name;
    int detail = is_bits ? 0 : columns[0].bits / 32;
    char last[24] = "~0u";
    if (is_bits && cells % 32 != 0) {
        snprintf(last, sizeof last, "0x%xu", (1u << cells % 32) - 1);
    }
    printf(main_text, cells, apart, columns[0].bits, last, plan->space.state_bytes, plan->space.state_bytes, name,
           what, detail, name, what, detail);
    return NBB_OK;
}

static nbb_status print_module(const nbb_request *request)
{
    NBB_AT_END(nbb_plan_free) nbb_plan plan = { .name = "" };
    NBB_LOCAL_TEXT source = NBB_TEXT_EMPTY;
    nbb_status status = choose_plan(request, &plan);
    status = status == NBB_OK ? nbb_source_print_transfer(&plan, NULL, &source) : status;
    if (status == NBB_OK) {
        printf("%s\n", nbb_text_string(&source));
        status = print_main(&plan);
    }
    return status;
}

static nbb_map map_named(const char *name)
{
    int map = 0;
    while (map < nbb_map_names.count && strcmp(nbb_map_names.names[map], name) != 0) {
        ++map;
    }
    return (nbb_map)map;
}

int main(int argc, char **argv)
{
    NBB_AT_END(nbb_definition_free) nbb_definition definition = { .kind = NBB_KIND_FRACTAL };
    NBB_AT_END(nbb_program_free) nbb_program program = { .name = NULL };
    nbb_request request = { .target = NBB_TARGET_CUDA, .workload = NBB_WORKLOAD_CA };
    nbb_status status = argc > 3 ? nbb_definition_read(NULL, argv[1], &definition)
                                 : nbb_fail(NBB_ERROR_USAGE, "transfer DEFINITION SIZE MAP [PROGRAM]");
    if (status == NBB_OK && argc > 4) {
        nbb_domain domain = nbb_definition_domain(&definition, 0);
        status = nbb_program_read(NULL, argv[4], &program);
        status = status == NBB_OK ? nbb_program_bind(&program, nbb_domain_axes(&domain), NULL) : status;
        request.program = &program;
        request.workload = NBB_WORKLOAD_PROGRAM;
    }
    if (status == NBB_OK) {
        bool is_simplex = definition.kind == NBB_KIND_SIMPLEX;
        request.fractal = is_simplex ? NULL : &definition.fractal;
        request.simplex = is_simplex ? &definition.simplex : NULL;
        request.r = atoi(argv[2]);
        request.n = atoi(argv[2]);
        request.map = map_named(argv[3]);
        status = print_module(&request);
    }
    if (status != NBB_OK) {
        fprintf(stderr, "transfer: %s\n", nbb_message());
    }
    nbb_message_free();
    return (int)status;
}
