/* drawing.c - pictures of a run's state, at its end or while it goes on, and the colours of values. */
#include "runtime/run/drawing.h"

#include "runtime/run/program_area.h"

enum { BACKGROUND, FIRST, STATES = 16, STATE_BITS = 4, NO_NUMBER = NBB_SHADES - 1, LAST = NO_NUMBER - 1 };
enum { STEP_OF_RAMP = (LAST - FIRST) / NBB_ISOMETRIC_COLOURS + 1 };

static const nbb_colour no_number = { 0xff, 0x00, 0xff };

/* The first two are those of a live and a dead cell; all are distinguished on the background. */
static const nbb_colour of_states[STATES] = {
    { 0x2c, 0x3e, 0x57 }, { 0xff, 0xd1, 0x66 }, { 0xef, 0x47, 0x6f }, { 0x06, 0xd6, 0xa0 },
    { 0x3a, 0x9b, 0xdc }, { 0xf7, 0x8c, 0x6b }, { 0xb1, 0x8c, 0xf2 }, { 0xf2, 0xf4, 0xf8 },
    { 0x8d, 0x5a, 0x3b }, { 0x9c, 0xd3, 0x5f }, { 0xe5, 0x8a, 0xc8 }, { 0x1f, 0x7a, 0x6d },
    { 0xa6, 0xae, 0xb8 }, { 0xc0, 0x2f, 0x2f }, { 0x5a, 0xd1, 0xe6 }, { 0x6b, 0x6f, 0x2a },
};

/* viridis, of equal steps of lightness [Smith and van der Walt 2015], at every tenth. */
static const nbb_colour viridis[] = {
    { 0x44, 0x01, 0x54 }, { 0x48, 0x25, 0x76 }, { 0x41, 0x44, 0x87 }, { 0x35, 0x5f, 0x8d },
    { 0x2a, 0x78, 0x8e }, { 0x21, 0x91, 0x8c }, { 0x22, 0xa8, 0x84 }, { 0x44, 0xbf, 0x70 },
    { 0x7a, 0xd1, 0x51 }, { 0xbd, 0xdf, 0x26 }, { 0xfd, 0xe7, 0x25 },
};
enum { TENTHS = NBB_COUNT(viridis) - 1 };

static bool has_states(const nbb_shading *shading)
{
    return shading->field->kind == NBB_FIELD_BITS && shading->field->bits <= STATE_BITS;
}

void nbb_shading_see(nbb_shading *shading, double value)
{
    if (isfinite(value)) {
        shading->least = shading->has_seen ? fmin(shading->least, value) : value;
        shading->most = shading->has_seen ? fmax(shading->most, value) : value;
        shading->has_seen = true;
    }
}

void nbb_shading_palette(const nbb_shading *shading, nbb_colour palette[NBB_SHADES])
{
    memset(palette, 0, NBB_SHADES * sizeof *palette);
    for (int shade = FIRST; shade <= LAST; ++shade) {
        double share = (double)(shade - FIRST) / (LAST - FIRST);
        int tenth = share < 1 ? (int)(share * TENTHS) : TENTHS - 1;
        palette[shade] = has_states(shading) && shade - FIRST < STATES
                             ? of_states[shade - FIRST]
                             : nbb_colour_between(viridis[tenth], viridis[tenth + 1], share * TENTHS - tenth);
    }
    palette[BACKGROUND] = nbb_background;
    palette[NO_NUMBER] = no_number;
}

uint8_t nbb_shading_of(const nbb_shading *shading, double value)
{
    NBB_RETURN_IF(has_states(shading), (uint8_t)(FIRST + (int)value));
    NBB_RETURN_IF(!isfinite(value), NO_NUMBER);
    double range = shading->most - shading->least; /* may be too large for a double: halves are not */
    double share = range > 0 ? (value / 2 - shading->least / 2) / (shading->most / 2 - shading->least / 2) : 0;
    return (uint8_t)(FIRST + (int)(fmin(share, 1) * (LAST - FIRST) + 0.5));
}

static size_t pixels_of(const nbb_drawing *drawing)
{
    return (size_t)drawing->size.width * drawing->size.height;
}

