// warp.cpp - what the lanes of a warp do together: collectives, and matrix operations.
#include "block.h"

#include <algorithm>

namespace emu {
namespace {

// The lanes that `thread`, of the warp at `first`, waits for: CUDA asks for the non-exited ones its mask names.
unsigned members_of(const Thread &thread, unsigned first)
{
    return thread.mask & live[first / 32];
}

// Shuffles and matrix operations aside, a collective's result is one word computed from all values.
std::uint64_t combine(Operation operation, unsigned first, unsigned members)
{
    std::uint64_t all = ~0ull, any = 0, ballot = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
        if (members >> lane & 1) {
            std::uint64_t value = threads[first + lane].value;
            all &= value;
            any |= value;
            ballot |= value << lane;
        }
    }
    return operation == Operation::ballot ? ballot : operation == Operation::any ? any : all;
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

}  // namespace

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

unsigned missing_lane(const Thread &thread, unsigned first)
{
    unsigned members = members_of(thread, first), lane = 0;
    while (lane < 32 && ((members >> lane & 1) == 0 || waits_with(thread, threads[first + lane]))) {
        ++lane;
    }
    return lane;
}

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

}  // namespace emu
