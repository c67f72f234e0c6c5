/* library_draw.c - pictures of what a job describes, before anything is planned. */
#include "library/library_job.h"

enum { TERMINAL_SIDE = 128 };

static nbb_status draw_text(const nbb_job *read, nbb_text *text)
{
    const nbb_domain *domain = &read->domain;
    nbb_vector n = nbb_domain_side(domain);
    int large = NBB_FIND(axis, nbb_domain_axes(domain), n.at[axis] > TERMINAL_SIDE);
    NBB_REFUSE_IF(large < nbb_domain_axes(domain),
                  "%s at %s = %" PRId64 " has a side of %" PRId64
                  " cells, too large for text (%d); name a PNG file with -o",
                  nbb_domain_name(domain), nbb_domain_size_name(domain), domain->size, n.at[large], TERMINAL_SIDE);
    for (int64_t i = 0; i < nbb_box_places(n); ++i) {
        nbb_vector place = nbb_box_place((nbb_vector){ { 0 } }, n, i);
        bool begins = place.at[0] == 0 && place.at[1] == 0 && i > 0; /* a slice */
        nbb_text_add(text, "%s%s%s", begins ? "\n" : "", nbb_domain_member(domain, place) ? "##" : "  ",
                     place.at[0] + 1 == n.at[0] ? "\n" : "");
    }
    return nbb_text_status(text, "a drawing");
}

/* The box, its cells coloured by their numbers, and right of it the orthotope in the same colours: lambda and nu. */
enum { BACKGROUND, HOLE, FIRST_CELL, LAST_CELL = NBB_SHADES - 1, MOST_SIDE = 512, PIXELS = 1024 };

