/* options.h - options of the library and of the command line: one table for all, one struct of values. */
#pragma once

#include "gen/base/sandbox.h"
#include "gen/definition/definition.h"
#include "runtime/base/json.h"
#include "runtime/device/ranks.h"
#include "runtime/run/given.h"

/* The commands. X(enumerator, name, how many F it takes, purpose). */
#define NBB_COMMANDS(X)                                                                                   \
    X(LIST, "list", 0, "the fractals and programs that there are")                                        \
    X(INFO, "info", 1, "sizes, dimension and memory of a fractal")                                        \
    X(CHECK, "check", 1, "read a definition or a program, and report mistakes")                           \
    X(RENDER, "render", 1, "draw the fractal")                                                            \
    X(EMIT, "emit", 1, "print its kernels: a standalone .cu or .c, PTX, a cubin or a fatbin")             \
    X(RUN, "run", 1, "run a workload on the GPU, or on the processor")                                    \
    X(BENCH, "bench", NBB_LIST_MAX, "measure maps and choices against each other and against the memory") \
    X(DOCTOR, "doctor", 0, "report compilers, driver, devices and folders of this machine")               \
    X(VIEW, "view", 1, "watch and steer a run in the browser")

#define NBB_COMMAND_OF(name, ...) NBB_COMMAND_##name,
typedef enum nbb_command { NBB_COMMANDS(NBB_COMMAND_OF) NBB_COMMAND_COUNT } nbb_command;

typedef enum nbb_image_choice { NBB_EMIT_SOURCE, NBB_EMIT_PTX, NBB_EMIT_CUBIN, NBB_EMIT_FATBIN } nbb_image_choice;

enum { NBB_OPTION_ROWS_MAX = 96 }; /* of the table, option_row.h */

/* The values of an option that may be given several times, in their order. */
enum { NBB_OPTION_TEXTS_MAX = 64 };
typedef struct nbb_option_texts {
    const char *items[NBB_OPTION_TEXTS_MAX];
    int count;
} nbb_option_texts;

/* The values of all options, defaults where not given. */
typedef struct nbb_options {
    nbb_command command;
    const char *subject;                        /* F: a name in fractals/, or a .lua file */
    const char *definition_text, *program_text; /* of the library: in place of the file of such a name; or NULL */
    char **subjects;                            /* all of them; bench takes several */
    int subject_count;
    bool given[NBB_OPTION_ROWS_MAX]; /* whether row i of the table was */
    int r;
    int64_t n, n0, arity;
    int m;
    double ratio;
    NBB_ASKED_ROWS(NBB_CHOICE_FIELD)
    nbb_workload workload;
    nbb_map map;
    nbb_target target;
    const char *rule_text;                 /* as it was given, or NULL */
    const char *program_name, *neighbours; /* of --program, or NULL */
    nbb_option_texts assignments, initial; /* of --set, "NAME=VALUE"; of --init, "FILE" or "FIELD=FILE" */
    const struct nbb_given_array *arrays[NBB_OPTION_TEXTS_MAX]; /* in the place of such a file; or NULL */
    nbb_option_texts every;                                     /* run_saving.c */
    int64_t average;                                            /* the first step of averages, or -1 */
    nbb_option_texts sweeps;                                    /* of --sweep */
    bool sweeps_size;                                           /* one of them gives the size its values */
    const char *series, *samples_file, *frames, *apng;          /* or NULL */
    bool own_noise;                                             /* of the values of an ensemble */
    int64_t exchange;                                           /* steps, of an ensemble; or 0 */
    int64_t copy, batch;        /* of an ensemble: whose files, or -1; side by side at most, or 0 */
    const nbb_program *program; /* made and bound by nbb_options_program, or NULL */
    int64_t steps;
    uint64_t seed, last_seed; /* of --seed A..B; else both are one, where it was given */
    uint64_t init_seed;       /* if it was given */
    double density;
    int dimensions;
    int ranks;          /* of info and bench, or 0 */
    int threads;        /* of the host, or 0 */
    const char *device; /* auto, cpu, cuda, cuda:N, and of several GPUs cuda:all, cuda:0-3, cuda:0,2 */
    uint64_t memory;    /* bytes that a state may take on the device, or 0 */
    int pass_steps;     /* of a state in the host's memory, or 0 */
    const char *at;     /* "X,Y", of --init, or NULL */
    const char *png, *npy, *vti, *rle, *points, *output, *depfile, *templates, *architecture;
    bool verify, digest, json, quiet, no_cache, kernel_only;
    nbb_image_choice image;
    const char *texts[NBB_OPTION_ROWS_MAX]; /* as row i was given last, or NULL */
    int set;                                /* of bench: which, or -1 */
    int samples;
    const char *listen; /* view: the address, or NULL */
    int port;
    const char *csv, *json_file, *markdown, *plot, *resume, *show;
    const char *checkpoint; /* run: the folder, or NULL */
    const char *state;      /* the same, of the files that a state lies in */
    bool no_rates, tune;
    bool tuned;   /* run: what bench --tune found */
    char **words; /* the command line behind "nbbgen", for the record */
    int word_count;
    const char *origin; /* of the library: what the record names in its place, or NULL */
} nbb_options;

