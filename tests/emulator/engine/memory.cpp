// memory.cpp - device buffers.
//
//     | guard page | guard words ... | data .............. | slack < 32 bytes | guard page |
//     mapping                        aligned to 32 bytes                       mapping + mapped
#include "engine.h"

#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>

namespace emu {
namespace {

constexpr unsigned char fresh = 0xcd;  // what cudaMalloc returns is full of it

std::vector<Buffer> buffers;
unsigned opened;
Range variables;

unsigned char *first_guard(const Buffer &buffer) { return buffer.mapping + page(); }
unsigned char *guard_page(const Buffer &buffer) { return buffer.mapping + buffer.mapped - page(); }

void protect(const Buffer &buffer, int protection)
{
    mprotect(first_guard(buffer), buffer.mapped - 2 * page(), protection);
}

void protect_all(bool inside)
{
    for (const Buffer &buffer : buffers) {
        if (buffer.live) {
            protect(buffer, inside ? PROT_READ | PROT_WRITE : buffer.outside);
        }
    }
}

void check_words(const unsigned char *begin, const unsigned char *end, unsigned char poison)
{
    const unsigned char *changed = std::find_if(begin, end, [=](unsigned char byte) { return byte != poison; });
    if (changed != end) {
        fault("out-of-bounds write: %s", describe_address(changed).c_str());
    }
}

}  // namespace

std::size_t page()
{
    static const std::size_t bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}

bool Buffer::contains(const void *address, std::size_t count) const
{
    const unsigned char *first = static_cast<const unsigned char *>(address);
    return first >= data && first <= data + bytes && count <= static_cast<std::size_t>(data + bytes - first);
}

unsigned char *buffer_allocate(std::size_t bytes, bool pinned)
{
    std::size_t room = (bytes + alignment - 1) / alignment * alignment;
    std::size_t mapped = (room + page() - 1) / page() * page() + 2 * page();
    void *mapping = mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED) {
        return nullptr;
    }
    unsigned char *start = static_cast<unsigned char *>(mapping);
    Buffer buffer = {static_cast<unsigned>(buffers.size() + 1), start, mapped, start + mapped - page() - room, bytes,
                     true, pinned ? PROT_READ | PROT_WRITE : PROT_NONE};
    protect(buffer, PROT_READ | PROT_WRITE);
    std::fill_n(buffer.data, bytes, fresh);
    protect(buffer, buffer.outside);
    buffers.push_back(buffer);
    return buffer.data;
}

void buffer_free(void *address)
{
    auto found = std::find_if(buffers.begin(), buffers.end(), [=](const Buffer &b) { return b.data == address; });
    if (found == buffers.end() || !found->live) {
        fault("cudaFree of %p: %s", address, describe_address(address).c_str());
    }
    protect(*found, PROT_NONE);  // the range is never used again, so a late access is distinguished from all others
    madvise(found->mapping, found->mapped, MADV_DONTNEED);
    found->live = false;
}

const Buffer *buffer_around(const void *address)
{
    const unsigned char *byte = static_cast<const unsigned char *>(address);
    auto found = std::find_if(buffers.begin(), buffers.end(), [=](const Buffer &b) {
        return byte >= b.mapping && byte < b.mapping + b.mapped;
    });
    return found == buffers.end() ? nullptr : &*found;
}

std::size_t buffers_total()
{
    std::size_t total = 0;
    for (const Buffer &buffer : buffers) {
        total += buffer.live ? buffer.bytes : 0;
    }
    return total;
}

std::vector<Buffer> live_buffers()
{
    std::vector<Buffer> live;
    std::copy_if(buffers.begin(), buffers.end(), std::back_inserter(live), [](const Buffer &b) { return b.live; });
    return live;
}

std::string describe_address(const void *address)
{
    const Buffer *buffer = buffer_around(address);
    const unsigned char *byte = static_cast<const unsigned char *>(address);
    if (byte >= variables.data && byte < variables.data + variables.bytes) {
        return "the program's __device__ variables, offset " + std::to_string(byte - variables.data);
    }
    if (buffer == nullptr) {
        const char *shared = describe_shared(address);
        return address == nullptr  ? "a null pointer"
               : shared != nullptr ? shared
                                   : "no device buffer is near this address";
    }
    return "buffer #" + std::to_string(buffer->number) + " (" + std::to_string(buffer->bytes) + " bytes" +
           (buffer->live ? "" : ", freed") + "), offset " + std::to_string(byte - buffer->data);
}

OpenMemory::OpenMemory()
{
    if (opened++ == 0) {
        protect_all(true);
    }
}

OpenMemory::~OpenMemory()
{
    if (--opened == 0) {
        protect_all(false);
    }
}

void guards_fill(unsigned char poison)
{
    for (const Buffer &buffer : live_buffers()) {
        std::fill(first_guard(buffer), buffer.data, poison);
        std::fill(buffer.data + buffer.bytes, guard_page(buffer), poison);
    }
}

void guards_check(unsigned char poison)
{
    for (const Buffer &buffer : live_buffers()) {
        check_words(first_guard(buffer), buffer.data, poison);
        check_words(buffer.data + buffer.bytes, guard_page(buffer), poison);
    }
}

bool register_variables(void *begin, void *end)
{
    unsigned char *first = static_cast<unsigned char *>(begin);
    variables = {first, static_cast<std::size_t>(static_cast<unsigned char *>(end) - first)};
    return true;
}

Range program_variables()
{
    return variables;
}

}  // namespace emu
