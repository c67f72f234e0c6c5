/* test_resume.c - a checkpoint whose fields are in several parts, as several writers leave it. */
#include "runtime/checkpoint/writer.h"
#include "runtime/checkpoint/checkpoint.h"
#include "unit.h"
#include "programs.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { CELLS = 300, PARTS = 3, BYTES_MAX = CELLS * 4 };

/* A triangle of side 24 with a program, which a checkpoint is of. */
static const nbb_simplex triangle = { .m = 2 };
static nbb_plan plan_of(const nbb_program *program)
{
    return (nbb_plan){ .asked = { .domain = { .simplex = &triangle, .size = 24 },
                                  .work = &nbb_workload_rows[NBB_WORKLOAD_PROGRAM],
                                  .program = program,
                                  .traits = nbb_traits_of(program),
                                  .cells = CELLS } };
}

static bool never_differs(const void *context, const char *parameter)
{
    (void)context, (void)parameter;
    return false;
}

/* One test's checkpoint: the field `u` of a program, its bytes in two files and three parts. */
typedef struct saved {
    nbb_program program;
    nbb_plan plan;
    nbb_column column;
    char folder[32];
    unsigned char bytes[BYTES_MAX];
} saved;

/* Writes bytes, and adds them as a part that begins at `first`. */
static void write_part(const saved *here, nbb_manifest *manifest, int i, int64_t first, int64_t end)
{
    char name[] = "part.0.bin", path[128];
    name[5] = (char)('0' + i / 2);
    nbb_part part = { .file = name, .field = "u", .first = first, .cells = end - first };
    part.offset = i == 1 ? nbb_column_bytes(here->column, first) : 0; /* behind part 0, in its file */
    part.bytes = nbb_column_bytes(here->column, part.cells);
    const unsigned char *begin = here->bytes + nbb_column_bytes(here->column, first);
    part.hash = XXH3_64bits(begin, part.bytes);
    snprintf(path, sizeof path, "%s/%s", here->folder, name);
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    assert_true(file >= 0 && pwrite(file, begin, part.bytes, (off_t)part.offset) == (ssize_t)part.bytes);
    assert_int_equal(close(file), 0);
    nbb_manifest_add(manifest, part);
}

/* A checkpoint whose second part begins at `second`; the last part is named first. */
static saved *save(const char *type, int64_t second)
{
    saved *here = calloc(1, sizeof *here);
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    nbb_column columns[NBB_COLUMNS_MAX];
    char path[128];
    assert_non_null(here);
    here->program = read_program("kept", 2, "return program { state = { u = '%s' }, update = 'u = u;' }", type);
    here->plan = plan_of(&here->program);
    nbb_columns_of(&here->plan.asked.traits, columns);
    here->column = columns[0];
    for (int i = 0; i < BYTES_MAX; ++i) {
        here->bytes[i] = (unsigned char)(i * 167 + i / 7);
    }
    snprintf(here->folder, sizeof here->folder, "/tmp/test_resume.XXXXXX");
    assert_non_null(mkdtemp(here->folder));
    const nbb_run_origin origin = nbb_run_origin_of(NULL);
    nbb_manifest manifest = { .step = 7,
                              .identity = nbb_identity_of(&here->plan, 1, &origin, NULL),
                              .run = json_object(),
                              .list = json_array() };
    const int64_t begins[PARTS + 1] = { 0, second, 192, CELLS };
    for (int i = PARTS - 1; i >= 0; --i) {
        write_part(here, &manifest, i, begins[i], begins[i + 1]);
    }
    assert_int_equal(nbb_manifest_print(&manifest, "a test", &text), NBB_OK);
    snprintf(path, sizeof path, "%s/" NBB_MANIFEST_NAME, here->folder);
    FILE *file = fopen(path, "wb");
    assert_true(file != NULL && fwrite(text.data, 1, text.length, file) == text.length && fclose(file) == 0);
    nbb_manifest_free(&manifest);
    return here;
}