nbb_options nbb_options_defaults(nbb_command command);

/* As if an option that the command takes had been given with this text, which is kept; of a bench's axis a list. */
void nbb_options_give(nbb_options *options, const char *name, const char *text);

/* A line on standard error, unless --quiet; or where that is due alone. */
void nbb_remark(const nbb_options *options, const char *format, ...) NBB_PRINTF(2, 3);
#define NBB_REMARK_IF(is_due, ...)   \
    do {                             \
        if (is_due) {                \
            nbb_remark(__VA_ARGS__); \
        }                            \
    } while (0)

bool nbb_options_given(const nbb_options *options, const char *name);

/* Fails (usage) where one of these options, "csv plot", was given: with its name and `why`, " has no effect ...". */
nbb_status nbb_options_refuse(const nbb_options *options, const char *names, const char *why);

/* The next axis of a sweep, an option that bench takes lists of: the first behind NULL, NULL behind the last. */
const char *nbb_options_axis(const char *before);

/* What was given last for an option with a value, of a bench's axis a list, or NULL. */
const char *nbb_options_text(const nbb_options *options, const char *name);

/* Appends the values of an axis, as they were given or by default: what nbb_options_set takes. */
nbb_status nbb_options_values(const nbb_options *options, const char *name, nbb_list *values);

/* Whether an axis says what is measured (r, n, workload, device); the others say how it is done. */
bool nbb_options_is_work(const char *axis);

/* The value of an axis in a choice's words ("--tile", "8", "--tc=1"); without one what leaves the option alone. */
const char *nbb_options_word(const nbb_list *words, const char *axis);

/* Appends a choice's words, "--tile 8 --tc=1", with the names that its options have now. */
void nbb_options_renew(const char *words, nbb_text *renewed);

void nbb_options_clear_axes(nbb_options *options);

/* Gives the axis of this name one value, as `--name value` does for `run`; "default", of tc "none", gives none. */
nbb_status nbb_options_set(nbb_options *options, const char *name, const char *value);

/* Takes an option that the library has, of a bench one of bench's, as if it had been on the command line; `value` is
   kept, NULL for a flag. Fails (usage) on others, and on a value that the option does not take. */
nbb_status nbb_options_take(nbb_options *options, const char *name, const char *value);

/* --program says the workload. Fails (usage) where --workload says another one. */
nbb_status nbb_options_settle_workload(nbb_options *options);

/* A job of the library that these options describe, which are parsed already and live as long as it does; `ranks`
   share it, or NULL. NULL where there is no memory; nbbgen_close is due. */
struct nbbgen_job *nbb_options_open(const nbb_options *options, nbb_ranks *ranks);

extern const char *const nbb_command_names[NBB_COMMAND_COUNT];

/* { "code", "message", "file", "line" }: the exit code, and null where the failure has no place in a file. */
json_t *nbb_describe_failure(const nbb_failed *failure);

/* --- options and plans as a command line that a shell reads back --- */

/* Appends the command line as it was given, "nbbgen run carpet --r 5"; of a job of the library what was named as its
   origin, or else the line that says the same. */
void nbb_options_command(const nbb_options *options, nbb_text *command);

/* Appends a word as a shell reads it back. */
void nbb_add_word(nbb_text *command, const char *word);

/* Appends the command that emits the plan's source again; `standalone` as in source.h. */
void nbb_emit_command(const nbb_options *options, const nbb_plan *plan, bool standalone, nbb_text *command);

/* --- the files that a run writes --- */

/* Whether there is a path, and one that is not standard output, "-". */
bool nbb_is_file(const char *path);

/* The option whose file is standard output, or NULL. */
const char *nbb_outputs_printed(const nbb_options *options);

/* Before the work, not after it: fails (usage) where two options name the same file, of which one would be lost, or
   an output what the work is made from, and (run) where a file cannot be had. */
nbb_status nbb_outputs_check(const nbb_options *options);

/* [{ "option", "path" }] of what was written, of several fields each file; --frames and --checkpoint name folders. */
json_t *nbb_outputs_describe(const nbb_options *options, const nbb_program *program);

/* --- what options name, loaded and opened: definition, program, initial values, device; and a plan's request --- */

/* Finds and loads the options' definition, with a remark where another one could be meant. */
nbb_status nbb_options_definition(const nbb_options *options, nbb_definition *definition);

/* Fails (usage) when an option was given that has no effect on the domain or the workload. */
nbb_status nbb_options_check_constraints(const nbb_options *options, const nbb_domain *domain);

/* The size of the domain, whose own is not looked at. Fails (usage) when --r is missing for a fractal, or --n for a
   simplex, when the other one is given, and past the limits. */
nbb_status nbb_options_domain(const nbb_options *options, nbb_domain *domain);

