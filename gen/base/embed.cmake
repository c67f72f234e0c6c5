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

# nbb_embed_page(KIND PATH [BEFORE]): the script at PATH, NAME.lua, behind that of BEFORE, becomes nbb_NAME_pages, in
# NAME_pages.c; the kinds are nbb_embed's.
function(nbb_embed_page kind path)
    cmake_path(GET path STEM name)
    list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE before)
    add_custom_command(
        OUTPUT ${name}_pages.c
        COMMAND nbb_embed ${name}_pages.c ${kind} ${name} ${before} ${PROJECT_SOURCE_DIR}/${path}
        DEPENDS ${before} ${PROJECT_SOURCE_DIR}/${path} nbb_embed
        VERBATIM)
    set_source_files_properties(${PROJECT_BINARY_DIR}/${name}_pages.c PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
endfunction()
