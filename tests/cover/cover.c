/* cover.c - the cases whose emitted texts take every branch of the templates (instrument.h).

     nbb_cover choose CASES < CANDIDATES     prints the fewest that take all branches that any of them takes and no
                                             case of the file does, each target's for itself: each time the one with
                                             the most new ones for the lines of its text; those of kernels alone,
                                             which nothing executes, for what no other takes
     nbb_cover check ELSEWHERE < CASES       fails where a branch is taken by no case for any target, and no line of
                                             ELSEWHERE says why; where such a line is about no branch; where a case is
                                             refused

   A case is a line "TARGET options for nbbgen emit"; what stands behind " | " is the caller's. A candidate that is
   refused is left out. A line of ELSEWHERE is "FILE | WORDS | REASON": it is about the branches on lines of this
   template with these words; * is any template, or any line. Comments begin with #. An `else` is on the line of its
   `if`.

   The linker has calls of nbb_template_open, nbb_sandbox_load and nbb_program_reference_window come to this file
   (--wrap), so that the program itself knows nothing of it. */
#include "instrument.h"

#include "cli/commands.h"
#include "gen/source/template.h"
#include "library/job.h"
#include "runtime/run/program_area.h"

enum { BRANCHES_MAX = 8192, FILES_MAX = 256, TARGETS = 2, WORDS_MAX = 96 };
static const char *const target_names[TARGETS] = { "cuda", "host" };

/* The branches of all templates, numbered; those of a file follow each other, and its chunk counts them. */
static struct branch {
    const char *file;
    int line;
    const char *word;
} branches[BRANCHES_MAX];
static int branch_count;
static struct {
    char path[64];
    nbb_text counted;
} files[FILES_MAX];
static int file_count;

/* What the expansion in progress takes, for `target`; nothing while branches are being counted. */
static bool taken[TARGETS][BRANCHES_MAX];
static int target;
static bool is_counting;

static int took(lua_State *state)
{
    taken[target][lua_tointeger(state, 1)] = !is_counting;
    lua_pushboolean(state, 1);
    return 1;
}

static int took_not(lua_State *state)
{
    taken[target][lua_tointeger(state, 1)] = !is_counting;
    lua_pushboolean(state, 0);
    return 1;
}

static const char *current_file;
static void add_branch(int number, int line, const char *word)
{
    branches[number] = (struct branch){ current_file, line, word };
}

/* The number of a file among those read, or the next one. */
static int file_of(const char *path)
{
    int file = 0;
    while (file < file_count && strcmp(files[file].path, path) != 0) {
        ++file;
    }
    if (file == FILES_MAX) {
        fprintf(stderr, "nbb_cover: more than %d templates\n", FILES_MAX);
        exit(1);
    }
    return file;
}

static const char ours[] = "@templates/";

/* lua_of of a template that was read before, whose chunk is taken. */
static int lua_of(lua_State *state)
{
    if (file_of(lua_tostring(state, 2) + sizeof ours - 1) < file_count) {
        lua_pushliteral(state, "");
        return 1;
    }
    lua_pushvalue(state, lua_upvalueindex(1));
    lua_insert(state, 1);
    lua_call(state, 2, 1);
    return 1;
}

static int define_calls(lua_State *state)
{
    lua_pushglobaltable(state);
    lua_pushcfunction(state, took);
    lua_setfield(state, -2, "took");
    lua_pushcfunction(state, took_not);
    lua_setfield(state, -2, "took_not");
    lua_getfield(state, -1, "lua_of");
    lua_pushcclosure(state, lua_of, 1);
    lua_setfield(state, -2, "lua_of");
    /* The engine's parts that look at plans, once more with their branches. */
    static const char *const parts[] = { "../gen/source/formulas.lua", "../gen/source/schedule.lua",
                                         "../gen/source/words.lua", "../gen/source/drawn.lua" };
    for (int i = 0; i < NBB_COUNT(parts); ++i) {
        NBB_LOCAL_TEXT path = nbb_text_of("@templates/%s", parts[i]), text = NBB_TEXT_EMPTY;
        NBB_FAIL_IF(nbb_text_read_file(&text, path.data + 1, 1 << 20, NBB_ERROR_RUN) != NBB_OK,
                    luaL_error(state, "%s", parts[i]));
        nbb_sandbox_load(state, text.data, text.length, path.data);
        lua_call(state, 0, 0);
    }
    return 0;
}

