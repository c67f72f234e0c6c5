/* manifest.c - a checkpoint's manifest, written as JSON, read where it may be anybody's, and what its parts cover. */
#include "runtime/checkpoint/checkpoint.h"

void nbb_manifest_add(nbb_manifest *manifest, nbb_part part)
{
    json_t *object = json_pack("{s:s, s:s, s:i, s:I, s:I, s:I, s:I, s:o}", "file", part.file, "field", part.field,
                               "bit", part.bit, "first", (json_int_t)part.first, "cells", (json_int_t)part.cells,
                               "offset", (json_int_t)part.offset, "bytes", (json_int_t)part.bytes, "xxh3",
                               json_sprintf("0x%016" PRIx64, part.hash));
    NBB_JSON_SET_IF(part.copy > 0, object, "copy", json_integer(part.copy));
    nbb_json_add(manifest->list, object);
    manifest->bytes += part.bytes;
}

nbb_status nbb_manifest_print(const nbb_manifest *manifest, const char *command, nbb_text *text)
{
    json_t *whole = json_pack("{s:i, s:s, s:s, s:s, s:I, s:O, s:O, s:O}", "schema", NBB_MANIFEST_SCHEMA, "nbbgen",
                              NBB_VERSION, "commit", nbb_commit, "command", command, "step",
                              (json_int_t)manifest->step, "run", manifest->run, "identity", manifest->identity,
                              "parts", manifest->list);
    return nbb_json_print(whole, 1, "a checkpoint's manifest", text);
}

void nbb_manifest_free(nbb_manifest *manifest)
{
    free(manifest->parts);
    json_decref(manifest->list);
    json_decref(manifest->identity);
    json_decref(manifest->run);
    *manifest = (nbb_manifest){ .parts = NULL };
}

static nbb_status fail_field(const char *path, const char *what, const char *expected)
{
    return NBB_REFUSE_AT(path, "%s: expected %s", what, expected);
}

static nbb_status read_integer(const char *path, const json_t *object, const char *name, int64_t *value)
{
    const json_t *number = json_object_get(object, name);
    *value = json_integer_value(number);
    return json_is_integer(number) && *value >= 0 ? NBB_OK : fail_field(path, name, "a whole number");
}

static nbb_status read_part(const char *path, const json_t *object, nbb_part *part)
{
    int64_t offset, bytes, bit;
    const char *file = json_string_value(json_object_get(object, "file"));
    const char *field = json_string_value(json_object_get(object, "field"));
    const char *hash = json_string_value(json_object_get(object, "xxh3"));
    /* A file in the folder itself, and none that is hidden. */
    bool is_plain = file != NULL && file[0] != '\0' && file[0] != '.' && strchr(file, '/') == NULL;
    NBB_FAIL_IF(!is_plain, fail_field(path, "file of a part", "the name of a file in the same folder"));
    NBB_FAIL_IF(field == NULL, fail_field(path, "field of a part", "a text"));
    NBB_TRY(read_integer(path, object, "bit", &bit));
    NBB_TRY(read_integer(path, object, "first", &part->first));
    NBB_TRY(read_integer(path, object, "cells", &part->cells));
    NBB_TRY(read_integer(path, object, "offset", &offset));
    NBB_TRY(read_integer(path, object, "bytes", &bytes));
    NBB_TRY_IF(json_object_get(object, "copy") != NULL, read_integer(path, object, "copy", &part->copy));
    NBB_FAIL_IF(hash == NULL || strlen(hash) != 18 || strncmp(hash, "0x", 2) != 0
                    || strspn(hash + 2, "0123456789abcdef") != 16,
                fail_field(path, "xxh3 of a part", "0x and 16 hexadecimal digits"));
    part->hash = strtoull(hash, NULL, 16);
    part->file = file;
    part->field = field;
    part->bit = bit < INT32_MAX ? (int)bit : INT32_MAX;
    part->offset = (uint64_t)offset;
    part->bytes = (uint64_t)bytes;
    return NBB_OK;
}

