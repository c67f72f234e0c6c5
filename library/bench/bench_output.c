/* bench_output.c - the files and the forms of a bench; the figure, as the papers draw them: time, speed-up and memory
   reduction.

       title of the strip: fractal, workload, device
       what is not drawn, and why
     +-----------------+   +-----------------+   +-----------------+
     | ms a step       |   | speed-up        |   | memory          |   -o- map choice
     |                 |   |                 |   |                 |   -o- map choice
     +-----------------+   +-----------------+   +-----------------+
           n or rho              n or rho              n or rho                    and so on, strip below strip */
#include "library/bench/bench_table.h"

#include "gen/base/commit.h"
#include "library/bench/plot.h"
#include "library/option_row.h"

/* What is drawn over n or rho. */
typedef enum figure { TIME, SPEEDUP, MEMORY, FIGURES } figure;
static const char *const titles[FIGURES] = { "time of a step, ms", "speed-up over bb, times",
                                             "memory reduction against bb, times" };

/* A row as it is drawn; in the lists of what is gathered its strip has a title and its curve a name. */
typedef struct point {
    const nbb_bench_row *row;
    size_t strip, curve;
    bool of_rho; /* x is rho, else n */
    bool is_doubted;
    double x, y[FIGURES]; /* 0 where there is nothing to compare with */
} point;

typedef struct gathered {
    nbb_list strips, curves;
    point *points; /* strip by strip, curve by curve, from left to right */
    size_t count;
} gathered;

/* A strip: points beside each other, of `plot`. */
typedef struct strip {
    const gathered *plot;
    const point *points;
    size_t count;
} strip;

enum { RHO_SWEEP = 3, BETWEEN = 18 }; /* tiles that make a sweep over rho; pixels between strips */

/* The choice without its tile. */
static void print_tileless(const char *choice, nbb_text *text)
{
    const char *tile = strstr(choice, "--tile ");
    if (tile == NULL) {
        nbb_text_add(text, "%s", choice);
        return;
    }
    const char *behind = tile + strlen("--tile ");
    behind += strcspn(behind, " ");
    size_t before = tile == choice ? 0 : (size_t)(tile - choice) - 1; /* without the blank between */
    nbb_text_put(text, choice, before);
    nbb_text_add(text, "%s", before == 0 && *behind == ' ' ? behind + 1 : behind);
}

/* What a row's curve is called: "lambda --tc=1". */
static void print_name(const nbb_bench_row *row, bool of_rho, nbb_text *name)
{
    NBB_LOCAL_TEXT choice = NBB_TEXT_EMPTY;
    if (of_rho) {
        print_tileless(row->choice, &choice);
    } else {
        nbb_text_add(&choice, "%s", row->choice);
    }
    nbb_text_add(name, "%s%s%s", row->map, choice.length > 0 ? " " : "", nbb_text_string(&choice));
}

/* Whether two rows differ in their tiles at most. */
static bool same_but_tile(const nbb_bench_row *a, const nbb_bench_row *b)
{
    NBB_LOCAL_TEXT left = NBB_TEXT_EMPTY, right = NBB_TEXT_EMPTY;
    print_name(a, true, &left);
    print_name(b, true, &right);
    bool same = strcmp(nbb_text_string(&left), nbb_text_string(&right)) == 0;
    return same;
}

static bool is_in_rho_sweep(const nbb_bench *bench, const nbb_bench_row *row)
{
    int tiles = 0;
    for (size_t i = 0; i < bench->row_count; ++i) {
        const nbb_bench_row *other = &bench->rows[i];
        tiles += other->skipped == NULL && nbb_bench_comparable(other, row) && same_but_tile(other, row);
    }
    return tiles >= RHO_SWEEP;
}

/* The text's place in the list, which it joins if need be. */
static nbb_status find_place(nbb_list *list, const nbb_text *text, size_t *place)
{
    for (*place = 0; *place < list->count; ++*place) {
        if (strcmp(list->items[*place], nbb_text_string(text)) == 0) {
            return NBB_OK;
        }
    }
    return nbb_list_add(list, nbb_text_string(text), text->length);
}

static double larger(int64_t a, int64_t b)
{
    return (double)(a > b ? a : b);
}