nbb_status __real_nbb_template_open(nbb_template **engine, const char *folder, const char *name);
nbb_status __wrap_nbb_template_open(nbb_template **engine, const char *folder, const char *name);
nbb_status __wrap_nbb_template_open(nbb_template **engine, const char *folder, const char *name)
{
    NBB_TRY(__real_nbb_template_open(engine, folder != NULL ? folder : "templates", name));
    target = strcmp(name, target_names[0]) != 0;
    return nbb_template_define(*engine, define_calls, NULL);
}

/* What samples hold makes no branch. */
nbb_status __wrap_nbb_program_reference_window(const nbb_program_case *run, nbb_vector origin, nbb_vector extent,
                                               uint64_t **fields);
nbb_status __wrap_nbb_program_reference_window(const nbb_program_case *run, NBB_UNUSED nbb_vector origin,
                                               nbb_vector extent, uint64_t **fields)
{
    return NBB_MAKE(*fields, extent.at[0] * extent.at[1] * extent.at[2] * run->program->field_count, "samples");
}

static int put_chunk(NBB_UNUSED lua_State *state, const void *bytes, size_t length, void *counted)
{
    nbb_text_put(counted, bytes, length);
    return 0;
}

void __real_nbb_sandbox_load(lua_State *state, const char *text, size_t length, const char *chunk_name);
void __wrap_nbb_sandbox_load(lua_State *state, const char *text, size_t length, const char *chunk_name);
void __wrap_nbb_sandbox_load(lua_State *state, const char *text, size_t length, const char *chunk_name)
{
    if (strncmp(chunk_name, ours, sizeof ours - 1) != 0) {
        __real_nbb_sandbox_load(state, text, length, chunk_name);
        return;
    }
    int file = file_of(chunk_name + sizeof ours - 1);
    nbb_text *counted = &files[file].counted;
    if (file == file_count) {
        NBB_LOCAL_TEXT made = NBB_TEXT_EMPTY;
        snprintf(files[file].path, sizeof files->path, "%s", chunk_name + sizeof ours - 1);
        current_file = files[file_count++].path;
        instrument(text, length, &branch_count, add_branch, &made);
        __real_nbb_sandbox_load(state, nbb_text_string(&made), made.length, chunk_name);
        lua_dump(state, put_chunk, counted, 0);
        lua_pop(state, 1);
    }
    nbb_sandbox_load_page(state, &(nbb_page_script){ (const unsigned char *)counted->data, counted->length });
}

/* Reads every template once, as it is expanded on its own, which fails behind the reading. */
static void count_branches(void)
{
    is_counting = true;
    for (int i = 0; i < TARGETS; ++i) {
        for (const nbb_embedded_file *file = nbb_embedded_templates; file->path != NULL; ++file) {
            const char *path = file->path;
            NBB_AT_END(nbb_template_close) nbb_template *engine = NULL;
            NBB_LOCAL_TEXT output = NBB_TEXT_EMPTY;
            bool is_lua = strstr(path, ".lua") != NULL; /* no template: read when a case is expanded */
            if (is_lua || strncmp(path, target_names[1 - i], 4) == 0
                || nbb_template_open(&engine, NULL, target_names[i]) != NBB_OK) {
                continue;
            }
            (void)!nbb_template_expand(engine, path, NULL, &output);
        }
    }
    is_counting = false;
}

/* A case: its line, what it takes, and how many lines its text has, 0 where it is refused. */
typedef struct item {
    char *line;
    bool (*takes)[BRANCHES_MAX];
    int lines;
} item;

/* Of the host also the units of a run, for host.sh runs its cases too. */
static nbb_status emit(nbb_options *options, nbb_text *made)
{
    nbb_job job = { 0 };
    nbb_units units = { .count = 0 };
    nbb_status status = nbb_emit_open(options, &job);
    status = status == NBB_OK ? nbb_emit_make(&job.options, &job.plan, made) : status;
    if (status == NBB_OK && options->target == NBB_TARGET_HOST && !options->kernel_only) {
        nbb_source_request request = { .plan = &job.plan, .command = "nbb_cover", .steps = options->steps };
        status = nbb_source_print_units(&request, &units);
        nbb_units_free(&units);
    }
    nbb_job_close(&job);
    return status;
}

/* Expands a case of the words "TARGET OPTION..."; what it takes is in `taken`. */
static nbb_status expand(char *words_of, int *lines)
{
    char *words[WORDS_MAX] = { (char *)"emit", (char *)"--target" }, *rest;
    int count = 2;
    for (char *word = strtok_r(words_of, " ", &rest); word != NULL && count < WORDS_MAX;
         word = strtok_r(NULL, " ", &rest)) {
        words[count++] = word;
    }
    memset(taken, 0, sizeof taken);
    nbb_options options;
    NBB_LOCAL_TEXT made = NBB_TEXT_EMPTY;
    nbb_status status = nbb_options_parse(count, words, NBB_COMMAND_EMIT, &options);
    status = status == NBB_OK ? emit(&options, &made) : status;
    *lines = 0;
    for (size_t i = 0; status == NBB_OK && i < made.length; ++i) {
        *lines += made.data[i] == '\n';
    }
    return status;
}

