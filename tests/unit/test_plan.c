/* test_plan.c - what is planned or refused for the options of plans.txt, which says how its cases are read. */
#include "tests/works.h"
#include "gen/plan/plan.h"
#include "library/options.h"
#include "unit.h"
#include "fractals.h"
#include "layouts.h"

static const char cases_path[] = NBB_TESTS_DIR "/unit/plans.txt";

enum { PROGRAMS_MAX = 40, ROWS_MAX = 16 };

static struct {
    const char *name, *text;
} programs[PROGRAMS_MAX];
static int program_count;

/* What a case asks about. */
typedef struct asked {
    nbb_options options;
    nbb_definition definition;
    nbb_program program;
    nbb_request request;
} asked;

/* "rows:#./##" is a fractal of that layout, another word one by name, or a simplex. */
static void take_subject(char *word, asked *of)
{
    if (strncmp(word, "rows:", 5) != 0) {
        of->options.subject = word;
        assert_int_equal(load_named(word, &of->definition), NBB_OK);
        return;
    }
    const char *rows[ROWS_MAX];
    int height = 0;
    for (char *row = strtok_r(word + 5, "/", &word); row != NULL; row = strtok_r(NULL, "/", &word)) {
        assert_in_range(height, 0, ROWS_MAX - 1);
        rows[height++] = row;
    }
    of->definition = (nbb_definition){ .kind = NBB_KIND_FRACTAL, .fractal = fractal_of_rows(height, rows) };
}

/* A word without dashes, of the device; false where it is an option's. */
static bool take_device(const char *word, asked *of)
{
    if (strcmp(word, "cuda") == 0 || strcmp(word, "hip") == 0) {
        of->options.target = *word == 'c' ? NBB_TARGET_CUDA : NBB_TARGET_HIP;
    } else if (sscanf(word, "sms=%" SCNu32, &of->request.multiprocessors) != 1
               && sscanf(word, "cluster=%" SCNu32, &of->request.cluster_blocks) != 1
               && sscanf(word, "ranks=%d", &of->request.ranks) != 1
               && sscanf(word, "copies=%" SCNd64, &of->request.copies) != 1
               && sscanf(word, "free=%" SCNu64, &of->request.available) != 1) {
        return false;
    }
    return true;
}

static nbb_status take_option(const char *name, char **rest, asked *of)
{
    char *equals = strchr(name, '=');
    bool is_alone = equals != NULL || strcmp(name, "--tc") == 0;
    const char *value = equals != NULL ? equals + 1 : is_alone ? NULL : strtok_r(NULL, " ", rest);
    if (equals != NULL) {
        *equals = '\0';
    }
    for (int i = 0; i < program_count && strcmp(name, "--program") == 0; ++i) {
        of->options.program_text = strcmp(programs[i].name, value) == 0 ? programs[i].text : of->options.program_text;
    }
    return nbb_options_take(&of->options, name + 2, value);
}

