/* option_outputs.c - finds outputs that would overwrite each other. */
#include "library/option_row.h"

#include "runtime/base/search.h"
#include "runtime/run/drawing.h"

enum { ANY = ~0 };

/* An output: the commands that have it, whether it is a file for each of a program's fields, if it has several, and
   what names have behind their dot, between blanks; NULL: what the option's own reader says. */
typedef struct output {
    const char *option;
    int commands;
    bool by_field;
    const char *ends;
} output;
static const output outputs[] = {
    { "output", ANY, false, NULL },       { "depfile", ANY, false, NULL },
    { "png", ANY, true, " png " },        { "npy", ANY, true, " npy " },
    { "vti", ANY, true, " vti " },        { "rle", ANY, true, " rle " },
    { "series", ANY, false, NULL },       { "samples", ANY, false, " npz " },
    { "csv", ANY & ~BENCH, false, NULL }, { "csv", BENCH, false, " csv " },
    { "plot", ANY, false, NULL },         { "apng", ANY, true, " png apng " },
    { "json", ANY, false, " json " },     { "markdown", ANY, false, " md markdown " },
    { "resume", BENCH, false, NULL },     { "frames", ANY, false, NULL }, /* folders */
    { "checkpoint", ANY, false, NULL },
};
enum { OUTPUTS = NBB_COUNT(outputs), FILES = OUTPUTS - 2 };

/* NULL where it was not asked for. */
static const char *path_of(const nbb_options *options, const output *of)
{
    const nbb_option_row *row = nbb_option_named(of->option, strlen(of->option),
                                                 1 << options->command & of->commands);
    return row != NULL && row->kind == TEXT ? options->texts[row - nbb_option_rows] : NULL;
}

bool nbb_is_file(const char *path)
{
    return path != NULL && strcmp(path, "-") != 0;
}

const char *nbb_outputs_printed(const nbb_options *options)
{
    int i = NBB_FIND(at, FILES,
                     path_of(options, &outputs[at]) != NULL && !nbb_is_file(path_of(options, &outputs[at])));
    return i < FILES ? outputs[i].option : NULL;
}

/* The files of an output at a path: one, or of a program's several fields one each. */
static int files_of(const output *of, const char *path, const nbb_program *program)
{
    bool several = of->by_field && program != NULL && program->field_count > 1;
    return !nbb_is_file(path) ? 0 : several ? program->field_count : 1;
}

/* Adds the file that a path leads to, and what was given for it, "--png a.png"; fails (usage) where it is there. A
   path that leads to nothing yet is resolved, through links, up to where that would be. */
static nbb_status take_file(const char *what, const char *path, nbb_list *taken)
{
    char resolved[PATH_MAX];
    if (realpath(path, resolved) == NULL && errno != ENOENT) {
        snprintf(resolved, sizeof resolved, "%s", path);
    }
    NBB_LOCAL_TEXT_OF(given, "an output's name", "%s %s", what, path);
    size_t files = taken->count / 2, same = (size_t)NBB_FIND(i, files, strcmp(taken->items[2 * i], resolved) == 0);
    NBB_REFUSE_IF(same < files, "%s and %s are the same file: give each one of its own", taken->items[2 * same + 1],
                  nbb_text_string(&given));
    NBB_TRY(nbb_list_add(taken, resolved, strlen(resolved)));
    return nbb_list_add(taken, nbb_text_string(&given), given.length);
}

static nbb_status take_files(const nbb_options *options, const output *of, nbb_list *taken)
{
    const nbb_program *program = options->program;
    const char *path = path_of(options, of);
    NBB_LOCAL_TEXT option = nbb_text_of("--%s", of->option);
    int count = files_of(of, path, program);
    NBB_REFUSE_IF(options->command == NBB_COMMAND_RUN && of->by_field && path != NULL && !nbb_is_file(path),
                  "--%s -: standard output is the report's; give a file's name", of->option);
    for (int i = 0; i < count; ++i) {
        NBB_LOCAL_TEXT name = NBB_TEXT_EMPTY;
        NBB_TRY(nbb_field_path(program != NULL ? program->fields : NULL, count, i, path, &name));
        bool is_device = strncmp(path, "/dev/", 5) == 0;
        NBB_TRY_IF(!is_device, take_file(nbb_text_string(&option), nbb_text_string(&name), taken));
        NBB_TRY(nbb_file_try(nbb_text_string(&name)));
    }
    return NBB_OK;
}

