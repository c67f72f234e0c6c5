/* picture.c - a picture's size and colours, a cell for each pixel by going down the levels into what lies in it, and
   the cells in each pixel by a summed-area table of the domain that is never stored.

   P(x, y) is the number of cells left of x and above y. Of a fractal, one level up it splits at the replica that
   (x, y) falls into:

       +--------+----+---
       | whole  | C  |       whole: replicas left of and above it, all their cells
       +--------+----+---    C: replicas above it, their cells left of x
       |   R    | P' |       R: replicas left of it, their cells above y
       +--------+----+---    P': that replica itself, one level down; nothing if it is a hole

   so P takes r steps at most, a pixel is a difference of four P, and the time does not depend on n. C and R need one
   coordinate only and are found once for each line between pixels. */
#include "runtime/run/pictures.h"

/* How a grid line x (or y) cuts the levels, below the top at its place within the replica that it falls into. */
typedef struct cut_line {
    struct {
        int digit;      /* the column (or row) of replicas that the line falls into */
        int64_t before; /* cells of the level left of (or above) the line */
    } level[NBB_LEVELS_MAX + 1];
} cut_line;

/* Replicas of a layout left of column i and above row j, at [j][i]; one more than fits, for lines at its end. */
typedef struct layout_sums {
    int at[NBB_SIDE_MAX + 2][NBB_SIDE_MAX + 2];
} layout_sums;

typedef struct summing {
    int r;
    layout_sums sums[NBB_LEVELS_MAX + 1]; /* sums[mu] of level mu's layout, mu >= 1 */
    nbb_vector side[NBB_LEVELS_MAX + 1];
    int64_t cells[NBB_LEVELS_MAX + 1];
    cut_line *lines[2]; /* the far edges of the pixel columns, and of the pixel rows */
} summing;

static void cut_axis(summing *job, int axis, uint32_t pixels, uint32_t scale)
{
    cut_line *lines = job->lines[axis];
    int64_t n = job->side[job->r].at[axis];
    for (uint32_t i = 0; i < pixels; i++) {
        int64_t edge = (int64_t)(i + 1) * scale;
        int64_t position = edge < n ? edge : n;
        for (int mu = job->r; mu > 0; mu--) {
            lines[i].level[mu].digit = (int)(position / job->side[mu - 1].at[axis]);
            position %= job->side[mu - 1].at[axis];
        }
        lines[i].level[0].before = position; /* 1 behind the only cell of r = 0, else 0 */
        for (int mu = 1; mu <= job->r; mu++) {
            /* Replicas before the column of the layout that the line falls into, or before the row, and in it. */
            const int digit = lines[i].level[mu].digit, all = NBB_SIDE_MAX + 1;
            const layout_sums *sums = &job->sums[mu];
            int before = axis == 0 ? sums->at[all][digit] : sums->at[digit][all];
            int cut = (axis == 0 ? sums->at[all][digit + 1] : sums->at[digit + 1][all]) - before;
            lines[i].level[mu].before = before * job->cells[mu - 1] + cut * lines[i].level[mu - 1].before;
        }
    }
}

/* P at the corner of a column's and a row's far edge. */
static uint64_t cells_before(const summing *job, const cut_line *x, const cut_line *y)
{
    int64_t count = 0,
            times = 1; /* the replica that both lines fall into is there so often: of three axes in slices */
    for (int mu = job->r; mu > 0; mu--) {
        const layout_sums *sums = &job->sums[mu];
        int i = x->level[mu].digit, j = y->level[mu].digit;
        int whole = sums->at[j][i];
        int above = sums->at[j][i + 1] - whole;
        int left = sums->at[j + 1][i] - whole;
        count += times
                 * (whole * job->cells[mu - 1] + above * x->level[mu - 1].before + left * y->level[mu - 1].before);
        times *= sums->at[j + 1][i + 1] - whole - above - left;
        NBB_RETURN_IF(times == 0, (uint64_t)count); /* a hole */
    }
    return (uint64_t)(count + times * x->level[0].before * y->level[0].before);
}

/* P at every pixel's far corner becomes its count, from the end: the difference of four, P being 0 on the edge. */
static void difference(nbb_picture_size size, uint64_t *cells)
{
    int64_t width = size.width;
    for (int64_t y = size.height - 1; y >= 0; y--) {
        for (int64_t x = width - 1; x >= 0; x--) {
            uint64_t *here = &cells[y * width + x];
            uint64_t left = x > 0 ? here[-1] : 0;
            uint64_t above = y > 0 ? here[-width] : 0;
            uint64_t both = x > 0 && y > 0 ? here[-width - 1] : 0;
            *here += both - left - above;
        }
    }
}

