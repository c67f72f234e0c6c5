/* option_outputs.c - finds outputs that would overwrite each other. */
#include "library/options.h"

#include "runtime/run/drawing.h"

#include <libgen.h>
#include <strings.h>
#include <unistd.h>

enum { LINKS_MAX = 40 }; /* as the system follows */

/* Makes the path of a link that of what it leads to, which may not be there yet. False for what is no link. */
static bool follow(char path[PATH_MAX])
{
    char target[PATH_MAX], folder[PATH_MAX];
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0) {
        return false;
    }
    target[length] = '\0';
    memcpy(folder, path, sizeof folder);
    return snprintf(path, PATH_MAX, "%s%s%s", target[0] == '/' ? "" : dirname(folder), target[0] == '/' ? "" : "/",
                    target)
           < PATH_MAX;
}

/* The file that a path leads to, through links: of one that is not there yet, by its folder. */
static void resolve(const char *path, char resolved[PATH_MAX])
{
    char end[PATH_MAX], folder[PATH_MAX], name[PATH_MAX], whole[PATH_MAX];
    if (realpath(path, resolved) != NULL) {
        return;
    }
    snprintf(end, sizeof end, "%s", path);
    for (int links = 0; links < LINKS_MAX && follow(end); ++links) {
    }
    memcpy(folder, end, sizeof folder);
    memcpy(name, end, sizeof name);
    if (realpath(dirname(folder), whole) == NULL
        || snprintf(resolved, PATH_MAX, "%s/%s", whole, basename(name)) >= PATH_MAX) {
        snprintf(resolved, PATH_MAX, "%s", path);
    }
}

typedef struct output {
    const char *option, *path;
    bool by_field; /* a file for each of a program's fields, if it has several */
    const char *ends; /* that names have behind their dot, between blanks; NULL: what the option's own reader says */
} output;
enum { OUTPUTS = 14 };

static void list_outputs(const nbb_options *options, output outputs[OUTPUTS])
{
    static const char *const images[] = {
        [NBB_EMIT_PTX] = " ptx ", [NBB_EMIT_CUBIN] = " cubin ", [NBB_EMIT_FATBIN] = " fatbin "
    };
    static const char *const texts[] = {
        [NBB_TARGET_HOST] = " c h ", [NBB_TARGET_CUDA] = " cu cuh h ", [NBB_TARGET_HIP] = " hip h "
    };
    bool is_bench = options->command == NBB_COMMAND_BENCH;
    const char *ends = options->command == NBB_COMMAND_RENDER ? " png "
                       : options->image != NBB_EMIT_SOURCE    ? images[options->image]
                                                              : texts[options->target];
    const output all[OUTPUTS] = {
        { "--output", options->output, false, ends },
        { "--depfile", options->depfile, false, NULL },
        { "--png", options->png, true, " png " },
        { "--npy", options->npy, true, " npy " },
        { "--vti", options->vti, true, " vti " },
        { "--rle", options->rle, true, " rle " },
        { "--series", options->series, false, NULL },
        { "--samples", options->samples_file, false, " npz " },
        { "--csv", options->csv, false, is_bench ? " csv " : NULL },
        { "--plot", options->plot, false, NULL },
        { "--apng", options->apng, true, " png apng " },
        { "--json", options->json_file, false, " json " },
        { "--markdown", options->markdown, false, " md markdown " },
        { "--resume", is_bench ? options->resume : NULL, false, NULL },
    };
    memcpy(outputs, all, sizeof all);
}

static bool is_file(const char *path)
{
    return path != NULL && strcmp(path, "-") != 0;
}

/* The files of an output: one, or of a program's several fields one each. */
static int files_of(const output *of, const nbb_program *program)
{
    bool several = of->by_field && program != NULL && program->field_count > 1;
    return !is_file(of->path) ? 0 : several ? program->field_count : 1;
}

static nbb_status name_file(const output *of, const nbb_program *program, int number, nbb_text *name)
{
    return nbb_field_path(program != NULL ? program->fields : NULL, files_of(of, program), number, of->path, name);
}

/* Files that outputs lead to, and what was given for each: "--png a.png". */
typedef struct taken_files {
    nbb_list resolved, given;
} taken_files;

static void free_taken(taken_files *taken)
{
    nbb_list_free(&taken->resolved);
    nbb_list_free(&taken->given);
}

static nbb_status take_file(const char *what, const char *path, taken_files *taken)
{
    char resolved[PATH_MAX];
    resolve(path, resolved);
    NBB_LOCAL_TEXT given = nbb_text_of("%s %s", what, path);
    NBB_TRY(nbb_text_status(&given, "an output's name"));
    for (size_t i = 0; i < taken->resolved.count; ++i) {
        NBB_FAIL_IF(strcmp(taken->resolved.items[i], resolved) == 0,
                    nbb_fail(NBB_ERROR_USAGE, "%s and %s are the same file: give each one of its own",
                             taken->given.items[i], nbb_text_string(&given)));
    }
    NBB_TRY(nbb_list_add(&taken->resolved, resolved, strlen(resolved)));
    return nbb_list_add(&taken->given, nbb_text_string(&given), given.length);
}

