// writers.cpp - who stored to each byte of device memory in a run of a launch: one thread, once, until it hands over.
//
// The compiler calls __asan_store... before each plain store of the program (nvcc-emu). Each hand-over of a warp has a
// number; a warp knows the last one that it took over from each warp, by a word in memory or at a cluster's barrier.
#include "block.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace emu {
namespace {

struct Store {
    std::uint64_t thread;  // its number in the launch
    unsigned given;        // hand-overs of its warp until then
    unsigned run;          // in which it was
};

struct Free {
    void operator()(void *memory) const { std::free(memory); }
};

struct Region {
    Range range;
    bool is_scratch;                      // the program's variables: a thread may store to them again
    std::unique_ptr<Store[], Free> last;  // of each byte, in pages that the kernel makes where a byte is stored to
};

std::vector<Region> regions;
unsigned run;  // this run's number, from 1; what earlier ones stored does not count
std::unordered_map<const void *, HandOvers> released;  // by word

std::uint64_t warp_number(const Block &asked, std::size_t warp)
{
    return asked.number * asked.warps.size() + warp;
}

void join(HandOvers &into, const HandOvers &from)
{
    for (const auto &[warp, given] : from) {
        into[warp] = std::max(into[warp], given);
    }
}

void give(Block &giving, std::size_t warp, HandOvers &into)
{
    Warp &giver = giving.warps[warp];
    giver.taken[warp_number(giving, warp)] = ++giver.given;
    join(into, giver.taken);
}

// Faults unless the current thread's warp has taken over what was stored then.
void check_taken(const Store &store, const void *address)
{
    const std::uint64_t number = store.thread / count, in_block = store.thread % count;
    const HandOvers &taken = block->warps[current / warp].taken;
    auto last = taken.find(number * block->warps.size() + in_block / warp);
    if (last == taken.end() || last->second <= store.given) {
        fault("written twice in a launch: by thread %s of block %s before, and not handed over since; %s",
              describe(threads[in_block].index).c_str(), describe(block_index(number)).c_str(),
              describe_address(address).c_str());
    }
}

// A region is what it was in the run before; no two buffers have the same address (memory.cpp).
Region make_region(Range range, bool is_scratch, std::vector<Region> &before)
{
    auto known = std::find_if(before.begin(), before.end(),
                              [=](const Region &region) { return region.range.data == range.data; });
    if (known != before.end()) {
        return std::move(*known);
    }
    void *last = std::calloc(range.bytes + 1, sizeof(Store));
    if (last == nullptr) {
        fault("no memory to remember who stores to %zu bytes", range.bytes);
    }
    return {range, is_scratch, std::unique_ptr<Store[], Free>(static_cast<Store *>(last))};
}

}  // namespace

void writers_begin()
{
    ++run;
    released.clear();
    std::vector<Region> before = std::move(regions);
    regions.clear();
    for (const Buffer &buffer : live_buffers()) {
        regions.push_back(make_region({buffer.data, buffer.bytes}, false, before));
    }
    regions.push_back(make_region(program_variables(), true, before));
}

void note_store(const void *address, std::size_t bytes)
{
    if (!context.in_thread) {
        return;
    }
    const unsigned char *const first = static_cast<const unsigned char *>(address);
    auto holds = [=](const Region &region) {
        return first >= region.range.data && first < region.range.data + region.range.bytes;
    };
    auto region = std::find_if(regions.begin(), regions.end(), holds);
    if (region == regions.end()) {
        return;  // shared memory, a thread's own, or out of bounds
    }
    const Store store = {block->number * count + current, block->warps[current / warp].given, run};
    const std::size_t begin = static_cast<std::size_t>(first - region->range.data);
    for (std::size_t i = begin; i < std::min(begin + bytes, region->range.bytes); ++i) {
        Store &last = region->last[i];
        if (last.run == run && (last.thread != store.thread || !region->is_scratch)) {
            check_taken(last, region->range.data + i);
        }
        last = store;
    }
}

void release_warp(const void *word)
{
    give(*block, current / warp, released[word]);
}

void acquire_warp(const void *word)
{
    join(block->warps[current / warp].taken, released[word]);
}

void release_block(const void *word)
{
    for (std::size_t warp = 0; warp < block->warps.size(); ++warp) {
        give(*block, warp, released[word]);
    }
}

void acquire_block(const void *word)
{
    for (Warp &taking : block->warps) {
        join(taking.taken, released[word]);
    }
}

void release_cluster(Cluster &cluster)
{
    for (Block *giving : cluster.blocks) {
        for (std::size_t warp = 0; warp < giving->warps.size(); ++warp) {
            give(*giving, warp, cluster.given);
        }
    }
}

void acquire_cluster()
{
    join(block->warps[current / warp].taken, block->cluster->given);
}

}  // namespace emu

// What the compiler calls; the first three do not concern stores.
#define EMU_CALLED(name, parameters, ...)     \
    extern "C" void __asan_##name parameters; \
    void __asan_##name parameters             \
    {                                         \
        __VA_ARGS__;                          \
    }
EMU_CALLED(handle_no_return, (), )
EMU_CALLED(before_dynamic_init, (const void *), )
EMU_CALLED(after_dynamic_init, (), )

EMU_CALLED(store1, (const void *address), emu::note_store(address, 1))
EMU_CALLED(store2, (const void *address), emu::note_store(address, 2))
EMU_CALLED(store4, (const void *address), emu::note_store(address, 4))
EMU_CALLED(store8, (const void *address), emu::note_store(address, 8))
EMU_CALLED(store16, (const void *address), emu::note_store(address, 16))
EMU_CALLED(storeN, (const void *address, std::size_t bytes), emu::note_store(address, bytes))
#undef EMU_CALLED
