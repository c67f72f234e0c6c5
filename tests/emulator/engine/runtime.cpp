// runtime.cpp - the runtime API, on one device of compute capability 8.0 whose memory NBB_EMU_MEMORY limits (bytes).
#include "cuda_runtime.h"
#include "engine.h"

#include <chrono>
#include <unordered_map>

namespace {

using Clock = std::chrono::steady_clock;

cudaError_t last_error;
std::unordered_map<const void *, std::size_t> shared_limits;

constexpr std::size_t shared_default = 49152, shared_most = 166912;

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

cudaError_t allocate(void **address, std::size_t bytes, bool managed)
{
    *address = nullptr;
    if (bytes == 0) {
        return cudaSuccess;
    }
    std::size_t total = memory_size(), used = emu::buffers_total();
    if (used > total || bytes > total - used) {
        return report(cudaErrorMemoryAllocation);
    }
    *address = emu::buffer_allocate(bytes, managed);
    return report(*address != nullptr ? cudaSuccess : cudaErrorMemoryAllocation);
}

bool is_variable(const void *address, std::size_t bytes)
{
    emu::Range variables = emu::program_variables();
    const unsigned char *byte = static_cast<const unsigned char *>(address);
    return byte >= variables.data && byte + bytes <= variables.data + variables.bytes;
}

// One side of a copy: `on_device` is what the copy's kind promises of it.
void check_side(const char *call, const void *address, std::size_t bytes, bool on_device)
{
    const emu::Buffer *buffer = emu::buffer_around(address);
    bool in_buffer = buffer != nullptr && buffer->live && buffer->contains(address, bytes);
    if (!on_device && buffer != nullptr && !buffer->managed) {
        emu::fault("%s: the kind promises host memory, but the address is in %s", call,
                   emu::describe_address(address).c_str());
    }
    if (on_device && !in_buffer && !is_variable(address, bytes)) {
        emu::fault("%s: %zu bytes at %p are not within a device buffer: %s", call, bytes, address,
                   emu::describe_address(address).c_str());
    }
}

bool on_device(const void *address)
{
    return emu::buffer_around(address) != nullptr;
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
    return found != shared_limits.end() ? found->second : shared_default;
}

void check_symbol(std::size_t size, std::size_t bytes, std::size_t offset)
{
    if (offset > size || bytes > size - offset) {
        fault("copy of %zu bytes at offset %zu of a symbol of %zu bytes", bytes, offset, size);
    }
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

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    return report(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device)
{
    if (device != 0) {
        return report(cudaErrorInvalidDevice);
    }
    *properties = {};
    std::strcpy(properties->name, "emulator");
    properties->totalGlobalMem = memory_size();
    properties->sharedMemPerBlock = shared_default;
    properties->sharedMemPerBlockOptin = shared_most;
    properties->sharedMemPerMultiprocessor = shared_most + 1024;
    properties->regsPerBlock = 65536;
    properties->warpSize = warpSize;
    properties->maxThreadsPerBlock = 1024;
    const int threads[] = {1024, 1024, 64}, blocks[] = {0x7fffffff, 65535, 65535};
    std::memcpy(properties->maxThreadsDim, threads, sizeof threads);
    std::memcpy(properties->maxGridSize, blocks, sizeof blocks);
    properties->major = 8;
    properties->multiProcessorCount = 2;
    properties->maxThreadsPerMultiProcessor = 2048;
    properties->l2CacheSize = 1 << 20;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device)
{
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, device) != cudaSuccess) {
        return cudaErrorInvalidDevice;
    }
    switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
        *value = properties.maxThreadsPerBlock;
        return cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerBlock:
        *value = static_cast<int>(properties.sharedMemPerBlock);
        return cudaSuccess;
    case cudaDevAttrWarpSize:
        *value = properties.warpSize;
        return cudaSuccess;
    case cudaDevAttrMultiProcessorCount:
        *value = properties.multiProcessorCount;
        return cudaSuccess;
    case cudaDevAttrComputeCapabilityMajor:
        *value = properties.major;
        return cudaSuccess;
    case cudaDevAttrComputeCapabilityMinor:
        *value = properties.minor;
        return cudaSuccess;
    }
    return report(cudaErrorInvalidValue);
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
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

cudaError_t cudaDeviceReset()
{
    for (const emu::Buffer &buffer : emu::live_buffers()) {
        emu::buffer_free(buffer.data);
    }
    return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *function, cudaFuncAttribute attribute, int value)
{
    if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
        if (value < 0 || static_cast<std::size_t>(value) > shared_most) {
            return report(cudaErrorInvalidValue);
        }
        shared_limits[function] = static_cast<std::size_t>(value);
    }
    return cudaSuccess;
}

// Streams carry no state; an event holds the time it was recorded.

struct CUstream_st {};

struct CUevent_st {
    Clock::time_point time;
};

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    *stream = new CUstream_st;
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int)
{
    return cudaStreamCreate(stream);
}

cudaError_t cudaStreamSynchronize(cudaStream_t)
{
    return cudaDeviceSynchronize();
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    delete stream;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    *event = new CUevent_st;
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int)
{
    return cudaEventCreate(event);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t)
{
    event->time = Clock::now();
    return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t)
{
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

cudaError_t cudaMalloc(void **address, size_t bytes)
{
    return allocate(address, bytes, false);
}

cudaError_t cudaMallocManaged(void **address, size_t bytes, unsigned int)
{
    return allocate(address, bytes, true);
}

cudaError_t cudaMallocHost(void **address, size_t bytes)
{
    *address = std::malloc(bytes);
    return report(*address != nullptr ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaFree(void *address)
{
    if (address != nullptr) {
        emu::buffer_free(address);
    }
    return cudaSuccess;
}

cudaError_t cudaFreeHost(void *address)
{
    std::free(address);
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    if (bytes == 0) {
        return cudaSuccess;
    }
    bool guess = kind == cudaMemcpyDefault;
    bool to_device = guess ? on_device(to) : kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool from_device = guess ? on_device(from) : kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    check_side("cudaMemcpy, destination", to, bytes, to_device);
    check_side("cudaMemcpy, source", from, bytes, from_device);
    emu::OpenMemory open;
    std::memmove(to, from, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t)
{
    return cudaMemcpy(to, from, bytes, kind);
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