static nbb_status take_files(const nbb_options *options, const output *of, taken_files *taken)
{
    const nbb_program *program = options->program;
    NBB_FAIL_IF(options->command == NBB_COMMAND_RUN && of->by_field && of->path != NULL && !is_file(of->path),
                nbb_fail(NBB_ERROR_USAGE, "%s -: standard output is the report's; give a file's name", of->option));
    for (int i = 0; i < files_of(of, program); ++i) {
        NBB_LOCAL_TEXT name = NBB_TEXT_EMPTY;
        NBB_TRY(name_file(of, program, i, &name));
        bool is_device = strncmp(of->path, "/dev/", 5) == 0;
        NBB_TRY(is_device ? NBB_OK : take_file(of->option, nbb_text_string(&name), taken));
        NBB_TRY(nbb_file_try(nbb_text_string(&name)));
    }
    return NBB_OK;
}

/* What the work is made from; --init is not among these, for a state may take the place of the one it began with. */
static nbb_status take_inputs(const nbb_options *options, taken_files *taken)
{
    const struct {
        const char *what, *name;
    } inputs[] = { { "the definition", options->subject },
                   { "the program", options->program_name },
                   { "--points", options->points } };
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; ++i) {
        const char *name = inputs[i].name;
        bool is_path = name != NULL && (name == options->points || nbb_search_is_path(name));
        NBB_TRY(is_path ? take_file(inputs[i].what, name, taken) : NBB_OK);
    }
    return NBB_OK;
}

/* Ends of names that say what a file holds. */
static const char
    formats[] = " png apng jpg jpeg gif bmp tif tiff webp ppm pgm svg pdf eps ps npy npz rle lif mc h5 hdf5 nc"
                              " mat vtk vti zarr csv tsv json jsonl xml yaml xlsx parquet md markdown html tex c cu"
                              " ptx cubin fatbin zip gz ";

/* Whether the words between blanks have this one, small letters and capitals being alike. */
static bool has_word(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (; *words != '\0'; ++words) {
        if (words[0] == ' ' && length > 0 && strncasecmp(words + 1, word, length) == 0 && words[1 + length] == ' ') {
            return true;
        }
    }
    return false;
}

/* Refuses a name whose end says another format, for the file would not be that; remarks on one that is nearly right,
   and takes any other as it is. */
static nbb_status check_end(const nbb_options *options, const output *of)
{
    const char *dot = of->ends != NULL && is_file(of->path) ? strrchr(of->path, '.') : NULL;
    if (dot == NULL || strchr(dot, '/') != NULL || has_word(of->ends, dot + 1)) {
        return NBB_OK;
    }
    char end[16] = "";
    const char *ends[] = { end };
    memcpy(end, of->ends + 1, strcspn(of->ends + 1, " "));
    NBB_FAIL_IF(has_word(formats, dot + 1),
                nbb_fail(NBB_ERROR_USAGE, "%s %s: the file would not be of type '%s': did you mean '%.*s.%s'?",
                         of->option, of->path, dot, (int)(dot - of->path), of->path, end));
    if (nbb_near_miss(dot + 1, ends, 1) == 0) {
        nbb_remark(options, "%s %s: taken as it is; did you mean '%.*s.%s'?", of->option, of->path,
                   (int)(dot - of->path), of->path, end);
    }
    return NBB_OK;
}

nbb_status nbb_outputs_check(const nbb_options *options)
{
    output outputs[OUTPUTS];
    NBB_AT_END(free_taken) taken_files taken = { { NULL, 0 }, { NULL, 0 } };
    NBB_TRY(take_inputs(options, &taken));
    list_outputs(options, outputs);
    for (int i = 0; i < OUTPUTS; ++i) {
        NBB_TRY(take_files(options, &outputs[i], &taken));
    }
    for (int i = 0; i < OUTPUTS; ++i) {
        NBB_TRY(check_end(options, &outputs[i]));
    }
    return NBB_OK;
}

json_t *nbb_outputs_describe(const nbb_options *options, const nbb_program *program)
{
    json_t *list = json_array();
    output outputs[OUTPUTS + 2];                      /* with folders */
    list_outputs(options, outputs);
    outputs[OUTPUTS] = (output){ "--frames", options->frames, false, NULL };
    outputs[OUTPUTS + 1] = (output){ "--checkpoint", options->checkpoint, false, NULL };
    for (int i = 0; i < OUTPUTS + 2; ++i) {
        for (int file = 0; file < files_of(&outputs[i], program); ++file) {
            nbb_text name = NBB_TEXT_EMPTY;
            name_file(&outputs[i], program, file, &name);
            nbb_json_add(list, json_pack("{s:s, s:o}", "option", outputs[i].option + strlen("--"), "path",
                                         nbb_json_take(&name)));
        }
    }
    return list;
}

nbb_status nbb_outputs_put(const char *path, const char *bytes, size_t length, const char *what)
{
    NBB_LOCAL_TEXT made = NBB_TEXT_EMPTY;
    nbb_text_put(&made, bytes, length);
    NBB_TRY(nbb_text_status(&made, what));
    return nbb_file_put(path, &made);
}