static nbb_status open_fields(const nbb_plan *plan, nbb_drawing *drawing)
{
    size_t pixels = drawing->cubes.cubes > 0 ? (size_t)drawing->cubes.cubes : pixels_of(drawing);
    drawing->count = plan->asked.traits.arrays;
    drawing->fields = plan->asked.traits.fields;
    NBB_TRY(NBB_ARRAYS(&drawing->arena, NBB_ARRAY(drawing->picked, pixels), NBB_ARRAY(drawing->pixels, pixels),
                       NBB_ARRAY(drawing->values, pixels * (size_t)drawing->count),
                       NBB_ARRAY(drawing->found, NBB_RUN_ASKED * (drawing->count + 1))));
    for (int i = 0; i < drawing->count; ++i) {
        drawing->shadings[i].field = &drawing->fields[i];
        nbb_shading_palette(&drawing->shadings[i], drawing->palettes[i]);
    }
    if (drawing->cubes.cubes > 0) {
        drawing->picked_count = drawing->cubes.cubes;
        return NBB_OK;
    }
    nbb_vector cell;
    for (uint32_t i = 0; i < pixels_of(drawing); ++i) {
        if (nbb_picture_pick(&plan->asked.domain, drawing->size, i % drawing->size.width, i / drawing->size.width,
                             &cell)) {
            NBB_FILL(axis, NBB_AXES_MAX, drawing->picked[drawing->picked_count][axis], (uint32_t)cell.at[axis]);
            drawing->pixels[drawing->picked_count++] = i;
        }
    }
    return NBB_OK;
}

/* Cells as cubes: of bytes one picture of those that live, of fields one each. */
static nbb_status open_cubes(const nbb_plan *plan, nbb_drawing *drawing)
{
    bool has_fields = plan->asked.traits.cell->kind == NBB_CELL_FIELDS;
    const nbb_fractal *fractal = plan->asked.fractal;
    drawing->cubes = nbb_isometric_of(fractal, plan->asked.r, plan->asked.traits.lives ? 1 : NBB_ISOMETRIC_COLOURS);
    drawing->size = (nbb_picture_size){ (uint32_t)nbb_fractal_side(fractal, 0, drawing->cubes.level).at[0],
                                        drawing->cubes.zoom, drawing->cubes.width, drawing->cubes.height };
    NBB_TRY(NBB_ARRAYS(&drawing->arena, NBB_ARRAY(drawing->colours, drawing->cubes.cubes)));
    NBB_TRY_IF(has_fields, open_fields(plan, drawing));
    for (int i = 0; i < drawing->count; ++i) {
        nbb_colour colours[NBB_ISOMETRIC_COLOURS] = { nbb_isometric_plain }, ramp[NBB_SHADES];
        for (int colour = 0; has_fields && colour < drawing->cubes.colours && drawing->cubes.colours > 1; ++colour) {
            nbb_shading_palette(&drawing->shadings[i], ramp);
            colours[colour] = ramp[FIRST + colour * (has_states(&drawing->shadings[i]) ? 1 : STEP_OF_RAMP)];
        }
        nbb_isometric_palette(&drawing->cubes, colours, drawing->palettes[i]);
    }
    return NBB_OK;
}

nbb_status nbb_drawing_open(const nbb_plan *plan, nbb_drawing *drawing)
{
    bool is_space = plan->asked.fractal != NULL && nbb_fractal_axes(plan->asked.fractal) > 2;
    *drawing = (nbb_drawing){ .arena = { .purpose = "a picture" }, .size = nbb_picture_fit(plan->asked.sides) };
    drawing->count = 1;
    bool counts = !is_space && plan->asked.traits.lives;
    nbb_arena *arena = &drawing->arena;
    nbb_status status = is_space ? open_cubes(plan, drawing)
                        : counts ? nbb_picture_count(arena, &plan->asked.domain, drawing->size, &drawing->cells)
                                 : open_fields(plan, drawing);
    size_t shades = (size_t)drawing->count * pixels_of(drawing), lives = counts ? shades : 0;
    status = status == NBB_OK ? NBB_ARRAYS(arena, NBB_ARRAY(drawing->shades, shades), NBB_ARRAY(drawing->live, lives))
                              : status;
    NBB_TRY_OR(status, nbb_drawing_close(drawing));
    return NBB_OK;
}

