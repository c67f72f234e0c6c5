/* npy.c - reads and writes .npy files [numpy.lib.format]:

     header     = "\x93NUMPY"  version  length  dictionary
     version    = 1 0 | 2 0 | 3 0
     length     = of the dictionary, little-endian: 2 bytes in version 1, 4 bytes in 2 and 3
     dictionary = {'descr': a type, 'fortran_order': True or False, 'shape': (), (n,), (n, n) ...} newline

   Entries stand in any order, each once, with blanks between all that there is. */
#include "runtime/run/npy.h"

#include "runtime/base/json.h"
#include "runtime/device/machine.h"

enum { LENGTH_AT = 8, FOUND_MAX = 20 };
static const char magic[] = "\x93NUMPY";

/* Fails with the place in the dictionary, from 0. */
static nbb_status fail_here(const char *path, const char *text, size_t at)
{
    return NBB_REFUSE_AT(path,
                         "character %zu of its header: expected 'descr', 'fortran_order' and 'shape', each once, as"
                         " NumPy writes them, found %s%.*s",
                         at + 1, at == strlen(text) ? "its end" : "", FOUND_MAX, text + at);
}

/* Makes a dictionary JSON, character by character: but for quotes, tuples, capitals and a comma before an end it is.
   A number in parentheses is no tuple. */
static void make_json(char *text)
{
    for (char *at = text; *at != '\0'; ++at) {
        char *end = *at == '\'' || *at == '"' ? strchr(at + 1, *at) : NULL;
        bool is_tuple = at[1] == ')' || at[strcspn(at, ",)")] == ',';
        if (end != NULL) {
            *at = *end = '"';
            at = end;
        } else if (*at == ',' && strchr(")]}", at[1 + strspn(at + 1, " ")]) != NULL) {
            *at = ' ';
        } else if (*at == '(' ? is_tuple : *at == ')') {
            *at = *at == '(' ? '[' : ']';
        } else if (*at == 'T' || *at == 'F') {
            *at = (char)tolower(*at);
        }
    }
}

/* Takes what the entries say; returns whether they say it. A shape of no axes, of more than three, and one of no
   elements leave `axes` 0. */
static bool take_entries(const json_t *entries, nbb_npy_header *header)
{
    const json_t *type = json_object_get(entries, "descr"), *order = json_object_get(entries, "fortran_order");
    const json_t *sides = json_object_get(entries, "shape"), *side;
    size_t axes = json_array_size(sides), axis;
    bool is_shape = json_is_array(sides), fits = axes <= 3;
    const char *name = json_is_string(type) ? json_string_value(type) : "";
    int number = nbb_spelling_index(&(nbb_spellings){ nbb_npy_type_names, NBB_NPY_TYPE_COUNT }, name);
    header->is_known = number >= 0 && json_is_false(order);
    header->shape.type = number >= 0 ? (nbb_npy_type)number : NBB_NPY_U8;
    json_array_foreach (sides, axis, side) {
        is_shape = is_shape && json_is_integer(side);
        fits = fits && json_integer_value(side) >= 1;
        header->shape.at[fits ? axis : 0] = json_integer_value(side);
    }
    header->shape.axes = fits ? (int)axes : 0;
    return is_shape && json_is_boolean(order) && (json_is_string(type) || json_is_array(type))
           && json_object_size(entries) == 3;
}

static nbb_status find_dictionary(const char *path, const unsigned char *bytes, size_t length, size_t *begin,
                                  size_t *count)
{
    bool is_npy = length > LENGTH_AT + 1 && memcmp(bytes, magic, strlen(magic)) == 0;
    NBB_FAIL_IF(!is_npy || bytes[6] < 1 || bytes[6] > 3 || bytes[7] != 0,
                NBB_REFUSE_AT(path, "no .npy file of version 1.0, 2.0 or 3.0 (numpy.save writes one)"));
    size_t width = bytes[6] == 1 ? 2 : 4;
    *begin = LENGTH_AT + width;
    *count = 0;
    for (size_t i = 0; i < width && *begin <= length; ++i) {
        *count |= (size_t)bytes[LENGTH_AT + i] << 8 * i;
    }
    NBB_FAIL_IF(*count > NBB_NPY_DICTIONARY_MAX,
                NBB_REFUSE_AT(path, "its header has %zu characters; at most %d are expected", *count,
                              NBB_NPY_DICTIONARY_MAX));
    return *begin <= length && *count <= length - *begin ? NBB_OK : NBB_REFUSE_AT(path, "ends within its header");
}

nbb_status nbb_npy_parse(const char *path, const char *bytes, size_t length, nbb_npy_header *header)
{
    size_t begin = 0, count = 0;
    json_error_t error;
    json_auto_t *entries = NULL;
    *header = (nbb_npy_header){ .text = NULL };
    NBB_TRY(find_dictionary(path, (const unsigned char *)bytes, length, &begin, &count));
    header->begin = begin + count;
    header->text = strndup(bytes + begin, count);
    NBB_LOCAL_HEAP char *text = strndup(bytes + begin, count);
    NBB_FAIL_IF(header->text == NULL || text == NULL, nbb_fail_memory(count, "a .npy header"));
    make_json(text);
    size_t end = strlen(text);
    NBB_TRY(nbb_json_parse(text, end, "a .npy header", &entries, &error));
    size_t at = entries != NULL || error.position < 1 ? 0 : (size_t)error.position - 1; /* it is behind a token */
    NBB_FAIL_IF(entries == NULL, fail_here(path, header->text, at + 1 < end ? at : end));
    NBB_FAIL_IF(!take_entries(entries, header), fail_here(path, header->text, 0));
    NBB_FAIL_IF(header->text[end - 1] != '\n', fail_here(path, header->text, end));
    for (; end > 0 && strchr(" \n", header->text[end - 1]) != NULL; --end) {
        header->text[end - 1] = '\0'; /* what it is filled up with */
    }
    return NBB_OK;
}

void nbb_npy_header_free(nbb_npy_header *header)
{
    free(header->text);
    *header = (nbb_npy_header){ .text = NULL };
}

enum { PREFIX = 10, ALIGNMENT = 64, CHUNK_BYTES = 1 << 20 };

const char *const nbb_npy_type_names[NBB_NPY_TYPE_COUNT] = { NBB_NPY_TYPES(NBB_SPELLING) };
const int nbb_npy_type_bytes[NBB_NPY_TYPE_COUNT] = { NBB_NPY_TYPES(NBB_COLUMN) };

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
    NBB_LOCAL_MAKE(uint8_t, cells, chunk * row, "rows of an array");
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
        [NBB_NPY_U8] = "UInt8",  [NBB_NPY_I8] = "Int8",    [NBB_NPY_I16] = "Int16",   [NBB_NPY_U16] = "UInt16",
        [NBB_NPY_I32] = "Int32", [NBB_NPY_U32] = "UInt32", [NBB_NPY_F32] = "Float32", [NBB_NPY_F64] = "Float64",
        [NBB_NPY_I64] = "Int64", [NBB_NPY_BOOL] = "UInt8"
    };
    NBB_LOCAL_TEXT header = NBB_TEXT_EMPTY, end = nbb_text_of("\n</AppendedData>\n</VTKFile>\n");
    NBB_REFUSE_IF(types[shape.type] == NULL, "--vti: VTK has no numbers of half precision; --npy saves them");
    print_image(name, types[shape.type], shape, &header);
    return write_array(path, shape, &header, &end, fill, context);
}
