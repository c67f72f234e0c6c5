# library.cmake - libnbbgen: library/nbbgen.h and what it needs of the stages, with no other symbol to be seen.

set(NBB_ABI 1)  # raised when a function of nbbgen.h goes or changes; library/nbbgen.map has the symbols' version
file(GLOB_RECURSE library_sources CONFIGURE_DEPENDS library/*.c)

# The names of the files that come with nbbgen, which doctor misses where one is gone.
file(GLOB shares CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} fractals/*.lua programs/*.lua)
string(REPLACE ";" " " shipped "${shares}")
file(CONFIGURE OUTPUT shipped.c CONTENT [[
#include "library/library_job.h"
const char nbb_shipped[] = "@shipped@";
]] @ONLY)
list(APPEND library_sources ${PROJECT_BINARY_DIR}/shipped.c)

nbb_embed_page(page library/pages/bench.lua library/pages/rows.lua)
nbb_embed_page(page library/pages/plot.lua library/pages/rows.lua)
nbb_embed_page(page library/pages/report.lua library/pages/forms.lua)
foreach(name bench plot report)
    list(APPEND library_sources ${PROJECT_BINARY_DIR}/${name}_pages.c)
endforeach()

# What bench measures devices with, as text.
nbb_embed_text(library/bench/rates.cu rates_text.c [[
#include "library/bench/bench.h"
const char nbb_rates_text[] = { @bytes@ 0 };
]])
list(APPEND library_sources ${PROJECT_BINARY_DIR}/rates_text.c)

add_library(nbb_library STATIC ${library_sources})
target_link_libraries(nbb_library PUBLIC nbb)

add_library(nbbgen_shared SHARED $<TARGET_OBJECTS:nbb_library>)
target_link_libraries(nbbgen_shared PRIVATE nbb)
target_link_options(nbbgen_shared PRIVATE LINKER:--version-script=${PROJECT_SOURCE_DIR}/library/nbbgen.map)
set_target_properties(nbbgen_shared PROPERTIES
    OUTPUT_NAME nbbgen
    SOVERSION ${NBB_ABI}
    LINK_DEPENDS ${PROJECT_SOURCE_DIR}/library/nbbgen.map)

# The static library is one object, in which all names but the public ones are local.
set(library_object ${PROJECT_BINARY_DIR}/library.o)
add_custom_command(
    OUTPUT libnbbgen.a
    COMMAND ${CMAKE_C_COMPILER} -nostdlib -r -o ${library_object} $<TARGET_OBJECTS:nbb_library> $<TARGET_FILE:nbb>
    COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=nbbgen_* ${library_object}
    COMMAND ${CMAKE_COMMAND} -E rm -f libnbbgen.a
    COMMAND ${CMAKE_AR} rcs libnbbgen.a ${library_object}
    DEPENDS nbb_library nbb
    COMMAND_EXPAND_LISTS
    VERBATIM)
add_custom_target(nbbgen_static ALL DEPENDS libnbbgen.a)
