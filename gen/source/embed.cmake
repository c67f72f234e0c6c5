# embed.cmake - writes the templates as one C file, OUTPUT, so that the program carries them: those of PATHS, below FOLDER, in the
# order of the table (embedded.h).
cmake_minimum_required(VERSION 3.21)
foreach(path IN LISTS PATHS)
    file(READ ${FOLDER}/${path} text)
    string(LENGTH "${text}" length)
    # A literal for each line; '?' is escaped against trigraphs.
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "?" "\\?" text "${text}")
    string(REPLACE "\r" "\\r" text "${text}")
    string(REPLACE "\n" "\\n\"\n      \"" text "${text}")
    string(APPEND rows "    { \"${path}\",\n      \"${text}\",\n      ${length} },\n")
endforeach()
list(LENGTH PATHS count)
file(WRITE ${OUTPUT} "/* Written by gen/source/embed.cmake from templates/: do not edit. */
#include \"gen/source/embedded.h\"

const nbb_embedded_file nbb_embedded_templates[] = {
${rows}    { NULL, NULL, 0 }
};

const size_t nbb_embedded_template_count = ${count};
")
