/* bench_rows.c - a bench as JSON: its rows, which are compared and found, cards, files, tuned.json, and pages. */
#include "library/bench/bench.h"

#include "runtime/device/machine.h"

enum { SCHEMA = 2 };

json_t *nbb_bench_new(const char *command, const char *date)
{
    return json_pack("{s:i, s:s, s:s, s:s, s:o, s:[], s:[], s:[]}", "schema", SCHEMA, "program",
                     "nbbgen " NBB_VERSION, "commit", nbb_commit, "date", date, "command", nbb_json_text(command),
                     "devices", "cards", "rows");
}

const char *nbb_bench_text(const json_t *row, const char *name)
{
    const char *text = json_string_value(json_object_get(row, name));
    return text != NULL ? text : "";
}

void nbb_set_shown(json_t *row, const char *name, const char *text)
{
    nbb_text shown = NBB_TEXT_EMPTY;
    nbb_text_show(&shown, text, strlen(text));
    nbb_json_set(row, name, nbb_json_take(&shown));
}

int64_t nbb_bench_integer(const json_t *row, const char *name)
{
    return json_integer_value(json_object_get(row, name));
}

double nbb_bench_number(const json_t *row, const char *name)
{
    return json_number_value(json_object_get(row, name));
}

int64_t nbb_bench_size(const json_t *row)
{
    int64_t n = nbb_bench_integer(row, "n");
    return n > 0 ? n : nbb_bench_integer(row, "r");
}

void nbb_bench_identify(const char *device, const nbb_domain *domain, const nbb_options *options, json_t *row)
{
    const nbb_workload_row *work = &nbb_workload_rows[options->workload];
    bool is_random = work->start == NBB_START_DRAWN, is_edm = work->start == NBB_START_POINTS;
    int axes = nbb_domain_axes(domain);
    nbb_rule parsed;
    NBB_LOCAL_TEXT rule = NBB_TEXT_EMPTY, name = NBB_TEXT_EMPTY, values = NBB_TEXT_EMPTY;
    if (work->law == NBB_LAW_RULE && nbb_options_rule(options, axes, &parsed) == NBB_OK) {
        nbb_rule_print_on(parsed, axes, &rule);
    } else if (work->law == NBB_LAW_RULE) { /* one in the other notation, which has no plan, stays as it was given */
        nbb_text_show(&rule, options->rule_text, strlen(options->rule_text));
    } else if (work->law == NBB_LAW_PROGRAM && options->program != NULL) { /* else a row says that it is missing */
        const nbb_program *program = options->program;
        const char *neighbours = program->neighbours.name;
        nbb_text_add(&name, "%s%s%s", program->name, *neighbours != '\0' ? " " : "", neighbours);
        for (int i = 0; i < program->given_count; ++i) {
            const nbb_parameter *given = &program->parameters[i];
            nbb_text_add(&values, "%s%s=%g", i > 0 ? " " : "", given->name, given->value);
        }
    }
    nbb_set_shown(row, "device", device);
    nbb_set_shown(row, "fractal", nbb_domain_name(domain));
    nbb_out out = options->out == NBB_OUT_AUTO ? NBB_OUT_F32 : options->out;
    nbb_json_put(row, "{s:i, s:I, s:s, s:I, s:f, s:i, s:s}", "r", options->r, "n", (json_int_t)options->n, "workload",
                 work->name, "seed", work->start != NBB_START_EMPTY ? (json_int_t)options->seed : 0, "density",
                 is_random ? options->density : 0, "dimensions", is_edm ? options->dimensions : 0, "out",
                 is_edm ? nbb_out_names.names[out] : "");
    nbb_set_shown(row, "rule", nbb_text_string(&rule));
    nbb_set_shown(row, "program", nbb_text_string(&name));
    nbb_set_shown(row, "param", nbb_text_string(&values));
    nbb_json_set(row, "map", json_string(nbb_map_names.names[options->map]));
}

bool nbb_bench_agree(const json_t *row, const json_t *other, const char *names)
{
    bool agree = true;
    for (size_t length; agree && *names != '\0'; names += length, names += *names == ' ') {
        char name[16];
        length = strcspn(names, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, names);
        agree = json_equal(json_object_get(row, name), json_object_get(other, name));
    }
    return agree;
}

json_t *nbb_bench_find(const json_t *bench, const char *list, const json_t *made, const char *names)
{
    NBB_JSON_ELEMENTS (json_object_get(bench, list), i, other) {
        NBB_RETURN_IF(json_object_get(other, "skipped") == NULL && nbb_bench_agree(other, made, names), other);
    }
    return NULL;
}

