// bind.h - in an image (gpus.cu): launches whose arguments are taken now, and that are done later.
#pragma once

#include <functional>
#include <tuple>

namespace stub
{

using Work = std::function<bool()>;

// Shared memory is this module's, which has it from the first use on.
static thread_local volatile char is_used;

template <class Call> Work *later(Call call)
{
    return new Work([call]() mutable {
        is_used = 1;
        call();
        return true;
    });
}

template <class... Parameters, std::size_t... Indices>
Work *bind(emu::Kernel<Parameters...> kernel, void **arguments, std::index_sequence<Indices...>)
{
    auto taken = std::make_tuple(*static_cast<std::remove_reference_t<Parameters> *>(arguments[Indices])...);
    return later([=]() mutable { std::apply(kernel, taken); });
}

template <class... Parameters> Work *bind(emu::Kernel<Parameters...> kernel, void **arguments)
{
    return bind(kernel, arguments, std::index_sequence_for<Parameters...>());
}

}  // namespace stub
