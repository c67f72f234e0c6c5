/* plot.c - runs gnuplot. */
#include "library/bench/plot.h"

#include "runtime/device/folder.h"
#include "runtime/device/process.h"

static nbb_status run(const char *word, const char *folder)
{
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY;
    nbb_process_word(&words, "gnuplot");
    nbb_process_word(&words, word);
    return nbb_process_need(&words, folder, "a plot is drawn by gnuplot", "Debian's package gnuplot-nox has it");
}

nbb_status nbb_plot_check(const char *path)
{
    const char *suffix = strrchr(path, '.');
    NBB_FAIL_IF(strcmp(path, "-") != 0 && (suffix == NULL || strcmp(suffix, ".svg") != 0),
                nbb_fail(NBB_ERROR_USAGE, "--plot %s: a plot is an SVG; a name that ends in .svg is expected", path));
    return run("--version", NULL);
}

static nbb_status draw(const nbb_text *script, const char *folder, nbb_text *drawn)
{
    NBB_LOCAL_TEXT source = nbb_text_of("%s/plot.gp", folder), made = nbb_text_of("%s/plot.svg", folder);
    NBB_TRY(nbb_text_status(&made, "a file name"));
    NBB_TRY(nbb_file_put_private(source.data, script));
    NBB_TRY(run("plot.gp", folder));
    return nbb_text_read_file(drawn, made.data, SIZE_MAX, NBB_ERROR_DEVICE);
}

nbb_status nbb_plot_draw(const nbb_text *script, const char *description, nbb_text *svg)
{
    NBB_LOCAL_TEXT folder = NBB_TEXT_EMPTY, drawn = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_folder_temporary(&folder));
    nbb_status status = draw(script, folder.data, &drawn);
    nbb_ending_remove(folder.data);
    NBB_TRY(status);
    /* gnuplot describes an SVG by its own name. */
    NBB_LOCAL_TEXT shown = NBB_TEXT_EMPTY;
    static const char begin[] = "<desc>", end[] = "</desc>";
    const char *all = nbb_text_string(&drawn), *from = strstr(all, begin), *to = strstr(all, end);
    size_t before = from != NULL && to != NULL ? (size_t)(from - all) : 0;
    nbb_text_show(&shown, description, strlen(description));
    nbb_text_put(svg, all, before);
    nbb_text_add(svg, "%s", begin);
    /* What XML reserves stands as entities. */
    const char *words = nbb_text_string(&shown);
    for (; *words != '\0'; ++words) {
        const char *entity = *words == '&' ? "&amp;" : *words == '<' ? "&lt;" : "";
        nbb_text_add(svg, "%s%.*s", entity, *entity == '\0', words);
    }
    nbb_text_add(svg, "%s", before > 0 ? to : "");
    return nbb_text_status(svg, "a plot");
}
