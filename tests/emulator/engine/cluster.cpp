// cluster.cpp - blocks that run at the same time, slice by slice: the barrier of a cluster, and its blocks' shared memory.
#include "block.h"

#include <algorithm>

namespace emu {
namespace {

constexpr int passes_limit = 10000;  // without the end of a block or a phase; a round takes one or two

int idle_passes;  // slices that each block has had since then

void complete_phase(Cluster &cluster)
{
    if (cluster.arrived == cluster.threads) {
        release_cluster(cluster);
        ++cluster.phase;
        cluster.arrived = 0;
        idle_passes = 0;
    }
}

// Whether a thread in_cluster need not stay there: it has arrived and its slice has ended, or all others have arrived.
bool may_leave_barrier(const Thread &thread, const Cluster &cluster)
{
    return thread.operation == Operation::cluster_arrive || thread.phase != cluster.phase;
}

bool has_thread(const Block &asked, State state)
{
    return std::any_of(asked.threads.begin(), asked.threads.end(),
                       [=](const Thread &thread) { return thread.state == state; });
}

bool can_go_on(const Block &asked)
{
    return std::any_of(asked.threads.begin(), asked.threads.end(), [&](const Thread &thread) {
        return thread.state == State::ready ||
               (thread.state == State::in_cluster && may_leave_barrier(thread, *asked.cluster));
    });
}

// A block's slices; once it waits for its cluster there are no more.
void run_slices(Block &block)
{
    unsigned left = context.order->slices;
    do {
        run_slice(block);
    } while (--left > 0 && !block.finished && !has_thread(block, State::in_cluster));
    if (block.finished && block.cluster->blocks.size() > 1) {
        shared_close(block.place);
    }
}

// Faults if no block can go on: then a thread waits for its warp or block, which wait for the cluster.
void check_standstill(std::vector<Block> &blocks)
{
    if (std::any_of(blocks.begin(), blocks.end(), can_go_on)) {
        return;
    }
    for (Block &stuck : blocks) {
        if (has_thread(stuck, State::in_warp) || has_thread(stuck, State::in_block)) {
            make_current(stuck);
            context.in_thread = true;
            report_stuck();
        }
    }
}

[[noreturn]] void report_idle()
{
    context.in_thread = true;
    fault("no block came to its end in %d slices: %s", passes_limit,
          context.launch->cooperative   ? "does each wait for another?"
          : context.launch->cluster > 1 ? "does each wait for another, or for one of another cluster?"
                                        : "another block need not run at the same time, for the launch is not "
                                          "cooperative");
}

// Runs slices of the blocks until all have come to their end.
void run_to_end(std::vector<Block> &blocks)
{
    std::size_t finished = 0;
    for (idle_passes = 0; finished < blocks.size(); ++idle_passes) {
        for (Block &block : blocks) {
            if (block.finished) {
                continue;
            }
            run_slices(block);
            if (block.finished) {
                ++finished;
                idle_passes = 0;
            }
        }
        if (finished < blocks.size()) {
            check_standstill(blocks);
        }
        if (idle_passes == passes_limit) {
            report_idle();
        }
    }
}

Thread &calling_thread(Operation operation)
{
    if (!context.in_thread) {
        fault("%s() outside a kernel", operation_name(operation));
    }
    return threads[current];
}

}  // namespace

void run_clusters(std::uint64_t first, std::uint64_t number)
{
    const Order &order = *context.order;
    const unsigned size = context.launch->cluster;
    std::vector<Cluster> clusters(number);
    std::vector<Block> blocks;
    blocks.reserve(number * size);  // they are pointed at
    for (std::uint64_t i = 0; i < number; ++i) {
        Cluster &cluster = clusters[i];
        cluster.blocks.resize(size);
        for (unsigned rank : order.ranks) {
            std::uint64_t block_number = order.cluster_at(first + i) * size + rank;
            blocks.push_back(make_block(block_number, static_cast<unsigned>(blocks.size())));
            Block &made = blocks.back();
            made.cluster = &cluster;
            made.rank = rank;
            cluster.blocks[rank] = &made;
            cluster.threads += static_cast<unsigned>(made.threads.size());
        }
    }
    run_to_end(blocks);
}

void leave_cluster(const Thread &thread)
{
    Cluster &cluster = *block->cluster;
    --cluster.threads;
    cluster.arrived -= thread.arrived && thread.phase == cluster.phase;
    complete_phase(cluster);
}

void wake_in_cluster()
{
    for (unsigned t = 0; t < count; ++t) {
        if (threads[t].state == State::in_cluster && may_leave_barrier(threads[t], *block->cluster)) {
            threads[t].state = State::ready;
        }
    }
}

void cluster_arrive()
{
    Thread &thread = calling_thread(Operation::cluster_arrive);
    Cluster &cluster = *block->cluster;
    if (thread.arrived) {
        fault("__cluster_barrier_arrive() twice, without __cluster_barrier_wait() between them");
    }
    thread.arrived = true;
    thread.phase = cluster.phase;
    ++cluster.arrived;
    complete_phase(cluster);
    if (context.order->interrupts) {
        wait(State::in_cluster, Operation::cluster_arrive);
    }
}

void cluster_wait()
{
    Thread &thread = calling_thread(Operation::cluster_wait);
    if (!thread.arrived) {
        fault("__cluster_barrier_wait() without __cluster_barrier_arrive() before it");
    }
    thread.arrived = false;
    if (!context.order->interrupts || thread.phase == block->cluster->phase) {
        wait(State::in_cluster, Operation::cluster_wait);
    }
    acquire_cluster();
}

void *shared_of(const void *address, unsigned rank)
{
    if (!context.in_thread) {
        fault("__cluster_map_shared_rank() outside a kernel");
    }
    if (rank >= cluster_size()) {
        fault("__cluster_map_shared_rank() for rank %u of a cluster of %u blocks", rank, cluster_size());
    }
    void *kept = shared_kept(address, block->cluster->blocks[rank]->place);
    if (kept == nullptr) {
        fault("__cluster_map_shared_rank() of %p, which is not in the block's shared memory: %s", address,
              describe_address(address).c_str());
    }
    return rank == block->rank ? const_cast<void *>(address) : kept;
}

unsigned cluster_rank()
{
    return block->rank;
}

unsigned cluster_size()
{
    return static_cast<unsigned>(block->cluster->blocks.size());
}

}  // namespace emu
