/* recorded.c - rows of observables as columns of an archive. */
#include "runtime/run/observed.h"

#include <zlib.h>

/* NumPy's .npz: an archive of .npy arrays, side by side and not compressed [APPNOTE.TXT]. Each entry stands behind a
   header; then come the headers again, as an index.

         entry      signature  version  flags, method 0  time, date  CRC  length twice  name's length  0  name, bytes
         index      the same with another signature, and where the entry begins */
typedef struct npz {
    nbb_text *bytes, *index; /* of the entries; and what stands behind all of them about each */
    unsigned count;
} npz;

enum { VERSION = 20, OF_1980 = 0x21, ENTRY = 0x04034b50, LISTED = 0x02014b50, END = 0x06054b50 };

/* Appends numbers, of each of which `bytes` has a digit: so many. All machines here have low bytes first. */
static void put(nbb_text *text, const char *bytes, const uint64_t *numbers)
{
    for (int i = 0; bytes[i] != '\0'; ++i) {
        nbb_text_put(text, (const char *)&numbers[i], (size_t)(bytes[i] - '0'));
    }
}

#define PUT(text, bytes, ...) put(text, bytes, (const uint64_t[]){ __VA_ARGS__ })

/* What an entry and its line of the index have in common. Its date: the same bytes, whenever they are written. */
static void put_entry(nbb_text *text, const char *name, uint32_t check, size_t length)
{
    PUT(text, "242244422", VERSION, 0, 0, OF_1980, check, length, length, strlen(name), 0);
}

static void add_entry(npz *archive, const char *name, const char *bytes, size_t length)
{
    uint32_t check = (uint32_t)crc32_z(0, (const unsigned char *)bytes, length);
    size_t begin = archive->bytes->length;
    PUT(archive->bytes, "4", ENTRY);
    put_entry(archive->bytes, name, check, length);
    nbb_text_add(archive->bytes, "%s", name);
    nbb_text_put(archive->bytes, bytes, length);
    PUT(archive->index, "42", LISTED, VERSION);
    put_entry(archive->index, name, check, length);
    PUT(archive->index, "824", 0, 0, begin);
    nbb_text_add(archive->index, "%s", name);
    ++archive->count;
}

nbb_status nbb_recorded_open(const nbb_program *program, int leads, int64_t copies, nbb_recorded *recorded)
{
    *recorded = (nbb_recorded){ .copies = copies, .width = leads + 1 + program->observable_count, .leads = leads };
    NBB_TRY(NBB_MAKE(recorded->rows, copies, "samples"));
    return NBB_MAKE(recorded->first, recorded->width, "samples");
}

void nbb_recorded_free(nbb_recorded *recorded)
{
    for (int64_t copy = 0; recorded->rows != NULL && copy < recorded->copies; ++copy) {
        nbb_text_free(&recorded->rows[copy]);
    }
    free(recorded->rows);
    free(recorded->first);
    *recorded = (nbb_recorded){ .copies = 0 };
}

void nbb_recorded_add(nbb_recorded *recorded, int64_t copy, const nbb_number *row)
{
    for (int i = 0; i < recorded->width; ++i) {
        recorded->first[i] = row[i];
        nbb_text_put(&recorded->rows[copy], (const char *)&row[i].of, sizeof row[i].of);
    }
}

static size_t looks_of(const nbb_recorded *recorded, int64_t copy)
{
    return recorded->rows[copy].length / ((size_t)recorded->width * sizeof(nbb_value_of));
}

/* The copy that was looked at the most often. */
static int64_t longest(const nbb_recorded *recorded)
{
    int64_t found = 0;
    for (int64_t copy = 1; copy < recorded->copies; ++copy) {
        found = looks_of(recorded, copy) > looks_of(recorded, found) ? copy : found;
    }
    return found;
}

/* An array: of copies, where there are some; of looks, where there are some; of elements, where there are some. */
static void add_array(const nbb_recorded *recorded, npz *archive, const char *name, int64_t copies, int64_t looks,
                      int first, int elements)
{
    NBB_LOCAL_TEXT file = nbb_text_of("%s.npy", name), bytes = NBB_TEXT_EMPTY;
    nbb_npy_shape shape = { 0, { 0 }, recorded->first[first].is_real ? NBB_NPY_F64 : NBB_NPY_I64 };
    const int64_t sides[] = { copies, looks, elements };
    for (int i = 0; i < 3; ++i) {
        shape.at[shape.axes] = sides[i];
        shape.axes += sides[i] > 0;
    }
    nbb_npy_print_header(shape, &bytes);
    int64_t from = copies > 0 ? 0 : longest(recorded), end = copies > 0 ? copies : from + 1;
    size_t number = sizeof(nbb_value_of), width = (size_t)recorded->width * number;
    for (int64_t copy = from; copy < end; ++copy) {
        size_t own = looks_of(recorded, copy); /* behind its last look that one again */
        for (size_t look = 0; look < (size_t)(looks > 0 ? looks : 1); ++look) {
            const char *row = recorded->rows[copy].data + (look < own ? look : own - 1) * width;
            nbb_text_put(&bytes, row + (size_t)first * number, (size_t)(elements > 0 ? elements : 1) * number);
        }
    }
    add_entry(archive, nbb_text_string(&file), nbb_text_string(&bytes), bytes.length);
}

nbb_status nbb_recorded_write(const nbb_recorded *recorded, const nbb_program *program, const nbb_list *leads,
                              const char *provenance, const char *path)
{
    NBB_LOCAL_TEXT bytes = NBB_TEXT_EMPTY, index = NBB_TEXT_EMPTY;
    npz archive = { &bytes, &index, 0 };
    NBB_TRY(NBB_EACH(copy, recorded->copies, nbb_text_status(&recorded->rows[copy], "samples")));
    if (NBB_ALL(copy, recorded->copies, looks_of(recorded, copy) > 0)) {
        int64_t looks = (int64_t)looks_of(recorded, longest(recorded));
        for (int i = 0; i < recorded->leads; ++i) {
            add_array(recorded, &archive, leads->items[i], recorded->copies, 0, i, 0);
        }
        add_array(recorded, &archive, "step", 0, looks, recorded->leads, 0);
        int64_t copies = recorded->leads > 0 ? recorded->copies : 0;
        for (int i = 0, elements; i < program->observable_count; i += elements) {
            const nbb_observable *observable = &program->observables[i];
            const char *array = observable->array;
            int others = array != NULL ? program->observable_count - i - 1 : 0;
            elements = 1 + NBB_FIND(at, others, observable[1 + at].element <= 0);
            add_array(recorded, &archive, array != NULL ? array : observable->name, copies, looks,
                      recorded->leads + 1 + i, array != NULL ? elements : 0);
        }
    }
    add_entry(&archive, "provenance.json", provenance, strlen(provenance));
    size_t begin = bytes.length;
    NBB_FAIL_IF(begin + index.length > UINT32_MAX,
                nbb_fail_at(NBB_ERROR_RUN, path, 0, "would have more than 4 GiB: take fewer samples (--every)"));
    nbb_text_put(&bytes, nbb_text_string(&index), index.length);
    PUT(&bytes, "4422442", END, 0, archive.count, archive.count, index.length, begin, 0);
    NBB_TRY(nbb_text_status(&bytes, "an archive"));
    return nbb_file_put(path, &bytes);
}