static nbb_status add_point(gathered *plot, const nbb_bench *bench, const nbb_bench_row *row, bool of_rho)
{
    NBB_LOCAL_TEXT title = NBB_TEXT_EMPTY, name = NBB_TEXT_EMPTY;
    NBB_TRY(NBB_EXTEND(plot->points, plot->count, "a plot"));
    point *made = &plot->points[plot->count++];
    nbb_bench_derived derived = nbb_bench_derive(bench, row);
    *made = (point){ .row = row,
                     .of_rho = of_rho,
                     .x = of_rho ? larger(row->tile_x, row->tile_y) : larger(row->n_x, row->n_y),
                     .is_doubted = nbb_bench_doubt_of(bench, row, NULL) != NBB_DOUBT_NONE,
                     .y = { row->ms_median, derived.speedup, derived.memory_reduction } };
    /* What a row's strip is called. */
    nbb_text_add(&title, "%s", row->fractal);
    if (of_rho) {
        nbb_text_add(&title, " ");
        nbb_bench_print_size(row, &title);
    }
    nbb_text_add(&title, ", %s%s%s, %s", row->workload, *row->rule != '\0' || *row->program != '\0' ? " " : "",
                 *row->program != '\0' ? row->program : row->rule, row->device);
    print_name(row, of_rho, &name);
    NBB_TRY(find_place(&plot->strips, &title, &made->strip));
    return find_place(&plot->curves, &name, &made->curve);
}

/* In the order of drawing: strip by strip, curve by curve, from left to right. */
static int compare_points(const void *a, const void *b)
{
    const point *left = a, *right = b;
    if (left->strip != right->strip) {
        return left->strip < right->strip ? -1 : 1;
    }
    if (left->curve != right->curve) {
        return left->curve < right->curve ? -1 : 1;
    }
    return (left->x > right->x) - (left->x < right->x);
}

static nbb_status gather(const nbb_bench *bench, gathered *plot)
{
    /* A row of a sweep over rho is drawn there; against n too when its tile is the plan's own. */
    for (size_t i = 0; i < bench->row_count; ++i) {
        const nbb_bench_row *row = &bench->rows[i];
        bool in_rho_sweep = row->skipped == NULL && row->tile_x > 0 && is_in_rho_sweep(bench, row);
        bool is_own_tile = strstr(row->choice, "--tile ") == NULL;
        if (row->skipped == NULL && (is_own_tile || !in_rho_sweep)) {
            NBB_TRY(add_point(plot, bench, row, false));
        }
        if (in_rho_sweep) {
            NBB_TRY(add_point(plot, bench, row, true));
        }
    }
    if (plot->count > 0) {
        qsort(plot->points, plot->count, sizeof *plot->points, compare_points);
    }
    return NBB_OK;
}

static void free_gathered(gathered *plot)
{
    nbb_list_free(&plot->strips);
    nbb_list_free(&plot->curves);
    free(plot->points);
}

static bool is_bb(const point *at)
{
    return strcmp(at->row->map, nbb_map_names.names[NBB_MAP_BB]) == 0;
}

/* Whether a strip's figure compares anything: more than one value, or one of a row other than bb, which is 1 time bb;
   and so is what is stored as bb stores it. */
static bool has(const strip *of, figure shown)
{
    bool any = shown == TIME;
    for (size_t i = 0; i < of->count && !any; ++i) {
        double value = of->points[i].y[shown];
        any = value > 0 && !is_bb(&of->points[i]) && (shown != MEMORY || fabs(value - 1) > 0.01);
    }
    return any;
}

/* What a reader would look for in vain. */
static void add_caption(nbb_sheet *sheet, const strip *of)
{
    bool has_others = false, has_doubts = false;
    for (size_t i = 0; i < of->count; ++i) {
        has_others = has_others || !is_bb(&of->points[i]);
        has_doubts = has_doubts || of->points[i].is_doubted;
    }
    NBB_LOCAL_TEXT words = nbb_text_of(
        "%s", !has_others         ? "Only bb was measured: nothing is compared with it. "
              : !has(of, SPEEDUP) ? "bb was not measured: there is no speed-up, and no memory to compare. "
              : !has(of, MEMORY)  ? "All take as much memory as bb. "
                                  : "");
    nbb_text_add(&words, "%s", has_doubts ? "Hollow dots: doubtful times." : "");
    nbb_sheet_add_line(sheet, &words);
}

