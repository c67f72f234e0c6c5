// engine.h - what the parts of the engine share.
#pragma once

#include "../emulator.h"

#include <string>
#include <vector>

namespace emu {

// An order of execution: permutations of clusters (of one block each, unless the kernel has __cluster_dims__), their
// blocks, warps and lanes, and the choices CUDA leaves open.
struct Order {
    std::string name;      // as in NBB_EMU_ORDER
    unsigned number;       // 0 forward, 1 reverse, 2 and up shuffled
    unsigned char poison;  // what uninitialised memory holds; 0 in one order, where "not 0" would hide a mistake
    std::vector<unsigned> ranks, warps, lanes;
    unsigned slices;  // that a block has before another one runs
    bool interrupts;  // a slice ends with the first warp of which a thread sleeps; a thread stays where it arrives
    std::uint64_t cluster_stride, cluster_start, clusters;

    std::uint64_t cluster_at(std::uint64_t position) const;
};

// What runs now, for messages and for whoever depends on the order.
struct Context {
    const Launch *launch;  // null in host code
    const Order *order;    // null between runs
    bool in_thread;        // threadIdx is meaningful
};
extern Context context;

// cluster.cpp: runs the blocks of `number` clusters, from position `first` of the order, slice by slice to their end.
void run_clusters(std::uint64_t first, std::uint64_t number);

// shared.cpp: what an address in a block's kept shared memory is; null for any other.
const char *describe_shared(const void *address);

// runtime.cpp: the error cudaGetLastError reports.
void set_launch_error(int error);

// writers.cpp: in a run of a launch each byte of device memory is stored to once.
void writers_begin();
void note_store(const void *address, std::size_t bytes);  // by the current thread

// wmma.cpp: carries out one product; requests[i] is what lane i brought.
void perform_matrix_multiply(const std::uint64_t *requests);

// mma.cpp: the same for mma.sync.
void perform_byte_multiply(const std::uint64_t *requests);

// fault.cpp
const char *operation_name(Operation operation);
std::string describe(uint3 index);

// memory.cpp: a range of memory with the guard words around it.
struct Buffer {
    unsigned number;          // 1 for the first cudaMalloc
    unsigned char *mapping;   // with an inaccessible page at either end
    std::size_t mapped;
    unsigned char *data;
    std::size_t bytes;
    bool live;
    int outside;  // its protection while no kernel runs: the host may use memory that is pinned
    bool contains(const void *address, std::size_t count) const;
};

constexpr std::size_t alignment = 32;  // WMMA's; CUDA's 256 would leave more slack unguarded
std::size_t page();                    // bytes
unsigned char *buffer_allocate(std::size_t bytes, bool pinned);  // null: no memory left
void buffer_free(void *address);
const Buffer *buffer_around(const void *address);  // the buffer whose mapping holds the address, live or not; or null
std::size_t buffers_total();                       // bytes in live buffers
std::vector<Buffer> live_buffers();
std::string describe_address(const void *address);

// While one exists, live buffers are accessible.
class OpenMemory {
public:
    OpenMemory();
    ~OpenMemory();
    OpenMemory(const OpenMemory &) = delete;
    OpenMemory &operator=(const OpenMemory &) = delete;
};

void guards_fill(unsigned char poison);
void guards_check(unsigned char poison);

struct Range {
    unsigned char *data;
    std::size_t bytes;
};
Range program_variables();

// Faults if a kernel's argument is neither null nor an address that the device may use.
void check_argument(const char *kernel, unsigned number, const void *address);

}  // namespace emu