/* Loads the program that --program names, gives its parameters what --set says, binds it to a domain of so many axes
   (0: to the plane, or where it cannot be to space) with the neighbours of --neighbours, and checks what it requires;
   or makes the one that --workload, --rule and --density say. `options` then holds it; of edm, and where --program is
   missing, there is none, and the program is empty. Freed with nbb_program_free in every case. */
nbb_status nbb_options_program(nbb_options *options, int axes, nbb_program *program);

/* Reads the files of --init. Fails (usage) on a field that the state has not, or that is given twice, on a file alone
   where there are several fields, and on options that say nothing beside --init. nbb_given_free is always due. */
nbb_status nbb_options_initial(const nbb_options *options, const nbb_domain *domain, nbb_given_fields *given);

/* The rule for so many axes; without --rule Conway's, or Bays's for space. Fails (usage) on another notation. */
nbb_status nbb_options_rule(const nbb_options *options, int axes, nbb_rule *rule);

/* The plan's request: what the options say of map and workload, for the domain at the options' size. Fails (usage) on
   an option that has no effect on the domain or the workload, and as nbb_options_domain does. */
nbb_status nbb_options_request(const nbb_options *options, nbb_domain domain, nbb_request *request);

/* The ranks that share the run: those started with this process, or one for each GPU of --device; or NULL. */
nbb_status nbb_options_ranks(const nbb_options *options, nbb_ranks **ranks);

/* Opens what --device names; of several GPUs the rank's. auto takes the first GPU, or says why the processor runs it.
   `ranks` is NULL where the process is alone. */
nbb_status nbb_options_device(const nbb_options *options, nbb_ranks *ranks, nbb_device **device);

/* Of a request's initializer: the domain at its size. */
#define NBB_REQUEST_ON(domain)                                                              \
    .fractal = (domain)->fractal, .r = (domain)->fractal != NULL ? (int)(domain)->size : 0, \
    .simplex = (domain)->simplex, .n = (domain)->simplex != NULL ? (domain)->size : 0

/* Says why a program of bits has a word for each value on map lanes, where it has. */
void nbb_remark_plan(const nbb_options *options, const nbb_plan *plan);

/* --- whether a name given as one kind (a fractal, say) is the name of another kind (kinds.c) --- */

/* X(enumerator, name); a fractal is meant least of all. */
#define NBB_NAMED_THINGS(X)       \
    X(NAMED_PROGRAM, "program")   \
    X(NAMED_RULE, "rule")         \
    X(NAMED_WORKLOAD, "workload") \
    X(NAMED_FRACTAL, "fractal")
typedef enum nbb_named_kind { NBB_NAMED_THINGS(NBB_ENUMERATOR) NBB_NAMED_KINDS } nbb_named_kind;

/* Returns `status`, the failure to find `word` among the things of a kind. Where it names one of another kind, or is
   near one and near none of its own, the failure says so, and by which option that is given. */
nbb_status nbb_report_kind(const char *word, nbb_named_kind asked, nbb_status status);

/* The kind of which the word is, or is near to, a name, which the caller frees; NBB_NAMED_KINDS if there is none. */
nbb_named_kind nbb_kind_of(const char *word, char **name);

extern const char *const nbb_kind_names[NBB_NAMED_KINDS];

/* Finds out what a name without a kind is: what its file makes, a definition's before a program's of the same name. A
   file that fails ends it here: who loads what is found runs it again. */
nbb_status nbb_meant(const char *name, nbb_maker *maker);

/* --- pages: texts for people and other programs that a script in Lua makes of a JSON value; and figures as SVG,
   which gnuplot draws by scripts of library/pages/plot.lua (page.c) --- */

extern const nbb_page_script nbb_bench_pages, nbb_plot_pages, nbb_report_pages, nbb_help_pages, nbb_show_pages;

/* Appends the text that the script's function `page` makes of the value, which is taken over; NULL stands for a
   failed allocation. Objects and arrays are tables, null is nil, keys[table] has an object's names in their order.
   Beside Lua's libraries scripts have shown(text), as nbb_text_show, and amount(bytes), as nbb_text_amount. */
nbb_status nbb_page_print(const nbb_page_script *script, const char *page, json_t *value, nbb_text *text);

/* The objects without further ones that the script's function makes of such a value, as a list to be freed; what
   keys[table] names and is nil becomes null. What it raises fails with `failure`. */
nbb_status nbb_page_objects(const nbb_page_script *script, const char *page, nbb_status failure, json_t *value,
                            json_t **objects);

/* Pushes a value as tables; the global `keys` has the names of its objects. Raises without memory. */
struct lua_State;
void nbb_page_push(struct lua_State *lua, const json_t *value);

/* Appends the SVG that gnuplot makes of a script, with a `description`. Fails (device) without gnuplot. */
nbb_status nbb_plot_draw(const nbb_text *script, const char *description, nbb_text *svg);

/* Before the work: fails (usage) on the name of a file that --plot cannot write, (device) without gnuplot. */
nbb_status nbb_plot_check(const char *path);
