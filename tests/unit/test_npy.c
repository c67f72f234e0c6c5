/* test_npy.c - .npy files byte for byte, and what is left when one cannot be written. */
#include "runtime/run/npy.h"

#include "support.h"
#include "unit.h"

#include <sys/stat.h>

enum { HEADER = 128 };

static nbb_text path;

static int enter(void **state)
{
    int failed = support_enter(state);
    path = support_path("tmp/array.npy");
    return failed;
}

static int leave(void **state)
{
    nbb_text_free(&path);
    return support_leave(state);
}

/* An array whose element i is i * 7 mod 251, and the row from which on it fails. */
typedef struct row_source {
    int64_t columns, next, fails_at;
    int calls;
} row_source;

static nbb_status fill(void *context, int64_t first, int64_t count, void *into)
{
    row_source *source = context;
    uint8_t *numbers = into;
    assert_int_equal(first, source->next);
    source->next += count;
    source->calls++;
    if (source->next > source->fails_at) {
        return nbb_fail(NBB_ERROR_DEVICE, "row %d is lost", (int)source->fails_at);
    }
    for (int64_t i = 0; i < count * source->columns; i++) {
        numbers[i] = (uint8_t)((first * source->columns + i) * 7 % 251);
    }
    return NBB_OK;
}

/* Writes an array and returns how often rows were asked for; the whole file is in `bytes`. */
static int write_and_read(int64_t rows, int64_t columns, nbb_text *bytes)
{
    row_source source = { .columns = columns, .fails_at = rows };
    assert_int_equal(nbb_npy_write(path.data, (nbb_npy_shape){ .axes = 2, .at = { rows, columns } }, fill, &source),
                     NBB_OK);
    assert_int_equal(source.next, rows);
    assert_int_equal(nbb_text_read_file(bytes, path.data, (size_t)1 << 26, NBB_ERROR_RUN), NBB_OK);
    assert_int_equal(bytes->length, HEADER + rows * columns);
    for (int64_t i = 0; i < rows * columns; i++) {
        assert_int_equal((uint8_t)bytes->data[HEADER + i], i * 7 % 251);
    }
    return source.calls;
}

/* As numpy.save(path, numpy.zeros((5, 7), 'u1')) begins. */
TEST_BETWEEN(header_is_numpys, enter, leave)
{
    NBB_LOCAL_TEXT bytes = NBB_TEXT_EMPTY;
    write_and_read(5, 7, &bytes);
    static const char dictionary[] = "{'descr': '|u1', 'fortran_order': False, 'shape': (5, 7), }";
    char expected[HEADER];
    memset(expected, ' ', sizeof expected);
    memcpy(expected, "\x93NUMPY\x01\x00\x76\x00", 10);
    memcpy(expected + 10, dictionary, strlen(dictionary));
    expected[HEADER - 1] = '\n';
    assert_memory_equal(bytes.data, expected, HEADER);
}

TEST_BETWEEN(rows_come_in_order, enter, leave)
{
    static const int64_t shapes[][2] = { { 1, 1 }, { 3000, 1000 }, { 1, 5000000 }, { 3, 2000001 }, { 100000, 1 } };
    static const int calls[] = { 1, 3, 1, 3, 1 };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        NBB_LOCAL_TEXT bytes = NBB_TEXT_EMPTY;
        assert_int_equal(write_and_read(shapes[i][0], shapes[i][1], &bytes), calls[i]);
    }
    assert_int_equal(support_count_files("tmp"), 1);
}

/* The file that was there before stays as it was. */
TEST_BETWEEN(failing_rows_leave_no_trace, enter, leave)
{
    NBB_LOCAL_TEXT bytes = NBB_TEXT_EMPTY;
    write_and_read(2, 3, &bytes);
    row_source source = { .columns = 1000000, .fails_at = 2 };
    assert_int_equal(nbb_npy_write(path.data, (nbb_npy_shape){ .axes = 2, .at = { 5, 1000000 } }, fill, &source),
                     NBB_ERROR_DEVICE);
    assert_string_equal(nbb_message(), "row 2 is lost");
    assert_int_equal(support_count_files("tmp"), 1);
    NBB_LOCAL_TEXT after = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_text_read_file(&after, path.data, 1000, NBB_ERROR_RUN), NBB_OK);
    assert_int_equal(after.length, bytes.length);
    assert_memory_equal(after.data, bytes.data, bytes.length);
}