/* From red by way of green and blue to violet. */
static nbb_colour hue(double share)
{
    double channels[3], place = share * 5; /* of six edges of the colours' cube, five */
    for (int i = 0; i < 3; ++i) {
        double away = fabs(place - 2 * i);
        away = away > 3 ? 6 - away : away;
        channels[i] = fmin(1, fmax(0, 2 - away)) * 215 + 20;
    }
    return (nbb_colour){ (uint8_t)channels[0], (uint8_t)channels[1], (uint8_t)channels[2] };
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Appends lambda and nu of a fractal as a PNG. */
static nbb_status draw_maps(const nbb_job *read, nbb_text *made)
{
    const nbb_fractal *fractal = read->domain.fractal;
    NBB_REFUSE_IF(fractal == NULL || nbb_domain_axes(&read->domain) > 2 || read->options.program_name != NULL,
                  "the maps are drawn of a fractal of two axes with --r, and without --program");
    int r = (int)read->domain.size;
    nbb_colour palette[NBB_SHADES] = { [BACKGROUND] = { 255, 255, 255 }, [HOLE] = { 232, 232, 232 } };
    nbb_vector n = nbb_fractal_side(fractal, 0, r), orthotope = nbb_fractal_orthotope(fractal, 0, r);
    int64_t longest = larger(larger(n.at[0], n.at[1]), larger(orthotope.at[0], orthotope.at[1]));
    NBB_REFUSE_IF(longest > MOST_SIDE, "%s at r = %d has %" PRId64 " places a side; the maps are drawn up to %d",
                  fractal->name, r, longest, MOST_SIDE);
    int64_t cells = nbb_fractal_cells(fractal, 0, r), right = n.at[0] + 1 + longest / 16;
    int64_t width = right + orthotope.at[0], height = larger(n.at[1], orthotope.at[1]);
    NBB_LOCAL_MAKE(uint8_t, shades, width * height, "a picture");
    NBB_FILL(i, LAST_CELL - FIRST_CELL + 1, palette[FIRST_CELL + i], hue((double)i / (LAST_CELL - FIRST_CELL)));
    for (int64_t y = 0; y < n.at[1]; ++y) {
        memset(&shades[y * width], HOLE, (size_t)n.at[0]);
    }
    for (int64_t i = 0; i < cells; ++i) {
        nbb_vector place = nbb_fractal_cell(fractal, r, i);
        int64_t omega = nbb_fractal_ordered(fractal, 0, r, i);
        uint8_t *in_box = &shades[place.at[1] * width + place.at[0]];
        uint8_t *in_orthotope = &shades[omega / orthotope.at[0] * width + right + omega % orthotope.at[0]];
        *in_box = *in_orthotope = (uint8_t)(FIRST_CELL + i * (LAST_CELL - FIRST_CELL) / (cells > 1 ? cells - 1 : 1));
    }
    nbb_indexed picture = { .width = (uint32_t)width,
                            .height = (uint32_t)height,
                            .zoom = (uint32_t)larger(1, PIXELS / width),
                            .shades = shades,
                            .palette = palette };
    return nbb_png_encode("the maps' picture", &picture, made);
}

/* Appends the PNG of the fractal of level r. */
static nbb_status draw_cubes(const nbb_fractal *fractal, int r, nbb_text *png)
{
    nbb_colour palette[NBB_SHADES] = { { 0 } };
    nbb_isometric made = nbb_isometric_of(fractal, r, 1);
    NBB_LOCAL_MAKE(uint8_t, shades, (size_t)made.width * made.height, "a picture");
    NBB_TRY(nbb_isometric_paint(&made, NULL, shades));
    nbb_isometric_palette(&made, &nbb_isometric_plain, palette);
    int64_t cube = nbb_fractal_side(fractal, 0, made.level).at[0]; /* what one stands for, by x */
    NBB_TRY(
        nbb_png_encode("the picture", &(nbb_indexed){ made.width, made.height, made.zoom, shades, palette }, png));
    if (cube > 1) {
        nbb_say("the picture is scaled down, a cube stands for %" PRId64 " cells a side", cube);
    }
    return NBB_OK;
}

static nbb_status draw_cells(const nbb_job *read, nbb_text *made)
{
    const nbb_domain *domain = &read->domain;
    nbb_picture_size size = nbb_picture_fit(nbb_domain_side(domain));
    bool is_cubes = domain->fractal != NULL && nbb_domain_axes(domain) > 2;
    NBB_RETURN_IF(is_cubes, draw_cubes(domain->fractal, (int)domain->size, made));
    NBB_LOCAL_ARENA arena = { .purpose = "a picture" };
    uint64_t *cells;
    NBB_TRY(nbb_picture_count(&arena, domain, size, &cells));
    NBB_TRY(nbb_picture_encode(size, cells, NULL, made));
    if (size.scale > 1) {
        nbb_say("the picture is scaled down, a pixel stands for %u x %u cells", size.scale, size.scale);
    }
    return NBB_OK;
}

static nbb_status draw(const nbbgen_job *job, const char *what, nbb_text *made)
{
    static const char *const names[] = { "cells", "maps", "text" };
    static nbb_status (*const drawings[])(const nbb_job *, nbb_text *) = { draw_cells, draw_maps, draw_text };
    NBB_TRY(nbb_library_check_text(what, "what is drawn"));
    int number = nbb_spelling_index(&(nbb_spellings){ names, 3 }, what);
    NBB_LOCAL_TEXT near = NBB_TEXT_EMPTY;
    nbb_add_near(&near, what, names, 3);
    NBB_REFUSE_IF(number < 0, "no drawing '%s': expected cells, maps or text%s", what, nbb_text_string(&near));
    NBB_AT_END(nbb_job_close) nbb_job read;
    NBB_TRY(nbb_library_read(job, NBB_COMMAND_RENDER, &read));
    NBB_TRY(nbb_options_domain(&read.options, &read.domain)); /* says which size is missing */
    return drawings[number](&read, made);
}

NBB_LIBRARY_GIVES(nbbgen_draw, (nbbgen_job *const job, const char *what, const char **bytes, size_t *length),
                  draw(job, what, &job->answer))
