/* npy.c - reads and writes .npy files [numpy.lib.format]; nothing that only looks like a header is read as one:

     header     = "\x93NUMPY"  version  length  dictionary
     version    = 1 0 | 2 0 | 3 0
     length     = of the dictionary, little-endian: 2 bytes in version 1, 4 bytes in 2 and 3
     dictionary = "{" entry { "," entry } [ "," ] "}" newline            blanks may stand between any of these
     entry      = 'descr': a type | 'fortran_order': True or False | 'shape': (), (n,), (n, n) ...

   Each entry is there once. */
#include "runtime/run/npy.h"

#include "runtime/device/interrupt.h"

enum { LENGTH_AT = 8, FOUND_MAX = 20 };
static const char magic[] = "\x93NUMPY";

typedef struct reading {
    const char *path;
    const char *at; /* what follows, ended by a 0 */
    nbb_npy_header *header;
} reading;

/* Fails with the place; what is expected there is a phrase. */
static nbb_status fail_here(const reading *job, const char *expected)
{
    return nbb_fail_at(NBB_ERROR_USAGE, job->path, 0, "character %zu of its header: expected %s, found %s%.*s",
                       (size_t)(job->at - job->header->text) + 1, expected, *job->at == '\0' ? "its end" : "",
                       FOUND_MAX, job->at);
}

static void skip_blanks(reading *job)
{
    job->at += strspn(job->at, " ");
}

/* Takes the word, and blanks behind it, if it is what follows. */
static bool take(reading *job, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(job->at, word, length) != 0) {
        return false;
    }
    job->at += length;
    skip_blanks(job);
    return true;
}

/* Takes 'text' or "text"; *text and *length tell what is between the quotes. */
static bool take_string(reading *job, const char **text, size_t *length)
{
    const char *quote = job->at;
    size_t inside = *quote == '\'' || *quote == '"' ? strcspn(quote + 1, *quote == '"' ? "\"" : "'") : 0;
    if (inside == 0 || quote[1 + inside] != *quote) {
        return false;
    }
    *text = quote + 1;
    *length = inside;
    job->at += inside + 2;
    skip_blanks(job);
    return true;
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && strncmp(text, word, length) == 0;
}

/* Takes a structured type's "[...]", which no array of nbbgen's has. */
static bool take_list(reading *job)
{
    const char *text;
    size_t length;
    int depth = 0;
    do {
        depth += *job->at == '[' || *job->at == '(';
        depth -= *job->at == ']' || *job->at == ')';
        if (!take_string(job, &text, &length)) {
            job->at += *job->at != '\0';
        }
    } while (depth > 0 && *job->at != '\0');
    skip_blanks(job);
    return depth == 0;
}

static nbb_status read_type(reading *job)
{
    nbb_npy_header *header = job->header;
    const char *text = "";
    size_t length = 0;
    NBB_FAIL_IF(!(*job->at == '[' ? take_list(job) : take_string(job, &text, &length)), fail_here(job, "a type"));
    int number = 0;
    while (number < NBB_NPY_TYPE_COUNT && !is_word(text, length, nbb_npy_type_names[number])) {
        ++number;
    }
    header->is_known = header->is_known && number < NBB_NPY_TYPE_COUNT;
    header->shape.type = number < NBB_NPY_TYPE_COUNT ? (nbb_npy_type)number : NBB_NPY_U8;
    return NBB_OK;
}

static nbb_status read_order(reading *job)
{
    if (take(job, "False")) {
        return NBB_OK;
    }
    job->header->is_known = false;
    return take(job, "True") ? NBB_OK : fail_here(job, "True or False");
}

/* Takes a whole number as Python writes one, up to INT64_MAX. */
static bool take_number(reading *job, int64_t *number)
{
    const char *first = job->at;
    *number = 0;
    for (; isdigit((unsigned char)*job->at) && *number <= (INT64_MAX - 9) / 10; ++job->at) {
        *number = 10 * *number + (*job->at - '0');
    }
    bool is_whole = job->at > first && !isdigit((unsigned char)*job->at);
    bool is_plain = *first != '0' || job->at == first + 1;
    skip_blanks(job);
    return is_whole && is_plain;
}

/* A shape of no axes, of more than three, and one of no elements leave `axes` 0. */
static nbb_status read_shape(reading *job)
{
    nbb_npy_shape *shape = &job->header->shape;
    bool fits = true;
    int axes = 0;
    NBB_FAIL_IF(!take(job, "("), fail_here(job, "a shape in parentheses"));
    while (!take(job, ")")) {
        int64_t number;
        NBB_FAIL_IF(!take_number(job, &number), fail_here(job, "a whole number of the shape"));
        fits = fits && axes < 3 && number >= 1;
        if (fits) {
            shape->at[axes] = number;
        }
        ++axes;
        if (!take(job, ",") && (axes == 1 || *job->at != ')')) { /* "(5)" is a number to Python */
            return fail_here(job, "a comma");
        }
    }
    shape->axes = fits ? axes : 0;
    return NBB_OK;
}

