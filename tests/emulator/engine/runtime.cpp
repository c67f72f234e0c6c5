// runtime.cpp - the runtime API, on one device of compute capability 8.0 whose memory NBB_EMU_MEMORY limits (bytes).
#include "cuda_runtime.h"
#include "engine.h"

#include <chrono>
#include <unordered_map>

namespace {

using Clock = std::chrono::steady_clock;

cudaError_t last_error;

constexpr std::size_t shared_usual = 49152, shared_most = 232448;  // bytes of a block
std::unordered_map<const void *, std::size_t> shared_limits;       // by kernel, where it is not the usual one

std::size_t memory_size()
{
    const char *text = std::getenv("NBB_EMU_MEMORY");
    return text != nullptr ? std::strtoull(text, nullptr, 10) : std::size_t{4} << 30;
}

cudaError_t report(cudaError_t error)
{
    if (error != cudaSuccess) {
        last_error = error;
    }
    return error;
}

// One side of a copy: `on_device` is what the copy's kind promises of it.
void check_side(const char *call, const void *address, std::size_t bytes, bool on_device)
{
    const emu::Buffer *buffer = emu::buffer_around(address);
    bool in_buffer = buffer != nullptr && buffer->live && buffer->contains(address, bytes);
    if (!on_device && buffer != nullptr) {
        emu::fault("%s: the kind promises host memory, but the address is in %s", call,
                   emu::describe_address(address).c_str());
    }
    if (on_device && !in_buffer) {
        emu::fault("%s: %zu bytes at %p are not within a device buffer: %s", call, bytes, address,
                   emu::describe_address(address).c_str());
    }
}

}  // namespace

namespace emu {

void set_launch_error(int error)
{
    last_error = static_cast<cudaError_t>(error);
}

std::size_t shared_limit(const void *function)
{
    auto found = shared_limits.find(function);
    return found != shared_limits.end() ? found->second : shared_usual;
}

}  // namespace emu

const char *cudaGetErrorName(cudaError_t error)
{
    switch (error) {
#define EMU_NAME(name, code, text) \
    case name:                     \
        return #name;
        EMU_ERRORS(EMU_NAME)
#undef EMU_NAME
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    switch (error) {
#define EMU_TEXT(name, code, text) \
    case name:                     \
        return text;
        EMU_ERRORS(EMU_TEXT)
#undef EMU_TEXT
    }
    return "unrecognized error code";
}

cudaError_t cudaPeekAtLastError()
{
    return last_error;
}

cudaError_t cudaGetLastError()
{
    cudaError_t error = last_error;
    last_error = cudaSuccess;
    return error;
}

// Threads of a block, its shared memory, lanes of a warp, multiprocessors, compute capability, shared memory at most.
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int)
{
    const int attributes[][2] = {{1, 1024}, {8, shared_usual}, {10, 32}, {16, 2}, {75, 8}, {76, 0}};
    for (const int(&one)[2] : attributes) {
        if (one[0] == attribute) {
            *value = one[1];
            return cudaSuccess;
        }
    }
    return report(cudaErrorInvalidValue);
}

cudaError_t cudaMemGetInfo(size_t *available, size_t *total)
{
    *total = memory_size();
    *available = *total - std::min(*total, emu::buffers_total());
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize()
{
    return cudaSuccess;  // a refused launch shows in cudaGetLastError alone
}

cudaError_t cudaFuncSetAttribute(const void *function, cudaFuncAttribute, int value)
{
    if (value < 0 || static_cast<std::size_t>(value) > shared_most) {
        return report(cudaErrorInvalidValue);
    }
    shared_limits[function] = static_cast<std::size_t>(value);
    return cudaSuccess;
}

// An event holds the time it was recorded.

struct CUevent_st {
    Clock::time_point time;
};

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    *event = new CUevent_st;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t)
{
    event->time = Clock::now();
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t)
{
    return cudaDeviceSynchronize();
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    delete event;
    return cudaSuccess;
}

static cudaError_t allocate(void **address, size_t bytes, bool pinned)
{
    *address = nullptr;
    if (bytes == 0) {
        return cudaSuccess;
    }
    std::size_t total = memory_size(), used = emu::buffers_total();
    if (used > total || bytes > total - used) {
        return report(cudaErrorMemoryAllocation);
    }
    *address = emu::buffer_allocate(bytes, pinned);
    return report(*address != nullptr ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaMalloc(void **address, size_t bytes)
{
    return allocate(address, bytes, false);
}

cudaError_t cudaMallocHost(void **address, size_t bytes)
{
    return allocate(address, bytes, true);
}

cudaError_t cudaFree(void *address)
{
    if (address != nullptr) {
        emu::buffer_free(address);
    }
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    if (bytes == 0) {
        return cudaSuccess;
    }
    const bool any = kind == cudaMemcpyDefault;  // sides are what their addresses are
    check_side("cudaMemcpy, destination", to, bytes, any ? emu::buffer_around(to) != nullptr : kind != cudaMemcpyDeviceToHost);
    check_side("cudaMemcpy, source", from, bytes, any ? emu::buffer_around(from) != nullptr : kind != cudaMemcpyHostToDevice);
    emu::OpenMemory open;
    std::memmove(to, from, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemset(void *to, int value, size_t bytes)
{
    if (bytes != 0) {
        check_side("cudaMemset", to, bytes, true);
        emu::OpenMemory open;
        std::memset(to, value, bytes);
    }
    return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t)
{
    return cudaMemset(to, value, bytes);
}
