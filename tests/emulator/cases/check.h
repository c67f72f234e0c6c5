// check.h - what the cases share: a host-side check that ends the program with exit code 1.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(condition)                                                      \
    do {                                                                      \
        if (!(condition)) {                                                   \
            std::printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            std::exit(1);                                                     \
        }                                                                     \
    } while (0)

#define CUDA(call) CHECK((call) == cudaSuccess)

// A device buffer of `count` elements, all bytes 0.
template <class T> T *device_zeros(size_t count)
{
    T *address = nullptr;
    CUDA(cudaMalloc(&address, count * sizeof(T)));
    CUDA(cudaMemset(address, 0, count * sizeof(T)));
    return address;
}

template <class T> void to_device(T *device, const T *host, size_t count)
{
    CUDA(cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice));
}

template <class T> void to_host(T *host, const T *device, size_t count)
{
    CUDA(cudaMemcpy(host, device, count * sizeof(T), cudaMemcpyDeviceToHost));
}