static item item_of(const char *line)
{
    const char *end = strstr(line, " | ");
    item made = { strdup(line), malloc(sizeof taken), 0 };
    char *words = strndup(line, end != NULL ? (size_t)(end - line) : strlen(line));
    if (made.line == NULL || made.takes == NULL || words == NULL) {
        abort();
    }
    if (expand(words, &made.lines) != NBB_OK) {
        fprintf(stderr, "refused: %s: %s\n", line, nbb_message());
    }
    memcpy(made.takes, taken, sizeof taken);
    free(words);
    return made;
}

static int read_items(FILE *from, item **items)
{
    char *line = NULL;
    size_t capacity = 0;
    int count = 0;
    *items = NULL;
    while (getline(&line, &capacity, from) > 0) {
        line[strcspn(line, "\n")] = '\0';
        item *grown = realloc(*items, ((size_t)count + 1) * sizeof *grown);
        if (grown == NULL) {
            abort();
        }
        *items = grown;
        grown[count++] = item_of(line);
    }
    free(line);
    return count;
}

static void free_items(item *items, int count)
{
    for (int i = 0; i < count; ++i) {
        free(items[i].line);
        free(items[i].takes);
    }
    free(items);
}

/* What is taken so far, and what the cases of the file take. */
static bool covered[TARGETS][BRANCHES_MAX], before[TARGETS][BRANCHES_MAX];

static void cover_by(const item *chosen)
{
    for (int b = 0; b < TARGETS * branch_count; ++b) {
        covered[b % TARGETS][b / TARGETS] |= chosen->takes[b % TARGETS][b / TARGETS];
    }
}

/* The best of the items that have a main or, in the end, of the others; or NULL. */
static const item *best_of(const item *items, int count, bool of_kernels)
{
    enum { LINES_OF_A_RUN = 1500 }; /* what starting a compiler costs, in lines that it compiles */
    const item *best = NULL;
    double most = 0;
    for (int i = 0; i < count; ++i) {
        int gain = 0;
        bool is_due = items[i].lines > 0 && (strstr(items[i].line, "--kernel-only") != NULL) == of_kernels;
        for (int b = 0; is_due && b < TARGETS * branch_count; ++b) {
            gain += items[i].takes[b % TARGETS][b / TARGETS] && !covered[b % TARGETS][b / TARGETS];
        }
        if (gain / (double)(items[i].lines + LINES_OF_A_RUN) > most) {
            most = gain / (double)(items[i].lines + LINES_OF_A_RUN);
            best = &items[i];
        }
    }
    return best;
}

/* Whether others of the chosen take all that this one takes; then they are counted without it. */
static bool is_spare(const item *one, int (*takers)[BRANCHES_MAX])
{
    bool is_alone = false;
    for (int b = 0; b < TARGETS * branch_count; ++b) {
        is_alone |= one->takes[b % TARGETS][b / TARGETS] && takers[b % TARGETS][b / TARGETS] == 1;
    }
    for (int b = 0; !is_alone && b < TARGETS * branch_count; ++b) {
        takers[b % TARGETS][b / TARGETS] -= one->takes[b % TARGETS][b / TARGETS];
    }
    return !is_alone;
}

/* Prints the chosen, but for those that later ones have made superfluous. */
static void print_needed(const item **chosen, int count)
{
    static int takers[TARGETS][BRANCHES_MAX];
    for (int b = 0; b < TARGETS * branch_count; ++b) {
        takers[b % TARGETS][b / TARGETS] = before[b % TARGETS][b / TARGETS];
    }
    for (int i = 0; i < count; ++i) {
        for (int b = 0; b < TARGETS * branch_count; ++b) {
            takers[b % TARGETS][b / TARGETS] += chosen[i]->takes[b % TARGETS][b / TARGETS];
        }
    }
    for (int i = 0; i < count; ++i) {
        if (!is_spare(chosen[i], takers)) {
            puts(chosen[i]->line);
        }
    }
}

