/* bench_tuned.c - reads and writes tuned.json. */
#include "library/bench/bench.h"

#include "runtime/device/machine.h"

/* What is remembered: nothing where there is no file. */
static nbb_status read_tuned(nbb_text *path, json_t *tuned)
{
    static const char kept[] = "tuned choices are kept in the cache's folder";
    NBB_LOCAL_OPEN folder = -1;
    NBB_LOCAL_TEXT content = NBB_TEXT_EMPTY;
    bool found = false;
    NBB_STOP_IF(!nbb_cache_folder(path), NBB_ERROR_RUN, "%s: set XDG_CACHE_HOME or HOME to an absolute path", kept);
    nbb_status status = nbb_folder_open(nbb_text_string(path), false, &folder);
    nbb_text_add(path, "/tuned.json");
    NBB_TRY(nbb_text_status(path, "a file name"));
    if (status == NBB_OK && folder >= 0) {
        status = nbb_folder_read(folder, "tuned.json", NBB_BENCH_FILE_MAX, &content, &found);
    }
    NBB_STOP_IF(status != NBB_OK, NBB_ERROR_RUN, "%s: %s", kept, nbb_message());
    return found ? nbb_bench_parse_json(path->data, &content, false, tuned) : NBB_OK;
}

nbb_status nbb_tuned_remember(const char *list, json_t *made, nbb_text *path)
{
    json_auto_t *tuned = nbb_bench_new("nbbgen bench --tune", nbb_bench_text(made, "measured"));
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    NBB_TRY(read_tuned(path, tuned));
    nbb_bench_replace(tuned, list, strcmp(list, "cards") == 0 ? "device" : NBB_BENCH_WORK "r n map", made);
    NBB_TRY(nbb_bench_print_json(tuned, &text));
    return nbb_cache_put(path->data, &text);
}

nbb_status nbb_tuned_recall_card(const char *device, nbb_card *card, const nbb_card **found, nbb_text *remark)
{
    json_auto_t *tuned = nbb_bench_new("", ""), *wanted = json_object();
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    *card = nbb_card_default;
    *found = NULL;
    nbb_set_shown(wanted, "device", device);
    NBB_TRY(read_tuned(&path, tuned));
    const json_t *known = nbb_bench_find(tuned, "cards", wanted, "device");
    *found = known != NULL ? card : NULL;
    for (int i = 0; i < NBB_CARD_ROWS; ++i) {
        double value = nbb_bench_number(known, nbb_card_rows[i].name);
        if (value > 0) {
            nbb_card_set(card, &nbb_card_rows[i], value);
        }
    }
    if (known != NULL) {
        nbb_bench_print_card(known, remark);
        nbb_text_add(remark, "; measured %s by nbbgen %s", nbb_bench_text(known, "measured"),
                     nbb_bench_text(known, "version"));
    }
    return NBB_OK;
}

nbb_status nbb_tuned_recall(const char *device, const nbb_options *options, const nbb_plan *plan, nbb_text *choice,
                            nbb_text *remark)
{
    json_auto_t *tuned = nbb_bench_new("", ""), *wanted = json_object();
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    const nbb_domain *domain = &plan->asked.domain;
    NBB_TRY(read_tuned(&path, tuned));
    nbb_bench_identify(device, domain, options, wanted);
    /* Another fractal may have the same name. */
    nbb_json_put(wanted, "{s:s, s:I, s:I, s:I}", "map", nbb_map_names.names[plan->space.map], "cells",
                 (json_int_t)plan->asked.cells, "n_x", (json_int_t)plan->asked.sides.at[0], "n_y",
                 (json_int_t)plan->asked.sides.at[1]);
    const json_t *found = nbb_bench_find(tuned, "rows", wanted, NBB_BENCH_WORK "r n map cells n_x n_y");
    const char *program = nbb_bench_text(wanted, "program");
    const char *law = *program != '\0' ? program : nbb_bench_text(wanted, "rule");
    NBB_REFUSE_IF(found == NULL && plan->asked.card == &nbb_card_default,
                  "--tuned: %s holds nothing for %s at %s = %" PRId64 ", workload %s%s%s, map %s"
                  " on %s; nbbgen bench --tune finds it",
                  nbb_text_string(&path), nbb_domain_name(domain), nbb_domain_size_name(domain), domain->size,
                  plan->asked.work->name, *law != '\0' ? " under " : "", law, nbb_map_names.names[plan->space.map],
                  device);
    if (found == NULL) {
        nbb_text_add(remark, "no choice for this work; the plan's own, by these constants");
    } else {
        const char *chosen = nbb_bench_text(found, "choice");
        nbb_text_add(choice, "%s", chosen);
        nbb_text_add(remark, "%s, measured %s by nbbgen %s", *chosen != '\0' ? chosen : "the plan's own choice",
                     nbb_bench_text(found, "measured"), nbb_bench_text(found, "version"));
    }
    return NBB_OK;
}
