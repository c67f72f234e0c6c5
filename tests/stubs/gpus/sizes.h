// sizes.h - what an image (bind.h) tells the driver (driver.h) of a kernel.
#pragma once

#include <cstddef>

namespace stub
{

constexpr std::size_t most_parameters = 64;

struct Sizes {
    std::size_t count, of[most_parameters];  // its arguments
    const void *kernel;
};

}  // namespace stub