static void add_panel(nbb_sheet *sheet, const strip *of, figure shown)
{
    for (size_t i = 0; i < of->count; ++i) {
        const point *at = &of->points[i];
        if (at->y[shown] > 0) {
            nbb_sheet_add_dot(sheet, &(nbb_plot_dot){ at->curve, of->plot->curves.items[at->curve], at->x,
                                                      at->y[shown], 0, at->is_doubted && shown != MEMORY });
        }
    }
    nbb_sheet_add_panel(sheet, titles[shown], of->points->of_rho ? "rho, cells a side of a tile" : "n, cells a side",
                        false);
}

static void add_strip(nbb_sheet *sheet, const strip *of)
{
    size_t same = 1;
    nbb_sheet_add_title(sheet, of->plot->strips.items[of->points->strip]);
    while (same < of->count && of->points[same].x == of->points->x) {
        ++same;
    }
    if (same < of->count) {
        add_caption(sheet, of);
        /* The strip's panels beside each other. */
        nbb_sheet_begin_panels(sheet, has(of, TIME) + has(of, SPEEDUP) + has(of, MEMORY));
        for (figure shown = TIME; shown < FIGURES; ++shown) {
            if (has(of, shown)) {
                add_panel(sheet, of, shown);
            }
        }
    } else {
        for (size_t i = 0; i < of->count; ++i) {
            /* A point of a strip that has but one n or rho: a panel would hold dots one above the other. */
            NBB_LOCAL_TEXT words = nbb_text_of("%s: %.4g ms a step at %s = %.0f",
                                               of->plot->curves.items[of->points[i].curve], of->points[i].y[TIME],
                                               of->points[i].of_rho ? "rho" : "n", of->points[i].x);
            if (of->points[i].y[SPEEDUP] > 0 && !is_bb(&of->points[i])) {
                nbb_text_add(&words, ", %.3g times as fast as bb, %.3g times less memory", of->points[i].y[SPEEDUP],
                             of->points[i].y[MEMORY]);
            }
            nbb_text_add(&words, "%s", of->points[i].is_doubted ? " (doubtful)" : "");
            nbb_sheet_add_line(sheet, &words);
        }
    }
    sheet->height += BETWEEN;
}

nbb_status nbb_bench_print_script(const nbb_bench *bench, nbb_text *script)
{
    NBB_AT_END(free_gathered) gathered plot = { .count = 0 };
    nbb_sheet sheet = { .width = 0 };
    NBB_TRY(gather(bench, &plot));
    for (size_t first = 0; first < plot.count;) {
        /* The strip that begins with point number `first`. */
        strip of = { &plot, &plot.points[first], 1 };
        while (first + of.count < plot.count && of.points[of.count].strip == of.points->strip) {
            ++of.count;
        }
        add_strip(&sheet, &of);
        first += of.count;
    }
    /* Where the figures come from. */
    NBB_LOCAL_TEXT words = nbb_text_of("nbbgen " NBB_VERSION ", commit %s, %s",
                                       bench->commit != NULL ? bench->commit : nbb_commit, bench->date);
    for (size_t i = 0; i < bench->device_count; ++i) {
        const nbb_bench_device *device = &bench->devices[i];
        nbb_text_add(&words, "; %s%s%s", device->name, *device->driver != '\0' ? ", driver " : "", device->driver);
    }
    nbb_sheet_add_line(&sheet, &words);
    return nbb_sheet_print(&sheet, script);
}

/* Appends an SVG: for each device, fractal, workload and rule a strip of panels, milliseconds a step, speed-up over
   bb and memory reduction against bb over n, all axes logarithmic, a curve for each choice. A panel that would
   compare nothing is left out, and the strip says why; a strip of a single n is told in words. Choices that differ in
   --tile alone, three or more at one level, are a sweep over rho: they have a strip of their own, against rho. The
   last line tells program, commit, date, devices and drivers, the description the command. */
static nbb_status print_svg(const nbb_bench *bench, nbb_text *text)
{
    NBB_LOCAL_TEXT script = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_bench_print_script(bench, &script));
    return nbb_plot_draw(&script, bench->command, text);
}

typedef nbb_status print_function(const nbb_bench *bench, nbb_text *text);

