/* programs.c - what holds of every text of a program. */
#include "library/program_text.h"
#include "tests/fuzz/fuzz.h"

#include "runtime/run/program_area.h"

static bool is_refused(nbb_status status)
{
    return status == NBB_ERROR_DEFINITION && strncmp(nbb_message(), "x.lua:", 6) == 0;
}

/* Prints the program, reads the print and prints that. */
static void check_print(const nbb_program *program)
{
    NBB_LOCAL_TEXT once = NBB_TEXT_EMPTY, twice = NBB_TEXT_EMPTY;
    NBB_AT_END(nbb_program_free) nbb_program again;
    nbb_program_print(program, &once);
    FUZZ_REQUIRE(nbb_program_read(nbb_text_string(&once), "x.lua", &again) == NBB_OK);
    FUZZ_REQUIRE(nbb_program_bind(&again, 2, NULL) == NBB_OK);
    nbb_program_print(&again, &twice);
    FUZZ_REQUIRE(strcmp(nbb_text_string(&once), nbb_text_string(&twice)) == 0);
}

void fuzz_program(const char *text)
{
    NBB_AT_END(nbb_program_free) nbb_program program;
    nbb_status status = nbb_program_read(text, "x.lua", &program);
    FUZZ_REQUIRE(status == NBB_OK || is_refused(status));
    if (status == NBB_OK && nbb_program_bind(&program, 2, NULL) == NBB_OK) {
        nbb_program_case run = { .program = &program, .domain = fuzz_gasket(2), .seed = 1, .steps = 2 };
        nbb_program_figures figures;
        check_print(&program);
        status = nbb_program_require(&program);
        status = status == NBB_OK ? nbb_program_reference_whole(&run, &figures) : status;
        FUZZ_REQUIRE(status == NBB_OK || nbb_message()[0] != '\0');
    }
}
