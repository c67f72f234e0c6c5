/* command_show.c - the commands list, info, check and render, and what they say of fractals, simplices, programs. */
#include "cli/client.h"

#include "cli/show.h"

static void show_row(const json_t *row)
{
    nbb_show(row, "[{program?}{name:-15} program: {program}|{m?}{name:-12} simplex, m = {m}   largest n {largest_n}|"
                  "{name:-12} [k = {k:2}   s = {s; x }|levels {draw?}at random|levels in turn]   dimension"
                  " {dimension:.4f}   largest r {levels}]\n");
}

/* ---- fractals and simplices ---- */

#define LAYOUT "layout     {layout;\n           }\n[turns      {turns;, }\n]"
#define HASH "hash       [{hash;, }[{own_hash~} (of the layout)]|no form of tau(beta)]\n"

/* In this form what holds of a layout: of that of all levels, or one after the other of levels that differ. */
static void show_layouts(const json_t *object, const char *form)
{
    size_t i;
    const json_t *each, *layouts = json_object_get(object, "layouts");
    json_array_foreach(layouts, i, each)
    {
        nbb_show(each, form);
    }
    if (layouts == NULL) {
        nbb_show(object, form);
    }
}

static void show_fractal(const json_t *object)
{
    const char *map;
    json_t *bytes;
    bool alike = json_object_get(object, "layouts") == NULL;
    show_layouts(object, alike ? LAYOUT : LAYOUT "k          {k}\ns          {s; x }\n" HASH);
    nbb_show(object, "[k          {k}\ns          {s; x }|levels     [at random, seed {draw.seed}|in turn]]\n"
                     "dimension  {dimension:.6f}\nlargest r  {levels}\n");
    nbb_show(object, alike ? HASH : "");
    nbb_show(object, "[at r = {r}\n"
                     "  box        {n; x }\n"
                     "  cells      {cells}\n"
                     "  orthotope  {orthotope; x }\n]");
    json_object_foreach(json_object_get(object, "bytes"), map, bytes)
    {
        int64_t largest = nbb_show_number(json_object_get(object, "largest_r"), map);
        printf("  %-9s  %" PRId64 " bytes a state", map, (int64_t)json_integer_value(bytes));
        if (largest < nbb_show_number(object, "r")) {
            printf("; no CUDA kernel past r = %" PRId64, largest);
        }
        printf("\n");
    }
}

/* A way's name in words. */
static const char *label_of(const char *way)
{
    static const char *const labels[][2] = { { "above", "lambda from above" },
                                             { "below", "lambda from below" },
                                             { "branches", "lambda, branches" } };
    for (int i = 0; i < 3; ++i) {
        if (strcmp(labels[i][0], way) == 0) {
            return labels[i][1];
        }
    }
    return way;
}

/* Also the largest sides with a CUDA kernel by way, on one line. */
static void show_simplex(const json_t *object)
{
    const char *way, *between = "", *from = nbb_show_text(object, "from");
    json_t *figures, *cells = json_object_get(object, "cells");
    nbb_show(object, "simplex    m = {m}: the cells whose coordinates add up to less than n\nlargest n  {largest_n}\n"
                     "on CUDA   ");
    json_object_foreach(json_object_get(object, "maps"), way, figures)
    {
        printf("%s %s %" PRId64, between, label_of(way), nbb_show_number(figures, "largest_n"));
        between = ";";
    }
    nbb_show(object, "\n[at n = {n}\n  cells           {cells}\n]");
    json_object_foreach(json_object_get(object, "maps"), way, figures)
    {
        if (cells != NULL) {
            json_object_set(figures, "cells", cells);
            printf("  %-20s", label_of(way));
            nbb_show(
                figures,
                "[{places} places, {places/cells:.4g} times the cells; [{threads} threads|no CUDA kernel of sw past"
                " n = {largest_n}]; a state[ embedded {embedded} bytes[{packed?},]][ packed {packed}]|no kernel of"
                " sw past n = {largest_n_host}, on CUDA {largest_n}]");
            nbb_show(figures, strcmp(way, from) == 0 ? "[{places?} (the choice)]\n" : "\n");
        }
    }
}

static void show_rank(size_t number, const json_t *rank, int64_t steps)
{
    const json_t *from = json_object_get(rank, "bytes_a_launch_from"), *one;
    size_t other;
    int64_t all = 0;
    printf("    rank %-3zu  %" PRId64 " items; a step gets", number, nbb_show_number(rank, "items"));
    json_array_foreach(from, other, one)
    {
        int64_t bytes = json_integer_value(one);
        all += bytes;
        if (bytes > 0) {
            printf(" %.6g bytes from %zu,", (double)bytes / (double)steps, other);
        }
    }
    printf(" %.6g bytes in all\n", (double)all / (double)steps);
}