static nbb_status make_sums(nbb_arena *arena, const nbb_fractal *fractal, int r, nbb_picture_size size,
                            summing **made)
{
    summing *job; /* too large for the stack */
    NBB_TRY(NBB_ARRAYS(arena, NBB_ARRAY(job, 1)));
    NBB_TRY(NBB_ARRAYS(arena, NBB_ARRAY(job->lines[0], size.width), NBB_ARRAY(job->lines[1], size.height)));
    job->r = r;
    for (int mu = 0; mu <= job->r; mu++) {
        job->side[mu] = nbb_fractal_side(fractal, 0, mu);
        job->cells[mu] = nbb_fractal_cells(fractal, 0, mu);
        layout_sums *sums = &job->sums[mu];
        for (int beta = 0; mu > 0 && beta < fractal->levels[mu - 1]->k; beta++) {
            const uint8_t *tau = fractal->levels[mu - 1]->tau[beta];
            sums->at[tau[1] + 1][tau[0] + 1] += 1; /* of all slices */
        }
        for (int j = 1; j < NBB_SIDE_MAX + 2; j++) {
            for (int i = 1; i < NBB_SIDE_MAX + 2; i++) {
                sums->at[j][i] += sums->at[j - 1][i] + sums->at[j][i - 1] - sums->at[j - 1][i - 1];
            }
        }
    }
    cut_axis(job, 0, size.width, size.scale);
    cut_axis(job, 1, size.height, size.scale);
    *made = job;
    return NBB_OK;
}

/* Adds the cells of a replica of level mu, turned so, to the pixels that they are in. */
static void count_turned(const nbb_fractal *fractal, int mu, nbb_vector corner, int isometry, nbb_picture_size size,
                         uint64_t *cells)
{
    nbb_vector side = nbb_fractal_side(fractal, 0, mu);
    int64_t x = corner.at[0] / size.scale, y = corner.at[1] / size.scale;
    if ((corner.at[0] + side.at[0] - 1) / size.scale == x && (corner.at[1] + side.at[1] - 1) / size.scale == y) {
        cells[y * size.width + x] += (uint64_t)nbb_fractal_cells(fractal, 0, mu);
        return;
    }
    const nbb_replicas *replicas = fractal->levels[mu - 1];
    side = nbb_fractal_side(fractal, 0, mu - 1);
    for (int beta = 0; beta < replicas->k; ++beta) {
        nbb_vector place = nbb_turned_place(replicas, isometry, beta);
        nbb_vector inner = { { corner.at[0] + place.at[0] * side.at[0], corner.at[1] + place.at[1] * side.at[1] } };
        count_turned(fractal, mu - 1, inner, nbb_isometry_after(isometry, replicas->isometry[beta]), size, cells);
    }
}

/* P of a simplex: the cells from x on are one of side n - x, and so are those from y on, and those from both on. */
static uint64_t simplex_before(const nbb_domain *domain, int64_t x, int64_t y)
{
    int m = domain->simplex->m;
    int64_t n = domain->size;
    return (uint64_t)(nbb_simplex_cells(m, n) - nbb_simplex_cells(m, n - x) - nbb_simplex_cells(m, n - y)
                      + nbb_simplex_cells(m, n - x - y));
}

nbb_status nbb_picture_count(nbb_arena *arena, const nbb_domain *domain, nbb_picture_size size, uint64_t **cells)
{
    NBB_TRY(nbb_domain_check_size(domain));
    NBB_TRY(NBB_ARRAYS(arena, NBB_ARRAY(*cells, (size_t)size.width * size.height)));
    if (domain->fractal != NULL && domain->fractal->orientations > 1) {
        count_turned(domain->fractal, (int)domain->size, (nbb_vector){ { 0 } }, 0, size, *cells);
        return NBB_OK;
    }
    NBB_LOCAL_ARENA sums = { .purpose = "a picture's layout sums" };
    summing *job = NULL;
    NBB_TRY_IF(domain->fractal != NULL, make_sums(&sums, domain->fractal, (int)domain->size, size, &job));
#pragma omp parallel for
    for (int64_t y = 0; y < size.height; y++) {
        for (int64_t x = 0; x < size.width; x++) {
            (*cells)[y * size.width + x] = job != NULL
                                               ? cells_before(job, &job->lines[0][x], &job->lines[1][y])
                                               : simplex_before(domain, (x + 1) * size.scale, (y + 1) * size.scale);
        }
    }
    difference(size, *cells);
    return NBB_OK;
}

