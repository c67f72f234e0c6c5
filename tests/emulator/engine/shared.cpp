// shared.cpp - shared memory: one range for the block that runs, and a place for each block that waits for its turn.
//
//     place:  | padding | words | rest of the page | inaccessible .... |
//
// The padding gives the words the alignment that it has while the block runs.
#include "block.h"
#include "fiber.h"

#include <algorithm>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

namespace emu {
namespace {

constexpr std::size_t limit = 65536, guard = 65536;

std::size_t opened[fiber_limit];  // bytes of each place that are accessible

std::size_t rounded(std::size_t bytes, std::size_t multiple)
{
    return (bytes + multiple - 1) / multiple * multiple;
}

std::size_t page()
{
    static const std::size_t bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}

// The object that holds the kernel: the program itself, or a library that it has loaded.
struct Holder {
    std::uintptr_t function;
    Range segment;
};

int look_in(dl_phdr_info *object, std::size_t, void *holder)
{
    Holder *found = static_cast<Holder *>(holder);
    Range segment = {nullptr, 0};
    bool holds = false;
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const ElfW(Phdr) &part = object->dlpi_phdr[i];
        if (part.p_type == PT_TLS && object->dlpi_tls_data != nullptr) {
            segment = {static_cast<unsigned char *>(object->dlpi_tls_data), part.p_memsz};
        }
        holds = holds || (part.p_type == PT_LOAD && found->function - object->dlpi_addr - part.p_vaddr < part.p_memsz);
    }
    found->segment = segment;
    return holds;
}

Range shared_segment()
{
    static Holder holder = {0, {nullptr, 0}};
    const std::uintptr_t function = reinterpret_cast<std::uintptr_t>(context.launch->function);
    if (holder.function != function) {
        holder.function = function;
        dl_iterate_phdr(look_in, &holder);
    }
    return holder.segment;
}

// Offset in a place.
std::size_t start()
{
    return reinterpret_cast<std::uintptr_t>(shared_segment().data) % page();
}

std::size_t place_bytes()
{
    static const std::size_t bytes = rounded(page() + limit, guard) + guard;
    return bytes;
}

unsigned char *places()
{
    static unsigned char *const range = [] {
        void *mapped = mmap(nullptr, place_bytes() * fiber_limit, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (mapped == MAP_FAILED) {
            fault("no address space for the shared memory of %u blocks", fiber_limit);
        }
        return static_cast<unsigned char *>(mapped);
    }();
    return range;
}

unsigned char *place_at(unsigned place)
{
    return places() + place * place_bytes();
}

// Makes the first `bytes` of the place accessible, and no others.
void open_place(unsigned place, std::size_t bytes)
{
    if (opened[place] == bytes) {
        return;
    }
    if (mprotect(place_at(place), place_bytes(), PROT_NONE) != 0 ||
        mprotect(place_at(place), bytes, PROT_READ | PROT_WRITE) != 0) {
        fault("no memory for the shared memory of block %u of those that run at the same time", place);
    }
    opened[place] = bytes;
}

}  // namespace

void shared_fill(unsigned place, unsigned char poison)
{
    open_place(place, rounded(start() + shared_segment().bytes, page()));
    std::fill_n(place_at(place), opened[place], poison);
}

void shared_restore(unsigned place)
{
    Range segment = shared_segment();
    std::copy_n(place_at(place) + start(), segment.bytes, segment.data);
}

void shared_save(unsigned place)
{
    Range segment = shared_segment();
    std::copy_n(segment.data, segment.bytes, place_at(place) + start());
}

void shared_close(unsigned place)
{
    open_place(place, 0);
}

void *shared_kept(const void *address, unsigned place)
{
    const unsigned char *byte = static_cast<const unsigned char *>(address);
    Range segment = shared_segment();
    bool inside = byte >= segment.data && byte < segment.data + segment.bytes;
    return inside ? place_at(place) + start() + (byte - segment.data) : nullptr;
}

const char *describe_shared(const void *address)
{
    std::size_t offset = static_cast<std::size_t>(static_cast<const unsigned char *>(address) - places());
    if (offset >= place_bytes() * fiber_limit) {
        return nullptr;
    }
    return opened[offset / place_bytes()] == 0 ? "shared memory of another block, which has exited"
                                               : "past the end of the shared memory of another block";
}

}  // namespace emu