nbb_status nbb_manifest_parse(const char *path, const nbb_text *text, nbb_manifest *manifest)
{
    json_error_t error;
    *manifest = (nbb_manifest){ .parts = NULL };
    json_auto_t *whole = NULL;
    NBB_TRY(nbb_json_parse(nbb_text_string(text), text->length, "a manifest", &whole, &error));
    NBB_FAIL_IF(whole == NULL, nbb_fail_at(NBB_ERROR_USAGE, path, error.line, "no JSON: %s", error.text));
    int64_t schema = 0;
    NBB_TRY(read_integer(path, whole, "schema", &schema));
    NBB_FAIL_IF(schema != NBB_MANIFEST_SCHEMA,
                NBB_REFUSE_AT(path, "schema %" PRId64 ": this nbbgen reads %d", schema, NBB_MANIFEST_SCHEMA));
    NBB_TRY(read_integer(path, whole, "step", &manifest->step));
    manifest->identity = json_incref(json_object_get(whole, "identity"));
    manifest->run = json_incref(json_object_get(whole, "run"));
    NBB_FAIL_IF(!json_is_object(manifest->identity) || !json_is_object(manifest->run),
                fail_field(path, json_is_object(manifest->identity) ? "run" : "identity", "an object"));
    json_t *parts = manifest->list = json_incref(json_object_get(whole, "parts"));
    NBB_FAIL_IF(!json_is_array(parts) || json_array_size(parts) == 0
                    || json_array_size(parts) > NBB_MANIFEST_PARTS_MAX,
                fail_field(path, "parts", "a list of at least one part"));
    manifest->part_count = (int)json_array_size(parts);
    NBB_TRY(NBB_MAKE(manifest->parts, manifest->part_count, "parts of a checkpoint"));
    return NBB_EACH(i, manifest->part_count, read_part(path, json_array_get(parts, (size_t)i), &manifest->parts[i]));
}

static int compare_parts(const void *left, const void *right)
{
    const nbb_part *a = left, *b = right;
    return a->column != b->column ? (a->column > b->column) - (a->column < b->column)
                                  : (a->first > b->first) - (a->first < b->first);
}

/* Whether the sorted parts cover each column: from every part's end on the next one, or the next column. */
static nbb_status check_cover(const char *path, const nbb_manifest *manifest, const nbb_column *columns, int count,
                              int64_t cells, int64_t copies)
{
    int64_t end = cells, column = -1;
    for (int i = 0; i < manifest->part_count; ++i) {
        const nbb_part *part = &manifest->parts[i];
        bool is_next = end == cells && part->column == column + 1 && part->first == 0;
        bool goes_on = end < cells && part->column == column && part->first == end && end % NBB_SAVED_CELLS == 0;
        NBB_FAIL_IF((!is_next && !goes_on) || part->cells < 1 || part->cells > cells - part->first
                        || part->bytes != nbb_column_bytes(columns[part->column % count], part->cells),
                    NBB_REFUSE_AT(path,
                                  "part %s, %" PRId64 " cells from number %" PRId64 " on in %" PRIu64
                                  " bytes, does not fit those before it: the parts of a field hold each of %" PRId64
                                  " cells once",
                                  part->file, part->cells, part->first, part->bytes, cells));
        column = part->column;
        end = part->first + part->cells;
    }
    return column == copies * count - 1 && end == cells ? NBB_OK
                                                        : NBB_REFUSE_AT(path, "its parts end before the state does");
}

nbb_status nbb_manifest_bind(const char *path, nbb_manifest *manifest, const nbb_traits *traits, int64_t cells,
                             int64_t copies)
{
    nbb_column columns[NBB_COLUMNS_MAX];
    int count = nbb_columns_of(traits, columns);
    for (int i = 0; i < manifest->part_count; ++i) {
        nbb_part *part = &manifest->parts[i];
        part->column = NBB_FIND(at, count,
                                columns[at].bit == part->bit && strcmp(columns[at].name, part->field) == 0);
        NBB_FAIL_IF(part->copy >= copies,
                    NBB_REFUSE_AT(path, "part %s is of copy %" PRId64 ", and here copies have numbers below %" PRId64,
                                  part->file, part->copy, copies));
        NBB_FAIL_IF(part->column == count,
                    NBB_REFUSE_AT(path, "part %s is of bit %d of field %s, which cells here have not", part->file,
                                  part->bit, part->field));
        part->column += part->copy * count;
    }
    qsort(manifest->parts, (size_t)manifest->part_count, sizeof *manifest->parts, compare_parts);
    return check_cover(path, manifest, columns, count, cells, copies);
}