static void assert_unwritable(const char *where, const char *message)
{
    row_source source = { .columns = 1000, .fails_at = 5000 };
    assert_int_equal(nbb_npy_write(where, (nbb_npy_shape){ .axes = 2, .at = { 5000, 1000 } }, fill, &source),
                     NBB_ERROR_RUN);
    if (strstr(nbb_message(), message) == NULL) {
        fail_msg("expected \"%s\", the message is: %s", message, nbb_message());
    }
}

TEST_BETWEEN(reports_what_cannot_be_written, enter, leave)
{
    assert_unwritable("/nowhere/at/all.npy", "/nowhere/at/all.npy: cannot be created: No such file or directory");
    NBB_LOCAL_TEXT folder = support_path("tmp");
    assert_unwritable(folder.data, "cannot be created: Is a directory");
    assert_unwritable("/dev/full", "/dev/full: cannot be written: No space left on device");
    struct stat facts;
    assert_int_equal(stat("/dev/full", &facts), 0);
    assert_true(S_ISCHR(facts.st_mode));
}

/* A header of a version around `text`, and what is read of it. */
static nbb_status parse_version(char version, const char *text, nbb_npy_header *header)
{
    NBB_LOCAL_TEXT file = NBB_TEXT_EMPTY;
    size_t length = strlen(text);
    const char prefix[] = {
        (char)0x93,           'N', 'U', 'M', 'P', 'Y', version, 0, (char)(length & 0xff), (char)(length >> 8),
        (char)(length >> 16), 0
    };
    nbb_text_put(&file, prefix, version == 1 ? 10 : 12);
    nbb_text_add(&file, "%s", text);
    return nbb_npy_parse("a.npy", file.data, file.length, header);
}

static nbb_status parse(const char *text, nbb_npy_header *header)
{
    return parse_version(1, text, header);
}

TEST(headers_are_read)
{
    NBB_AT_END(nbb_npy_header_free) nbb_npy_header header;
    for (int type = 0; type < NBB_NPY_TYPE_COUNT; ++type) {
        NBB_LOCAL_TEXT text = nbb_text_of("{'descr': '%s', 'fortran_order': False, 'shape': (2, 30, 4), }  \n",
                     nbb_npy_type_names[type]);
        assert_int_equal(parse(nbb_text_string(&text), &header), NBB_OK);
        assert_true(header.is_known && header.shape.type == (nbb_npy_type)type && header.begin == 10 + text.length);
        assert_true(header.shape.axes == 3 && header.shape.at[0] == 2 && header.shape.at[1] == 30
                    && header.shape.at[2] == 4);
        assert_string_equal(strstr(header.text, "), }"), "), }"); /* without the blanks behind it */
        nbb_npy_header_free(&header);
    }
    assert_int_equal(parse("{'shape': (7,), 'fortran_order': False, 'descr': '<f8'}\n", &header), NBB_OK);
    assert_true(header.is_known && header.shape.axes == 1 && header.shape.at[0] == 7);
}

TEST(versions_1_to_3_are_read)
{
    nbb_npy_header header;
    static const char text[] = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }   \n";
    for (char version = 1; version <= 3; ++version) {
        assert_int_equal(parse_version(version, text, &header), NBB_OK);
        assert_true(header.is_known && header.shape.axes == 2);
        assert_int_equal(header.begin, (version == 1 ? 10 : 12) + strlen(text));
        nbb_npy_header_free(&header);
    }
    for (char version = 0; version <= 4; version = (char)(version + 4)) {
        assert_int_equal(parse_version(version, text, &header), NBB_ERROR_USAGE);
        assert_string_equal(nbb_message(), "a.npy: no .npy file of version 1.0, 2.0 or 3.0 (numpy.save writes one)");
    }
}