/* The forms of a bench, and the options that name a file for each. */
static const struct form {
    const char *name, *option;
    size_t path;                                      /* the option's, in nbb_options */
    print_function *print;                            /* NULL: JSON, which tells of the files and a failure too */
} forms[] = {
    { "csv", "csv", offsetof(nbb_options, csv), nbb_bench_print_csv },
    { "json", "json", offsetof(nbb_options, json_file), NULL },
    { "markdown", "markdown", offsetof(nbb_options, markdown), nbb_bench_print_markdown },
    { "svg", "plot", offsetof(nbb_options, plot), print_svg },
    { "text", NULL, 0, nbb_bench_print_text },
};
enum { FORMS = (int)(sizeof forms / sizeof forms[0]) };

/* The file that was asked for, or NULL. */
static const char *path_of(const nbb_options *options, const struct form *form)
{
    return form->option != NULL ? *(const char *const *)((const char *)options + form->path) : NULL;
}

static bool is_standard(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

static bool goes_with_show(const char *name)
{
    static const char *const names[] = { "show", "csv", "json", "markdown", "plot", "quiet" };
    return nbb_spelling_index(&(nbb_spellings){ names, sizeof names / sizeof names[0] }, name) >= 0;
}

/* A file that is shown is measured already: fails on options for measuring. */
static nbb_status check_shown(const nbb_options *options)
{
    NBB_FAIL_IF(options->show != NULL && options->subject_count > 0,
                nbb_fail(NBB_ERROR_USAGE,
                         "bench %s --show %s: a file that is shown is measured already; name no fractal",
                         options->subjects[0], options->show));
    for (int i = 0; i < nbb_option_row_count && options->show != NULL; ++i) {
        NBB_FAIL_IF(options->given[i] && !goes_with_show(nbb_option_rows[i].name),
                    nbb_fail(NBB_ERROR_USAGE,
                             "--%s with --show %s: a file that is shown is measured already; only"
                             " --csv, --json, --markdown, --plot and --quiet go with it",
                             nbb_option_rows[i].name, options->show));
    }
    return NBB_OK;
}

nbb_status nbb_bench_check_outputs(const nbb_options *options)
{
    const char *standard = NULL;
    /* Options that contradict each other, or name what a bench cannot be written to. */
    NBB_TRY(check_shown(options));
    NBB_FAIL_IF(options->tune && options->set >= 0,
                nbb_fail(NBB_ERROR_USAGE, "--tune searches, --set repeats a paper's measurements: give one of them"));
    NBB_TRY(options->plot != NULL ? nbb_plot_check(options->plot) : NBB_OK);
    NBB_FAIL_IF(is_standard(options->resume),
                nbb_fail(NBB_ERROR_USAGE, "--resume -: a file is expected, which is read and written again"));
    for (int i = 0; i < FORMS; ++i) {
        if (is_standard(path_of(options, &forms[i]))) {
            NBB_FAIL_IF(standard != NULL,
                        nbb_fail(NBB_ERROR_USAGE,
                                 "--%s - and --%s -: there is one standard output; name a file for one", standard,
                                 forms[i].option));
            standard = forms[i].option;
        }
    }
    return nbb_outputs_check(options);
}

nbb_status nbb_bench_print_as(const char *form, const nbb_options *options, const nbb_benched *made, nbb_text *text)
{
    for (int i = 0; i < FORMS; ++i) {
        if (strcmp(forms[i].name, form) == 0) {
            if (forms[i].print != NULL) {
                return forms[i].print(&made->bench, text);
            }
            json_t *whole = nbb_bench_describe(&made->bench);
            nbb_json_set(whole, "files", nbb_outputs_describe(options, NULL));
            if (made->error != NULL) {
                nbb_json_set(whole, "error", json_incref(made->error));
            }
            return nbb_json_print_rows(whole, "a bench as JSON", text);
        }
    }
    return nbb_fail(NBB_ERROR_USAGE, "a bench as '%s': expected text, json, csv, markdown or svg", form);
}

nbb_status nbb_bench_write(const char *form, const char *path, const nbb_options *options, const nbb_benched *made)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_bench_print_as(form, options, made, &text));
    return nbb_file_put(path, &text);
}

nbb_status nbb_bench_write_outputs(const nbb_options *options, const nbb_benched *made)
{
    for (int i = 0; i < FORMS; ++i) {
        const char *path = path_of(options, &forms[i]);
        if (path != NULL && !is_standard(path)) {
            NBB_TRY(nbb_bench_write(forms[i].name, path, options, made));
        }
    }
    return NBB_OK;
}
