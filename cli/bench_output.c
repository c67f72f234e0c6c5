/* bench_output.c - the files of a bench. */
#include "cli/bench_output.h"

#include "cli/outputs.h"
#include "cli/print_json.h"
#include "library/describe.h"
#include "runtime/bench/bench_json.h"
#include "runtime/bench/bench_plot.h"
#include "runtime/bench/bench_table.h"
#include "gen/base/file.h"
#include "gen/base/json.h"

#include <stdio.h>
#include <string.h>

/* Where the bench may be written to: X(field of nbb_options, option, printer, or NULL for JSON). */
#define OUTPUTS(X)                                    \
    X(csv, "csv", nbb_bench_print_csv)                \
    X(json_file, "json", NULL)                        \
    X(markdown, "markdown", nbb_bench_print_markdown) \
    X(plot, "plot", nbb_bench_print_svg)

typedef nbb_status print_function(const nbb_bench *bench, nbb_text *text);
typedef struct output {
    const char *path; /* NULL: not asked for */
    const char *option;
    print_function *print;
} output;
enum { OUTPUT_COUNT = 4 };

static void list_outputs(const nbb_options *options, output outputs[OUTPUT_COUNT])
{
    int count = 0;
#define X(field, option, print) outputs[count++] = (output){ options->field, option, print };
    OUTPUTS(X)
#undef X
}

static bool is_standard(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

/* Fails on options that contradict each other, or name what a bench cannot be written to. */
static nbb_status check_options(const nbb_options *options)
{
    const char *suffix = options->plot != NULL ? strrchr(options->plot, '.') : NULL;
    if (options->tune && options->set >= 0) {
        return nbb_fail(NBB_ERROR_USAGE, "--tune searches, --set measures what a paper did: one of them at a time");
    }
    if (options->plot != NULL && !is_standard(options->plot) && (suffix == NULL || strcmp(suffix, ".svg") != 0)) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--plot %s: a plot is an SVG, whose lines and words stay sharp; a name that"
                        " ends in .svg is expected",
                        options->plot);
    }
    if (is_standard(options->resume)) {
        return nbb_fail(NBB_ERROR_USAGE, "--resume -: a file is expected, which is read and written again");
    }
    return NBB_OK;
}

nbb_status nbb_bench_check_outputs(const nbb_options *options)
{
    output outputs[OUTPUT_COUNT];
    const char *standard = NULL;
    NBB_TRY(check_options(options));
    list_outputs(options, outputs);
    for (int i = 0; i < OUTPUT_COUNT; ++i) {
        if (is_standard(outputs[i].path)) {
            if (standard != NULL) {
                return nbb_fail(NBB_ERROR_USAGE,
                                "--%s - and --%s -: there is one standard output; name a file for"
                                " one",
                                standard, outputs[i].option);
            }
            standard = outputs[i].option;
        }
    }
    return nbb_outputs_check(options);
}

nbb_status nbb_bench_write_json(const nbb_options *options, const char *path, const nbb_bench *bench,
                                const nbb_failed *failure)
{
    json_t *whole = nbb_bench_describe(bench);
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_json_set(whole, "files", nbb_outputs_describe(options, NULL));
    if (failure != NULL) {
        nbb_json_set(whole, "error", nbb_describe_failure(failure));
    }
    if (is_standard(path)) {
        return nbb_print_json(whole);
    }
    nbb_status status = nbb_json_print(whole, 2, "a bench as JSON", &text);
    status = status == NBB_OK ? nbb_file_put(path, &text) : status;
    nbb_text_free(&text);
    return status;
}

static nbb_status write_text(const char *path, print_function *print, const nbb_bench *bench)
{
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_status status = print(bench, &text);
    if (status == NBB_OK && is_standard(path)) {
        fwrite(text.data, 1, text.length, stdout); /* main asks whether the output could be written */
    } else if (status == NBB_OK) {
        status = nbb_file_put(path, &text);
    }
    nbb_text_free(&text);
    return status;
}

nbb_status nbb_bench_write_outputs(const nbb_options *options, const nbb_bench *bench, const nbb_failed *failure)
{
    output outputs[OUTPUT_COUNT];
    bool taken = false;
    list_outputs(options, outputs);
    for (int i = 0; i < OUTPUT_COUNT; ++i) {
        const output *one = &outputs[i];
        if (one->path != NULL) {
            NBB_TRY(one->print == NULL ? nbb_bench_write_json(options, one->path, bench, failure)
                                       : write_text(one->path, one->print, bench));
            taken = taken || is_standard(outputs[i].path);
        }
    }
    return taken ? NBB_OK : write_text("-", nbb_bench_print_text, bench);
}