static nbb_status take_words(char *line, asked *of)
{
    char *rest = NULL;
    take_subject(strtok_r(line, " ", &rest), of);
    for (const char *word = strtok_r(NULL, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (!take_device(word, of)) {
            assert_int_equal(strncmp(word, "--", 2), 0);
            NBB_TRY(take_option(word, &rest, of));
        }
    }
    return NBB_OK;
}

/* The plan, as a command makes it. */
static nbb_status plan_of(char *line, asked *of, nbb_plan *plan)
{
    *of = (asked){ .options = nbb_options_defaults(NBB_COMMAND_EMIT) };
    of->options.target = NBB_TARGET_HOST;
    NBB_TRY(take_words(line, of));
    nbb_domain domain = nbb_definition_domain(&of->definition, 0);
    nbb_request device = of->request;
    NBB_TRY(nbb_options_settle_workload(&of->options));
    NBB_TRY(nbb_options_program(&of->options, nbb_domain_axes(&domain), &of->program));
    NBB_TRY(nbb_options_request(&of->options, domain, &of->request));
    of->request.multiprocessors = device.multiprocessors;
    of->request.cluster_blocks = device.cluster_blocks;
    of->request.available = device.available;
    of->request.ranks = device.ranks;
    of->request.copies = device.copies;
    return nbb_plan_choose(&of->request, plan);
}

static bool print_number(const nbb_plan *plan, const char *field, nbb_text *text)
{
    const struct {
        const char *name;
        uint64_t value;
    } rows[] = {
        { "t", (uint64_t)plan->space.t },
        { "lanes", (uint64_t)plan->space.lanes.lanes },
        { "steps", (uint64_t)plan->code.steps_a_launch },
        { "buffers", (uint64_t)plan->launch.buffers },
        { "block", plan->launch.block },
        { "tiles", (uint64_t)plan->space.tiles },
        { "by_vec4", nbb_plan_goes_by_vec4(plan) },
        { "cluster", plan->launch.cluster },
        { "march", plan->launch.march.depth },
        { "second_field", plan->space.offsets[1] },
        { "state", plan->space.state_bytes },
        { "boundary", plan->launch.boundary_bytes },
        { "once", plan->launch.once_bytes },
        { "scratch", plan->launch.scratch_bytes },
        { "memory", plan->launch.memory_bytes },
        { "step_bytes", plan->launch.step_bytes },
        { "operations", plan->launch.step_operations },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        if (strcmp(rows[i].name, field) == 0) {
            nbb_text_add(text, " %" PRIu64, rows[i].value);
            return true;
        }
    }
    return false;
}

/* A launch of the kernel of this name, "blocks x threads", or none. */
static bool print_launch(const nbb_plan *plan, const char *field, nbb_text *text)
{
    for (int entry = 0; entry < NBB_ENTRY_COUNT; ++entry) {
        if (strcmp(nbb_entry_suffixes[entry], field) == 0) {
            nbb_grid grid = nbb_plan_grid(plan, (nbb_entry)entry, 0, 1000);
            if (nbb_plan_has(plan, (nbb_entry)entry)) {
                nbb_text_add(text, " %" PRIu64 " x %" PRIu32, grid.blocks, grid.threads);
            } else {
                nbb_text_add(text, " none");
            }
            return true;
        }
    }
    return false;
}

static bool print_text(const nbb_plan *plan, const char *field, nbb_text *text)
{
    if (strcmp(field, "name") == 0) {
        nbb_text_add(text, " %s", plan->name);
    } else if (strcmp(field, "options") == 0) {
        nbb_plan_print_options(plan, text);
    } else if (strcmp(field, "storage") == 0) {
        nbb_text_add(text, " %s", nbb_storage_names.names[plan->space.storage]);
    } else if (strcmp(field, "schedule") == 0) {
        nbb_text_add(text, " %s", nbb_schedule_names.names[nbb_plan_schedule(plan)]);
    } else if (strcmp(field, "because") == 0) {
        nbb_text_add(text, " %s", plan->asked.wide_because != NULL ? plan->asked.wide_because : "");
    } else if (strcmp(field, "kernels") == 0) {
        for (int entry = 0; entry < NBB_ENTRY_COUNT; ++entry) {
            if (nbb_plan_has(plan, (nbb_entry)entry)) {
                nbb_text_add(text, " %s", nbb_entry_suffixes[entry]);
            }
        }
    } else {
        return false;
    }
    return true;
}

/* Appends " FIELD VALUE"; whether another field may follow: reasons have commas. */
static bool print_field(const nbb_plan *plan, const char *field, nbb_text *text)
{
    nbb_text_add(text, "%s %s", text->length == 0 ? "=" : ",", field);
    bool is_known = print_number(plan, field, text) || print_launch(plan, field, text)
                    || print_text(plan, field, text);
    if (!is_known) {
        fail_msg("plans.txt: there is no field '%s'", field);
    }
    return strcmp(field, "because") != 0;
}

/* The line that is found: of the fields that the expected one has, or the failure. */
static nbb_text answer(const char *line, const char *expected)
{
    char *words = strdup(line), *fields = strdup(expected), *rest = NULL;
    nbb_text found = NBB_TEXT_EMPTY;
    LOCAL_PLAN plan = { 0 };
    asked of;
    nbb_status status = plan_of(words, &of, &plan);
    if (status != NBB_OK) {
        nbb_text_add(&found, "! %d %s", (int)status, nbb_message());
    }
    bool more = status == NBB_OK;
    for (char *field = strtok_r(fields + 1, ",", &rest); field != NULL && more; field = strtok_r(NULL, ",", &rest)) {
        field += strspn(field, " ");
        field[strcspn(field, " ")] = '\0';
        more = print_field(&plan, field, &found);
    }
    nbb_program_free(&of.program);
    nbb_definition_free(&of.definition);
    free(words);
    free(fields);
    nbb_message_free();
    return found;
}

/* Reads the program of a line "%NAME TEXT". */
static void keep_program(char *line)
{
    char *text = strchr(line, ' ');
    *text = '\0';
    assert_true(program_count < PROGRAMS_MAX);
    programs[program_count].name = line + 1;
    programs[program_count++].text = text + 1;
}

/* Appends the lines of the file as they are found to be; `differ` grows by those that are not so. */
static void read_cases(char *text, nbb_text *all, int *differ)
{
    const char *question = NULL;
    for (char *line = text, *next = NULL; line != NULL && *line != '\0'; line = next) {
        next = strchr(line, '\n');
        *next++ = '\0';
        if (*line == '=' || *line == '!') {
            NBB_LOCAL_TEXT found = answer(question, line);
            if (strcmp(nbb_text_string(&found), line) != 0) {
                print_error("%s\n%s, expected\n%s\n", question, nbb_text_string(&found), line);
                ++*differ;
            }
            nbb_text_add(all, "%s\n", nbb_text_string(&found));
            continue;
        }
        nbb_text_add(all, "%s\n", line);
        question = line;
        if (*line == '%') {
            keep_program(line);
        }
    }
}

TEST(test_cases)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY, found = NBB_TEXT_EMPTY;
    int differ = 0;
    assert_int_equal(nbb_text_read_file(&text, cases_path, 1 << 20, NBB_ERROR_RUN), NBB_OK);
    read_cases(text.data, &found, &differ);
    if (nbb_unit_blesses) {
        assert_int_equal(nbb_file_put(cases_path, &found), NBB_OK);
    } else {
        assert_int_equal(differ, 0);
    }
}
