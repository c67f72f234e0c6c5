/* bench_fields.c - rows field by field: to JSON and back, and for pages. */
#include "library/bench/bench_table.h"

#include "gen/base/commit.h"

enum { SCHEMA = 2 };

/* --- writing --- */

static json_t *number_or_null(double value)
{
    return value > 0 ? nbb_json_real(value) : json_null();
}

#define SET_TEXT(name) nbb_json_set(object, #name, nbb_json_text(row->name));
#define SET_INTEGER(name) nbb_json_set(object, #name, json_integer((json_int_t)row->name));
#define SET_REAL(name) nbb_json_set(object, #name, nbb_json_real(row->name));
static json_t *row_to_json(const nbb_bench_row *row)
{
    json_t *object = json_object();
    NBB_BENCH_IDENTITY(SET_TEXT, SET_INTEGER, SET_REAL)
    if (row->skipped != NULL) {
        nbb_json_set(object, "skipped", nbb_json_text(row->skipped));
        return object;
    }
    NBB_BENCH_FIGURES(SET_TEXT, SET_INTEGER, SET_REAL)
    return object;
}

/* The rows with what follows from them and those beside them. */
static json_t *derive(json_t *rows)
{
    return nbb_page_objects(&nbb_bench_pages, "derived",
                            json_pack("{s:o, s:i}", "rows", rows, "fewest_samples", NBB_BENCH_ROUNDS_MIN));
}

json_t *nbb_bench_describe_row(const nbb_bench *bench, const nbb_bench_row *row)
{
    json_t *rows = json_array();
    size_t at = 0;
    for (size_t i = 0; i < bench->row_count; ++i) {
        at = &bench->rows[i] == row ? json_array_size(rows) : at;
        if (nbb_bench_same_work(&bench->rows[i], row)) {
            nbb_json_add(rows, row_to_json(&bench->rows[i]));
        }
    }
    json_auto_t *derived = derive(rows);
    return json_incref(json_array_get(derived, at));
}

bool nbb_bench_is_to_repeat(const nbb_bench *bench, const nbb_bench_row *row)
{
    json_auto_t *object = row->again < NBB_BENCH_AGAIN_MAX ? nbb_bench_describe_row(bench, row) : NULL;
    const char *doubt = json_string_value(json_object_get(object, "doubt"));
    return doubt != NULL && strcmp(doubt, "few") != 0;
}

#define SET_RATE(name) nbb_json_set(object, #name, number_or_null(row->rates.name));
static json_t *device_to_json(const nbb_bench_device *row)
{
    json_t *object = json_object();
    SET_TEXT(name)
    SET_TEXT(driver)
    NBB_RATES(SET_RATE)
    return object;
}

static json_t *card_to_json(const nbb_bench_card *row)
{
    json_t *object = json_object();
    NBB_BENCH_CARD(SET_TEXT)
    for (int i = 0; i < NBB_CARD_ROWS; ++i) {
        if (row->constants[i] > 0) {
            nbb_json_set(object, nbb_card_rows[i].name, nbb_json_real(row->constants[i]));
        }
    }
    return object;
}

json_t *nbb_bench_describe(const nbb_bench *bench)
{
    json_t *devices = json_array(), *cards = json_array(), *rows = json_array();
    for (size_t i = 0; i < bench->device_count; ++i) {
        nbb_json_add(devices, device_to_json(&bench->devices[i]));
    }
    for (size_t i = 0; i < bench->card_count; ++i) {
        nbb_json_add(cards, card_to_json(&bench->cards[i]));
    }
    for (size_t i = 0; i < bench->row_count; ++i) {
        nbb_json_add(rows, row_to_json(&bench->rows[i]));
    }
    return json_pack("{s:i, s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "schema", SCHEMA, "program", "nbbgen " NBB_VERSION,
                     "commit", bench->commit != NULL ? bench->commit : nbb_commit, "date", bench->date, "command",
                     nbb_json_text(bench->command), "devices", devices, "cards", cards, "rows", derive(rows));
}

nbb_status nbb_bench_print_json(const nbb_bench *bench, nbb_text *text)
{
    return nbb_json_print_rows(nbb_bench_describe(bench), "a bench as JSON", text);
}

/* --- reading --- */

