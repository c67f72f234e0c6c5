// wmma.cpp - half precision, and matrices scattered over the fragments of a warp.
#include "engine.h"

#include <cmath>

namespace emu {
namespace {

// What a lane brings to a matrix operation; multiply uses four parts, load and store the first.
struct Request {
    MatrixPart parts[4];
    const void *memory;
    unsigned stride;
    bool by_rows;
};

using Matrix = std::vector<float>;  // by rows
using Requests = std::vector<const Request *>;

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

// The place of element `element` in the scattered order: its lane is the low five bits, its index in x[] the rest.
// Odd factors permute a power of two; they differ by role and by order, so that no program can know one.
unsigned place(unsigned element, const MatrixPart &part)
{
    unsigned size = part.rows * part.columns;
    unsigned variety = static_cast<unsigned>(part.role) + 3 * context.order->number;
    return (element * (2 * (11 * variety % 64) + 27) + 29 * variety + 5) % size;
}

Matrix gather(const Requests &requests, unsigned which)
{
    const MatrixPart &shape = requests[0]->parts[which];
    Matrix matrix(static_cast<std::size_t>(shape.rows * shape.columns));
    for (unsigned element = 0; element < matrix.size(); ++element) {
        unsigned at = place(element, shape);
        const void *elements = requests[at % 32]->parts[which].elements;
        unsigned poison = shape.is_half ? poison_half : poison_float;
        if (read_bits(elements, at / 32, shape.is_half) == poison) {
            fault("a matrix fragment is used before it is filled or loaded: %s",
                  shape.role == Role::a ? "matrix_a" : shape.role == Role::b ? "matrix_b" : "accumulator");
        }
        matrix[element] = read_element(elements, at / 32, shape.is_half);
    }
    return matrix;
}

void scatter(const Requests &requests, unsigned which, const Matrix &matrix)
{
    const MatrixPart &shape = requests[0]->parts[which];
    for (unsigned element = 0; element < matrix.size(); ++element) {
        unsigned at = place(element, shape);
        write_element(requests[at % 32]->parts[which].elements, at / 32, shape.is_half, matrix[element]);
    }
}

std::size_t memory_index(const Request &request, unsigned element)
{
    unsigned row = element / request.parts[0].columns, column = element % request.parts[0].columns;
    return request.by_rows ? std::size_t{row} * request.stride + column : std::size_t{column} * request.stride + row;
}

void load(const Requests &requests)
{
    const Request &request = *requests[0];
    const MatrixPart &shape = request.parts[0];
    Matrix matrix(static_cast<std::size_t>(shape.rows * shape.columns));
    for (unsigned element = 0; element < matrix.size(); ++element) {
        matrix[element] = read_element(request.memory, memory_index(request, element), shape.is_half);
    }
    scatter(requests, 0, matrix);
}

void store(const Requests &requests)
{
    const Request &request = *requests[0];
    const Matrix matrix = gather(requests, 0);
    for (unsigned element = 0; element < matrix.size(); ++element) {
        write_element(const_cast<void *>(request.memory), memory_index(request, element), request.parts[0].is_half,
                      matrix[element]);
    }
}

// Float sums in an order that CUDA does not specify, so it varies: exact operands alone give the same result always.
void multiply(const Requests &requests)
{
    const Matrix a = gather(requests, 1), b = gather(requests, 2);
    Matrix d = gather(requests, 3);
    unsigned columns = requests[0]->parts[0].columns, inner = requests[0]->parts[1].columns;
    unsigned first = 7 * context.order->number, stride = context.order->number % 2 == 0 ? 1 : inner - 1;
    for (unsigned element = 0; element < d.size(); ++element) {
        unsigned row = element / columns, column = element % columns;
        for (unsigned step = 0; step < inner; ++step) {
            unsigned k = (first + step * stride) % inner;
            d[element] += a[row * inner + k] * b[k * columns + column];
        }
    }
    scatter(requests, 0, d);
}

// Lanes that disagree on the address or the stride would each move another matrix.
void check_agreement(Operation operation, const Requests &requests)
{
    const Request &first = *requests[0];
    for (const Request *request : requests) {
        if (request->memory != first.memory || request->stride != first.stride || request->by_rows != first.by_rows) {
            fault("%s: the lanes of a warp disagree on address, stride or layout", operation_name(operation));
        }
    }
}

void move(Operation operation, MatrixPart part, const void *memory, unsigned stride, bool by_rows)
{
    std::size_t bytes = stride * (part.is_half ? 2u : 4u);
    if (reinterpret_cast<std::uintptr_t>(memory) % 32 != 0 || bytes % 16 != 0) {
        fault("%s: misaligned access: address %p must be a multiple of 32, the stride of %zu bytes of 16; %s",
              operation_name(operation), memory, bytes, describe_address(memory).c_str());
    }
    Request request = {{part}, memory, stride, by_rows};
    warp_collective(operation, 0xffffffffu, reinterpret_cast<std::uintptr_t>(&request));
}

}  // namespace

void perform_matrix_operation(Operation operation, const std::uint64_t *values)
{
    Requests requests;
    for (unsigned lane = 0; lane < 32; ++lane) {
        requests.push_back(reinterpret_cast<const Request *>(values[lane]));
    }
    check_agreement(operation, requests);
    if (operation == Operation::matrix_load) {
        load(requests);
    } else if (operation == Operation::matrix_store) {
        store(requests);
    } else {
        multiply(requests);
    }
}

void matrix_load(MatrixPart to, const void *memory, unsigned stride, bool by_rows)
{
    move(Operation::matrix_load, to, memory, stride, by_rows);
}

void matrix_store(MatrixPart from, void *memory, unsigned stride, bool by_rows)
{
    move(Operation::matrix_store, from, memory, stride, by_rows);
}

void matrix_multiply(MatrixPart d, MatrixPart a, MatrixPart b, MatrixPart c)
{
    Request request = {{d, a, b, c}, nullptr, 0, false};
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
