/* points.c - points read from a .npy file [numpy.lib.format] or drawn, and the distance of two of them. */
#include "runtime/run/points.h"

#include "gen/domain/simplex.h"
#include "gen/domain/state.h"
#include "gen/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PREFIX = 10, FILE_MAX_BYTES = INT32_MAX };

/* What a header says of the data behind it. */
typedef struct layout {
    size_t begin;                                     /* of the data */
    int item;                                         /* bytes of a number: 4 or 8 */
    int64_t count;
    int64_t dimensions;
} layout;

static nbb_status fail_shape(const char *path, const char *header)
{
    return nbb_fail(NBB_ERROR_USAGE,
                    "%s: expected little-endian float32 or float64 numbers of shape (points,"
                    " dimensions) in C order, at most %d dimensions; found %s",
                    path, NBB_DIMENSIONS_MAX, header);
}

/* The text behind 'key': in the dictionary, or NULL. */
static const char *value_of(const char *header, const char *key)
{
    const char *found = strstr(header, key);
    found = found != NULL ? strchr(found, ':') : NULL;
    return found != NULL ? found + 1 + strspn(found + 1, " ") : NULL;
}

/* Reads "(5, 3)" or "(5,)". */
static bool read_shape(const char *text, layout *read)
{
    char *end = NULL;
    if (text == NULL || *text != '(') {
        return false;
    }
    read->count = strtoll(text + 1, &end, 10);
    read->dimensions = 1;
    end += strspn(end, ", ");
    if (*end != ')') {
        read->dimensions = strtoll(end, &end, 10);
    }
    return *end == ')' && read->count >= 1 && read->count <= NBB_SIMPLEX_N_MAX && read->dimensions >= 1
           && read->dimensions <= NBB_DIMENSIONS_MAX;
}

static nbb_status read_header(const char *path, const nbb_text *file, layout *read)
{
    const unsigned char *bytes = (const unsigned char *)nbb_text_string(file);
    if (file->length < PREFIX || memcmp(bytes, "\x93NUMPY", 6) != 0 || bytes[6] != 1) {
        return nbb_fail(NBB_ERROR_USAGE, "%s: no .npy file of version 1 (numpy.save writes one)", path);
    }
    size_t length = bytes[8] | (size_t)bytes[9] << 8;
    read->begin = PREFIX + length;
    if (read->begin > file->length) {
        return nbb_fail(NBB_ERROR_USAGE, "%s: ends within its header", path);
    }
    char *header = strndup(file->data + PREFIX, length);
    if (header == NULL) {
        return nbb_fail_memory(length, "a .npy header");
    }
    const char *type = value_of(header, "'descr'"), *fortran = value_of(header, "'fortran_order'");
    bool known = type != NULL && (strncmp(type, "'<f4'", 5) == 0 || strncmp(type, "'<f8'", 5) == 0);
    known = known && fortran != NULL && strncmp(fortran, "False", 5) == 0
            && read_shape(value_of(header, "'shape'"), read);
    read->item = known ? type[3] - '0' : 0;
    nbb_status status = known ? NBB_OK : fail_shape(path, header);
    free(header);
    return status;
}

static float number_at(const char *data, int item)
{
    float single;
    double number;
    if (item == (int)sizeof single) {
        memcpy(&single, data, sizeof single);
        return single;
    }
    memcpy(&number, data, sizeof number);
    return (float)number;
}

/* Room for the points, all 0. */
static nbb_status make_points(int64_t count, int64_t dimensions, nbb_points *points)
{
    *points = (nbb_points){ .count = count, .pitch = (count + 3) / 4 * 4, .dimensions = (int)dimensions };
    points->at = calloc(1, nbb_points_bytes(points));
    return points->at != NULL ? NBB_OK : nbb_fail_memory(nbb_points_bytes(points), "points");
}

/* Takes the numbers apart by dimension. */
static nbb_status take_points(const char *path, const char *data, const layout *read, nbb_points *points)
{
    NBB_TRY(make_points(read->count, read->dimensions, points));
    for (int64_t i = 0; i < points->count * points->dimensions; ++i) {
        float number = number_at(data + i * read->item, read->item);
        if (!isfinite(number)) {
            return nbb_fail(NBB_ERROR_USAGE, "%s: coordinate %lld of point %lld is not finite in single precision",
                            path, (long long)(i % points->dimensions), (long long)(i / points->dimensions));
        }
        points->at[i % points->dimensions * points->pitch + i / points->dimensions] = number;
    }
    return NBB_OK;
}

nbb_status nbb_points_read(const char *path, nbb_points *points)
{
    nbb_text file = NBB_TEXT_EMPTY;
    layout read = { 0 };
    *points = (nbb_points){ .at = NULL };
    nbb_status status = nbb_text_read_file(&file, path, FILE_MAX_BYTES, NBB_ERROR_USAGE);
    if (status == NBB_OK) {
        status = read_header(path, &file, &read);
    }
    if (status == NBB_OK && file.length - read.begin != (uint64_t)(read.count * read.dimensions * read.item)) {
        status = nbb_fail(NBB_ERROR_USAGE, "%s: holds %zu bytes of numbers, its shape needs %lld", path,
                          file.length - read.begin, (long long)(read.count * read.dimensions * read.item));
    }
    if (status == NBB_OK) {
        status = take_points(path, file.data + read.begin, &read, points);
    }
    if (status != NBB_OK) {
        nbb_points_free(points);
    }
    nbb_text_free(&file);
    return status;
}

nbb_status nbb_points_draw(int64_t count, int dimensions, uint64_t seed, nbb_points *points)
{
    NBB_TRY(make_points(count, dimensions, points));
    points->is_drawn = true;
    for (int64_t i = 0; i < count; ++i) {
        uint64_t point = nbb_mix(nbb_mix(seed) ^ (uint64_t)i);
        for (int c = 0; c < dimensions; ++c) {
            points->at[c * points->pitch + i] = (float)(nbb_mix(point ^ (uint64_t)c) >> 40) * 0x1p-24f;
        }
    }
    return NBB_OK;
}

uint64_t nbb_points_bytes(const nbb_points *points)
{
    return (uint64_t)points->pitch * (uint64_t)points->dimensions * sizeof *points->at;
}

float nbb_points_distance(const nbb_points *points, int64_t i, int64_t j)
{
    float sum = 0;
    for (int c = 0; c < points->dimensions; ++c) {
        float difference = points->at[c * points->pitch + i] - points->at[c * points->pitch + j];
        sum += difference * difference;
    }
    return sqrtf(sum);
}

void nbb_points_free(nbb_points *points)
{
    free(points->at);
    *points = (nbb_points){ .at = NULL };
}