/* Where the reader is, for its messages. */
typedef struct place {
    const char *path, *kind; /* "row" or "card", of which it is this one */
    size_t number;
    nbb_bench *bench; /* keeps texts */
} place;

static nbb_status fail_file(const place *at, const char *what, const char *name)
{
    return NBB_REFUSE_AT(at->path, "not a file of nbbgen bench: %s %zu has no %s '%s'", at->kind, at->number + 1,
                         what, name);
}

static nbb_status get_text(const place *at, const json_t *object, const char *name, const char **value)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? nbb_bench_keep(at->bench, text, value) : fail_file(at, "text", name);
}

static nbb_status get_integer(const place *at, const json_t *object, const char *name, int64_t *value)
{
    const json_t *number = json_object_get(object, name);
    *value = json_integer_value(number);
    return json_is_integer(number) && *value >= 0 ? NBB_OK : fail_file(at, "whole number", name);
}

static nbb_status get_real(const place *at, const json_t *object, const char *name, double *value)
{
    const json_t *number = json_object_get(object, name);
    *value = json_number_value(number);
    return json_is_number(number) && *value >= 0 ? NBB_OK : fail_file(at, "number", name);
}

#define GET_TEXT(name) NBB_TRY(get_text(at, object, #name, &row->name));
#define GET_INTEGER(name) NBB_TRY(get_integer(at, object, #name, &row->name));
#define GET_REAL(name) NBB_TRY(get_real(at, object, #name, &row->name));
static nbb_status row_from_json(const place *at, const json_t *object, nbb_bench_row *row)
{
    NBB_BENCH_IDENTITY(GET_TEXT, GET_INTEGER, GET_REAL)
    if (json_object_get(object, "skipped") != NULL) {
        return get_text(at, object, "skipped", &row->skipped);
    }
    NBB_BENCH_FIGURES(GET_TEXT, GET_INTEGER, GET_REAL)
    return NBB_OK;
}

/* A constant that was measured, which is one that it may have: plans are made by it. */
static nbb_status get_constant(const place *at, const json_t *object, const nbb_card_row *row, double *value)
{
    if (json_object_get(object, row->name) == NULL) {
        return NBB_OK;
    }
    NBB_TRY(get_real(at, object, row->name, value));
    return nbb_card_may_be(row, *value) ? NBB_OK : fail_file(at, "value that it may have of", row->name);
}

#define COUNT(name) +1
static nbb_status card_from_json(const place *at, const json_t *object, nbb_bench_card *row)
{
    size_t known = 0 NBB_BENCH_CARD(COUNT);
    NBB_BENCH_CARD(GET_TEXT)
    for (int i = 0; i < NBB_CARD_ROWS; ++i) {
        NBB_TRY(get_constant(at, object, &nbb_card_rows[i], &row->constants[i]));
        known += row->constants[i] > 0;
    }
    return json_object_size(object) == known
               ? NBB_OK
               : NBB_REFUSE_AT(at->path, "not a file of nbbgen bench: card %zu has %zu keys, of which %zu are known",
                               at->number + 1, json_object_size(object), known);
}

static nbb_status read_cards(const char *path, const json_t *cards, nbb_bench *bench)
{
    NBB_FAIL_IF(cards != NULL && !json_is_array(cards),
                NBB_REFUSE_AT(path, "not a file of nbbgen bench: \"cards\" is not an array"));
    for (size_t i = 0; i < json_array_size(cards); ++i) {
        nbb_bench_card card = { 0 };
        NBB_TRY(card_from_json(&(place){ path, "card", i, bench }, json_array_get(cards, i), &card));
        NBB_FAIL_IF(
            nbb_bench_card_of(bench, card.device) != NULL,
            NBB_REFUSE_AT(path, "not a file of nbbgen bench: card %zu is the second of %s", i + 1, card.device));
        NBB_TRY(nbb_bench_add_card(bench, &card));
    }
    return NBB_OK;
}

#define GET_RATE(name) json_number_value(json_object_get(object, #name)),
/* What only a table or a plot asks for: the devices with their rates (null where none were measured), and where the
   rows are from. */
