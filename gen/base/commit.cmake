# commit.cmake - writes OUTPUT, the C file that holds the commit of the checkout SOURCE. An OUTPUT that says so already is left
# alone, so that nothing is compiled again while the commit stays.
cmake_minimum_required(VERSION 3.21)
set(commit "$ENV{NBB_COMMIT}")
if(commit STREQUAL "")
    execute_process(COMMAND git -C ${SOURCE} describe --always --dirty
        OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(NOT commit MATCHES "^[A-Za-z0-9._/+-]+$")
    set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT
    "#include \"gen/base/base.h\"\n\nconst char nbb_commit[] = \"@commit@\";\n")