static int choose(const char *cases)
{
    FILE *file = fopen(cases, "r");
    if (file == NULL) {
        fprintf(stderr, "nbb_cover: %s cannot be read\n", cases);
        return 1;
    }
    item *items;
    int count = read_items(file, &items), chosen_count = 0;
    for (int i = 0; i < count; ++i) {
        cover_by(&items[i]);
    }
    memcpy(before, covered, sizeof before);
    fclose(file);
    free_items(items, count);
    count = read_items(stdin, &items);
    const item **chosen = calloc((size_t)count + 1, sizeof(item *));
    if (chosen == NULL) {
        abort();
    }
    for (int of_kernels = 0; of_kernels < 2; ++of_kernels) {
        for (const item *best; (best = best_of(items, count, of_kernels)) != NULL; cover_by(best)) {
            chosen[chosen_count++] = best;
        }
    }
    print_needed(chosen, chosen_count);
    free(chosen);
    free_items(items, count);
    return 0;
}

/* Lines of ELSEWHERE. */
enum { REASONS_MAX = 256 };
static struct {
    char file[64], words[128];
    bool is_used;
} reasons[REASONS_MAX];
static int reason_count;

static bool read_reasons(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[512];
    while (file != NULL && fgets(line, sizeof line, file) != NULL && reason_count < REASONS_MAX) {
        char *file_of = reasons[reason_count].file, *words = reasons[reason_count].words;
        if (*line != '#' && sscanf(line, "%63s | %127[^|\n] |", file_of, words) == 2) {
            words[strlen(words) - 1] = '\0'; /* the blank before the | */
            ++reason_count;
        }
    }
    return file != NULL && fclose(file) == 0;
}

/* A branch's line of the file of templates/ below the current folder, without blanks before it. */
static void read_template_line(char *line, size_t size, const struct branch *of)
{
    NBB_LOCAL_TEXT path = nbb_text_of("templates/%s", of->file), text = NBB_TEXT_EMPTY;
    const char *at = nbb_text_read_file(&text, path.data, 1 << 20, NBB_ERROR_RUN) == NBB_OK ? text.data : "";
    for (int i = 1; i < of->line; ++i) {
        at += strcspn(at, "\n");
        at += *at != '\0';
    }
    at += strspn(at, " ");
    snprintf(line, size, "%.*s", (int)strcspn(at, "\n"), at);
}

static bool is_explained(const struct branch *missed, const char *line)
{
    bool is_said = false;
    for (int i = 0; i < reason_count; ++i) {
        bool is_meant = (strcmp(reasons[i].file, "*") == 0 || strcmp(reasons[i].file, missed->file) == 0)
                        && (strcmp(reasons[i].words, "*") == 0 || strstr(line, reasons[i].words) != NULL);
        reasons[i].is_used |= is_meant;
        is_said |= is_meant;
    }
    return is_said;
}

/* Tells the branches that nothing takes or explains, and the lines of ELSEWHERE that explain nothing. */
static int tell_missed(void)
{
    int missed = 0;
    for (int b = 0; b < branch_count; ++b) {
        char line[512];
        read_template_line(line, sizeof line, &branches[b]);
        if (!covered[0][b] && !covered[1][b] && !is_explained(&branches[b], line)) {
            ++missed;
            printf("no case takes %s:%d, %s: %s\n", branches[b].file, branches[b].line, branches[b].word, line);
        }
    }
    for (int i = 0; i < reason_count; ++i) {
        missed += !reasons[i].is_used;
        if (!reasons[i].is_used) {
            printf("a case takes all of: %s | %s\n", reasons[i].file, reasons[i].words);
        }
    }
    return missed;
}

static int check(const char *elsewhere)
{
    if (!read_reasons(elsewhere)) {
        fprintf(stderr, "nbb_cover: %s cannot be read\n", elsewhere);
        return 1;
    }
    item *items;
    int count = read_items(stdin, &items), refused = 0, taken_by[TARGETS] = { 0 };
    for (int i = 0; i < count; ++i) {
        refused += items[i].lines == 0;
        cover_by(&items[i]);
    }
    for (int b = 0; b < branch_count; ++b) {
        taken_by[0] += covered[0][b];
        taken_by[1] += covered[1][b];
    }
    free_items(items, count);
    int missed = tell_missed();
    printf("%d branches, of which %d cases take %d for CUDA and %d for the host; missed: %d, cases refused: %d\n",
           branch_count, count, taken_by[0], taken_by[1], missed, refused);
    return missed > 0 || refused > 0 || count == 0;
}

int main(int argc, char **argv)
{
    count_branches();
    bool is_choice = argc == 3 && strcmp(argv[1], "choose") == 0;
    if (is_choice || (argc == 3 && strcmp(argv[1], "check") == 0)) {
        return (is_choice ? choose : check)(argv[2]);
    }
    fprintf(stderr, "usage: nbb_cover choose CASES | check ELSEWHERE\n");
    return 2;
}