/* ---- volumes of recursive sets ---- */

/* null stands for infinity, past what a double holds. */
static void show_volumes(const json_t *object)
{
    static const char *const sets[][2] = { { "set", "set" }, { "paper's", "paper" }, { "best", "best" } };
    nbb_show(object,
             "simplex    m = {m}, n = {n:.0f}: {simplex:.6g} cells, coordinates adding up to less than n - 1\n"
             "box        {box:.6g} places, {box/simplex:.4g} times the cells\n");
    for (int i = 0; i < 3; ++i) {
        printf("%-10s ", sets[i][0]);
        nbb_show(
            json_object_get(object, sets[i][1]),
            "ratio {ratio:.6g}, arity {arity}:"
            " [volume {volume:.6g}, {overhead*100:.4g}% above|a volume past 1.8e+308]"
            "[ ({overhead_limit*100:.4g}% without end)| (without limit)][{n0~}, does not suffice|, suffices at the"
            " sides ratio^-i from {n0:.4g}, [{n0_all?}at all from {n0_all:.0f}|not at all others]]\n");
    }
    nbb_show(object,
             "searched   ratios from {searched.ratio:.4g} to 1 by {searched.step:g}, of each the least arity that"
             " suffices from {searched.n0:.4g}\n");
}

/* ---- programs ---- */

/* What holds on every domain of the axes that the program is bound to. */
static void show_everywhere(const json_t *object)
{
    const char *name, *between = "cell       ";
    json_t *type;
    json_object_foreach(json_object_get(object, "cell"), name, type)
    {
        printf("%s%s %s", between, name, json_string_value(type));
        between = ", ";
    }
    nbb_show(object, "; [{cell_bits} bit{cell_bits:s}, ]{cell_bytes} byte{cell_bytes:s}\n"
                     "neighbours [{list}, ]{neighbours} offsets\n"
                     "order      [{order?}sublattices, {colours} colours: ({order}) mod {colours}|synchronous]\n"
                     "draws      {requests} a cell and step[{cell_bits?}, by planes]\n"
                     "[rule       {rule}\n][{exact~}rounding   differs between targets: results are compared with a"
                     " tolerance\n]");
}

/* What a map takes; of lanes also how values lie in words. */
static void show_map(const json_t *object, const char *map, const json_t *bytes)
{
    printf("  %-9s  ", map);
    if (json_is_null(bytes)) {
        printf("none: %s\n", nbb_show_text(json_object_get(object, "none"), map));
        return;
    }
    printf("%" PRId64 " bytes a state", (int64_t)json_integer_value(bytes));
    nbb_show(
        object,
        strcmp(map, "lanes") != 0
            ? "\n"
            : "[, {operations_per_cell:.3g} operations a cell and step|, values in words[: {values_because}]]\n");
}

/* ---- info and check ---- */

static void show_described(const json_t *object)
{
    if (json_object_get(object, "searched") != NULL) {
        show_volumes(object);
    } else if (json_object_get(object, "program") != NULL) {
        const char *map;
        json_t *bytes;
        nbb_show(object, "{program} ([{path}|a rule]) on {fractal}\n");
        show_everywhere(object);
        nbb_show(object, "[{cells?}[at r = {r}\n|at n = {n}\n]  cells      {cells}\n"
                         "[{requests?}  random     at most {random_words} words a step\n]]");
        json_object_foreach(json_object_get(object, "bytes"), map, bytes)
        {
            show_map(object, map, bytes);
        }
    } else {
        nbb_show(object, "{name} ({path})\n");
        (json_object_get(object, "m") == NULL ? show_fractal : show_simplex)(object);
    }
    nbb_show(object,
             "[  {parts.count:-9}  part{parts.count:s} of the state, {parts.steps_a_pass} steps at a time, by"
             " {parts.buffers} buffers of {parts.device_bytes} bytes in all on a GPU\n"
             "             {parts.host_bytes} bytes in the host's memory; about {parts.ms_per_step:.3g} ms a step,"
             " in which copies take {parts.link_ms_per_step:.3g} ms at 50 GB/s\n]");
    if (json_object_get(object, "ranks") != NULL) {
        const json_t *ranks = json_object_get(object, "ranks"), *rank;
        size_t i;
        printf("  %-9zu", json_array_size(ranks));
        nbb_show(object, "  ranks, map {map}, {steps_a_launch} step{steps_a_launch:s} a launch\n");
        json_array_foreach(ranks, i, rank)
        {
            show_rank(i, rank, nbb_show_number(object, "steps_a_launch"));
        }
    }
}

