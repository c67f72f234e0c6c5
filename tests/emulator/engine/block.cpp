// block.cpp - one block at a time: its threads as fibers, its barriers, and the collectives of its warps. The blocks of a
// cooperative launch take turns.
#include "engine.h"
#include "fiber.h"

#include <algorithm>
#include <link.h>
#include <sys/mman.h>

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;
extern const int warpSize;
const int warpSize = 32;

namespace emu {
namespace {

constexpr int turns_limit = 10000;  // without the end of a block; a round takes one or two

enum class State : unsigned char { ready, in_warp, in_block, asleep, exited };

struct Thread {
    uint3 index;
    State state;
    Operation operation;  // what it waits at, in_warp or in_block
    unsigned mask, source;
    std::uint64_t value;  // brought to the operation, then its result
    Operation matrix_operation;  // the last load or store of a matrix,
    std::uint64_t matrix_history;  // and a hash of them all
};

}  // namespace

struct Block {
    uint3 index;
    unsigned first_fiber;
    std::vector<Thread> threads;
    std::vector<unsigned> live;
    std::vector<unsigned char> shared;  // what its shared memory holds while another block runs
    std::size_t turns;  // that it had; each begins with another warp
    bool finished;
};

namespace {

Block *block;      // the one that runs, and of it:
Thread *threads;
unsigned *live;    // of each warp, the lanes that exist and have not exited
unsigned count;    // threads of the block
unsigned current;  // the one that runs
unsigned char *dynamic_memory;

Range shared_segment()
{
    static Range segment = {nullptr, 0};
    static bool known = false;
    if (!known) {
        known = true;
        dl_iterate_phdr(
            [](dl_phdr_info *object, std::size_t, void *) {  // the first object is the program itself
                for (int i = 0; i < object->dlpi_phnum; ++i) {
                    if (object->dlpi_phdr[i].p_type == PT_TLS) {
                        segment = {static_cast<unsigned char *>(object->dlpi_tls_data), object->dlpi_phdr[i].p_memsz};
                    }
                }
                return 1;
            },
            nullptr);
    }
    return segment;
}

// Dynamic shared memory ends, to 128 bytes, at an inaccessible page.
unsigned char *dynamic_end()
{
    constexpr std::size_t limit = 262144, guard = 65536;
    static unsigned char *const end = [] {
        void *mapped = mmap(nullptr, limit + guard, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        unsigned char *last = static_cast<unsigned char *>(mapped) + limit;
        if (mapped == MAP_FAILED || mprotect(last, guard, PROT_NONE) != 0) {
            fault("no memory for shared memory");
        }
        return last;
    }();
    return end;
}

// Shared memory as a block keeps it: static, then dynamic.
void restore_shared()
{
    Range segment = shared_segment();
    std::copy_n(block->shared.data(), segment.bytes, segment.data);
    dynamic_memory = dynamic_end() - (context.launch->shared + 127) / 128 * 128;
    std::copy(block->shared.begin() + static_cast<std::ptrdiff_t>(segment.bytes), block->shared.end(), dynamic_memory);
}

void save_shared()
{
    Range segment = shared_segment();
    std::copy_n(segment.data, segment.bytes, block->shared.data());
    std::copy(dynamic_memory, dynamic_end(), block->shared.begin() + static_cast<std::ptrdiff_t>(segment.bytes));
}

void set_current(unsigned thread)
{
    current = thread;
    threadIdx = threads[thread].index;
}

void yield()
{
    fiber_yield(block->first_fiber + current);
}

void thread_main()
{
    context.launch->body(context.launch->arguments);
    threads[current].state = State::exited;
    live[current / 32] &= ~(1u << lane());
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
    for (std::size_t first = 0; first < made.threads.size(); first += 32) {
        std::size_t lanes = made.threads.size() - first;
        made.live.push_back(lanes >= 32 ? 0xffffffffu : (1u << lanes) - 1);
    }
}

// The lanes that `thread`, of the warp at `first`, waits for: CUDA asks for the non-exited ones its mask names.
unsigned members_of(const Thread &thread, unsigned first)
{
    return thread.mask & live[first / 32];
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

// Shuffles and matrix operations aside, a collective's result is one word computed from all values.
std::uint64_t combine(Operation operation, unsigned first, unsigned members)
{
    std::uint64_t sum = 0, all = ~0ull, any = 0, parity = 0, ballot = 0;
    std::int64_t least = INT64_MAX, most = INT64_MIN;
    for (unsigned lane = 0; lane < 32; ++lane) {
        if (members >> lane & 1) {
            std::uint64_t value = threads[first + lane].value;
            sum += value;
            all &= value;
            any |= value;
            parity ^= value;
            ballot |= value << lane;
            least = std::min(least, static_cast<std::int64_t>(value));
            most = std::max(most, static_cast<std::int64_t>(value));
        }
    }
    switch (operation) {
    case Operation::ballot: return ballot;
    case Operation::any: case Operation::reduce_or: return any;
    case Operation::all: case Operation::reduce_and: return all;
    case Operation::reduce_xor: return parity;
    case Operation::reduce_add: return sum;
    case Operation::reduce_min: return static_cast<std::uint64_t>(least);
    case Operation::reduce_max: return static_cast<std::uint64_t>(most);
    default: return 0;
    }
}

void perform_shuffle(unsigned first, unsigned members)
{
    std::uint64_t values[32];
    for (unsigned lane = 0; lane < 32; ++lane) {
        values[lane] = members >> lane & 1 ? threads[first + lane].value : 0;
    }
    for (unsigned lane = 0; lane < 32; ++lane) {
        if (members >> lane & 1) {
            Thread &thread = threads[first + lane];
            if ((members >> thread.source & 1) == 0) {
                set_current(first + lane);
                fault("%s with mask 0x%08x: lane %u reads lane %u, which takes no part in it",
                      operation_name(thread.operation), thread.mask, lane, thread.source);
            }
            thread.value = values[thread.source];
        }
    }
}

// Faults unless all 32 lanes of the warp have loaded and stored the same matrices.
void check_matrix_history(unsigned first)
{
    for (unsigned t = first; t < first + 32 && t < count; ++t) {
        unsigned other = t + 1 < count && t + 1 < first + 32 ? t + 1 : first;
        bool short_warp = count < first + 32 && threads[t].matrix_history != 0;
        if (short_warp || threads[t].matrix_history != threads[other].matrix_history) {
            set_current(threads[t].matrix_history != 0 ? t : other);
            fault("%s needs all 32 lanes of a warp, with the same arguments: %s",
                  operation_name(threads[current].matrix_operation),
                  short_warp ? "this warp is shorter" : "its lanes differ");
        }
    }
}

void perform_multiply(Operation operation, unsigned first, unsigned members)
{
    if (members != 0xffffffffu) {
        fault("%s needs all 32 lanes of a warp: this warp has the lanes 0x%08x", operation_name(operation), members);
    }
    std::uint64_t requests[32];
    for (unsigned lane = 0; lane < 32; ++lane) {
        requests[lane] = threads[first + lane].value;
    }
    if (operation == Operation::byte_multiply) {
        return perform_byte_multiply(requests);
    }
    check_matrix_history(first);
    perform_matrix_multiply(requests);
}

void perform(Operation operation, unsigned first, unsigned members)
{
    switch (operation) {
    case Operation::shuffle:
    case Operation::shuffle_up:
    case Operation::shuffle_down:
    case Operation::shuffle_xor:
        return perform_shuffle(first, members);
    case Operation::matrix_multiply:
    case Operation::byte_multiply:
        return perform_multiply(operation, first, members);
    default:
        break;
    }
    std::uint64_t result = combine(operation, first, members);
    for (unsigned lane = 0; lane < 32; ++lane) {
        if (members >> lane & 1) {
            threads[first + lane].value = result;
        }
    }
}

bool waits_with(const Thread &thread, const Thread &other)
{
    return other.state == State::in_warp && other.operation == thread.operation && other.mask == thread.mask;
}

// The lowest lane that is not at the collective `thread` waits at and should be; 32 if there is none.
unsigned missing_lane(const Thread &thread, unsigned first)
{
    unsigned members = members_of(thread, first), lane = 0;
    while (lane < 32 && ((members >> lane & 1) == 0 || waits_with(thread, threads[first + lane]))) {
        ++lane;
    }
    return lane;
}

// Completes every collective of the warp whose lanes have all arrived; false if there was none.
bool complete_collectives(unsigned first)
{
    bool progress = false;
    for (unsigned lane = 0; lane < 32 && first + lane < count; ++lane) {
        Thread &thread = threads[first + lane];
        if (thread.state != State::in_warp || missing_lane(thread, first) < 32) {
            continue;
        }
        progress = true;
        unsigned members = members_of(thread, first);
        set_current(first + lane);
        perform(thread.operation, first, members);
        for (unsigned other = lane; other < 32; ++other) {
            if (members >> other & 1) {
                threads[first + other].state = State::ready;
            }
        }
    }
    return progress;
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

// No thread can run and not all have exited: names one that waits, and one it waits for in vain.
[[noreturn]] void report_stuck()
{
    for (unsigned t = 0; t < count; ++t) {
        if (threads[t].state == State::in_warp) {
            unsigned first = t / 32 * 32;
            unsigned missing = missing_lane(threads[t], first);
            set_current(t);
            fault("%s with mask 0x%08x waits for lane %u, which does not come: %s",
                  operation_name(threads[t].operation), threads[t].mask, missing,
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
    std::uint64_t result = threads[0].operation == Operation::barrier_and  ? holding == count
                           : threads[0].operation == Operation::barrier_or ? holding != 0
                                                                           : holding;
    for (unsigned t = 0; t < count; ++t) {
        threads[t].value = result;
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

// Runs the block's threads to their end, until none can go on before another block has, or until the turn is
// interrupted.
void run_threads()
{
    const std::vector<unsigned> &warps = context.order->warps;
    const std::size_t first_warp = block->turns++;
    for (;;) {
        for (std::size_t i = 0; i < warps.size(); ++i) {
            run_warp(warps[(first_warp + i) % warps.size()] * 32);
            if (context.order->interrupts && wake_sleepers()) {
                return;
            }
        }
        if (all_exited()) {
            for (unsigned first = 0; first < count; first += 32) {
                check_matrix_history(first);
            }
            block->finished = true;
            return;
        }
        if (all_at_one_barrier()) {
            release_barrier();
        } else if (wake_sleepers()) {
            return;
        } else {
            report_stuck();
        }
    }
}

Block make_block(std::uint64_t number, unsigned first_fiber)
{
    std::uint64_t row = number / gridDim.x;
    Block made = {};
    made.index = {static_cast<unsigned>(number % gridDim.x), static_cast<unsigned>(row % gridDim.y),
                  static_cast<unsigned>(row / gridDim.y)};
    made.first_fiber = first_fiber;
    made.shared.assign(shared_segment().bytes + (context.launch->shared + 127) / 128 * 128, context.order->poison);
    prepare_threads(made);
    return made;
}

// Lets the block run: `block` and what hangs on it, its index and its shared memory.
void take_turn(Block &turn)
{
    block = &turn;
    threads = turn.threads.data();
    live = turn.live.data();
    count = static_cast<unsigned>(turn.threads.size());
    blockIdx = turn.index;
    restore_shared();
    context.in_thread = true;
    run_threads();
    context.in_thread = false;
}

// Gives the blocks turns until all have come to their end.
void run_to_end(std::vector<Block> &blocks)
{
    std::size_t finished = 0;
    for (int idle = 0; finished < blocks.size(); ++idle) {
        for (Block &turn : blocks) {
            if (turn.finished) {
                continue;
            }
            for (unsigned i = 0; i < context.order->turns && !turn.finished; ++i) {
                take_turn(turn);
                save_shared();
            }
            if (turn.finished) {
                ++finished;
                idle = 0;
            }
        }
        if (idle == turns_limit) {
            context.in_thread = true;
            fault("no block came to its end in %d turns: %s", turns_limit,
                  context.launch->cooperative ? "does each wait for another?"
                                              : "another block need not run at the same time, for the launch is not "
                                                "cooperative");
        }
    }
}

}  // namespace

void run_block(std::uint64_t number)
{
    std::vector<Block> alone = {make_block(number, 0)};
    run_to_end(alone);
}

void run_blocks_at_once()
{
    std::vector<Block> blocks;
    unsigned size = blockDim.x * blockDim.y * blockDim.z;
    for (std::uint64_t i = 0; i < context.order->blocks; ++i) {
        blocks.push_back(make_block(context.order->block_at(i), static_cast<unsigned>(i) * size));
    }
    run_to_end(blocks);
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
    *address += value;
}

void ld_acquire(unsigned &value, const unsigned *address)
{
    sleep_once();
    value = *address;
}

int block_barrier(Operation operation, int predicate)
{
    threads[current].value = predicate != 0;
    wait(State::in_block, operation);
    return static_cast<int>(threads[current].value);
}

std::uint64_t warp_collective(Operation operation, unsigned mask, std::uint64_t value, unsigned source)
{
    Thread &thread = threads[current];
    if (context.in_thread && (mask >> lane() & 1) == 0) {
        fault("%s with mask 0x%08x is called by lane %u, which the mask does not name", operation_name(operation),
              mask, lane());
    }
    thread.mask = mask;
    thread.source = source;
    thread.value = value;
    wait(State::in_warp, operation);
    return thread.value;
}

void matrix_access(Operation operation, std::uint64_t arguments)
{
    if (!context.in_thread) {
        fault("%s() outside a kernel", operation_name(operation));
    }
    Thread &thread = threads[current];
    thread.matrix_operation = operation;
    std::uint64_t history = thread.matrix_history ^ arguments ^ static_cast<unsigned>(operation);
    history *= 0x9e3779b97f4a7c15;
    thread.matrix_history = history ^ history >> 29;
}

unsigned lane()
{
    return current % 32;
}

void *dynamic_shared()
{
    return dynamic_memory;
}

}  // namespace emu
