# embed.cmake - files that the program carries as bytes in C.

# nbb_embed_text(FILES OUTPUT TEXT): OUTPUT is the C in TEXT, where @bytes@ stands for those of the files.
function(nbb_embed_text files output text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
    foreach(file IN LISTS files)
        file(READ ${file} read HEX)
        string(APPEND bytes ${read})
    endforeach()
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    file(CONFIGURE OUTPUT ${output} CONTENT "${text}" @ONLY)
endfunction()

# nbb_embed_page(FOLDER NAME [BEFORE]): the script NAME.lua, behind that of BEFORE, becomes nbb_NAME_pages, in NAME_pages.c.
function(nbb_embed_page folder name)
    set(scripts ${ARGN} ${folder}/${name}.lua)
    nbb_embed_text("${scripts}" ${name}_pages.c [[
#include "gen/base/sandbox.h"
static const unsigned char text[] = { @bytes@ };
const nbb_page_script nbb_@name@_pages = { "=@name@.lua", text, sizeof text };
]])
endfunction()
