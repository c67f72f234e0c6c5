/* plan_program.c - how maps that store cell by cell hold a program's state. */
#include "gen/plan/plan_program.h"

#include "gen/plan/plan_lanes_program.h"
#include "gen/plan/plan_wide.h"

enum { ALIGNMENT = 256, HOST_PARTS = 256, CUDA_PARTS_MAX = 1024 };

static const uint64_t kind_bytes[] = {
#define X(name, text, bytes, bits) bytes,
    NBB_FIELD_KINDS(X)
#undef X
};

uint64_t nbb_plan_program_bytes(const nbb_program *program, uint64_t places, uint64_t *offsets)
{
    uint64_t end = 0;
    for (int i = 0; i < program->field_count; ++i) {
        uint64_t bytes;
        bool wraps = __builtin_mul_overflow(places, kind_bytes[program->fields[i].kind], &bytes);
        if (wraps || bytes > NBB_BYTES_MAX - ALIGNMENT || end > NBB_BYTES_MAX - ALIGNMENT - bytes) {
            return UINT64_MAX;
        }
        if (offsets != NULL) {
            offsets[i] = end;
        }
        end += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    return end;
}

int nbb_plan_program_buffers(const nbb_program *program)
{
    return program->sublattices ? 1 : 2;
}

/* Each part adds up its share of the blocks, or on the host of the rows or tiles, so that sums of reals come in the
   same order in every run. */
void nbb_plan_shape_program(nbb_plan *plan, uint64_t places)
{
    plan->places = places;
    if (plan->map != NBB_MAP_LANES || nbb_plan_is_wide(plan->program)) {
        nbb_plan_program_bytes(plan->program, places, plan->field_offsets);
    }
    uint64_t blocks = nbb_plan_grid(plan, NBB_ENTRY_CENSUS, 0, 0).blocks;
    plan->total_parts = plan->target == NBB_TARGET_HOST ? HOST_PARTS
                        : blocks < CUDA_PARTS_MAX       ? (uint32_t)blocks
                                                        : CUDA_PARTS_MAX;
}

const char *nbb_plan_work_name(const nbb_plan *plan)
{
    return plan->program != NULL ? plan->program->name : plan->work->name;
}

nbb_status nbb_plan_check_program_lanes(const nbb_request *request)
{
    return nbb_plan_is_wide(request->program) ? nbb_plan_check_wide(request) : nbb_plan_check_lanes_program(request);
}

nbb_status nbb_plan_check_program(const nbb_request *request, const nbb_plan *plan)
{
    if (request->program == NULL) {
        return nbb_fail(NBB_ERROR_USAGE, "--workload program: --program is missing, a program's file or name");
    }
    return plan->map == NBB_MAP_LANES ? nbb_plan_check_program_lanes(request) : NBB_OK;
}

nbb_status nbb_plan_build_arguments(const nbb_plan *plan, nbb_arguments *arguments)
{
    NBB_TRY(nbb_arguments_build(plan->program, arguments));
    NBB_TRY(nbb_arguments_add_given(arguments, plan->program, plan->given_fields));
    return nbb_arguments_add_lanes(arguments, plan->program, plan->lowering.word_count, plan->lowering.row_count);
}

nbb_status nbb_plan_fill_arguments(const nbb_plan *plan, const nbb_arguments *arguments, uint64_t seed, void *bytes)
{
    NBB_TRY(nbb_arguments_fill(arguments, plan->program, &plan->domain, seed, bytes));
    const nbb_argument *words = nbb_arguments_find(arguments, NBB_ARGUMENT_WORDS, 0);
    const nbb_argument *rows = nbb_arguments_find(arguments, NBB_ARGUMENT_ROWS, 0);
    unsigned char *at = bytes;
    if (plan->map == NBB_MAP_LANES) {
        nbb_lowering_fill(&plan->lowering, words != NULL ? (void *)(at + words->offset) : NULL,
                          rows != NULL ? (void *)(at + rows->offset) : NULL);
    }
    return NBB_OK;
}
