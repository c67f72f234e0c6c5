// fiber.h - one stack for each thread that runs, and the switch between a fiber and the scheduler.
//
// A fiber's slot within one reserved range; the stack grows down towards the guard, which is never accessible:
//
//     | guard page | stack, 256 KiB ........ <- first frame | next guard page | ...
#pragma once

namespace emu {

constexpr unsigned fiber_limit = 8192;  // as many threads as a cluster of 8 blocks may have

// Makes fiber `number` ready to run `entry` from its start. `entry` must never return: it yields for the last time.
void fiber_prepare(unsigned number, void (*entry)());

// Runs the fiber until it yields.
void fiber_resume(unsigned number);

// Returns from the innermost fiber_resume; comes back at the next one.
void fiber_yield(unsigned number);

// The fiber whose guard page holds `address`, or -1.
int fiber_overflowed(const void *address);

}  // namespace emu
