/* bench_output.c - the files and the forms of a bench. */
#include "library/bench/bench.h"

#include "library/option_row.h"

/* The forms of a bench, and the options that name a file for each. */
static const struct form {
    const char *name, *option;
    const nbb_page_script *script; /* NULL: JSON */
} forms[] = {
    { "csv", "csv", &nbb_bench_pages },           { "json", "json", NULL },
    { "markdown", "markdown", &nbb_bench_pages }, { "svg", "plot", &nbb_plot_pages },
    { "text", NULL, &nbb_bench_pages },
};
enum { FORMS = (int)(sizeof forms / sizeof forms[0]) };

/* The file that was asked for, or NULL. */
static const char *path_of(const nbb_options *options, const struct form *form)
{
    return form->option != NULL ? nbb_options_text(options, form->option) : NULL;
}

/* What goes with --show. */
static const nbb_spellings beside_show = NBB_SPELLINGS("show", "csv", "json", "markdown", "plot", "quiet");

nbb_status nbb_bench_check_outputs(const nbb_options *options)
{
    const char *standard = NULL;
    /* Options that contradict each other, or name what a bench cannot be written to. */
    NBB_REFUSE_IF(options->show != NULL && options->subject_count > 0,
                  "bench %s --show %s: a file that is shown is measured already; name no fractal",
                  options->subjects[0], options->show);
    for (int i = 0; i < nbb_option_row_count && options->show != NULL; ++i) {
        NBB_REFUSE_IF(options->given[i] && nbb_spelling_index(&beside_show, nbb_option_rows[i].name) < 0,
                      "--%s with --show %s: a file that is shown is measured already; only"
                      " --csv, --json, --markdown, --plot and --quiet go with it",
                      nbb_option_rows[i].name, options->show);
    }
    NBB_REFUSE_IF(options->tune && options->set >= 0,
                  "--tune searches, --set repeats a paper's measurements: give one of them");
    NBB_TRY_IF(options->plot != NULL, nbb_plot_check(options->plot));
    NBB_REFUSE_IF(options->resume != NULL && !nbb_is_file(options->resume),
                  "--resume -: a file is expected, which is read and written again");
    for (int i = 0; i < FORMS; ++i) {
        const char *path = path_of(options, &forms[i]);
        if (path != NULL && !nbb_is_file(path)) {
            NBB_REFUSE_IF(standard != NULL, "--%s - and --%s -: there is one standard output; name a file for one",
                          standard, forms[i].option);
            standard = forms[i].option;
        }
    }
    return nbb_outputs_check(options);
}

nbb_status nbb_bench_print_as(const char *form, const json_t *bench, nbb_text *text)
{
    int i = NBB_FIND(at, FORMS, strcmp(forms[at].name, form) == 0);
    NBB_REFUSE_IF(i == FORMS, "a bench as '%s': expected text, json, csv, markdown or svg", form);
    if (forms[i].script != &nbb_plot_pages) {
        return forms[i].script == NULL ? nbb_bench_print_json(bench, text)
                                       : nbb_bench_print_page(bench, forms[i].script, form, text);
    }
    NBB_LOCAL_TEXT script = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_bench_print_page(bench, &nbb_plot_pages, "bench", &script));
    return nbb_plot_draw(&script, nbb_bench_text(bench, "command"), text);
}

nbb_status nbb_bench_write(const char *form, const char *path, const json_t *bench)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_bench_print_as(form, bench, &text));
    return nbb_file_put(path, &text);
}

nbb_status nbb_bench_write_outputs(const nbb_options *options, const json_t *bench)
{
    for (int i = 0; i < FORMS; ++i) {
        const char *path = path_of(options, &forms[i]);
        NBB_TRY_IF(nbb_is_file(path), nbb_bench_write(forms[i].name, path, bench));
    }
    return NBB_OK;
}