static void show_checked(const json_t *object)
{
    static const char maps[] = "maps       lambda and its inverse agree on [every tile of all sides up to"
                               " {checked.tiles} tiles, from above and below|all {checked.cells} cells of level"
                               " {checked.level}]\n";
    if (json_object_get(object, "program") != NULL) {
        /* Also whether words hold bits, what a step costs then, or what in the text decided that they hold values. */
        nbb_show(object, "{path}: a valid program\n");
        show_everywhere(object);
        nbb_show(object,
                 "words      [a value each: {values_because}|bits of 32 cells each, about {operations_per_word}"
                 " operations a word and step beside its draws]\n{text}");
        return;
    }
    nbb_show(object, "{path}: a valid definition of {name}\n[simplex    m = {m}\n]");
    if (json_object_get(object, "m") == NULL) {
        show_layouts(object, LAYOUT "hash       [{own_hash?}equals the table|none given]\n"
                                    "member     [{own_member?}equals the layout|none given]\n");
    }
    nbb_show(object, maps);
}

/* A picture that fails leaves nothing printed. What there is to remark was, as it was described. */
static nbb_status draw_maps(const nbb_options *options, nbbgen_job *job, json_t *object)
{
    const char *png;
    size_t length;
    NBB_FAIL_IF(options->program_name != NULL || !nbb_options_given(options, "r"),
                nbb_fail(NBB_ERROR_USAGE, "--png: the maps are drawn of a fractal with --r, and without --program"));
    nbb_json_set(object, "files", nbb_outputs_describe(options, NULL));
    nbbgen_set_hear(job, NULL, NULL);
    NBB_TRY(nbb_client_status(job, nbbgen_draw(job, "maps", &png, &length)));
    return nbb_outputs_put(options->png, png, length, "a picture");
}

nbb_status nbb_command_info(const nbb_options *options, nbbgen_job *job)
{
    json_t *object;
    NBB_TRY(nbb_client_ask(job, nbbgen_info, &object));
    NBB_TRY_OR(options->png != NULL ? draw_maps(options, job, object) : NBB_OK, json_decref(nbb_json_whole(object)));
    return nbb_print_value(options, object, show_described);
}

nbb_status nbb_command_check(const nbb_options *options, nbbgen_job *job)
{
    json_t *object;
    NBB_TRY(nbb_client_ask(job, nbbgen_check, &object));
    return nbb_print_value(options, object, show_checked);
}

nbb_status nbb_command_list(const nbb_options *options, nbbgen_job *job)
{
    json_t *rows, *row;
    size_t i;
    NBB_TRY(nbb_client_ask(job, nbbgen_list, &rows));
    nbb_status broken = NBB_OK;
    json_array_foreach(rows, i, row)
    {
        const json_t *error = json_object_get(row, "error");
        if (error != NULL) {
            /* The failure that stands for a broken file becomes this thread's; the one before it is told. */
            const char *file = nbb_show_text(error, "file");
            if (broken != NBB_OK) {
                nbb_say("%s: %s", nbb_status_text(broken), nbb_message());
            }
            nbb_failed failure = { .status = (nbb_status)nbb_show_number(error, "code"),
                                   .message = strdup(nbb_show_text(error, "message")),
                                   .file = file != NULL ? strdup(file) : NULL,
                                   .line = (int)nbb_show_number(error, "line") };
            broken = nbb_failure_give(&failure);
        } else if (!options->json) {
            show_row(row);
        }
    }
    if (!options->json) {
        json_decref(rows);
        return broken;
    }
    NBB_TRY(nbb_print_json(rows));
    return broken;
}

nbb_status nbb_command_render(const nbb_options *options, nbbgen_job *job)
{
    const char *drawing;
    size_t length;
    bool is_picture = options->output != NULL;
    NBB_TRY(nbb_outputs_check(options));
    NBB_TRY(nbb_client_status(job, nbbgen_draw(job, is_picture ? "cells" : "text", &drawing, &length)));
    if (is_picture) {
        return nbb_outputs_put(options->output, drawing, length, "a picture");
    }
    fwrite(drawing, 1, length, stdout); /* main asks whether the output could be written */
    return NBB_OK;
}
