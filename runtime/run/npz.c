/* npz.c - writes an archive: each entry behind a header, then the headers again as an index.

         entry      signature  version  flags, method 0  time, date  CRC  length twice  name's length  0  name, bytes
         index      the same with another signature, and where the entry begins */
#include "runtime/run/npz.h"

enum { VERSION = 20, OF_1980 = 0x21, ENTRY = 0x04034b50, LISTED = 0x02014b50, END = 0x06054b50 };

static void put(nbb_text *text, uint64_t value, size_t bytes)
{
    nbb_text_put(text, (const char *)&value,
                 bytes); /* of machines that have low bytes first, as all that this runs on */
}

/* CRC-32 of the bytes, reflected, by its polynomial. */
static uint32_t check_of(const char *bytes, size_t length)
{
    uint32_t check = ~UINT32_C(0);
    for (size_t i = 0; i < length; ++i) {
        check ^= (unsigned char)bytes[i];
        for (int bit = 0; bit < 8; ++bit) {
            check = check >> 1 ^ (check & 1 ? UINT32_C(0xedb88320) : 0);
        }
    }
    return ~check;
}

/* What an entry and its line of the index have in common. */
static void put_entry(nbb_text *text, const char *name, uint32_t check, size_t length)
{
    put(text, VERSION, 2);
    put(text, 0, 4);
    put(text, 0, 2);
    put(text, OF_1980, 2); /* the same bytes, whenever they are written */
    put(text, check, 4);
    put(text, length, 4);
    put(text, length, 4);
    put(text, strlen(name), 2);
    put(text, 0, 2);
}

void nbb_npz_add(nbb_npz *archive, const char *name, const char *bytes, size_t length)
{
    uint32_t check = check_of(bytes, length);
    size_t begin = archive->bytes.length;
    put(&archive->bytes, ENTRY, 4);
    put_entry(&archive->bytes, name, check, length);
    nbb_text_add(&archive->bytes, "%s", name);
    nbb_text_put(&archive->bytes, bytes, length);
    put(&archive->index, LISTED, 4);
    put(&archive->index, VERSION, 2);
    put_entry(&archive->index, name, check, length);
    put(&archive->index, 0, 8);
    put(&archive->index, 0, 2);
    put(&archive->index, begin, 4);
    nbb_text_add(&archive->index, "%s", name);
    ++archive->count;
}

void nbb_npz_add_array(nbb_npz *archive, const char *name, nbb_npy_shape shape, const void *values)
{
    NBB_LOCAL_TEXT file = nbb_text_of("%s.npy", name), bytes = NBB_TEXT_EMPTY;
    size_t length = (size_t)nbb_npy_type_bytes[shape.type];
    for (int axis = 0; axis < shape.axes; ++axis) {
        length *= (size_t)shape.at[axis];
    }
    nbb_npy_print_header(shape, &bytes);
    nbb_text_put(&bytes, values, length);
    nbb_npz_add(archive, nbb_text_string(&file), nbb_text_string(&bytes), bytes.length);
}

nbb_status nbb_npz_write(nbb_npz *archive, const char *path)
{
    size_t begin = archive->bytes.length;
    NBB_FAIL_IF(begin + archive->index.length > UINT32_MAX,
                nbb_fail_at(NBB_ERROR_RUN, path, 0, "would have more than 4 GiB: take fewer samples (--every)"));
    nbb_text_put(&archive->bytes, nbb_text_string(&archive->index), archive->index.length);
    put(&archive->bytes, END, 4);
    put(&archive->bytes, 0, 4);
    put(&archive->bytes, archive->count, 2);
    put(&archive->bytes, archive->count, 2);
    put(&archive->bytes, archive->index.length, 4);
    put(&archive->bytes, begin, 4);
    put(&archive->bytes, 0, 2);
    NBB_TRY(nbb_text_status(&archive->index, "an archive"));
    NBB_TRY(nbb_text_status(&archive->bytes, "an archive"));
    return nbb_file_put(path, &archive->bytes);
}

void nbb_npz_free(nbb_npz *archive)
{
    nbb_text_free(&archive->bytes);
    nbb_text_free(&archive->index);
}