/* As nbb_fractal_visit. */
static bool take_cell(void *context, NBB_UNUSED int64_t number, nbb_vector cell)
{
    *(nbb_vector *)context = cell;
    return true;
}

bool nbb_picture_first(const nbb_domain *domain, nbb_vector from, nbb_vector extent, nbb_vector *cell)
{
    const nbb_fractal_box part = { from, extent, 0, INT64_MAX };
    *cell = from;
    return domain->simplex != NULL ? nbb_domain_member(domain, from)
                                   : nbb_fractal_walk(domain->fractal, (int)domain->size, part, take_cell, cell);
}

bool nbb_picture_pick(const nbb_domain *domain, nbb_picture_size size, uint32_t x, uint32_t y, nbb_vector *cell)
{
    return nbb_picture_first(domain, (nbb_vector){ { (int64_t)x * size.scale, (int64_t)y * size.scale, 0 } },
                             (nbb_vector){ { size.scale, size.scale, NBB_N_MAX } }, cell);
}

/* A pixel is an index into the palette: the background, then a ramp from no share of its cells to all of them. */
enum { SHADE_BACKGROUND = 0, SHADE_NONE = 1, SHADE_ALL = NBB_SHADES - 1 };

static const nbb_colour tint = { 0x2c, 0x3e, 0x57 }; /* cells, none alive; or a bare fractal's sparsest pixels */
static const nbb_colour all_live = { 0xff, 0xd1, 0x66 };

nbb_picture_size nbb_picture_scaled(nbb_vector n, int64_t scale)
{
    return (nbb_picture_size){ (uint32_t)scale, 1, (uint32_t)((n.at[0] + scale - 1) / scale),
                               (uint32_t)((n.at[1] + scale - 1) / scale) };
}

nbb_picture_size nbb_picture_fit(nbb_vector n)
{
    int64_t longest = n.at[0] > n.at[1] ? n.at[0] : n.at[1];
    nbb_picture_size size = nbb_picture_scaled(n, (longest + NBB_PICTURE_SIDE - 1) / NBB_PICTURE_SIDE);
    size.zoom = longest < NBB_PICTURE_ZOOMED ? (uint32_t)(NBB_PICTURE_ZOOMED / longest) : 1;
    return size;
}

void nbb_picture_shade(nbb_picture_size size, const uint64_t *cells, const uint32_t *live, uint8_t *shades,
                       nbb_colour palette[NBB_SHADES])
{
    enum { RANGE = SHADE_ALL - SHADE_NONE };
    size_t pixels = (size_t)size.width * size.height;
    uint64_t fullest = 1;
    for (size_t i = 0; i < pixels; i++) {
        fullest = cells[i] > fullest ? cells[i] : fullest;
    }
    palette[SHADE_BACKGROUND] = nbb_background;
    for (int shade = SHADE_NONE; shade <= SHADE_ALL; shade++) {
        palette[shade] = nbb_colour_between(tint, live != NULL ? all_live : nbb_isometric_plain,
                                            (double)(shade - SHADE_NONE) / RANGE);
    }
    for (size_t i = 0; i < pixels; i++) {
        double share = live == NULL ? (double)cells[i] / (double)fullest : (double)live[i] / (double)cells[i];
        /* Rounded up: a single live cell among millions still shows. */
        shades[i] = cells[i] == 0 ? SHADE_BACKGROUND : (uint8_t)(SHADE_NONE + (int)ceil(RANGE * fmin(share, 1.0)));
    }
}

nbb_status nbb_picture_encode(nbb_picture_size size, const uint64_t *cells, const uint32_t *live, nbb_text *png)
{
    nbb_colour palette[NBB_SHADES];
    size_t pixels = (size_t)size.width * size.height;
    NBB_LOCAL_MAKE(uint8_t, shades, pixels, "a picture's pixels");
    nbb_indexed picture = { size.width, size.height, size.zoom, shades, palette };
    nbb_picture_shade(size, cells, live, shades, palette);
    return nbb_png_encode("the picture", &picture, png);
}