/* Ends of names that say what a file holds. */
static const char
    formats[] = " png apng jpg jpeg gif bmp tif tiff webp ppm pgm svg pdf eps ps npy npz rle lif mc h5 hdf5 nc"
                " mat vtk vti zarr csv tsv json jsonl xml yaml xlsx parquet md markdown html tex lua py c cu"
                " ptx cubin fatbin zip gz ";

/* Refuses a name whose end says another format; remarks on one that is nearly right; takes any other as it is. Small
   letters and capitals are alike. */
static nbb_status check_end(const nbb_options *options, const output *of)
{
    static const char *const images[] = { NULL, " ptx ", " cubin ", " fatbin " }; /* by nbb_image_choice */
    static const char *const texts[] = {
        [NBB_TARGET_HOST] = " c h ", [NBB_TARGET_CUDA] = " cu cuh h ", [NBB_TARGET_HIP] = " hip h "
    };
    const char *path = path_of(options, of), *ends = of->ends;
    if (of == outputs) { /* --output */
        ends = options->image != NBB_EMIT_SOURCE ? images[options->image] : texts[options->target];
        ends = options->command == NBB_COMMAND_RENDER ? " png " : ends;
    }
    const char *dot = ends != NULL && nbb_is_file(path) ? strrchr(path, '.') : NULL;
    NBB_DONE_IF(dot == NULL || strchr(dot, '/') != NULL);
    NBB_LOCAL_TEXT word = nbb_text_of(" %s ", dot + 1);
    NBB_DONE_IF(strcasestr(ends, nbb_text_string(&word)) != NULL);
    NBB_LOCAL_TEXT meant = nbb_text_of("%.*s.%.*s", (int)(dot - path), path, (int)strcspn(ends + 1, " "), ends + 1);
    const char *end = nbb_text_string(&meant) + (dot - path) + 1;
    NBB_REFUSE_IF(strcasestr(formats, nbb_text_string(&word)) != NULL,
                  "--%s %s: the file would not be of type '%s': did you mean '%s'?", of->option, path, dot,
                  nbb_text_string(&meant));
    NBB_REMARK_IF(nbb_near_miss(dot + 1, &end, 1) == 0, options, "--%s %s: taken as it is; did you mean '%s'?",
                  of->option, path, nbb_text_string(&meant));
    return NBB_OK;
}

nbb_status nbb_outputs_check(const nbb_options *options)
{
    NBB_LOCAL_LIST taken = { NULL, 0 };
    /* What the work is made from; not --init, for a state may take the place of the one it began with. */
    const char *definition = options->subject, *program = options->program_name, *points = options->points;
    NBB_TRY_IF(definition != NULL && nbb_search_is_path(definition), take_file("the definition", definition, &taken));
    NBB_TRY_IF(program != NULL && nbb_search_is_path(program), take_file("the program", program, &taken));
    NBB_TRY_IF(points != NULL, take_file("--points", points, &taken));
    NBB_TRY(NBB_EACH(i, FILES, take_files(options, &outputs[i], &taken)));
    return NBB_EACH(i, FILES, check_end(options, &outputs[i]));
}

json_t *nbb_outputs_describe(const nbb_options *options, const nbb_program *program)
{
    json_t *list = json_array();
    for (const output *of = outputs; of < outputs + OUTPUTS; ++of) {
        const char *path = path_of(options, of);
        int count = files_of(of, path, program);
        for (int file = 0; file < count; ++file) {
            nbb_text name = NBB_TEXT_EMPTY;
            nbb_field_path(program != NULL ? program->fields : NULL, count, file, path, &name);
            nbb_json_add(list, json_pack("{s:s, s:o}", "option", of->option, "path", nbb_json_take(&name)));
        }
    }
    return list;
}
