/* window.c - chooses the cells that a window's pixels show, asks the run for them, and takes means. */
#include "runtime/run/drawing.h"

/* A cell of the part of the box, the first one from `from` on. */
static bool find_from(const nbb_domain *domain, nbb_vector from, nbb_vector end, nbb_vector *cell)
{
    nbb_vector extent = { { end.at[0] - from.at[0], end.at[1] - from.at[1], 1 } };
    bool is_one = extent.at[0] == 1 && extent.at[1] == 1;
    *cell = from;
    return nbb_domain_member(domain, from) || (!is_one && nbb_picture_first(domain, from, extent, cell));
}

/* A cell drawn among those of a part: the first from a place drawn there, for no digit to be preferred, or of all. */
static bool draw_cell(const nbb_domain *domain, nbb_vector n, nbb_vector begin, nbb_vector end, nbb_vector *cell)
{
    nbb_vector from = begin;
    /* Some number of the place, always the same: pictures of one state are equal. */
    uint64_t a = (uint64_t)begin.at[0] * 0x9e3779b97f4a7c15u ^ ((uint64_t)begin.at[1] + 1) * 0xbf58476d1ce4e5b9u;
    a = (a ^ a >> 29) * 0x94d049bb133111ebu;
    uint64_t drawn = a ^ a >> 32;
    for (int axis = 0; axis < 2; ++axis, drawn >>= 32) {
        begin.at[axis] = begin.at[axis] > 0 ? begin.at[axis] : 0;
        end.at[axis] = end.at[axis] < n.at[axis] ? end.at[axis] : n.at[axis];
        NBB_RETURN_IF(begin.at[axis] >= end.at[axis], false);
        from.at[axis] = begin.at[axis] + (int64_t)((drawn & 0xffffffff) % (uint64_t)(end.at[axis] - begin.at[axis]));
    }
    bool is_first = from.at[0] == begin.at[0] && from.at[1] == begin.at[1];
    return find_from(domain, from, end, cell) || (!is_first && find_from(domain, begin, end, cell));
}

/* Where part number i of a row or column of parts begins. */
static int64_t begin_of(const nbb_window *window, int axis, int64_t parts, int64_t i)
{
    return window->corner.at[axis] + i / parts * window->scale + i % parts * window->scale / parts;
}

static nbb_status draw_cells(nbb_window_cells *cells, const nbb_plan *plan)
{
    const nbb_window *window = &cells->window;
    /* Parts of a pixel a side, each of which shows a cell: all places, or as many as may be asked for. */
    int64_t parts = 1, pixels = (int64_t)window->width * window->height;
    while (parts < window->scale && (parts + 1) * (parts + 1) * pixels <= NBB_WINDOW_CELLS) {
        ++parts;
    }
    int64_t places = pixels * parts * parts;
    NBB_TRY(NBB_ARRAYS(&cells->arena, NBB_ARRAY(cells->at, places), NBB_ARRAY(cells->pixels, places),
                       NBB_ARRAY(cells->found, places)));
#pragma omp parallel for
    for (int64_t i = 0; i < places; ++i) { /* parts of a pixel come one behind the other */
        int64_t pixel = i / (parts * parts), part = i % (parts * parts);
        int64_t column = pixel % window->width * parts + part % parts;
        int64_t row = pixel / window->width * parts + part / parts;
        nbb_vector cell,
            begin = { { begin_of(window, 0, parts, column), begin_of(window, 1, parts, row), window->corner.at[2] } };
        nbb_vector end = { { begin_of(window, 0, parts, column + 1), begin_of(window, 1, parts, row + 1) } };
        bool is_there = draw_cell(&plan->asked.domain, plan->asked.sides, begin, end, &cell);
        cells->at[i] = is_there ? cell : (nbb_vector){ { -1 } };
    }
    for (int64_t i = 0; i < places; ++i) {
        if (cells->at[i].at[0] >= 0) {
            cells->at[cells->count] = cells->at[i];
            cells->pixels[cells->count++] = (uint32_t)(i / (parts * parts));
        }
    }
    return NBB_OK;
}

static nbb_status count_cells(nbb_window_cells *cells, nbb_run *run, float *means)
{
    const nbb_window *window = &cells->window;
    nbb_picture_size size = nbb_picture_scaled(run->request.plan->asked.sides, window->scale); /* of the whole */
    int64_t left = window->corner.at[0] / window->scale, top = window->corner.at[1] / window->scale;
    NBB_TRY_IF(cells->live == NULL,
               NBB_ARRAYS(&cells->arena, NBB_ARRAY(cells->live, (size_t)size.width * size.height)));
    NBB_TRY(nbb_run_image(run, size.scale, size.width, size.height, cells->live));
#pragma omp parallel for
    for (int64_t y = top; y < top + window->height; ++y) {
        float *mean = means + (y - top) * window->width;
        for (int64_t x = left; x < left + window->width; ++x) {
            int64_t at = y * size.width + x;
            bool is_inside = x >= 0 && x < size.width && y >= 0 && y < size.height && cells->all[at] > 0;
            *mean++ = is_inside ? (float)((double)cells->live[at] / (double)cells->all[at]) : NAN;
        }
    }
    return NBB_OK;
}

static nbb_vector cell_of(const void *context, int64_t i)
{
    return ((const nbb_window_cells *)context)->at[i];
}

/* Cells of a pixel come one behind the other. */
static nbb_status average(const nbb_window_cells *cells, nbb_run *run, int field, float *means)
{
    int64_t bytes = run->request.plan->asked.traits.bytes[field];
    size_t pixels = (size_t)cells->window.width * cells->window.height;
    uint32_t pixel = 0;
    double sum = 0, summed = 0;
    NBB_FILL(i, pixels, means[i], NAN);
    NBB_TRY(nbb_run_read(run, field, cell_of, cells, 0, cells->count, cells->found));
    for (int64_t i = 0; i < cells->count; ++i) {
        bool is_next = cells->pixels[i] != pixel;
        uint64_t bits = 0;
        memcpy(&bits, (const char *)cells->found + i * bytes, (size_t)bytes);
        pixel = cells->pixels[i];
        sum = (is_next ? 0 : sum) + nbb_run_number(run->request.plan, field, bits);
        summed = (is_next ? 0 : summed) + 1;
        means[pixel] = (float)(sum / summed);
    }
    return NBB_OK;
}

void nbb_window_free(nbb_window_cells *cells)
{
    nbb_arena_free(&cells->arena);
    *cells = (nbb_window_cells){ .arena = { .purpose = "a window's cells" } };
}

nbb_status nbb_window_take(nbb_window_cells *cells, nbb_run *run, nbb_window window, int field, float *means)
{
    const nbb_plan *plan = run->request.plan;
    const nbb_vector n = plan->asked.sides;
    int64_t most = NBB_WINDOW_SIDE * window.scale;
    bool counts = plan->asked.traits.lives && nbb_domain_axes(&plan->asked.domain) == 2 && window.scale > 1
                  && n.at[0] <= most && n.at[1] <= most && window.corner.at[0] % window.scale == 0
                  && window.corner.at[1] % window.scale == 0;
    if (memcmp(&cells->window, &window, sizeof window) != 0 || counts != (cells->all != NULL)) {
        nbb_window_free(cells);
        NBB_TRY_OR(counts ? nbb_picture_count(&cells->arena, &plan->asked.domain, nbb_picture_scaled(n, window.scale),
                                              &cells->all)
                          : (cells->window = window, draw_cells(cells, plan)),
                   nbb_window_free(cells));
        cells->window = window;
    }
    return counts ? count_cells(cells, run, means) : average(cells, run, field, means);
}
