/* bench_tuned.c - reads and writes tuned.json. */
#include "library/bench/bench.h"

#include "library/bench/bench_table.h"
#include "runtime/device/cache.h"
#include "runtime/device/folder.h"

/* Says of the recorded message what it keeps from working. */
static nbb_status fail_folder(void)
{
    return nbb_fail(NBB_ERROR_RUN, "tuned choices are kept in the cache's folder: %s", nbb_message());
}

/* What is remembered: nothing where there is no file. */
static nbb_status read_tuned(nbb_text *path, nbb_bench *tuned)
{
    NBB_FAIL_IF(!nbb_cache_folder(path),
                nbb_fail(NBB_ERROR_RUN, "tuned choices are kept in the cache's folder: set XDG_CACHE_HOME or HOME to"
                                        " an absolute path"));
    NBB_LOCAL_OPEN folder = -1;
    NBB_FAIL_IF(nbb_folder_open(nbb_text_string(path), false, &folder) != NBB_OK, fail_folder());
    nbb_text_add(path, "/tuned.json");
    NBB_TRY(nbb_text_status(path, "a file name"));
    if (folder >= 0) {
        /* Reads the folder's file tuned.json, if there is one; `path` is its whole name. */
        NBB_LOCAL_TEXT content = NBB_TEXT_EMPTY;
        bool found = false;
        nbb_status status = NBB_OK;
        if (nbb_folder_read(folder, "tuned.json", NBB_BENCH_FILE_MAX, &content, &found) != NBB_OK) {
            status = fail_folder();
        } else if (found) {
            status = nbb_bench_parse_json(path->data, &content, false, tuned);
        }
        return status;
    }
    return NBB_OK;
}

/* Whatever the initial state and a program's parameters were. */
static bool same_work(const nbb_bench_row *a, const nbb_bench_row *b)
{
    nbb_bench_row like_b = *a;
    like_b.seed = b->seed;
    like_b.density = b->density;
    like_b.param = b->param;
    return nbb_bench_comparable(&like_b, b) && strcmp(a->map, b->map) == 0;
}

static nbb_status write_tuned(const nbb_bench *tuned, const nbb_text *path)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_bench_print_json(tuned, &text));
    return nbb_cache_put(path->data, &text);
}

nbb_status nbb_tuned_remember(const nbb_bench_row *row, nbb_text *path)
{
    NBB_AT_END(nbb_bench_free) nbb_bench tuned = { .command = "nbbgen bench --tune", .date = row->measured };
    NBB_TRY(read_tuned(path, &tuned));
    size_t left = 0;
    for (size_t i = 0; i < tuned.row_count; ++i) {
        if (!same_work(&tuned.rows[i], row)) {
            tuned.rows[left++] = tuned.rows[i];
        }
    }
    tuned.row_count = left;
    NBB_TRY(nbb_bench_add(&tuned, row));
    return write_tuned(&tuned, path);
}

nbb_status nbb_tuned_remember_card(const nbb_bench_card *card, nbb_text *path)
{
    NBB_AT_END(nbb_bench_free) nbb_bench tuned = { .command = "nbbgen bench --tune", .date = card->measured };
    NBB_TRY(read_tuned(path, &tuned));
    NBB_TRY(nbb_bench_add_card(&tuned, card));
    return write_tuned(&tuned, path);
}

nbb_status nbb_tuned_recall_card(const char *device, nbb_card *card, bool *found, nbb_text *remark)
{
    NBB_AT_END(nbb_bench_free) nbb_bench tuned = { .command = "" };
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    *found = false;
    NBB_TRY(read_tuned(&path, &tuned));
    const nbb_bench_card *known = nbb_bench_card_of(&tuned, device);
    *found = known != NULL;
    if (*found) {
        for (int i = 0; i < NBB_CARD_ROWS; ++i) {
            if (known->constants[i] > 0) {
                nbb_card_set(card, &nbb_card_rows[i], known->constants[i]);
            }
        }
        nbb_bench_print_card(known, remark);
        nbb_text_add(remark, "; measured %s by nbbgen %s", known->measured, known->version);
    }
    return NBB_OK;
}

/* Whether the row is of the plan's work: sizes too, for another fractal may have the same name. */
static bool is_of(const nbb_bench_row *row, const char *device, const nbb_plan *plan, const char *rule,
                  const char *program)
{
    const nbb_domain *domain = &plan->asked.domain;
    return strcmp(row->rule, rule) == 0 && strcmp(row->program, program) == 0 && strcmp(row->device, device) == 0
           && strcmp(row->fractal, nbb_domain_name(domain)) == 0 && (row->n > 0) == (domain->simplex != NULL)
           && nbb_bench_size(row) == domain->size
           && row->dimensions == (plan->asked.work->start == NBB_START_POINTS ? plan->asked.dimensions : 0)
           && strcmp(row->out, nbb_bench_out(plan->asked.work, plan->asked.out)) == 0
           && row->cells == plan->asked.cells && row->n_x == plan->asked.n.at[0] && row->n_y == plan->asked.n.at[1]
           && strcmp(row->workload, plan->asked.work->name) == 0
           && strcmp(row->map, nbb_map_names.names[plan->space.map]) == 0;
}

static nbb_status fail_unknown(const nbb_plan *plan, const char *path, const char *law, const char *device)
{
    return NBB_REFUSE("--tuned: %s holds nothing for %s at %s = %" PRId64 ", workload %s%s%s, map %s"
                      " on %s; nbbgen bench --tune finds it",
                      path, nbb_domain_name(&plan->asked.domain), nbb_domain_size_name(&plan->asked.domain),
                      plan->asked.domain.size, plan->asked.work->name, *law != '\0' ? " under " : "", law,
                      nbb_map_names.names[plan->space.map], device);
}

nbb_status nbb_tuned_recall(const char *device, const nbb_plan *plan, nbb_text *choice, nbb_text *remark)
{
    NBB_AT_END(nbb_bench_free) nbb_bench tuned = { .command = "" };
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY, rule = NBB_TEXT_EMPTY, program = NBB_TEXT_EMPTY;
    /* By what the plan's work evolves: a text of the two, the other one or both stay empty. */
    if (plan->asked.work->law == NBB_LAW_RULE) {
        nbb_rule_print_on(plan->asked.rule, nbb_domain_axes(&plan->asked.domain), &rule);
    } else if (plan->asked.work->law == NBB_LAW_PROGRAM) {
        nbb_bench_print_program(plan->asked.program, &program);
    }
    NBB_TRY(read_tuned(&path, &tuned));
    const nbb_bench_row *found = NULL;
    for (size_t i = 0; i < tuned.row_count; ++i) {
        bool is_found = is_of(&tuned.rows[i], device, plan, nbb_text_string(&rule), nbb_text_string(&program));
        found = is_found ? &tuned.rows[i] : found;
    }
    if (found == NULL && plan->asked.card == &nbb_card_default) {
        const nbb_text *law = program.length > 0 ? &program : &rule;
        return fail_unknown(plan, nbb_text_string(&path), nbb_text_string(law), device);
    }
    if (found == NULL) {
        nbb_text_add(remark, "no choice for this work; the plan's own, by these constants");
    } else {
        nbb_text_add(choice, "%s", found->choice);
        const char *words = *found->choice != '\0' ? found->choice : "the plan's own choice";
        nbb_text_add(remark, "%s, measured %s by nbbgen %s", words, found->measured, found->version);
    }
    return NBB_OK;
}
