/* run_kernels.c - finds and starts a run's kernels. */
#include "runtime/run/run_kernels.h"

#include "runtime/device/interrupt.h"

#include <string.h>

enum { ARGUMENTS_MAX = 9 }; /* six of the longest signature, and the level, or items and groups */

/* What a kernel goes over: items of the shard, all or those of listed groups; or as many as were asked for. */
typedef struct extent {
    uint64_t first, count;
    nbb_address groups;
    uint64_t asked;
} extent;

/* The translation unit that has a kernel of the plan. */
static int unit_of(const nbb_plan *plan, nbb_entry entry)
{
    int unit = NBB_UNITS_MAX - 1;
    while (unit > 0 && (nbb_plan_unit(plan, unit) >> entry & 1) == 0) {
        --unit;
    }
    return unit;
}

nbb_status nbb_run_find(nbb_run *run, nbb_module *module, const char *suffix, const char *signature,
                        nbb_kernel **kernel)
{
    nbb_device *device = run->request.device;
    NBB_LOCAL_TEXT name = NBB_TEXT_EMPTY;
    nbb_text_add(&name, "%s_%s", run->request.plan->name, suffix);
    NBB_TRY(nbb_text_status(&name, "a kernel's name"));
    return device->operations->find(device, module, name.data, signature, kernel);
}

nbb_status nbb_run_find_kernels(nbb_run *run)
{
    const nbb_plan *plan = run->request.plan;
    for (nbb_entry entry = 0; entry < NBB_ENTRY_COUNT; ++entry) {
        if (nbb_plan_has(plan, entry)) {
            NBB_TRY(nbb_run_find(run, run->modules[unit_of(plan, entry)], nbb_entry_suffixes[entry],
                                 nbb_plan_signature(plan, entry), &run->kernels[entry]));
        }
    }
    return NBB_OK;
}

/* Not within a step; and a rank alone must not stop, for others wait for it: nbb_run_work stops all. */
static nbb_status end_on_signal(const nbb_run *run)
{
    return run->is_amid || run->request.ranks != NULL ? NBB_OK : nbb_interrupt_check();
}

static nbb_status launch(nbb_run *run, nbb_entry entry, extent items, void **arguments)
{
    const nbb_plan *plan = run->request.plan;
    nbb_device *device = run->request.device;
    uint32_t level = 0, launches = (uint32_t)nbb_plan_launches(plan, entry);
    size_t count = strlen(nbb_plan_signatures(plan, entry)->plain);
    void *last[] = { nbb_plan_takes_range(plan, entry) ? (void *)&items.first : (void *)&level, &items.count,
                     &items.groups };
    void *with_last[ARGUMENTS_MAX]; /* a kernel without levels and ranges does not read the last ones */
    memcpy(with_last, arguments, count * sizeof *arguments);
    memcpy(with_last + count, last, sizeof last);
    for (; level < launches; ++level) {
        NBB_TRY(end_on_signal(run));
        nbb_grid grid = nbb_plan_grid(plan, entry, (int)level, items.asked);
        bool at_once = entry == NBB_ENTRY_ROUNDS
                       && plan->launch.cluster == 0; /* a cluster's blocks are so by themselves */
        nbb_launch shape = { .blocks = grid.blocks, .threads = grid.threads, .at_once = at_once };
        NBB_TRY(device->operations->launch(device, run->kernels[entry], shape, with_last));
    }
    return NBB_OK;
}

nbb_status nbb_run_launch(nbb_run *run, nbb_entry entry, uint64_t probes, void **arguments)
{
    nbb_shard shard = run->sharing.shard;
    extent all = { .first = (uint64_t)shard.first, .count = (uint64_t)shard.count, .asked = probes };
    return launch(run, entry, all, arguments);
}

nbb_status nbb_run_launch_groups(nbb_run *run, nbb_entry entry, nbb_address groups, int64_t count, void **arguments)
{
    uint64_t each = (uint64_t)nbb_plan_group_items(run->request.plan), wanted = (uint64_t)count * each;
    extent listed = { (uint64_t)run->sharing.shard.first, wanted, groups, wanted };
    return launch(run, entry, listed, arguments);
}

nbb_status nbb_run_allocate(nbb_run *run, uint64_t bytes, nbb_address *address)
{
    nbb_device *device = run->request.device;
    NBB_TRY(nbb_interrupt_check());
    NBB_TRY(device->operations->allocate(device, bytes, address));
    return device->operations->fill(device, *address, 0, bytes);
}