static const struct {
    const char *name;
    nbb_status (*read)(reading *job);
} entries[] = { { "descr", read_type }, { "fortran_order", read_order }, { "shape", read_shape } };
static const char all_entries[] = "'descr', 'fortran_order' and 'shape', each once";
enum { ENTRIES = (int)(sizeof entries / sizeof entries[0]) };

/* Reads an entry; `seen` has a bit for each that was. */
static nbb_status read_entry(reading *job, unsigned *seen)
{
    const char *begin = job->at, *key = "";
    size_t length = 0;
    int number = 0;
    bool is_string = take_string(job, &key, &length);
    while (number < ENTRIES && !is_word(key, length, entries[number].name)) {
        ++number;
    }
    if (!is_string || number == ENTRIES || (*seen >> number & 1) != 0) {
        job->at = begin;
        return fail_here(job, all_entries);
    }
    *seen |= 1u << number;
    return take(job, ":") ? entries[number].read(job) : fail_here(job, "a colon");
}

/* Where the dictionary is. */
static nbb_status find_dictionary(const char *path, const unsigned char *bytes, size_t length, size_t *begin,
                                  size_t *count)
{
    bool is_npy = length > LENGTH_AT + 1 && memcmp(bytes, magic, strlen(magic)) == 0;
    NBB_FAIL_IF(
        !is_npy || bytes[6] < 1 || bytes[6] > 3 || bytes[7] != 0,
        nbb_fail_at(NBB_ERROR_USAGE, path, 0, "no .npy file of version 1.0, 2.0 or 3.0 (numpy.save writes one)"));
    size_t width = bytes[6] == 1 ? 2 : 4;
    *begin = LENGTH_AT + width;
    *count = 0;
    for (size_t i = 0; i < width && *begin <= length; ++i) {
        *count |= (size_t)bytes[LENGTH_AT + i] << 8 * i;
    }
    NBB_FAIL_IF(*count > NBB_NPY_DICTIONARY_MAX,
                nbb_fail_at(NBB_ERROR_USAGE, path, 0, "its header has %zu characters; at most %d are expected",
                            *count, NBB_NPY_DICTIONARY_MAX));
    bool is_whole = *begin <= length && *count <= length - *begin;
    return is_whole ? NBB_OK : nbb_fail_at(NBB_ERROR_USAGE, path, 0, "ends within its header");
}

nbb_status nbb_npy_parse(const char *path, const char *bytes, size_t length, nbb_npy_header *header)
{
    size_t begin = 0, count = 0;
    *header = (nbb_npy_header){ .text = NULL, .is_known = true };
    NBB_TRY(find_dictionary(path, (const unsigned char *)bytes, length, &begin, &count));
    header->text = strndup(bytes + begin, count);
    NBB_FAIL_IF(header->text == NULL, nbb_fail_memory(count, "a .npy header"));
    header->begin = begin + count;
    reading *job = &(reading){ path, header->text, header };
    unsigned seen = 0;
    skip_blanks(job);
    NBB_FAIL_IF(!take(job, "{"), fail_here(job, "a dictionary in braces"));
    do {
        NBB_TRY(read_entry(job, &seen));
    } while (take(job, ",") && *job->at != '}');
    NBB_FAIL_IF(seen + 1 != 1u << ENTRIES || !take(job, "}"),
                fail_here(job, seen + 1 != 1u << ENTRIES ? all_entries : "a brace"));
    NBB_TRY(strcmp(job->at, "\n") == 0 ? NBB_OK : fail_here(job, "blanks and a newline at the end"));
    for (size_t end = strlen(header->text); end > 0 && strchr(" \n", header->text[end - 1]) != NULL;) {
        header->text[--end] = '\0'; /* what it is filled up with */
    }
    return NBB_OK;
}

void nbb_npy_header_free(nbb_npy_header *header)
{
    free(header->text);
    *header = (nbb_npy_header){ .text = NULL };
}

enum { PREFIX = 10, ALIGNMENT = 64, CHUNK_BYTES = 1 << 20 };

#define X(name, text, bytes) text,
const char *const nbb_npy_type_names[NBB_NPY_TYPE_COUNT] = { NBB_NPY_TYPES(X) };
#undef X
#define X(name, text, bytes) bytes,
const int nbb_npy_type_bytes[NBB_NPY_TYPE_COUNT] = { NBB_NPY_TYPES(X) };
#undef X

