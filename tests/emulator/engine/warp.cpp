// warp.cpp - what the lanes of a warp do together: collectives, and matrix operations.
#include "block.h"

#include <algorithm>

namespace emu {
namespace {

// The lanes that `thread`, of the warp at `first`, waits for: CUDA asks for the non-exited ones its mask names.
Lanes members_of(const Thread &thread, unsigned first)
{
    return thread.mask & live[first / warp];
}

// Shuffles and matrix operations aside, a collective's result is one word computed from all values.
std::uint64_t combine(Operation operation, unsigned first, Lanes members)
{
    std::uint64_t all = ~0ull, any = 0, ballot = 0;
    for (unsigned lane = 0; lane < warp; ++lane) {
        if (members >> lane & 1) {
            std::uint64_t value = threads[first + lane].value;
            all &= value;
            any |= value;
            ballot |= value << lane;
        }
    }
    return operation == Operation::ballot ? ballot : operation == Operation::any ? any : all;
}

void perform_shuffle(unsigned first, Lanes members)
{
    std::uint64_t values[warp];
    for (unsigned lane = 0; lane < warp; ++lane) {
        values[lane] = members >> lane & 1 ? threads[first + lane].value : 0;
    }
    for (unsigned lane = 0; lane < warp; ++lane) {
        if (members >> lane & 1) {
            Thread &thread = threads[first + lane];
            if ((members >> thread.source & 1) == 0) {
                set_current(first + lane);
                fault("%s with mask 0x%08llx: lane %u reads lane %u, which takes no part in it",
                      operation_name(thread.operation), 0ull + thread.mask, lane, thread.source);
            }
            thread.value = values[thread.source];
        }
    }
}

void perform_multiply(Operation operation, unsigned first, Lanes members)
{
    if (warp != 32 || members != all_lanes) {
        fault("%s needs all 32 lanes of a warp: this warp has the lanes 0x%08llx", operation_name(operation),
              0ull + members);
    }
    std::uint64_t requests[warp];
    for (unsigned lane = 0; lane < warp; ++lane) {
        requests[lane] = threads[first + lane].value;
    }
    if (operation == Operation::byte_multiply) {
        return perform_byte_multiply(requests);
    }
    check_matrix_history(first);
    perform_matrix_multiply(requests);
}

void perform(Operation operation, unsigned first, Lanes members)
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
    for (unsigned lane = 0; lane < warp; ++lane) {
        if (members >> lane & 1) {
            threads[first + lane].value = result;
        }
    }
}

bool waits_with(const Thread &thread, const Thread &other)
{
    return other.state == State::in_warp && other.operation == thread.operation && other.mask == thread.mask;
}

}  // namespace

void check_matrix_history(unsigned first)
{
    for (unsigned t = first; t < first + warp && t < count; ++t) {
        unsigned other = t + 1 < count && t + 1 < first + warp ? t + 1 : first;
        bool short_warp = count < first + warp && threads[t].matrix_history != 0;
        if (short_warp || threads[t].matrix_history != threads[other].matrix_history) {
            set_current(threads[t].matrix_history != 0 ? t : other);
            fault("%s needs all 32 lanes of a warp, with the same arguments: %s",
                  operation_name(threads[current].matrix_operation),
                  short_warp ? "this warp is shorter" : "its lanes differ");
        }
    }
}

unsigned missing_lane(const Thread &thread, unsigned first)
{
    const Lanes members = members_of(thread, first);
    unsigned lane = 0;
    while (lane < warp && ((members >> lane & 1) == 0 || waits_with(thread, threads[first + lane]))) {
        ++lane;
    }
    return lane;
}

bool complete_collectives(unsigned first)
{
    bool progress = false;
    for (unsigned lane = 0; lane < warp && first + lane < count; ++lane) {
        Thread &thread = threads[first + lane];
        if (thread.state != State::in_warp || missing_lane(thread, first) < warp) {
            continue;
        }
        progress = true;
        const Lanes members = members_of(thread, first);
        set_current(first + lane);
        perform(thread.operation, first, members);
        for (unsigned other = lane; other < warp; ++other) {
            if (members >> other & 1) {
                threads[first + other].state = State::ready;
            }
        }
    }
    return progress;
}

std::uint64_t warp_collective(Operation operation, Lanes mask, std::uint64_t value, unsigned source)
{
    Thread &thread = threads[current];
    if (context.in_thread && (mask >> lane() & 1) == 0) {
        fault("%s with mask 0x%08llx is called by lane %u, which the mask does not name", operation_name(operation),
              0ull + mask, lane());
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
    return current % warp;
}

}  // namespace emu
