// launch.cpp - one kernel launch, repeated from the same memory in several orders whose results must agree.
#include "engine.h"
#include "cuda_runtime.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <numeric>

namespace emu {

Context context;

namespace {

std::uint64_t random_word(std::uint64_t &state)  // splitmix64
{
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

std::vector<unsigned> permutation(unsigned length, unsigned number, std::uint64_t &random)
{
    std::vector<unsigned> items(length);
    std::iota(items.begin(), items.end(), 0u);
    if (number == 1) {
        std::reverse(items.begin(), items.end());
    }
    for (unsigned i = length; number >= 2 && i > 1; --i) {
        std::swap(items[i - 1], items[random_word(random) % i]);
    }
    return items;
}

// Forward and reverse are 0 and 1; `number` 2 and up is shuffle:SEED with its seed.
Order make_order(unsigned number, std::uint64_t seed, const Launch &launch)
{
    static const unsigned char poison[] = {0xa5, 0x00, 0x5a};
    Order order;
    order.name = number == 0 ? "forward" : number == 1 ? "reverse" : "shuffle:" + std::to_string(seed);
    order.number = number;
    order.poison = poison[number % 3];
    order.slices = number == 1 ? 4 : 1;
    order.interrupts = number >= 2;
    std::uint64_t random = seed;
    unsigned threads = launch.block.x * launch.block.y * launch.block.z;
    order.lanes = permutation(warp, number, random);
    order.warps = permutation((threads + warp - 1) / warp, number, random);
    order.clusters = std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z / launch.cluster;
    order.cluster_start = number == 0 ? 0 : order.clusters - 1;
    order.cluster_stride = number == 0 ? 1 : order.clusters - 1;
    if (number >= 2) {
        order.cluster_start = random_word(random) % order.clusters;
        do {
            order.cluster_stride = random_word(random) % order.clusters;
        } while (std::gcd(order.cluster_stride, order.clusters) != 1);
    }
    order.ranks = permutation(launch.cluster, number, random);
    return order;
}

std::vector<Order> make_orders(const Launch &launch)
{
    const char *single = std::getenv("NBB_EMU_ORDER");
    if (single != nullptr && *single != '\0') {
        bool shuffle = std::strncmp(single, "shuffle:", 8) == 0;
        if (!shuffle && std::strcmp(single, "forward") != 0 && std::strcmp(single, "reverse") != 0) {
            fault("NBB_EMU_ORDER is '%s': expected forward, reverse or shuffle:SEED", single);
        }
        std::uint64_t seed = shuffle ? std::strtoull(single + 8, nullptr, 10) : 0;
        return {make_order(shuffle ? 2 : *single == 'r', seed, launch)};
    }
    const char *asked = std::getenv("NBB_EMU_ORDERS");
    long number = asked != nullptr && *asked != '\0' ? std::strtol(asked, nullptr, 10) : 3;
    if (number < 1 || number > 1000) {
        fault("NBB_EMU_ORDERS is '%s': expected 1 to 1000", asked);
    }
    std::vector<Order> orders;
    for (unsigned i = 0; i < static_cast<unsigned>(number); ++i) {
        orders.push_back(make_order(i, i < 2 ? 0 : i - 1, launch));
    }
    return orders;
}

// All memory a kernel may write: live buffers, then the program's variables.
class Snapshot {
public:
    Snapshot() : buffers(live_buffers()), variables(program_variables())
    {
        for (const Buffer &buffer : buffers) {
            contents.emplace_back(buffer.data, buffer.data + buffer.bytes);
        }
        contents.emplace_back(variables.data, variables.data + variables.bytes);
    }

    void restore() const
    {
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            std::copy(contents[i].begin(), contents[i].end(), buffers[i].data);
        }
        std::copy(contents.back().begin(), contents.back().end(), variables.data);
    }

    // Faults if memory is not now what it was; `then` and `now` name the orders that led to either.
    void compare(const Order &then, const Order &now) const
    {
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            std::string name = "buffer #" + std::to_string(buffers[i].number) + " (" +
                               std::to_string(buffers[i].bytes) + " bytes)";
            compare_range(contents[i], buffers[i].data, name, then, now);
        }
        compare_range(contents.back(), variables.data, "the program's __device__ variables", then, now);
    }

private:
    static void compare_range(const std::vector<unsigned char> &before, const unsigned char *data,
                              const std::string &name, const Order &then, const Order &now)
    {
        if (before.empty() || std::memcmp(before.data(), data, before.size()) == 0) {
            return;
        }
        auto difference = std::mismatch(before.begin(), before.end(), data);
        fault("result depends on thread order: missing barrier, or uninitialised memory? %s at offset %td: "
              "0x%02x in order %s, 0x%02x in order %s",
              name.c_str(), difference.first - before.begin(), *difference.first, then.name.c_str(),
              *difference.second, now.name.c_str());
    }

