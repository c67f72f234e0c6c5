// mma.cpp - PTX's mma.sync, whose operands lie in registers in an order that PTX specifies.
#include "engine.h"

namespace emu {
namespace {

struct ByteRequest {  // what a lane brings to a product
    unsigned d[2], a, b;
    bool b_is_signed;
};

unsigned byte_of(unsigned word, unsigned index) { return word >> (8 * index) & 255; }

}  // namespace

// The sums wrap, as PTX says of .s32 without .satfinite.
void perform_byte_multiply(const std::uint64_t *values)
{
    ByteRequest *requests[32];
    for (unsigned lane = 0; lane < 32; ++lane) {
        requests[lane] = reinterpret_cast<ByteRequest *>(values[lane]);
    }
    for (unsigned element = 0; element < 64; ++element) {
        unsigned row = element / 8, column = element % 8;
        unsigned &d = requests[4 * row + column / 2]->d[column % 2];
        for (unsigned k = 0; k < 16; ++k) {
            const ByteRequest &of_b = *requests[4 * column + k / 4];
            unsigned b = byte_of(of_b.b, k % 4);
            b -= of_b.b_is_signed && b > 127 ? 256 : 0;
            d += byte_of(requests[4 * row + k / 4]->a, k % 4) * b;
        }
    }
}

unsigned lop3(unsigned table, unsigned a, unsigned b, unsigned c)
{
    unsigned d = 0;
#pragma GCC unroll 8
    for (unsigned row = 0; row < 8; ++row) {
        const unsigned bits = (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
        d |= bits & -(table >> row & 1);
    }
    return d;
}

void mma_m8n8k16_u8(unsigned &d0, unsigned &d1, unsigned a, unsigned b, bool b_is_signed)
{
    ByteRequest request = {{d0, d1}, a, b, b_is_signed};
    warp_collective(Operation::byte_multiply, 0xffffffffu, reinterpret_cast<std::uintptr_t>(&request));
    d0 = request.d[0];
    d1 = request.d[1];
}

}  // namespace emu