static void forget(saved *here)
{
    assert_int_equal(nbb_folder_remove(AT_FDCWD, "", here->folder), NBB_OK);
    assert_int_not_equal(access(here->folder, F_OK), 0);
    nbb_program_free(&here->program);
    free(here);
}

/* Opens and checks it. */
static nbb_status open_saved(const saved *here, nbb_resumption *resumption)
{
    const nbb_resuming by = { .plan = &here->plan, .seed = 1, .may_differ = never_differs, .copies = 1 };
    nbb_status status = nbb_resume_open(here->folder, resumption);
    return status == NBB_OK ? nbb_resume_check(resumption, &by) : status;
}

/* All cells by pieces of so many, whatever part they are in. */
static void read_pieces(nbb_resumption *resumption, int64_t piece, const saved *here)
{
    unsigned char found[BYTES_MAX] = { 0 };
    for (int64_t first = 0; first < CELLS; first += piece) {
        int64_t count = CELLS - first < piece ? CELLS - first : piece;
        nbb_piece part = { first, count, found + nbb_column_bytes(here->column, first) };
        assert_int_equal(nbb_resume_give(resumption, 0, &part, 1), NBB_OK);
    }
    assert_memory_equal(found, here->bytes, nbb_column_bytes(here->column, CELLS));
}

TEST(fields_come_from_several_parts)
{
    static const char *const types[] = { "u1", "f32" };
    (void)state;
    for (int i = 0; i < 2; ++i) {
        saved *here = save(types[i], 128);
        nbb_resumption resumption;
        assert_int_equal(open_saved(here, &resumption), NBB_OK);
        assert_int_equal(resumption.manifest.step, 7);
        for (int64_t piece = 64; piece <= 2 * CELLS; piece += 64) {
            read_pieces(&resumption, piece, here);
        }
        nbb_resume_close(&resumption);
        forget(here);
    }
}

/* The checkpoint is refused with these words in the message. */
static void expect_refused(const saved *here, const char *words)
{
    nbb_resumption resumption;
    assert_int_equal(open_saved(here, &resumption), NBB_ERROR_USAGE);
    if (strstr(nbb_message(), words) == NULL) {
        fail_msg("%s\nexpected: %s", nbb_message(), words);
    }
    nbb_resume_close(&resumption);
}

/* Bits between two bytes would be read from the wrong place. */
TEST(parts_begin_between_bytes)
{
    saved *here = save("u1", 100);
    expect_refused(here, "does not fit those before it");
    forget(here);
}

/* Nobody is waited for, and nothing outside the folder is read. */
TEST(parts_are_files_of_the_folder)
{
    char path[128], moved[128];
    (void)state;
    saved *here = save("u1", 128);
    snprintf(path, sizeof path, "%s/part.1.bin", here->folder);
    snprintf(moved, sizeof moved, "%s/moved", here->folder);
    assert_int_equal(rename(path, moved), 0);
    assert_int_equal(symlink("moved", path), 0);
    expect_refused(here, "part.1.bin: Too many levels of symbolic links");
    assert_int_equal(rename(moved, path), 0);
    nbb_resumption resumption;
    nbb_piece piece = { 192, 64, (unsigned char[BYTES_MAX]){ 0 } };
    assert_int_equal(open_saved(here, &resumption), NBB_OK);
    assert_true(rename(path, moved) == 0 && symlink("moved", path) == 0);
    assert_int_equal(nbb_resume_give(&resumption, 0, &piece, 1), NBB_ERROR_USAGE); /* nor later */
    nbb_resume_close(&resumption);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    alarm(20);
    expect_refused(here, "part.1.bin: is no regular file");
    alarm(0);
    forget(here);
}

/* A run that writes there removes what lost its name once nobody reads it. */
TEST(what_is_read_stays)
{
    nbb_resumption resumption;
    (void)state;
    saved *here = save("f32", 128);
    assert_int_equal(open_saved(here, &resumption), NBB_OK);
    assert_int_equal(nbb_folder_remove(AT_FDCWD, "", here->folder), NBB_OK);
    read_pieces(&resumption, 64, here);
    nbb_resume_close(&resumption);
    forget(here);
}