void nbb_bench_add_device(json_t *bench, const char *name, const char *driver, nbb_rates rates)
{
    json_t *device = json_object();
    nbb_set_shown(device, "name", name);
    nbb_set_shown(device, "driver", driver);
#define X(rate) nbb_json_set(device, #rate, rates.rate > 0 ? nbb_json_real(rates.rate) : json_null());
    NBB_RATES(X)
#undef X
    nbb_json_add(json_object_get(bench, "devices"), device);
}

void nbb_bench_replace(json_t *bench, const char *list, const char *names, json_t *made)
{
    json_t *all = json_object_get(bench, list);
    for (size_t i = json_array_size(all); i-- > 0;) {
        if (nbb_bench_agree(json_array_get(all, i), made, names)) {
            json_array_remove(all, i);
        }
    }
    nbb_json_add(all, json_incref(made));
}

void nbb_bench_print_card(const json_t *card, nbb_text *text)
{
    NBB_LOCAL_TEXT changed = NBB_TEXT_EMPTY;
    int count = 0;
    for (int i = 0; i < NBB_CARD_ROWS; ++i) {
        const nbb_card_row *row = &nbb_card_rows[i];
        double value = nbb_bench_number(card, row->name);
        count += value > 0;
        NBB_TEXT_ADD_IF(value > 0 && value != nbb_card_get(&nbb_card_default, row), &changed, "%s %s %.6g",
                        changed.length > 0 ? "," : ":", row->name, value);
    }
    nbb_text_add(text, "%d constants of %s%s", count, nbb_bench_text(card, "device"),
                 changed.length > 0 ? nbb_text_string(&changed) : ", all as by default");
}

/* --- what follows from rows and those beside them --- */

/* Takes the rows. */
static json_t *derive(json_t *rows)
{
    json_t *asked = json_pack("{s:o, s:i, s:s}", "rows", rows, "fewest_samples", NBB_BENCH_ROUNDS_MIN, "work",
                              NBB_BENCH_COURSE);
    json_t *derived = NULL;
    nbb_page_objects(&nbb_bench_pages, "derived", NBB_ERROR_RUN, asked, &derived);
    return derived;
}

json_t *nbb_bench_describe_row(const json_t *bench, const json_t *row)
{
    json_t *rows = json_array();
    size_t at = 0;
    NBB_JSON_ELEMENTS (json_object_get(bench, "rows"), i, other) {
        at = other == row ? json_array_size(rows) : at;
        if (nbb_bench_agree(other, row, NBB_BENCH_COURSE)) {
            nbb_json_add(rows, json_incref(other));
        }
    }
    json_auto_t *derived = derive(rows);
    return json_incref(json_array_get(derived, at));
}

bool nbb_bench_is_to_repeat(const json_t *bench, const json_t *row)
{
    bool is_due = nbb_bench_integer(row, "again") < NBB_BENCH_AGAIN_MAX;
    json_auto_t *object = is_due ? nbb_bench_describe_row(bench, row) : NULL;
    const char *doubt = nbb_bench_text(object, "doubt");
    return *doubt != '\0' && strcmp(doubt, "few") != 0;
}

/* The whole with what follows from its rows; NULL where there is no memory. */
static json_t *describe(const json_t *bench)
{
    json_t *whole = json_copy((json_t *)(uintptr_t)bench);
    nbb_json_set(whole, "rows", derive(json_incref(json_object_get(bench, "rows"))));
    return whole;
}

nbb_status nbb_bench_print_json(const json_t *bench, nbb_text *text)
{
    return nbb_json_print_rows(describe(bench), "a bench as JSON", text);
}

nbb_status nbb_bench_print_page(const json_t *bench, const nbb_page_script *script, const char *page, nbb_text *text)
{
    json_t *whole = describe(bench);
    const nbb_card_row *rows = nbb_card_rows;
    json_t *constants = NBB_JSON_LIST(i, NBB_CARD_ROWS,
                                      json_pack("{s:s, s:s, s:f}", "name", rows[i].name, "unit", rows[i].unit,
                                                "usual", nbb_card_get(&nbb_card_default, &rows[i])));
    nbb_json_put(whole, "{s:o, s:i, s:s}", "constants", constants, "fewest_samples", NBB_BENCH_ROUNDS_MIN, "work",
                 NBB_BENCH_COURSE);
    return nbb_page_print(script, page, whole, text);
}

/* --- reading --- */

