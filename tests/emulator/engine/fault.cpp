// fault.cpp - every way a program ends early: messages, memory faults, and the reports of the sanitiser.
#include "device_functions.h"
#include "engine.h"
#include "fiber.h"

#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <ucontext.h>
#include <unistd.h>

namespace emu {

const char *operation_name(Operation operation)
{
    static const char *const names[] = {
#define EMU_TEXT(name, text) text,
        EMU_OPERATIONS(EMU_TEXT)
#undef EMU_TEXT
    };
    return names[static_cast<unsigned>(operation)];
}

std::string describe(uint3 index)
{
    return "(" + std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z) + ")";
}

void fault(const char *format, ...)
{
    std::string where = "host code";
    if (context.launch != nullptr) {
        where = std::string("kernel ") + context.launch->kernel;
    }
    if (context.in_thread) {
        where += ", block " + describe(blockIdx) + ", thread " + describe(threadIdx);
        where += ", order " + context.order->name;
    }
    std::fflush(stdout);
    std::fprintf(stderr, "emulator: %s: ", where.c_str());
    va_list arguments;
    va_start(arguments, format);
    std::vfprintf(stderr, format, arguments);
    va_end(arguments);
    std::fputc('\n', stderr);
    _exit(99);
}

void check_argument(const char *kernel, unsigned number, const void *address)
{
    const Buffer *buffer = buffer_around(address);
    bool in_buffer = buffer != nullptr && buffer->live;
    const unsigned char *byte = static_cast<const unsigned char *>(address);
    Range variables = program_variables();
    bool in_variables = byte >= variables.data && byte < variables.data + variables.bytes;
    if (address != nullptr && !in_buffer && !in_variables) {
        fault("kernel %s, argument %u is not a device pointer: %p, %s", kernel, number, address,
              describe_address(address).c_str());
    }
}

namespace {

const char *access_kind([[maybe_unused]] const void *signal_context)
{
#if defined(__x86_64__) && defined(__linux__)
    const ucontext_t *state = static_cast<const ucontext_t *>(signal_context);
    return state->uc_mcontext.gregs[REG_ERR] & 2 ? "write" : "read";
#else
    return "access";
#endif
}

void on_memory_fault(int, siginfo_t *information, void *signal_context)
{
    const void *address = information->si_addr;
    const char *kind = access_kind(signal_context);
    if (fiber_overflowed(address) >= 0) {
        fault("stack overflow: the thread's local variables need more than its stack");
    }
    if (context.launch == nullptr && buffer_around(address) != nullptr) {
        fault("%s of device memory: %s", kind, describe_address(address).c_str());
    }
    fault("out-of-bounds %s at %p: %s", kind, address, describe_address(address).c_str());
}

// A stack overflow is handled on a stack of its own.
[[maybe_unused]] const bool handlers_installed = [] {
    static unsigned char stack[65536];
    stack_t alternative = {};
    alternative.ss_sp = stack;
    alternative.ss_size = sizeof stack;
    sigaltstack(&alternative, nullptr);
    struct sigaction action = {};
    action.sa_sigaction = on_memory_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGSEGV, &action, nullptr);
    sigaction(SIGBUS, &action, nullptr);
    return true;
}();

// What the compiler's -fsanitize checks pass to their handlers (the layouts are fixed by its run-time library).
struct SourceLocation {
    const char *file;
    std::uint32_t line, column;
};

struct TypeDescriptor {
    std::uint16_t kind, information;
    char name[1];  // quoted, and as long as it needs
};

struct TypeMismatch {
    SourceLocation location;
    const TypeDescriptor *type;
    unsigned char log_alignment, check;
};

struct OutOfBounds {
    SourceLocation location;
    const TypeDescriptor *array, *index;
};

}  // namespace
}  // namespace emu

#define EMU_HANDLER(name, ...) \
    extern "C" [[noreturn]] void __ubsan_handle_##name##_abort(__VA_ARGS__); \
    void __ubsan_handle_##name##_abort(__VA_ARGS__)

EMU_HANDLER(type_mismatch_v1, const emu::TypeMismatch *data, std::uintptr_t address)
{
    const void *pointer = reinterpret_cast<const void *>(address);
    emu::fault("%s:%u: misaligned access: %s at %p, not a multiple of %u; %s", data->location.file,
               data->location.line, data->type->name, pointer, 1u << data->log_alignment,
               emu::describe_address(pointer).c_str());
}

EMU_HANDLER(out_of_bounds, const emu::OutOfBounds *data, std::intptr_t index)
{
    emu::fault("%s:%u: out-of-bounds index %td of %s", data->location.file, data->location.line, index,
               data->array->name);
}

EMU_HANDLER(shift_out_of_bounds, const emu::SourceLocation *location, std::uintptr_t, std::intptr_t distance)
{
    emu::fault("%s:%u: shift by %td, or of a sign bit", location->file, location->line, distance);
}

EMU_HANDLER(divrem_overflow, const emu::SourceLocation *location, std::uintptr_t, std::uintptr_t)
{
    emu::fault("%s:%u: division by zero, or its overflow", location->file, location->line);
}

#define EMU_OVERFLOW(name)                                                                  \
    EMU_HANDLER(name, const emu::SourceLocation *location, std::uintptr_t, std::uintptr_t)  \
    {                                                                                       \
        emu::fault("%s:%u: signed overflow", location->file, location->line);               \
    }
EMU_OVERFLOW(add_overflow)
EMU_OVERFLOW(sub_overflow)
EMU_OVERFLOW(mul_overflow)
EMU_OVERFLOW(negate_overflow)
