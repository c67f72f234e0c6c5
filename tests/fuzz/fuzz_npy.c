/* fuzz_npy.c - a .npy file as points and as a field's first state: refused by its path, or read whole. */
#include "tests/fuzz/fuzz.h"

#include "runtime/run/given.h"

static void check_points(const char *path)
{
    nbb_points points;
    nbb_status status = nbb_points_read(path, NBB_OUT_AUTO, &points);
    FUZZ_REQUIRE(status == NBB_OK || strncmp(nbb_message(), path, strlen(path)) == 0);
    for (int64_t i = 0; status == NBB_OK && i < points.pitch * points.dimensions; ++i) {
        FUZZ_REQUIRE(isfinite(nbb_points_coordinate(&points, i % points.pitch, (int)(i / points.pitch))));
    }
    nbb_points_free(&points);
}

/* A program with a field of each kind. */
static const nbb_program *fields(void)
{
    static nbb_program program;
    static const char text[] = "return program { state = { a = 'u3', b = 'i32', c = 'u32', d = 'f32', e = 'f64' },"
                               " update = 'a = b;' }";
    FUZZ_REQUIRE(program.field_count > 0 || nbb_program_read(text, "fields", &program) == NBB_OK);
    return &program;
}

/* Each field on the gasket of 2 x 2. */
static void check_fields(const char *path)
{
    const nbb_program *program = fields();
    for (int field = 0; field < program->field_count; ++field) {
        nbb_given_fields given = { .program = program, .domain = fuzz_gasket(1) };
        if (nbb_given_read_npy(path, field, &given) == NBB_OK) {
            nbb_given_value(&given, field, (nbb_vector){ { 1, 1 } });
        } else {
            FUZZ_REQUIRE(strncmp(nbb_message(), path, strlen(path)) == 0);
        }
        nbb_given_free(&given);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    const char *path = fuzz_file(bytes, length);
    check_points(path);
    check_fields(path);
    return 0;
}
