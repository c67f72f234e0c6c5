/* points.c - points read from a .npy file [numpy.lib.format] or drawn, and distances as numbers. */
#include "runtime/run/given.h"

enum { FILE_MAX_BYTES = INT32_MAX };

/* A file's number, or a distance. */
static double number_at(const char *at, size_t bytes)
{
    float single;
    double number;
    if (bytes == sizeof single) {
        memcpy(&single, at, sizeof single);
        return single;
    }
    memcpy(&number, at, sizeof number);
    return number;
}

double nbb_points_coordinate(const nbb_points *points, int64_t i, int c)
{
    int64_t at = c * points->pitch + i;
    return points->are_wide ? ((const double *)points->at)[at] : ((const float *)points->at)[at];
}

/* False where the number is not finite in the points' precision. */
static bool put(nbb_points *points, int64_t i, int c, double number)
{
    int64_t at = c * points->pitch + i;
    if (points->are_wide) {
        ((double *)points->at)[at] = number;
    } else {
        ((float *)points->at)[at] = (float)number;
    }
    return isfinite(nbb_points_coordinate(points, i, c));
}

/* Room for the points, all 0. */
static nbb_status make_points(int64_t count, int64_t dimensions, bool are_wide, nbb_points *points)
{
    *points = (nbb_points){
        .count = count, .pitch = (count + 7) / 8 * 8, .dimensions = (int)dimensions, .are_wide = are_wide
    };
    return nbb_make(&points->at, 1, nbb_points_bytes(points), "points");
}

nbb_status nbb_points_read(const char *path, nbb_out out, nbb_points *points)
{
    NBB_LOCAL_TEXT file = NBB_TEXT_EMPTY;
    NBB_AT_END(nbb_npy_header_free) nbb_npy_header header = { .text = NULL };
    *points = (nbb_points){ .at = NULL };
    NBB_TRY(nbb_text_read_file(&file, path, FILE_MAX_BYTES, NBB_ERROR_USAGE));
    NBB_TRY(nbb_reads_add(path));
    NBB_TRY(nbb_npy_parse(path, nbb_text_string(&file), file.length, &header));
    nbb_npy_shape shape = header.shape;
    bool fits = shape.axes == 2 && shape.at[0] <= NBB_SIMPLEX_N_MAX && shape.at[1] <= NBB_DIMENSIONS_MAX;
    NBB_FAIL_IF(!header.is_known || !(shape.type == NBB_NPY_F32 || shape.type == NBB_NPY_F64) || !fits,
                NBB_REFUSE_AT(path,
                              "expected little-endian float32 or float64 numbers of shape (points,"
                              " dimensions) in C order, at most %d dimensions; found %s",
                              NBB_DIMENSIONS_MAX, header.text));
    int64_t wanted = shape.at[0] * shape.at[1] * nbb_npy_type_bytes[shape.type];
    NBB_FAIL_IF(file.length - header.begin != (uint64_t)wanted,
                NBB_REFUSE_AT(path, "holds %zu bytes of numbers, its shape needs %lld", file.length - header.begin,
                              (long long)wanted));
    bool are_wide = out == NBB_OUT_F64 || (out == NBB_OUT_AUTO && shape.type == NBB_NPY_F64);
    NBB_TRY(make_points(shape.at[0], shape.at[1], are_wide, points));
    size_t item = (size_t)nbb_npy_type_bytes[shape.type];
    for (int64_t i = 0; i < points->count * points->dimensions; ++i) { /* numbers are taken apart by dimension */
        int64_t point = i / points->dimensions;
        int c = (int)(i % points->dimensions);
        NBB_FAIL_IF(!put(points, point, c, number_at(file.data + header.begin + (size_t)i * item, item)),
                    NBB_REFUSE_AT(path, "coordinate %d of point %" PRId64 " is not finite in %s precision", c, point,
                                  are_wide ? "double" : "single"));
    }
    return NBB_OK;
}

nbb_status nbb_points_draw(const nbb_plan *plan, uint64_t seed, nbb_points *points)
{
    bool are_wide = plan->asked.traits.cell->kind == NBB_CELL_F64;
    NBB_TRY(make_points(plan->asked.domain.size, plan->asked.dimensions, are_wide, points));
    points->is_drawn = true;
    for (int64_t i = 0; i < points->count; ++i) {
        uint64_t point = nbb_mix(nbb_mix(seed) ^ (uint64_t)i);
        for (int c = 0; c < points->dimensions; ++c) {
            uint64_t bits = nbb_mix(point ^ (uint64_t)c);
            put(points, i, c, are_wide ? (double)(bits >> 11) * 0x1p-53 : (double)(bits >> 40) * 0x1p-24);
        }
    }
    return NBB_OK;
}

uint64_t nbb_points_bytes(const nbb_points *points)
{
    size_t bytes = points->are_wide ? sizeof(double) : sizeof(float);
    return (uint64_t)points->pitch * (uint64_t)points->dimensions * bytes;
}

double nbb_points_number(nbb_cell_kind kind, const void *distance)
{
    uint16_t half;
    memcpy(&half, distance, sizeof half);
    return kind == NBB_CELL_F16 ? nbb_half_value(half) : number_at(distance, nbb_cell_types[kind].bytes);
}

void nbb_points_free(nbb_points *points)
{
    free(points->at);
    *points = (nbb_points){ .at = NULL };
}
