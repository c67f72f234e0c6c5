/* npy.c - .npy version 1.0 [numpy.lib.format]:

     "\x93NUMPY"  1 0  length: 2 bytes, little-endian  { dictionary } spaces \n | data
     |<----------------------- a multiple of 64 bytes ----------------------->|   */
#include "runtime/run/npy.h"

#include "gen/base/file.h"
#include "runtime/device/interrupt.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PREFIX = 10, ALIGNMENT = 64, CHUNK_BYTES = 1 << 20 };

#define X(name, text, bytes) text,
const char *const nbb_npy_type_names[NBB_NPY_TYPE_COUNT] = { NBB_NPY_TYPES(X) };
#undef X
#define X(name, text, bytes) bytes,
const int nbb_npy_type_bytes[NBB_NPY_TYPE_COUNT] = { NBB_NPY_TYPES(X) };
#undef X

static void print_header(nbb_npy_shape shape, nbb_text *header)
{
    nbb_text dictionary = NBB_TEXT_EMPTY;
    nbb_text_add(&dictionary, "{'descr': '%s', 'fortran_order': False, 'shape': (", nbb_npy_type_names[shape.type]);
    for (int axis = 0; axis < shape.axes; ++axis) {
        nbb_text_add(&dictionary, "%s%" PRId64, axis == 0 ? "" : ", ", shape.at[axis]);
    }
    nbb_text_add(&dictionary, "%s), }", shape.axes == 1 ? "," : "");
    size_t needed = PREFIX + dictionary.length + 1;   /* with the final newline */
    size_t total = (needed + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    unsigned length = (unsigned)(total - PREFIX);
    const unsigned char prefix[PREFIX] = { 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, length & 0xff, length >> 8 & 0xff };
    nbb_text_put(header, (const char *)prefix, PREFIX);
    nbb_text_add(header, "%s%*s\n", nbb_text_string(&dictionary), (int)(total - needed), "");
    nbb_text_free(&dictionary);
}

static nbb_status write_header(nbb_file *file, nbb_npy_shape shape)
{
    nbb_text header = NBB_TEXT_EMPTY;
    print_header(shape, &header);
    nbb_status status = nbb_text_status(&header, "a .npy header");
    if (status == NBB_OK) {
        status = nbb_file_write(file, header.data, header.length);
    }
    nbb_text_free(&header);
    return status;
}

/* `row` bytes a row. */
static nbb_status write_rows(nbb_file *file, int64_t rows, int64_t row, nbb_npy_rows *fill, void *context)
{
    int64_t chunk = row < CHUNK_BYTES ? CHUNK_BYTES / row : 1;
    chunk = chunk < rows ? chunk : rows;
    size_t bytes = (size_t)(chunk * row);
    uint8_t *cells = malloc(bytes);
    if (cells == NULL) {
        return nbb_fail_memory(bytes, "rows of a .npy file");
    }
    nbb_status status = NBB_OK;
    for (int64_t first = 0; first < rows && status == NBB_OK; first += chunk) {
        int64_t count = rows - first < chunk ? rows - first : chunk;
        status = nbb_interrupt_check();
        if (status == NBB_OK) {
            status = fill(context, first, count, cells);
        }
        if (status == NBB_OK) {
            status = nbb_file_write(file, cells, (size_t)(count * row));
        }
    }
    free(cells);
    return status;
}

nbb_status nbb_npy_write(const char *path, nbb_npy_shape shape, nbb_npy_rows *fill, void *context)
{
    nbb_file file;
    int64_t rows = 1, columns = shape.axes > 1 ? shape.at[shape.axes - 1] : 1;
    for (int axis = 0; axis < shape.axes - (shape.axes > 1); ++axis) {
        rows *= shape.at[axis];
    }
    NBB_TRY(nbb_file_create(path, &file));
    nbb_status status = write_header(&file, shape);
    if (status == NBB_OK) {
        status = write_rows(&file, rows, columns * nbb_npy_type_bytes[shape.type], fill, context);
    }
    return nbb_file_close(&file, status);
}
