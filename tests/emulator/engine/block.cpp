// block.cpp - a block's threads as fibers, its barriers, and its slices among those of blocks that run at the same time.
#include "block.h"
#include "fiber.h"

#include <algorithm>

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;
extern const int warpSize;
const int warpSize = EMU_WARP;

namespace emu {

Block *block;
Thread *threads;
Lanes *live;
unsigned count, current;

namespace {

void yield()
{
    fiber_yield(block->first_fiber + current);
}

void thread_main()
{
    context.launch->body(context.launch->arguments);
    threads[current].state = State::exited;
    live[current / warp] &= ~(Lanes{1} << lane());
    leave_cluster(threads[current]);
    yield();
}

void prepare_threads(Block &made)
{
    for (unsigned z = 0; z < blockDim.z; ++z) {
        for (unsigned y = 0; y < blockDim.y; ++y) {
            for (unsigned x = 0; x < blockDim.x; ++x) {
                Thread thread = {};
                thread.index = {x, y, z};
                fiber_prepare(made.first_fiber + static_cast<unsigned>(made.threads.size()), thread_main);
                made.threads.push_back(thread);
            }
        }
    }
    for (std::size_t first = 0; first < made.threads.size(); first += warp) {
        std::size_t lanes = made.threads.size() - first;
        made.live.push_back(lanes >= warp ? all_lanes : (Lanes{1} << lanes) - 1);
        made.warps.push_back({});
    }
}

void run_warp(unsigned first)
{
    do {
        for (unsigned lane : context.order->lanes) {
            if (first + lane < count && threads[first + lane].state == State::ready) {
                set_current(first + lane);
                fiber_resume(block->first_fiber + first + lane);
            }
        }
    } while (complete_collectives(first));
}

std::string whereabouts(unsigned t)
{
    const Thread &thread = threads[t];
    std::string text = "thread " + describe(thread.index) + " ";
    if (thread.state == State::exited) {
        return text + "has exited";
    }
    return text + "waits at " + operation_name(thread.operation) + "()";
}

bool all_at_one_barrier()
{
    return std::all_of(threads, threads + count, [](const Thread &thread) {
        return thread.state == State::in_block && thread.operation == threads[0].operation;
    });
}

void release_barrier()
{
    std::uint64_t holding = 0;
    for (unsigned t = 0; t < count; ++t) {
        holding += threads[t].value;
    }
    for (unsigned t = 0; t < count; ++t) {
        threads[t].value = holding != 0;
        threads[t].state = State::ready;
    }
}

bool all_exited()
{
    return std::all_of(threads, threads + count, [](const Thread &thread) { return thread.state == State::exited; });
}

// Wakes the threads that sleep; false if there are none.
bool wake_sleepers()
{
    bool any = false;
    for (unsigned t = 0; t < count; ++t) {
        if (threads[t].state == State::asleep) {
            threads[t].state = State::ready;
            any = true;
        }
    }
    return any;
}

bool any_in_cluster()
{
    return std::any_of(threads, threads + count,
                       [](const Thread &thread) { return thread.state == State::in_cluster; });
}

void run_threads()
{
    const std::vector<unsigned> &warps = context.order->warps;
    const std::size_t first_warp = block->slices++;
    for (;;) {
        for (std::size_t i = 0; i < warps.size(); ++i) {
            run_warp(warps[(first_warp + i) % warps.size()] * warp);
            if (context.order->interrupts && wake_sleepers()) {
                return;
            }
        }
        if (all_exited()) {
            for (unsigned first = 0; first < count; first += warp) {
                check_matrix_history(first);
            }
            block->finished = true;
            return;
        }
        if (all_at_one_barrier()) {
            release_barrier();
        } else if (wake_sleepers() || any_in_cluster()) {
            return;
        } else {
            report_stuck();
        }
    }
}

}  // namespace

void set_current(unsigned thread)
{
    current = thread;
    threadIdx = threads[thread].index;
}

void wait(State state, Operation operation)
{
    if (!context.in_thread) {
        fault("%s() outside a kernel", operation_name(operation));
    }
    Thread &thread = threads[current];
    thread.state = state;
    thread.operation = operation;
    yield();
}

void report_stuck()
{
    for (unsigned t = 0; t < count; ++t) {
        if (threads[t].state == State::in_warp) {
            unsigned first = t / warp * warp;
            unsigned missing = missing_lane(threads[t], first);
            set_current(t);
            fault("%s with mask 0x%08llx waits for lane %u, which does not come: %s",
                  operation_name(threads[t].operation), 0ull + threads[t].mask, missing,
                  whereabouts(first + missing).c_str());
        }
    }
    auto in_block = [](const Thread &thread) { return thread.state == State::in_block; };
    auto waiting = std::find_if(threads, threads + count, in_block);
    auto elsewhere = std::find_if(threads, threads + count, [&](const Thread &thread) {
        return !in_block(thread) || thread.operation != waiting->operation;
    });
    set_current(static_cast<unsigned>(waiting - threads));
    fault("divergent barrier: %s() reached by %td of %u threads; %s", operation_name(waiting->operation),
          std::count_if(threads, threads + count, in_block), count,
          whereabouts(static_cast<unsigned>(elsewhere - threads)).c_str());
}

uint3 block_index(std::uint64_t number)
{
    std::uint64_t row = number / gridDim.x;
    return {static_cast<unsigned>(number % gridDim.x), static_cast<unsigned>(row % gridDim.y),
            static_cast<unsigned>(row / gridDim.y)};
}

Block make_block(std::uint64_t number, unsigned place)
{
    Block made = {};
    made.number = number;
    made.index = block_index(number);
    made.place = place;
    made.first_fiber = place * blockDim.x * blockDim.y * blockDim.z;
    shared_fill(place, context.order->poison);
    prepare_threads(made);
    return made;
}

void make_current(Block &made)
{
    block = &made;
    threads = made.threads.data();
    live = made.live.data();
    count = static_cast<unsigned>(made.threads.size());
    blockIdx = made.index;
}

void run_slice(Block &block)
{
    make_current(block);
    shared_restore(block.place);
    context.in_thread = true;
    wake_in_cluster();
    run_threads();
    context.in_thread = false;
    shared_save(block.place);
}

void sleep_once()
{
    if (!context.in_thread) {
        fault("a thread that waits for others, outside a kernel");
    }
    threads[current].state = State::asleep;
    yield();
}

void red_release_add(unsigned *address, unsigned value)
{
    release_block(address);
    *address += value;
}

void ld_acquire(unsigned &value, const unsigned *address)
{
    sleep_once();
    value = *address;
    acquire_block(address);
}

void atom_acquire_exch(unsigned &before, unsigned *address, unsigned value)
{
    before = *address;
    *address = value;
    acquire_warp(address);
}

void st_release(unsigned *address, unsigned value)
{
    release_warp(address);
    *address = value;
}

void ld_relaxed(unsigned long long &value, const unsigned long long *address)
{
    sleep_once();
    value = *address;
}

void st_relaxed(unsigned long long *address, unsigned long long value)
{
    *address = value;
}

unsigned warp_slot()
{
    return (threadIdx.x + blockIdx.y % 2 * blockDim.x) / 32;
}

int block_barrier(Operation operation, int predicate)
{
    threads[current].value = predicate != 0;
    wait(State::in_block, operation);
    return static_cast<int>(threads[current].value);
}

}  // namespace emu
