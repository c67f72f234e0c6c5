// bind.h - in an image (gpus.cu): what its kernels take, and launches by arguments that somebody else holds. Its
// templates are of lists of parameters, which kernels share: for each kernel they would take as long as the kernel.

#include "sizes.h"

#include <utility>

namespace stub
{

// Shared memory is this module's, which has it from the first use on.
static thread_local volatile char is_used;

template <class... Parameters> Sizes sizes_of(void (*kernel)(Parameters...))
{
    static_assert(sizeof...(Parameters) <= most_parameters);
    return { sizeof...(Parameters), { sizeof(Parameters)... }, reinterpret_cast<const void *>(kernel) };
}

template <class... Parameters> void launch(emu::Kernel<Parameters...> kernel, void **arguments)
{
    emu::launch_cooperative(kernel, arguments, std::index_sequence_for<Parameters...>());
}

}  // namespace stub