static nbb_vector picked_cell(const void *context, int64_t i)
{
    const nbb_drawing *drawing = context;
    const nbb_isometric *of = &drawing->cubes; /* each cube has its first cell */
    NBB_RETURN_IF(of->cubes > 0,
                  nbb_fractal_cell(of->fractal, of->r, i * nbb_fractal_cells(of->fractal, 0, of->level)));
    const uint32_t *at = drawing->picked[i];
    return (nbb_vector){ { at[0], at[1], at[2] } };
}

static nbb_status take_values(nbb_drawing *drawing, nbb_run *run)
{
    int64_t all = drawing->picked_count;
    for (int64_t first = 0; first < all; first += NBB_RUN_ASKED) {
        int64_t count = all - first < NBB_RUN_ASKED ? all - first : NBB_RUN_ASKED;
        NBB_TRY(nbb_run_probe(run, picked_cell, drawing, first, count, drawing->found));
        for (int64_t i = 0; i < count; ++i) {
            for (int field = 0; field < drawing->count; ++field) {
                drawing->values[field * all + first + i] = nbb_field_number(
                    &drawing->fields[field], drawing->found[i * (drawing->count + 1) + field]);
            }
        }
    }
    return NBB_OK;
}

/* The picture of a field. Cubes are of cells that live, or of states but 0, or of values on a ramp. */
static nbb_status take_field(nbb_drawing *drawing, int field)
{
    nbb_shading *shading = &drawing->shadings[field];
    const double *values = drawing->values + field * drawing->picked_count;
    uint8_t *shades = drawing->shades + (size_t)field * pixels_of(drawing);
    for (int64_t i = 0; i < drawing->picked_count; ++i) {
        nbb_shading_see(shading, values[i]);
    }
    for (int64_t i = 0; i < drawing->picked_count; ++i) {
        int shade = nbb_shading_of(shading, values[i]), state = shade - FIRST;
        int colour = has_states(shading) ? state + (state > 0) : 1 + state / STEP_OF_RAMP;
        if (drawing->cubes.cubes > 0) {
            drawing->colours[i] = (uint8_t)(drawing->cubes.colours == 1 ? state > 0 : colour < 17 ? colour : 16);
        } else {
            shades[drawing->pixels[i]] = (uint8_t)shade;
        }
    }
    return drawing->cubes.cubes > 0 ? nbb_isometric_paint(&drawing->cubes, drawing->colours, shades) : NBB_OK;
}

nbb_status nbb_drawing_take(nbb_drawing *drawing, nbb_run *run)
{
    const nbb_picture_size size = drawing->size;
    if (drawing->fields != NULL) {
        NBB_TRY(take_values(drawing, run));
        return NBB_EACH(field, drawing->count, take_field(drawing, field));
    }
    if (drawing->cubes.cubes > 0) { /* of cells that are bytes: of those that live */
        NBB_TRY(nbb_run_read(run, 0, picked_cell, drawing, 0, drawing->cubes.cubes, drawing->colours));
        return nbb_isometric_paint(&drawing->cubes, drawing->colours, drawing->shades);
    }
    NBB_TRY(nbb_run_image(run, size.scale, size.width, size.height, drawing->live));
    nbb_picture_shade(size, drawing->cells, drawing->live, drawing->shades, drawing->palettes[0]);
    return NBB_OK;
}

nbb_indexed nbb_drawing_picture(const nbb_drawing *drawing, int i)
{
    return (nbb_indexed){ drawing->size.width, drawing->size.height, drawing->size.zoom,
                          drawing->shades + (size_t)i * pixels_of(drawing), drawing->palettes[i] };
}

void nbb_drawing_close(nbb_drawing *drawing)
{
    nbb_arena_free(&drawing->arena);
    *drawing = (nbb_drawing){ .count = 0 };
}

nbb_status nbb_field_path(const nbb_field *fields, int count, int i, const char *path, nbb_text *text)
{
    const char *name = strrchr(path, '/'), *end;
    name = name != NULL ? name + 1 : path;
    end = strrchr(name, '.');
    end = end == NULL || end == name ? name + strlen(name) : end;
    bool is_named = count > 1;
    nbb_text_add(text, "%.*s%s%s%s", (int)(end - path), path, is_named ? "." : "", is_named ? fields[i].name : "",
                 end);
    return nbb_text_status(text, "a file's name");
}
