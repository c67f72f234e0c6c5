/* fuzz_section.c - the language of cells alone: the input is a program's update, or an observable's expression. */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *section = fuzz_string(bytes, length);
    NBB_LOCAL_TEXT update = NBB_TEXT_EMPTY, observable = NBB_TEXT_EMPTY;
    const char *head = "return program {\n"
                       "state = { a = 'u3', b = 'u1', i = 'i32', u = 'u32', f = 'f32' },\n"
                       "param = { T = 1.5, q = 4 }, neighbours = 'vonneumann',\n"
                       "init = { b = 'chance(0.5)', i = 'x - 2', f = 'uniform()', u = 'n' },\n";
    nbb_text_add(&update, "%supdate = [==[%s\nf = T * q; ]==] }", head, section);
    nbb_text_add(&observable, "%supdate = 'f = T * q;', observe = { o = [==[%s]==] } }", head, section);
    fuzz_program(nbb_text_string(&update));
    fuzz_program(nbb_text_string(&observable));
    free(section);
    return 0;
}
