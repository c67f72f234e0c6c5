/* points.c - points read from a .npy file [numpy.lib.format] or drawn, and the distance of two of them. */
#include "runtime/run/points.h"

#include "runtime/run/npy.h"
#include "gen/domain/simplex.h"
#include "gen/domain/state.h"
#include "gen/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX_BYTES = INT32_MAX };

static nbb_status fail_shape(const char *path, const char *header)
{
    return nbb_fail_at(NBB_ERROR_USAGE, path, 0,
                       "expected little-endian float32 or float64 numbers of shape (points,"
                       " dimensions) in C order, at most %d dimensions; found %s",
                       NBB_DIMENSIONS_MAX, header);
}

static nbb_status check_header(const char *path, const nbb_npy_header *header)
{
    const nbb_npy_shape *shape = &header->shape;
    bool is_real = shape->type == NBB_NPY_F32 || shape->type == NBB_NPY_F64;
    bool fits = shape->axes == 2 && shape->at[0] <= NBB_SIMPLEX_N_MAX && shape->at[1] <= NBB_DIMENSIONS_MAX;
    return header->is_known && is_real && fits ? NBB_OK : fail_shape(path, header->text);
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
static nbb_status take_points(const char *path, const char *data, nbb_npy_shape shape, nbb_points *points)
{
    int item = nbb_npy_type_bytes[shape.type];
    NBB_TRY(make_points(shape.at[0], shape.at[1], points));
    for (int64_t i = 0; i < points->count * points->dimensions; ++i) {
        float number = number_at(data + i * item, item);
        if (!isfinite(number)) {
            return nbb_fail_at(NBB_ERROR_USAGE, path, 0,
                               "coordinate %lld of point %lld is not finite in single precision",
                               (long long)(i % points->dimensions), (long long)(i / points->dimensions));
        }
        points->at[i % points->dimensions * points->pitch + i / points->dimensions] = number;
    }
    return NBB_OK;
}

static nbb_status read_points(const char *path, const nbb_text *file, nbb_npy_header *header, nbb_points *points)
{
    NBB_TRY(nbb_npy_parse(path, nbb_text_string(file), file->length, header));
    NBB_TRY(check_header(path, header));
    nbb_npy_shape shape = header->shape;
    int64_t wanted = shape.at[0] * shape.at[1] * nbb_npy_type_bytes[shape.type];
    if (file->length - header->begin != (uint64_t)wanted) {
        return nbb_fail_at(NBB_ERROR_USAGE, path, 0, "holds %zu bytes of numbers, its shape needs %lld",
                        file->length - header->begin, (long long)wanted);
    }
    return take_points(path, file->data + header->begin, shape, points);
}

nbb_status nbb_points_read(const char *path, nbb_points *points)
{
    nbb_text file = NBB_TEXT_EMPTY;
    nbb_npy_header header = { .text = NULL };
    *points = (nbb_points){ .at = NULL };
    nbb_status status = nbb_text_read_file(&file, path, FILE_MAX_BYTES, NBB_ERROR_USAGE);
    if (status == NBB_OK) {
        status = read_points(path, &file, &header, points);
    }
    if (status != NBB_OK) {
        nbb_points_free(points);
    }
    nbb_npy_header_free(&header);
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
