// shared.cpp - shared memory: one range for the block that runs, and a place for each block that does not.
//
//     place:  | padding | static | to 32 bytes | dynamic, to 32 bytes | rest of the page | inaccessible .... |
//
// The padding gives the static part the alignment that it has while the block runs.
#include "block.h"
#include "fiber.h"

#include <algorithm>
#include <link.h>
#include <sys/mman.h>

namespace emu {
namespace {

constexpr std::size_t static_limit = 65536, dynamic_limit = 262144, guard = 65536;

std::size_t open_bytes[fiber_limit];  // bytes of each place that are accessible

std::size_t rounded(std::size_t bytes, std::size_t multiple)
{
    return (bytes + multiple - 1) / multiple * multiple;
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

// Dynamic shared memory ends, to its alignment, at inaccessible pages: as many as it may have itself.
unsigned char *dynamic_end()
{
    static unsigned char *const end = [] {
        void *mapped = mmap(nullptr, 2 * dynamic_limit, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        unsigned char *last = static_cast<unsigned char *>(mapped) + dynamic_limit;
        if (mapped == MAP_FAILED || mprotect(last, dynamic_limit, PROT_NONE) != 0) {
            fault("no memory for dynamic shared memory");
        }
        return last;
    }();
    return end;
}

Range dynamic_memory()
{
    const std::size_t bytes = rounded(context.launch->shared, alignment);
    return {dynamic_end() - bytes, bytes};
}

// Offsets in a place.
std::size_t static_start()
{
    return reinterpret_cast<std::uintptr_t>(shared_segment().data) % page();
}

std::size_t dynamic_start()
{
    return rounded(static_start() + shared_segment().bytes, alignment);
}

std::size_t place_bytes()
{
    static const std::size_t bytes = rounded(page() + static_limit + dynamic_limit, guard) + guard;
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
    if (open_bytes[place] == bytes) {
        return;
    }
    if (mprotect(place_at(place), place_bytes(), PROT_NONE) != 0 ||
        mprotect(place_at(place), bytes, PROT_READ | PROT_WRITE) != 0) {
        fault("no memory for the shared memory of block %u of those that run at the same time", place);
    }
    open_bytes[place] = bytes;
}

}  // namespace

void shared_fill(unsigned place, unsigned char poison)
{
    open_place(place, rounded(dynamic_start() + dynamic_memory().bytes, page()));
    std::fill_n(place_at(place), open_bytes[place], poison);
}

void shared_restore(unsigned place)
{
    Range segment = shared_segment(), dynamic = dynamic_memory();
    std::copy_n(place_at(place) + static_start(), segment.bytes, segment.data);
    std::copy_n(place_at(place) + dynamic_start(), dynamic.bytes, dynamic.data);
}

void shared_save(unsigned place)
{
    Range segment = shared_segment(), dynamic = dynamic_memory();
    std::copy_n(segment.data, segment.bytes, place_at(place) + static_start());
    std::copy_n(dynamic.data, dynamic.bytes, place_at(place) + dynamic_start());
}

void shared_close(unsigned place)
{
    open_place(place, 0);
}

void *shared_kept(const void *address, unsigned place)
{
    const unsigned char *byte = static_cast<const unsigned char *>(address);
    Range segment = shared_segment(), dynamic = dynamic_memory();
    if (byte >= segment.data && byte < segment.data + segment.bytes) {
        return place_at(place) + static_start() + (byte - segment.data);
    }
    bool inside = byte >= dynamic.data && byte < dynamic.data + dynamic.bytes;
    return inside ? place_at(place) + dynamic_start() + (byte - dynamic.data) : nullptr;
}

const char *describe_shared(const void *address)
{
    std::size_t offset = static_cast<std::size_t>(static_cast<const unsigned char *>(address) - places());
    if (offset >= place_bytes() * fiber_limit) {
        return nullptr;
    }
    return open_bytes[offset / place_bytes()] == 0 ? "shared memory of another block, which has exited"
                                               : "past the end of the shared memory of another block";
}

void *dynamic_shared()
{
    return dynamic_memory().data;
}

}  // namespace emu