    std::vector<Buffer> buffers;
    Range variables;
    std::vector<std::vector<unsigned char>> contents;
};

void run_grid(const Launch &launch, const Order &order)
{
    guards_fill(order.poison);
    writers_begin();
    gridDim = launch.grid;
    blockDim = launch.block;
    context.order = &order;
    const std::uint64_t at_once = launch.cooperative ? order.clusters : 1;
    for (std::uint64_t first = 0; first < order.clusters; first += at_once) {
        run_clusters(first, at_once);
    }
    guards_check(order.poison);
    context.order = nullptr;
    blockIdx = threadIdx = {};  // these live among the program's variables, which are compared
}

void run_orders(const Launch &launch)
{
    // What a launch copies has its pages from the last one.
    static const int kept = mallopt(M_MMAP_THRESHOLD, 1 << 30) & mallopt(M_TRIM_THRESHOLD, 1 << 30);
    static_cast<void>(kept);
    std::vector<Order> orders = make_orders(launch);
    if (orders.size() == 1) {
        return run_grid(launch, orders.front());
    }
    const Snapshot before;
    run_grid(launch, orders.front());
    const Snapshot after;
    for (std::size_t i = 1; i < orders.size(); ++i) {
        before.restore();
        run_grid(launch, orders[i]);
        after.compare(orders.front(), orders[i]);
    }
}

constexpr unsigned cooperative_limit = 4096;  // as many threads as the two multiprocessors hold
constexpr unsigned cluster_limit = 8;         // what every device with clusters allows

// The limits of compute capability 8.0, and of clusters; a launch beyond them is an error the program sees, as on the
// device.
int configuration_error(const Launch &launch)
{
    const dim3 &grid = launch.grid, &block = launch.block;
    std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
    bool empty = threads == 0 || std::uint64_t{grid.x} * grid.y * grid.z == 0;
    bool too_large = threads > 1024 || block.z > 64 || grid.x > 0x7fffffff || grid.y > 65535 || grid.z > 65535;
    if (empty || too_large) {
        return cudaErrorInvalidConfiguration;
    }
    if (launch.cluster == 0 || launch.cluster > cluster_limit || grid.x % launch.cluster != 0) {
        return cudaErrorInvalidClusterSize;
    }
    if (launch.shared > shared_limit(launch.function)) {
        return cudaErrorInvalidValue;
    }
    if (launch.cooperative && threads * grid.x * grid.y * grid.z > cooperative_limit) {
        return cudaErrorCooperativeLaunchTooLarge;
    }
    return threads > launch.bound ? cudaErrorLaunchOutOfResources : cudaSuccess;
}

}  // namespace

std::uint64_t Order::cluster_at(std::uint64_t position) const
{
    unsigned __int128 index = static_cast<unsigned __int128>(position) * cluster_stride + cluster_start;
    return static_cast<std::uint64_t>(index % clusters);
}

Launch launch_of(const char *kernel, const void *function, unsigned bound, unsigned cluster, dim3 grid, dim3 block,
                 std::size_t shared)
{
    return {kernel, function, bound, cluster, grid, block, shared, false, nullptr, nullptr};
}

void launch(const Launch &launch, const void *const *addresses, unsigned count)
{
    for (unsigned i = 0; i < count; ++i) {
        check_argument(launch.kernel, i + 1, addresses[i]);
    }
    if (context.launch != nullptr) {
        fault("launch of kernel %s by device code", launch.kernel);
    }
    int error = configuration_error(launch);
    if (error != cudaSuccess) {
        return set_launch_error(error);
    }
    OpenMemory open;
    context.launch = &launch;
    run_orders(launch);
    context.launch = nullptr;
}

}  // namespace emu
