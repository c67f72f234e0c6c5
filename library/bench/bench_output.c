/* bench_output.c - the files and the forms of a bench. */
#include "library/bench/benching.h"

#include "library/option_outputs.h"
#include "library/option_row.h"
#include "library/bench/bench_fields.h"
#include "library/bench/bench_table.h"
#include "gen/base/file.h"
#include "gen/base/json.h"

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

static bool goes_with_show(const char *name)
{
    static const char *const names[] = { "show", "csv", "json", "markdown", "plot", "quiet" };
    size_t i = 0;
    while (i < sizeof names / sizeof names[0] && strcmp(names[i], name) != 0) {
        ++i;
    }
    return i < sizeof names / sizeof names[0];
}

/* A file that is shown is measured already: fails on options for measuring. */
static nbb_status check_shown(const nbb_options *options)
{
    if (options->show != NULL && options->subject_count > 0) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "bench %s --show %s: a file that is shown is measured already; name no fractal",
                        options->subjects[0], options->show);
    }
    for (int i = 0; i < nbb_option_row_count && options->show != NULL; ++i) {
        if (options->given[i] && !goes_with_show(nbb_option_rows[i].name)) {
            return nbb_fail(NBB_ERROR_USAGE,
                            "--%s with --show %s: a file that is shown is measured already; only"
                                             " --csv, --json, --markdown, --plot and --quiet go with it",
                            nbb_option_rows[i].name, options->show);
        }
    }
    return NBB_OK;
}

/* Fails on options that contradict each other, or name what a bench cannot be written to. */
static nbb_status check_options(const nbb_options *options)
{
    const char *suffix = options->plot != NULL ? strrchr(options->plot, '.') : NULL;
    NBB_TRY(check_shown(options));
    if (options->tune && options->set >= 0) {
        return nbb_fail(NBB_ERROR_USAGE, "--tune searches, --set repeats a paper's measurements: give one of them");
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

static nbb_status print_json(const nbb_options *options, const nbb_benched *made, nbb_text *text)
{
    json_t *whole = nbb_bench_describe(&made->bench);
    nbb_json_set(whole, "files", nbb_outputs_describe(options, NULL));
    if (made->error != NULL) {
        nbb_json_set(whole, "error", json_incref(made->error));
    }
    return nbb_json_print_rows(whole, "a bench as JSON", text);
}

nbb_status nbb_bench_write_json(const nbb_options *options, const char *path, const nbb_benched *made)
{
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_status status = print_json(options, made, &text);
    status = status == NBB_OK ? nbb_file_put(path, &text) : status;
    nbb_text_free(&text);
    return status;
}

static nbb_status write_text(const char *path, print_function *print, const nbb_bench *bench)
{
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_status status = print(bench, &text);
    status = status == NBB_OK ? nbb_file_put(path, &text) : status;
    nbb_text_free(&text);
    return status;
}

nbb_status nbb_bench_write_outputs(const nbb_options *options, const nbb_benched *made)
{
    output outputs[OUTPUT_COUNT];
    list_outputs(options, outputs);
    for (int i = 0; i < OUTPUT_COUNT; ++i) {
        const output *one = &outputs[i];
        if (one->path != NULL && !is_standard(one->path)) {
            NBB_TRY(one->print == NULL ? nbb_bench_write_json(options, one->path, made)
                                       : write_text(one->path, one->print, &made->bench));
        }
    }
    return NBB_OK;
}

nbb_status nbb_bench_print_as(const char *form, const nbb_options *options, const nbb_benched *made, nbb_text *text)
{
    static const struct {
        const char *form;
        print_function *print;
    } forms[] = { { "text", nbb_bench_print_text },
                  { "json", NULL },
                  { "csv", nbb_bench_print_csv },
                  { "markdown", nbb_bench_print_markdown },
                  { "svg", nbb_bench_print_svg } };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; ++i) {
        if (strcmp(forms[i].form, form) == 0) {
            return forms[i].print != NULL ? forms[i].print(&made->bench, text) : print_json(options, made, text);
        }
    }
    return nbb_fail(NBB_ERROR_USAGE, "a bench as '%s': expected text, json, csv, markdown or svg", form);
}
