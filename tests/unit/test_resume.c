/* test_resume.c - a checkpoint whose fields are in several parts, as several writers leave it. */
#include "tests/works.h"
#include "runtime/checkpoint/resume.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

enum { CELLS = 300, PARTS = 3, FILES = 2, BYTES_MAX = CELLS * 4 };
static const int64_t begins[PARTS + 1] = { 0, 128, 192, CELLS };

/* A folder with the parts of one field of `bits` bits, and its manifest; the last part is named first. */
static void write_checkpoint(const char *folder, const char *field, nbb_column column, const unsigned char *bytes)
{
    nbb_manifest manifest = { .step = 7, .identity = json_object() };
    nbb_text text = NBB_TEXT_EMPTY;
    char name[32], path[128];
    for (int i = PARTS - 1; i >= 0; --i) {
        int64_t cells = begins[i + 1] - begins[i];
        const unsigned char *begin = bytes + nbb_column_bytes(column, begins[i]);
        size_t length = nbb_column_bytes(column, cells);
        uint64_t offset = i == 1 ? nbb_column_bytes(column, begins[1]) : 0; /* behind part 0, in its file */
        snprintf(name, sizeof name, "part.%d.bin", i / 2);
        snprintf(path, sizeof path, "%s/%s", folder, name);
        int file = open(path, O_WRONLY | O_CREAT, 0600);
        assert_true(file >= 0 && pwrite(file, begin, length, (off_t)offset) == (ssize_t)length && close(file) == 0);
        nbb_part part = { .file = name,
                          .field = (char *)field,
                          .first = begins[i],
                          .cells = cells,
                          .offset = offset,
                          .bytes = length,
                          .hash = XXH3_64bits(begin, length) };
        assert_int_equal(nbb_manifest_add(&manifest, part), NBB_OK);
    }
    snprintf(path, sizeof path, "%s/" NBB_MANIFEST_NAME, folder);
    assert_int_equal(nbb_manifest_print(&manifest, "a test", &text), NBB_OK);
    FILE *file = fopen(path, "wb");
    assert_true(file != NULL && fwrite(text.data, 1, text.length, file) == text.length && fclose(file) == 0);
    nbb_manifest_free(&manifest);
    nbb_text_free(&text);
}

/* All cells by pieces of so many, whatever part they are in. */
static void read_pieces(nbb_resumption *resumption, int64_t piece, const unsigned char *bytes)
{
    nbb_column column = resumption->columns[0];
    unsigned char found[BYTES_MAX] = { 0 };
    for (int64_t first = 0; first < CELLS; first += piece) {
        int64_t count = CELLS - first < piece ? CELLS - first : piece;
        nbb_piece part = { first, count, found + nbb_column_bytes(column, first) };
        assert_int_equal(nbb_resume_give(resumption, 0, &part, 1), NBB_OK);
    }
    assert_memory_equal(found, bytes, nbb_column_bytes(column, CELLS));
}

static void remove_checkpoint(const char *folder)
{
    char path[128];
    for (int i = 0; i <= FILES; ++i) {
        snprintf(path, sizeof path, i < FILES ? "%s/part.%d.bin" : "%s/" NBB_MANIFEST_NAME, folder, i);
        assert_int_equal(unlink(path), 0);
    }
    assert_int_equal(rmdir(folder), 0);
}

static void check_parts_of(const nbb_program *program, const char *field)
{
    char folder[] = "/tmp/test_resume.XXXXXX";
    unsigned char bytes[BYTES_MAX];
    nbb_column columns[NBB_COLUMNS_MAX];
    nbb_resumption resumption;
    for (int i = 0; i < BYTES_MAX; ++i) {
        bytes[i] = (unsigned char)(i * 167 + i / 7);
    }
    nbb_traits traits = nbb_traits_of(program);
    nbb_columns_of(&traits, columns);
    assert_non_null(mkdtemp(folder));
    write_checkpoint(folder, field, columns[0], bytes);
    assert_int_equal(nbb_resume_open(folder, NULL, &resumption), NBB_OK);
    assert_int_equal(resumption.manifest.step, 7);
    memcpy(resumption.columns, columns, sizeof columns);
    assert_int_equal(nbb_manifest_bind(folder, &resumption.manifest, &traits, CELLS), NBB_OK);
    for (int64_t piece = 64; piece <= 2 * CELLS; piece += 64) {
        read_pieces(&resumption, piece, bytes);
    }
    nbb_resume_close(&resumption);
    remove_checkpoint(folder);
}

static void bits_come_from_several_parts(void **state)
{
    (void)state;
    check_parts_of(life_of((nbb_rule){ 4, 12 }), "alive");
}

static void values_come_from_several_parts(void **state)
{
    (void)state;
    nbb_program program;
    assert_int_equal(
        nbb_program_read("return program { state = { u = 'f32' }, update = 'u = u;' }", "heat", &program), NBB_OK);
    check_parts_of(&program, "u");
    nbb_program_free(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_come_from_several_parts),
        cmocka_unit_test(values_come_from_several_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