void nbb_npy_print_header(nbb_npy_shape shape, nbb_text *header)
{
    NBB_LOCAL_TEXT dictionary = nbb_text_of("{'descr': '%s', 'fortran_order': False, 'shape': (",
                                            nbb_npy_type_names[shape.type]);
    for (int axis = 0; axis < shape.axes; ++axis) {
        nbb_text_add(&dictionary, "%s%" PRId64, axis == 0 ? "" : ", ", shape.at[axis]);
    }
    nbb_text_add(&dictionary, "%s), }", shape.axes == 1 ? "," : "");
    size_t needed = PREFIX + dictionary.length + 1; /* with the final newline */
    size_t total = (needed + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    unsigned length = (unsigned)(total - PREFIX);
    const unsigned char prefix[PREFIX] = { 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, length & 0xff, length >> 8 & 0xff };
    nbb_text_put(header, (const char *)prefix, PREFIX);
    nbb_text_add(header, "%s%*s\n", nbb_text_string(&dictionary), (int)(total - needed), "");
}

/* `row` bytes a row. */
static nbb_status write_rows(nbb_file *file, int64_t rows, int64_t row, nbb_npy_rows *fill, void *context)
{
    int64_t chunk = row < CHUNK_BYTES ? CHUNK_BYTES / row : 1;
    chunk = chunk < rows ? chunk : rows;
    NBB_LOCAL_HEAP uint8_t *cells = NULL;
    NBB_TRY(NBB_MAKE(cells, chunk * row, "rows of an array"));
    for (int64_t first = 0; first < rows; first += chunk) {
        int64_t count = rows - first < chunk ? rows - first : chunk;
        NBB_TRY(nbb_interrupt_check());
        NBB_TRY(fill(context, first, count, cells));
        NBB_TRY(nbb_file_write(file, cells, (size_t)(count * row)));
    }
    return NBB_OK;
}

/* With a header, and what ends the file. */
static nbb_status write_array(const char *path, nbb_npy_shape shape, const nbb_text *header, const nbb_text *end,
                              nbb_npy_rows *fill, void *context)
{
    nbb_file file;
    int64_t rows = 1, columns = shape.axes > 1 ? shape.at[shape.axes - 1] : 1;
    for (int axis = 0; axis < shape.axes - (shape.axes > 1); ++axis) {
        rows *= shape.at[axis];
    }
    NBB_TRY(nbb_text_status(header, "an array's header"));
    NBB_TRY(nbb_text_status(end, "an array's header"));
    NBB_TRY(nbb_file_create(path, &file));
    nbb_status status = nbb_file_write(&file, header->data, header->length);
    int64_t bytes = columns * nbb_npy_type_bytes[shape.type];
    status = status == NBB_OK ? write_rows(&file, rows, bytes, fill, context) : status;
    status = status == NBB_OK ? nbb_file_write(&file, end->data, end->length) : status;
    return nbb_file_close(&file, status);
}

nbb_status nbb_npy_write(const char *path, nbb_npy_shape shape, nbb_npy_rows *fill, void *context)
{
    NBB_LOCAL_TEXT header = NBB_TEXT_EMPTY;
    nbb_npy_print_header(shape, &header);
    return write_array(path, shape, &header, &(nbb_text){ .data = "" }, fill, context);
}

/* The cells lie between two points on each axis; raw data begin with the number of their bytes. */
static void print_image(const char *name, const char *type, nbb_npy_shape shape, nbb_text *header)
{
    uint64_t bytes = (uint64_t)nbb_npy_type_bytes[shape.type];
    NBB_LOCAL_TEXT extent = nbb_text_of("0 %" PRId64 " 0 %" PRId64 " 0 %" PRId64, shape.at[shape.axes - 1],
                                        shape.axes > 1 ? shape.at[shape.axes - 2] : 1,
                                        shape.axes > 2 ? shape.at[0] : 1);
    for (int axis = 0; axis < shape.axes; ++axis) {
        bytes *= (uint64_t)shape.at[axis];
    }
    nbb_text_add(header,
                 "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
                 "<ImageData WholeExtent=\"%s\" Origin=\"0 0 0\" Spacing=\"1 1 1\">\n<Piece Extent=\"%s\">\n"
                 "<CellData Scalars=\"%s\">\n<DataArray type=\"%s\" Name=\"%s\" format=\"appended\" offset=\"0\"/>\n"
                 "</CellData>\n</Piece>\n</ImageData>\n<AppendedData encoding=\"raw\">\n_",
                 nbb_text_string(&extent), nbb_text_string(&extent), name, type, name);
    nbb_text_put(header, (const char *)&bytes, sizeof bytes);
}

nbb_status nbb_vti_write(const char *path, const char *name, nbb_npy_shape shape, nbb_npy_rows *fill, void *context)
{
    static const char *const types[NBB_NPY_TYPE_COUNT] = {
        [NBB_NPY_U8] = "UInt8",   [NBB_NPY_I8] = "Int8",    [NBB_NPY_I16] = "Int16",   [NBB_NPY_U16] = "UInt16",
        [NBB_NPY_I32] = "Int32",  [NBB_NPY_U32] = "UInt32", [NBB_NPY_F32] = "Float32", [NBB_NPY_F64] = "Float64",
        [NBB_NPY_I64] = "Int64",  [NBB_NPY_BOOL] = "UInt8"
    };
    NBB_LOCAL_TEXT header = NBB_TEXT_EMPTY, end = nbb_text_of("\n</AppendedData>\n</VTKFile>\n");
    NBB_FAIL_IF(types[shape.type] == NULL,
                nbb_fail(NBB_ERROR_USAGE, "--vti: VTK has no numbers of half precision; --npy saves them"));
    print_image(name, types[shape.type], shape, &header);
    return write_array(path, shape, &header, &end, fill, context);
}