static nbb_status read_heading(const char *path, const json_t *whole, nbb_bench *bench)
{
    const place at = { path, "file", 0, bench };
    const json_t *devices = json_object_get(whole, "devices");
    for (size_t i = 0; i < json_array_size(devices); ++i) {
        const json_t *object = json_array_get(devices, i);
        const char *name = json_string_value(json_object_get(object, "name"));
        const char *driver = json_string_value(json_object_get(object, "driver"));
        nbb_rates rates = { NBB_RATES(GET_RATE) };
        NBB_FAIL_IF(name == NULL || driver == NULL,
                    fail_file(&(place){ path, "device", i, bench }, "text", name == NULL ? "name" : "driver"));
        NBB_TRY(nbb_bench_add_device(bench, name, driver, rates));
    }
    NBB_TRY(get_text(&at, whole, "command", &bench->command));
    NBB_TRY(get_text(&at, whole, "date", &bench->date));
    return get_text(&at, whole, "commit", &bench->commit);
}

nbb_status nbb_bench_parse_json(const char *path, const nbb_text *content, bool is_shown, nbb_bench *bench)
{
    json_error_t error;
    json_auto_t *whole = NULL;
    NBB_TRY(nbb_json_parse(nbb_text_string(content), content->length, "a bench's file", &whole, &error));
    const json_t *rows = json_object_get(whole, "rows");
    bool is_bench = json_integer_value(json_object_get(whole, "schema")) == SCHEMA && json_is_array(rows);
    NBB_FAIL_IF(whole == NULL, nbb_fail_at(NBB_ERROR_USAGE, path, error.line, "no JSON: %s", error.text));
    NBB_FAIL_IF(!is_bench, NBB_REFUSE_AT(path,
                                         "not a file of this nbbgen's bench: \"schema\": %d and \"rows\" are"
                                         " expected; an older file must be measured anew, under another name",
                                         SCHEMA));
    NBB_TRY(read_cards(path, json_object_get(whole, "cards"), bench));
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        const json_t *object = json_array_get(rows, i);
        nbb_bench_row row = { 0 };
        if (json_object_get(object, "skipped") != NULL && !is_shown) {
            continue; /* what could not be had then may be had now */
        }
        NBB_TRY(row_from_json(&(place){ path, "row", i, bench }, object, &row));
        NBB_TRY(nbb_bench_add(bench, &row));
    }
    return is_shown ? read_heading(path, whole, bench) : NBB_OK;
}

nbb_status nbb_bench_read_json(const char *path, bool is_shown, nbb_bench *bench)
{
    NBB_LOCAL_TEXT content = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_text_read_file(&content, path, NBB_BENCH_FILE_MAX, NBB_ERROR_USAGE));
    return nbb_bench_parse_json(path, &content, is_shown, bench);
}

/* --- pages --- */

#define NAME(name) #name,
static const char *const columns[] = { NBB_BENCH_IDENTITY(NAME, NAME, NAME) "skipped",
                                       NBB_BENCH_FIGURES(NAME, NAME, NAME) };

/* The constants that were measured, as people read them. */
static json_t *describe_constants(const nbb_bench_card *card)
{
    json_t *list = json_array();
    for (int i = 0; i < NBB_CARD_ROWS; ++i) {
        const nbb_card_row *row = &nbb_card_rows[i];
        if (card->constants[i] > 0) {
            nbb_json_add(list, json_pack("{s:s, s:f, s:s, s:f}", "name", row->name, "value", card->constants[i],
                                         "unit", row->unit, "usual", nbb_card_get(&nbb_card_default, row)));
        }
    }
    return list;
}

nbb_status nbb_bench_print_page(const nbb_bench *bench, const nbb_page_script *script, const char *page,
                                nbb_text *text)
{
    json_t *whole = nbb_bench_describe(bench), *constants = json_object();
    for (size_t i = 0; i < bench->card_count; ++i) {
        nbb_json_set(constants, bench->cards[i].device, describe_constants(&bench->cards[i]));
    }
    nbb_json_set(whole, "columns", nbb_json_words(columns, sizeof columns / sizeof columns[0]));
    nbb_json_set(whole, "constants", constants);
    nbb_json_set(whole, "fewest_samples", json_integer(NBB_BENCH_ROUNDS_MIN));
    return nbb_page_print(script, page, whole, text);
}
