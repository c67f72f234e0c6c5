// writers.cpp - who stored to each byte of device memory in a run of a launch: one thread, once, until it hands over.
//
// The compiler calls __asan_store... before each plain store of the program (nvcc-emu). Each hand-over of a warp has a
// number; a warp knows the last one that it took over from each warp, by a word in memory or at a cluster's barrier.
#include "block.h"

#include <algorithm>

namespace emu {
namespace {

struct Store {
    std::uint64_t thread;  // its number in the launch, from 1; 0: nobody stored
    unsigned given;        // hand-overs of its warp until then
};

struct Region {
    Range range;
    bool is_scratch;          // the program's variables: a thread may store to them again
    std::vector<Store> last;  // of each byte
};

std::vector<Region> regions;
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
    const std::uint64_t number = (store.thread - 1) / count, in_block = (store.thread - 1) % count;
    const HandOvers &taken = block->warps[current / warp].taken;
    auto last = taken.find(number * block->warps.size() + in_block / warp);
    if (last == taken.end() || last->second <= store.given) {
        fault("written twice in a launch: by thread %s of block %s before, and not handed over since; %s",
              describe(threads[in_block].index).c_str(), describe(block_index(number)).c_str(),
              describe_address(address).c_str());
    }
}

}  // namespace

void writers_begin()
{
    regions.clear();
    released.clear();
    for (const Buffer &buffer : live_buffers()) {
        regions.push_back({{buffer.data, buffer.bytes}, false, std::vector<Store>(buffer.bytes)});
    }
    regions.push_back({program_variables(), true, std::vector<Store>(program_variables().bytes)});
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
    const Store store = {block->number * count + current + 1, block->warps[current / warp].given};
    const std::size_t begin = static_cast<std::size_t>(first - region->range.data);
    for (std::size_t i = begin; i < std::min(begin + bytes, region->range.bytes); ++i) {
        Store &last = region->last[i];
        if (last.thread != 0 && (last.thread != store.thread || !region->is_scratch)) {
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
