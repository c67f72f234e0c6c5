/* fuzz_rle.c - a pattern is refused by its path, or gives values that read as the same once they are written. */
#include "tests/fuzz/fuzz.h"

#include "runtime/run/given.h"
#include "tests/works.h"

/* Of a field of eight bits on the gasket of 8 x 8. */
static const nbb_program *program_of_byte(void)
{
    static nbb_program program;
    static const char text[] = "return program { state = { a = 'u8' }, update = 'a = a;' }";
    FUZZ_REQUIRE(program.field_count > 0 || nbb_program_read(text, "byte", &program) == NBB_OK);
    return &program;
}

/* As nbb_npy_rows. */
static nbb_status give_rows(void *context, int64_t first, int64_t count, void *states)
{
    const nbb_given_values *values = context;
    size_t width = (size_t)values->side.at[0];
    memcpy(states, values->at + (size_t)first * width, (size_t)count * width);
    return NBB_OK;
}

static void check_written(const nbb_given_fields *given)
{
    enum { PLACES_MAX = 1 << 16 };
    const nbb_given_values *values = &given->values[0];
    nbb_given_fields again = { .program = given->program, .domain = given->domain };
    nbb_rle_pattern pattern = { values->side.at[0], values->side.at[1], "a", false, 0 };
    int64_t places = pattern.width * pattern.height;
    char path[512];
    if (places == 0 || places > PLACES_MAX) {
        return;
    }
    snprintf(path, sizeof path, "%s/written.rle", fuzz_folder());
    FUZZ_REQUIRE(nbb_rle_write(path, &pattern, give_rows, (void *)values) == NBB_OK);
    FUZZ_REQUIRE(nbb_given_read_rle(path, 0, &values->origin, NULL, &again) == NBB_OK);
    FUZZ_REQUIRE(memcmp(again.values[0].at, values->at, (size_t)places) == 0);
    nbb_given_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    const char *path = fuzz_file(bytes, length);
    static const nbb_rule life = { 1 << 3, 1 << 2 | 1 << 3 };
    for (int i = 0; i < 2; ++i) {
        nbb_given_fields given = { .program = i == 0 ? program_of_byte() : program_of(NBB_WORKLOAD_CA, life, 2, 0.5),
                                   .domain = fuzz_gasket(3) };
        if (nbb_given_read_rle(path, 0, NULL, i == 0 ? NULL : &life, &given) != NBB_OK) {
            FUZZ_REQUIRE(strncmp(nbb_message(), path, strlen(path)) == 0);
        } else if (i == 0) {
            check_written(&given);
        }
        nbb_given_free(&given);
    }
    return 0;
}
