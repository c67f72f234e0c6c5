/* plot.c - runs gnuplot. */

#include "library/page.h"
#include "runtime/device/folder.h"
#include "runtime/device/process.h"

static nbb_status run(const char *command, const char *folder)
{
    NBB_LOCAL_LIST words = { NULL, 0 };
    NBB_TRY(nbb_list_split(command, &words));
    return nbb_process_need(&words, folder, "a plot is drawn by gnuplot", "Debian's package gnuplot-nox has it");
}

nbb_status nbb_plot_check(const char *path)
{
    const char *suffix = strrchr(path, '.');
    NBB_REFUSE_IF(strcmp(path, "-") != 0 && (suffix == NULL || strcmp(suffix, ".svg") != 0),
                  "--plot %s: a plot is an SVG; a name that ends in .svg is expected", path);
    return run("gnuplot --version", NULL);
}

static nbb_status draw(const nbb_text *script, const char *folder, nbb_text *drawn)
{
    NBB_LOCAL_TEXT source = nbb_text_of("%s/plot.gp", folder), made = nbb_text_of("%s/plot.svg", folder);
    NBB_TRY(nbb_text_status(&made, "a file name"));
    NBB_TRY(nbb_file_put_private(source.data, script));
    NBB_TRY(run("gnuplot plot.gp", folder));
    return nbb_text_read_file(drawn, made.data, SIZE_MAX, NBB_ERROR_DEVICE);
}

nbb_status nbb_plot_draw(const nbb_text *script, const char *description, nbb_text *svg)
{
    NBB_LOCAL_TEXT folder = NBB_TEXT_EMPTY, drawn = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_folder_temporary(&folder));
    nbb_status status = draw(script, folder.data, &drawn);
    nbb_ending_remove(folder.data);
    NBB_TRY(status);
    json_t *described = json_pack("{s:o, s:o}", "svg", nbb_json_take(&drawn), "words", nbb_json_text(description));
    return nbb_page_print(&nbb_plot_pages, "described", described, svg);
}
