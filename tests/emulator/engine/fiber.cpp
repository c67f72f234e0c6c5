// fiber.cpp - stacks, and the switch: fourteen instructions on x86-64, ucontext elsewhere (or with -DEMU_UCONTEXT).
#include "fiber.h"

#include "../emulator.h"

#include <sys/mman.h>

#if defined(__x86_64__) && !defined(EMU_UCONTEXT)
#define EMU_SWITCH 1
#else
#include <ucontext.h>
#endif

namespace emu {
namespace {

constexpr std::size_t guard_bytes = 65536;  // at least a page on every processor
constexpr std::size_t stack_bytes = 2097152, slot_bytes = guard_bytes + stack_bytes;

// Stacks at equal offsets would meet in the same cache sets: the first frames are spread over this many bytes.
constexpr std::size_t stagger = 192;

unsigned char *slots()
{
    static unsigned char *const range = [] {
        void *mapped = mmap(nullptr, slot_bytes * fiber_limit, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (mapped == MAP_FAILED) {
            fault("no address space for %u stacks", fiber_limit);
        }
        return static_cast<unsigned char *>(mapped);
    }();
    return range;
}

// Makes the stack accessible on first use; returns the end it grows down from, aligned to 16.
unsigned char *stack_end(unsigned number)
{
    static unsigned accessible;
    for (; accessible <= number; ++accessible) {
        unsigned char *stack = slots() + accessible * slot_bytes + guard_bytes;
        if (mprotect(stack, stack_bytes, PROT_READ | PROT_WRITE) != 0) {
            fault("no memory for the stack of thread %u", accessible);
        }
    }
    return slots() + (number + 1) * slot_bytes - (number % 64 + 1) * stagger;
}

}  // namespace

int fiber_overflowed(const void *address)
{
    std::size_t offset = static_cast<std::size_t>(static_cast<const unsigned char *>(address) - slots());
    bool in_guard = offset < slot_bytes * fiber_limit && offset % slot_bytes < guard_bytes;
    return in_guard ? static_cast<int>(offset / slot_bytes) : -1;
}

#ifdef EMU_SWITCH

// emu_switch(&from, to): pushes the registers a callee must keep, stores the stack pointer, and returns on the other
// stack. A prepared stack looks as if it had called emu_switch at the start of `entry`:
//
//     to -> | r15 r14 r13 r12 rbx rbp | entry | 0 |   <- stack_end
asm(R"(
    .text
    .hidden emu_switch
    .globl emu_switch
    .type emu_switch, @function
emu_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size emu_switch, . - emu_switch
)");
extern "C" void emu_switch(void **from, void *to);

namespace {
void *stacks[fiber_limit];
void *scheduler;
}  // namespace

void fiber_prepare(unsigned number, void (*entry)())
{
    void **frame = reinterpret_cast<void **>(stack_end(number)) - 8;
    for (int i = 0; i < 8; ++i) {
        frame[i] = nullptr;
    }
    frame[6] = reinterpret_cast<void *>(entry);
    stacks[number] = frame;
}

void fiber_resume(unsigned number)
{
    emu_switch(&scheduler, stacks[number]);
}

void fiber_yield(unsigned number)
{
    emu_switch(&stacks[number], scheduler);
}

#else

namespace {
ucontext_t contexts[fiber_limit], scheduler;
}  // namespace

void fiber_prepare(unsigned number, void (*entry)())
{
    ucontext_t &context = contexts[number];
    getcontext(&context);
    unsigned char *bottom = slots() + number * slot_bytes + guard_bytes;
    context.uc_stack.ss_sp = bottom;
    context.uc_stack.ss_size = static_cast<std::size_t>(stack_end(number) - bottom);
    context.uc_link = nullptr;
    makecontext(&context, entry, 0);
}

void fiber_resume(unsigned number)
{
    swapcontext(&scheduler, &contexts[number]);
}

void fiber_yield(unsigned number)
{
    swapcontext(&contexts[number], &scheduler);
}

#endif

}  // namespace emu
