// mma.h - nvcuda::wmma with half operands and half or float accumulators. A fragment's elements lie scattered over
// the lanes in an order that changes from run to run, and start as NaNs that no operation accepts.
#pragma once

#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {

struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };

struct matrix_a {};
struct matrix_b {};
struct accumulator {};

template <class Use, int M, int N, int K> struct emu_shape;
template <int M, int N, int K> struct emu_shape<matrix_a, M, N, K> {
    static constexpr int rows = M, columns = K;
    static constexpr emu::Role role = emu::Role::a;
};
template <int M, int N, int K> struct emu_shape<matrix_b, M, N, K> {
    static constexpr int rows = K, columns = N;
    static constexpr emu::Role role = emu::Role::b;
};
template <int M, int N, int K> struct emu_shape<accumulator, M, N, K> {
    static constexpr int rows = M, columns = N;
    static constexpr emu::Role role = emu::Role::accumulator;
};

template <class Use, int M, int N, int K, class T, class Layout = void> class fragment {
    using shape = emu_shape<Use, M, N, K>;
    static constexpr bool is_operand = shape::role != emu::Role::accumulator;
    static constexpr bool is_half = std::is_same_v<T, __half>;
    static_assert(M * N == 256 && K == 16 && M >= 8 && N >= 8, "shapes are 16x16x16, 32x8x16 and 8x32x16");
    static_assert(is_half || (!is_operand && std::is_same_v<T, float>),
                  "operands are half, accumulators half or float");
    static_assert(is_operand != std::is_void_v<Layout>, "operands have a layout, accumulators have none");

public:
    static constexpr int num_elements = shape::rows * shape::columns / 32;
    T x[num_elements];

    fragment()
    {
        for (T &element : x) {
            if constexpr (is_half) {
                element.__x = emu::poison_half;
            } else {
                element = __uint_as_float(emu::poison_float);
            }
        }
    }

    emu::MatrixPart part() const { return {const_cast<T *>(x), is_half, shape::role, shape::rows, shape::columns}; }
};

template <class Use, int M, int N, int K, class T, class Layout>
void fill_fragment(fragment<Use, M, N, K, T, Layout> &to, std::common_type_t<T> value)
{
    for (T &element : to.x) {
        element = value;
    }
}

template <class Use, int M, int N, int K, class T, class Layout>
void load_matrix_sync(fragment<Use, M, N, K, T, Layout> &to, const T *memory, unsigned stride)
{
    static_assert(!std::is_void_v<Layout>, "an accumulator is loaded with a layout_t");
    emu::matrix_load(to.part(), memory, stride, std::is_same_v<Layout, row_major>);
}

template <int M, int N, int K, class T>
void load_matrix_sync(fragment<accumulator, M, N, K, T> &to, const T *memory, unsigned stride, layout_t layout)
{
    emu::matrix_load(to.part(), memory, stride, layout == mem_row_major);
}

template <int M, int N, int K, class T>
void store_matrix_sync(T *memory, const fragment<accumulator, M, N, K, T> &from, unsigned stride, layout_t layout)
{
    emu::matrix_store(from.part(), memory, stride, layout == mem_row_major);
}

template <int M, int N, int K, class LayoutA, class LayoutB, class TypeD, class TypeC>
void mma_sync(fragment<accumulator, M, N, K, TypeD> &d, const fragment<matrix_a, M, N, K, __half, LayoutA> &a,
              const fragment<matrix_b, M, N, K, __half, LayoutB> &b, const fragment<accumulator, M, N, K, TypeC> &c)
{
    emu::matrix_multiply(d.part(), a.part(), b.part(), c.part());
}

}  // namespace wmma
}  // namespace nvcuda