/* Appends the file's objects of a kind to a list. */
static nbb_status read_objects(const char *path, const char *kind, json_t *objects, bool is_shown, json_t *list)
{
    json_auto_t *read = NULL;
    NBB_FAIL_IF(objects != NULL && !json_is_array(objects),
                NBB_REFUSE_AT(path, "not a file of nbbgen bench: \"%ss\" is not an array", kind));
    json_t *asked = json_pack("{s:s, s:O?, s:i, s:b, s:o}", "kind", kind, "objects", objects, "count",
                              (int)json_array_size(objects), "is_shown", is_shown, "constants",
                              NBB_JSON_LIST(i, NBB_CARD_ROWS, json_string(nbb_card_rows[i].name)));
    nbb_status status = nbb_page_objects(&nbb_bench_pages, "read", NBB_ERROR_USAGE, asked, &read);
    NBB_FAIL_IF(status == NBB_ERROR_USAGE, NBB_REFUSE_AT(path, "not a file of nbbgen bench: %s", nbb_message()));
    NBB_TRY(status);
    return json_array_extend(list, read) == 0 ? NBB_OK : nbb_fail_memory(0, "what a bench's file holds");
}

/* A constant is one that it may have, for plans are made by it; and a device has one card. */
static nbb_status check_cards(const char *path, const json_t *bench)
{
    NBB_JSON_ELEMENTS (json_object_get(bench, "cards"), at, card) {
        for (int i = 0; i < NBB_CARD_ROWS; ++i) {
            const json_t *number = json_object_get(card, nbb_card_rows[i].name);
            NBB_FAIL_IF(number != NULL && !nbb_card_may_be(&nbb_card_rows[i], json_number_value(number)),
                        NBB_REFUSE_AT(path,
                                      "not a file of nbbgen bench: card %zu has no value that it may have of '%s'",
                                      at + 1, nbb_card_rows[i].name));
        }
        NBB_FAIL_IF(nbb_bench_find(bench, "cards", card, "device") != card,
                    NBB_REFUSE_AT(path, "not a file of nbbgen bench: card %zu is the second of %s", at + 1,
                                  nbb_bench_text(card, "device")));
    }
    return NBB_OK;
}

/* What could not be had when the file was written may be had now. */
nbb_status nbb_bench_parse_json(const char *path, const nbb_text *content, bool is_shown, json_t *bench)
{
    json_error_t error;
    json_auto_t *whole = NULL;
    NBB_TRY(nbb_json_parse(nbb_text_string(content), content->length, "a bench's file", &whole, &error));
    json_t *rows = json_object_get(whole, "rows");
    bool is_bench = nbb_bench_integer(whole, "schema") == SCHEMA && json_is_array(rows);
    NBB_FAIL_IF(whole == NULL, nbb_fail_at(NBB_ERROR_USAGE, path, error.line, "no JSON: %s", error.text));
    NBB_FAIL_IF(!is_bench, NBB_REFUSE_AT(path,
                                         "not a file of this nbbgen's bench: \"schema\": %d and \"rows\" are"
                                         " expected; an older file must be measured anew, under another name",
                                         SCHEMA));
    NBB_JSON_ELEMENTS (json_object_get(whole, "cards"), at, card) { /* wide.cells_aim had another name */
        json_t *aim = json_incref(json_object_get(card, "wide.turns_aim"));
        NBB_JSON_SET_IF(aim != NULL && json_object_del(card, "wide.turns_aim") == 0, card, "wide.cells_aim", aim);
    }
    NBB_TRY(read_objects(path, "card", json_object_get(whole, "cards"), true, json_object_get(bench, "cards")));
    NBB_TRY(check_cards(path, bench));
    NBB_TRY(read_objects(path, "row", rows, is_shown, json_object_get(bench, "rows")));
    NBB_JSON_ELEMENTS (json_object_get(bench, "rows"), i, row) { /* by which others find it */
        nbb_text choice = NBB_TEXT_EMPTY;
        nbb_options_renew(nbb_bench_text(row, "choice"), &choice);
        nbb_json_set(row, "choice", nbb_json_take(&choice));
    }
    NBB_DONE_IF(!is_shown);
    /* What only a table or a plot asks for: the devices, and where the rows are from. */
    json_auto_t *files = json_pack("[O]", whole), *heading = json_array();
    NBB_TRY(read_objects(path, "device", json_object_get(whole, "devices"), true, json_object_get(bench, "devices")));
    NBB_TRY(read_objects(path, "file", files, true, heading));
    return json_object_update(bench, json_array_get(heading, 0)) == 0 ? NBB_OK : nbb_fail_memory(0, "a bench's file");
}

nbb_status nbb_bench_read_json(const char *path, bool is_shown, json_t *bench)
{
    NBB_LOCAL_TEXT content = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_text_read_file(&content, path, NBB_BENCH_FILE_MAX, NBB_ERROR_USAGE));
    return nbb_bench_parse_json(path, &content, is_shown, bench);
}

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
