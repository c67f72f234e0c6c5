// wmma.cpp - half precision, and matrices scattered over the fragments of a warp.
#include "engine.h"

#include <cmath>

namespace emu {
namespace {

struct Request {  // what a lane brings to a product
    MatrixPart d, a, b, c;
};

using Matrix = std::vector<float>;  // by rows
using Requests = std::vector<const Request *>;
using Member = MatrixPart Request::*;

unsigned read_bits(const void *array, unsigned index, bool is_half)
{
    return is_half ? static_cast<const std::uint16_t *>(array)[index]
                   : static_cast<const std::uint32_t *>(array)[index];
}

float read_element(const void *array, std::size_t index, bool is_half)
{
    return is_half ? half_value(static_cast<const std::uint16_t *>(array)[index])
                   : static_cast<const float *>(array)[index];
}

void write_element(void *array, std::size_t index, bool is_half, float value)
{
    if (is_half) {
        static_cast<std::uint16_t *>(array)[index] = half_from(static_cast<double>(value));
    } else {
        static_cast<float *>(array)[index] = value;
    }
}

// The scattered order: element e is at place (e * factor + offset) % size; the low five bits of a place are its lane,
// the rest its index in x[]. An odd factor permutes a power of two. It differs by role and by order, so that no
// program can know one.
struct Scatter {
    unsigned size, factor, offset;

    explicit Scatter(const MatrixPart &part) : size(part.rows * part.columns)
    {
        unsigned variety = static_cast<unsigned>(part.role) + 3 * context.order->number;
        factor = 2 * (11 * variety % 64) + 27;
        offset = 29 * variety + 5;
    }

    unsigned place(unsigned element) const { return (element * factor + offset) % size; }

    unsigned element(unsigned place) const
    {
        unsigned inverse = factor;  // right modulo 8; each step doubles the bits
        for (int step = 0; step < 3; ++step) {
            inverse *= 2 - factor * inverse;
        }
        return (place - offset) * inverse % size;
    }
};

// Faults if the bits are those a fragment starts with.
void check_filled(const MatrixPart &part, unsigned index)
{
    unsigned poison = part.is_half ? poison_half : poison_float;
    if (read_bits(part.elements, index, part.is_half) == poison) {
        fault("a matrix fragment is used before it is filled or loaded: %s",
              part.role == Role::a   ? "matrix_a"
              : part.role == Role::b ? "matrix_b"
                                     : "accumulator");
    }
}

Matrix gather(const Requests &requests, Member which)
{
    const Scatter scatter(requests[0]->*which);
    Matrix matrix(scatter.size);
    for (unsigned element = 0; element < scatter.size; ++element) {
        unsigned place = scatter.place(element);
        const MatrixPart &part = requests[place % 32]->*which;
        check_filled(part, place / 32);
        matrix[element] = read_element(part.elements, place / 32, part.is_half);
    }
    return matrix;
}

void distribute(const Requests &requests, Member which, const Matrix &matrix)
{
    const Scatter scatter(requests[0]->*which);
    for (unsigned element = 0; element < scatter.size; ++element) {
        unsigned place = scatter.place(element);
        const MatrixPart &part = requests[place % 32]->*which;
        write_element(part.elements, place / 32, part.is_half, matrix[element]);
    }
}

// Float sums in an order that CUDA does not specify, so it varies: exact operands alone give the same result always.
void multiply(const Requests &requests)
{
    const Matrix a = gather(requests, &Request::a), b = gather(requests, &Request::b);
    Matrix d = gather(requests, &Request::c);
    unsigned columns = requests[0]->d.columns, inner = requests[0]->a.columns;
    unsigned first = 7 * context.order->number, stride = context.order->number % 2 == 0 ? 1 : inner - 1;
    for (unsigned element = 0; element < d.size(); ++element) {
        unsigned row = element / columns, column = element % columns;
        for (unsigned step = 0; step < inner; ++step) {
            unsigned k = (first + step * stride) % inner;
            d[element] += a[row * inner + k] * b[k * columns + column];
        }
    }
    distribute(requests, &Request::d, d);
}

// Moves the calling lane's elements, through `move(index in x[], index in memory)`, and nothing else: loads and
// stores order no memory between lanes, so code that leaves out the __syncwarp() around them meets what is not there.
template <class Move>
void move_part(Operation operation, const MatrixPart &part, const void *memory, unsigned stride, bool by_rows,
               Move move)
{
    std::uintptr_t address = reinterpret_cast<std::uintptr_t>(memory);
    std::size_t bytes = stride * (part.is_half ? 2u : 4u);
    if (address % 32 != 0 || bytes % 16 != 0) {
        fault("%s: misaligned access: address %p must be a multiple of 32, the stride of %zu bytes of 16; %s",
              operation_name(operation), memory, bytes, describe_address(memory).c_str());
    }
    matrix_access(operation, address ^ std::uint64_t{stride} << 48 ^ std::uint64_t{by_rows} << 63);
    const Scatter scatter(part);
    for (unsigned i = 0; i < scatter.size / 32; ++i) {
        unsigned element = scatter.element(i * 32 + lane());
        std::size_t row = element / part.columns, column = element % part.columns;
        move(i, by_rows ? row * stride + column : column * stride + row);
    }
}

}  // namespace

void perform_matrix_multiply(const std::uint64_t *values)
{
    Requests requests;
    for (unsigned lane = 0; lane < 32; ++lane) {
        requests.push_back(reinterpret_cast<const Request *>(values[lane]));
    }
    multiply(requests);
}

void matrix_load(MatrixPart to, const void *memory, unsigned stride, bool by_rows)
{
    move_part(Operation::matrix_load, to, memory, stride, by_rows, [&](unsigned index, std::size_t at) {
        write_element(to.elements, index, to.is_half, read_element(memory, at, to.is_half));
    });
}

void matrix_store(MatrixPart from, void *memory, unsigned stride, bool by_rows)
{
    move_part(Operation::matrix_store, from, memory, stride, by_rows, [&](unsigned index, std::size_t at) {
        check_filled(from, index);
        const std::size_t bytes = from.is_half ? 2 : 4;
        note_store(static_cast<const unsigned char *>(memory) + at * bytes, bytes);
        write_element(memory, at, from.is_half, read_element(from.elements, index, from.is_half));
    });
}

void matrix_multiply(MatrixPart d, MatrixPart a, MatrixPart b, MatrixPart c)
{
    const Request request = {d, a, b, c};
    warp_collective(Operation::matrix_multiply, 0xffffffffu, reinterpret_cast<std::uintptr_t>(&request));
}

// q counts units of the last place: 1024 to 2047 for a normal number. Rounding up to 2048 carries into the exponent,
// and from the largest exponent into infinity, by the same addition.
unsigned short half_from(double value)
{
    unsigned sign = std::signbit(value) ? 0x8000 : 0;
    double size = std::fabs(value);
    if (std::isnan(size)) {
        return static_cast<unsigned short>(sign | 0x7fff);
    }
    if (size >= 65536) {
        return static_cast<unsigned short>(sign | 0x7c00);
    }
    int exponent = size < 0x1p-14 ? -14 : std::ilogb(size);
    int q = static_cast<int>(std::nearbyint(std::ldexp(size, 10 - exponent)));
    return static_cast<unsigned short>(sign + static_cast<unsigned>(((exponent + 14) << 10) + q));
}

float half_value(unsigned short bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    float sign = bits & 0x8000 ? -1.0f : 1.0f;
    if (exponent == 31) {
        return fraction == 0 ? sign * HUGE_VALF : NAN;
    }
    return sign * (exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                 : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25));
}

}  // namespace emu
