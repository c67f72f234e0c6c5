/* npy.c - .npy version 1.0 [numpy.lib.format]:

     "\x93NUMPY"  1 0  length: 2 bytes, little-endian  { dictionary } spaces \n | data
     |<----------------------- a multiple of 64 bytes ----------------------->|   */
#include "npy.h"

#include "../gen/file.h"
#include "interrupt.h"

#include <inttypes.h>
#include <stdlib.h>

enum { PREFIX = 10, ALIGNMENT = 64, CHUNK_BYTES = 1 << 20 };

static void print_header(int64_t rows, int64_t columns, nbb_text *header)
{
    nbb_text dictionary = NBB_TEXT_EMPTY;
    nbb_text_add(&dictionary, "{'descr': '|u1', 'fortran_order': False, 'shape': (%" PRId64 ", %" PRId64 "), }", rows,
                 columns);
    size_t needed = PREFIX + dictionary.length + 1;   /* with the final newline */
    size_t total = (needed + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    unsigned length = (unsigned)(total - PREFIX);
    const unsigned char prefix[PREFIX] = { 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, length & 0xff, length >> 8 & 0xff };
    nbb_text_put(header, (const char *)prefix, PREFIX);
    nbb_text_add(header, "%s%*s\n", nbb_text_string(&dictionary), (int)(total - needed), "");
    header->failed = header->failed || dictionary.failed;
    nbb_text_free(&dictionary);
}

static nbb_status write_header(nbb_file *file, int64_t rows, int64_t columns)
{
    nbb_text header = NBB_TEXT_EMPTY;
    print_header(rows, columns, &header);
    nbb_status status = nbb_text_status(&header, "a .npy header");
    if (status == NBB_OK) {
        status = nbb_file_write(file, header.data, header.length);
    }
    nbb_text_free(&header);
    return status;
}

static nbb_status write_rows(nbb_file *file, int64_t rows, int64_t columns, nbb_npy_rows *fill, void *context)
{
    int64_t chunk = columns < CHUNK_BYTES ? CHUNK_BYTES / columns : 1;
    chunk = chunk < rows ? chunk : rows;
    size_t bytes = (size_t)(chunk * columns);
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
            status = nbb_file_write(file, cells, (size_t)(count * columns));
        }
    }
    free(cells);
    return status;
}

nbb_status nbb_npy_write(const char *path, int64_t rows, int64_t columns, nbb_npy_rows *fill, void *context)
{
    nbb_file file;
    NBB_TRY(nbb_file_create(path, &file));
    nbb_status status = write_header(&file, rows, columns);
    if (status == NBB_OK) {
        status = write_rows(&file, rows, columns, fill, context);
    }
    return nbb_file_close(&file, status);
}