TEST(unknown_arrays_are_refused)
{
    nbb_npy_header header;
    static const char *const unknown[] = {
        "{'descr': '<c8', 'fortran_order': False, 'shape': (2, 3), }\n",
        "{'descr': '<f', 'fortran_order': False, 'shape': (2, 3), }\n",
        "{'descr': '>f4', 'fortran_order': False, 'shape': (2, 3), }\n",
        "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }\n",
        "{'descr': [('a]', '<f4', (2, ))], 'fortran_order': False, 'shape': (2,)}\n"
    };
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; ++i) {
        assert_int_equal(parse(unknown[i], &header), NBB_OK);
        assert_false(header.is_known);
        nbb_npy_header_free(&header);
    }
    static const char *const shapeless[] = { "()", "(1, 2, 3, 4)", "(0, 3)", "(3, 0)", "(-2, 3)" };
    for (size_t i = 0; i < sizeof shapeless / sizeof shapeless[0]; ++i) {
        NBB_LOCAL_TEXT text = nbb_text_of("{'descr': '<f4', 'fortran_order': False, 'shape': %s}\n", shapeless[i]);
        assert_int_equal(parse(nbb_text_string(&text), &header), NBB_OK);
        assert_int_equal(header.shape.axes, 0);
        nbb_npy_header_free(&header);
    }
}

/* What follows "{'descr': '<f4', 'fortran_order': False, ", and from which character on it is none. */
TEST(odd_headers_are_refused)
{
    nbb_npy_header header;
    static const struct {
        const char *text;
        int at;
    } cases[] = { { "'shape': (2, 3", 56 },
                  { "'shape': (2; 3)}\n", 51 },
                  { "'shape': (5)}\n", 51 },
                  { "'shape': 5}\n", 1 },
                  { "'shape': (, 3)}\n", 52 },
                  { "'shape': (010, 3)}\n", 52 },
                  { "'shape': (2.5, 3)}\n", 1 },
                  { "}\n", 1 },
                  { "'shape': (2,), 'descr': '<f4'}\n", 63 },
                  { "'shape': (2,), 'more': 1}\n", 1 },
                  { "shape: (2,)}\n", 46 },
                  { "'shape' (2,)}\n", 50 },
                  { "'shape': (2,)", 55 },
                  { "'shape': (2,)}", 56 },
                  { "'shape': (2,)} }\n", 57 },
                  { "'shape': (99999999999999999999,)}\n", 71 } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        int at = 0;
        NBB_LOCAL_TEXT text = nbb_text_of("{'descr': '<f4', 'fortran_order': False, %s", cases[i].text);
        assert_int_equal(parse(nbb_text_string(&text), &header), NBB_ERROR_USAGE);
        assert_int_equal(sscanf(nbb_message(), "a.npy: character %d of its header: expected 'descr'", &at), 1);
        assert_int_equal(at, cases[i].at);
        const char *found = strstr(nbb_message(), ", found ") + 8, *left = nbb_text_string(&text) + at - 1;
        assert_true(*left == '\0' ? strcmp(found, "its end") == 0
                                  : strlen(found) > 0 && strncmp(found, left, strlen(found)) == 0);
        nbb_npy_header_free(&header);
    }
}

TEST(short_and_long_headers_are_refused)
{
    nbb_npy_header header;
    assert_int_equal(nbb_npy_parse("a.npy", "\x93NUMPY\x01\0\x0b\0{}", 12, &header), NBB_ERROR_USAGE);
    assert_string_equal(nbb_message(), "a.npy: ends within its header");
    assert_int_equal(nbb_npy_parse("a.npy", "\x93NUMPY\x01\x05\x02\0{}", 12, &header), NBB_ERROR_USAGE);
    assert_string_equal(nbb_message(), "a.npy: no .npy file of version 1.0, 2.0 or 3.0 (numpy.save writes one)");
    assert_int_equal(nbb_npy_parse("a.npy", "\x93NUMPY\x02\0\x02\0", 10, &header), NBB_ERROR_USAGE);
    assert_string_equal(nbb_message(), "a.npy: ends within its header");
    assert_int_equal(nbb_npy_parse("a.npy", "\x93NUMPY\x03\0\xff\xff\xff\xff", 12, &header), NBB_ERROR_USAGE);
    assert_string_equal(nbb_message(), "a.npy: its header has 4294967295 characters; at most 65535 are expected");
}
