/* ensemble_saved.c - what a checkpoint says of an ensemble. */
#include "library/job.h"

/* --- into a manifest --- */

/* A number as it is: an integer, or a real one as a text, which may be nan. */
static json_t *describe_number(nbb_number number)
{
    nbb_text digits = NBB_TEXT_EMPTY;
    NBB_RETURN_IF(!number.is_real, json_integer(number.of.integer));
    nbb_number_print(number, false, &digits);
    return nbb_json_take(&digits);
}

/* What there is of the copies before the batch: rows of values whose seeds are all over, rows of the other seeds, and
   their means that functions are of. So many numbers each, none where nothing is observed. */
enum { WHOLE_ROWS, SEEDS_ROWS, SEEDS_MEANS, RESULTS };
static const char *const results[] = { "whole rows", "seeds' rows", "seeds' means" };

static void count_results(const nbb_ensemble *ensemble, size_t counts[RESULTS])
{
    size_t columns = ensemble->scan.columns.count;
    int64_t over = ensemble->first / ensemble->seeds, others = ensemble->first % ensemble->seeds;
    bool has_means = ensemble->scan.means != NULL && others > 0;
    counts[WHOLE_ROWS] = (size_t)over * columns;
    counts[SEEDS_ROWS] = (size_t)others * columns;
    counts[SEEDS_MEANS] = has_means ? (size_t)(ensemble->seeds * ensemble->program->mean_count) : 0;
}

static nbb_status save_results(const nbb_ensemble *ensemble, json_t *into)
{
    const nbb_scan *scan = &ensemble->scan;
    size_t counts[RESULTS];
    count_results(ensemble, counts);
    NBB_LOCAL_MAKE(nbb_number, means, counts[SEEDS_MEANS] + 1, "means of copies");
    const nbb_number *const numbers[] = { scan->numbers, scan->copies, means };
    NBB_FILL(i, counts[SEEDS_MEANS], means[i], nbb_number_of_real(scan->means[i]));
    nbb_json_put(into, "{s:o, s:I}", "described", json_copy(ensemble->described), "average",
                 (json_int_t)ensemble->average);
    for (int i = 0; i < RESULTS; ++i) {
        nbb_json_set(into, results[i], NBB_JSON_LIST(at, counts[i], describe_number(numbers[i][at])));
    }
    return NBB_OK;
}

/* "over" has the steps of a copy, or -1 while it goes on. */
nbb_status nbb_ensemble_save(const void *context, const nbb_run *run, json_t *into)
{
    const nbb_ensemble *ensemble = context;
    json_t *over = NBB_JSON_LIST(copy, run->copies,
                                 json_integer(nbb_run_copy_is_over(run, copy) ? run->each[copy].steps : -1));
    nbb_json_put(into, "{s:o, s:I, s:I, s:I, s:I}", "over", over, "first", (json_int_t)ensemble->first, "copies",
                 (json_int_t)run->copies, "before", (json_int_t)run->steps_before, "bytes of rows before",
                 (json_int_t)ensemble->kept.rows_before);
    NBB_TRY_IF(ensemble->first > 0, save_results(ensemble, into));
    const nbb_tempering *tempering = &ensemble->tempering;
    NBB_DONE_IF(tempering->every == 0);
    NBB_LOCAL_MAKE(int64_t, accepted, tempering->count, "rates of exchange");
    memcpy(accepted, tempering->accepted, (size_t)tempering->count * sizeof *accepted);
    nbb_tempering_add(tempering, run, accepted);
    nbb_json_put(into, "{s:I, s:o, s:o}", "exchanged", (json_int_t)tempering->last, "tried",
                 nbb_json_integers(tempering->tried, tempering->count), "accepted",
                 nbb_json_integers(accepted, tempering->count));
    return NBB_OK;
}

/* --- and back --- */

static int64_t integer_of(const json_t *saved, const char *name)
{
    return json_integer_value(json_object_get(saved, name));
}

nbb_status nbb_ensemble_place(nbb_ensemble *ensemble, const nbb_run_saving *saving, nbb_run *run)
{
    const json_t *saved = saving->resumption.manifest.run;
    const char *path = nbb_text_string(&saving->resumption.path);
    int64_t first = integer_of(saved, "first"), copies = nbb_job_saved_copies(&saving->resumption, ensemble->copies);
    int64_t before = integer_of(saved, "before"), steps = integer_of(saved, "steps"), now = run->request.steps;
    NBB_REFUSE_IF(first < 0 || copies < 1 || first + copies > ensemble->copies || before < 0
                      || (first > 0 && (steps < 1 || before % steps != 0 || before / steps > first)),
                  "%s: says that it is of copies %" PRId64 " to %" PRId64, path, first, first + copies - 1);
    NBB_REFUSE_IF(first > 0 && steps != now,
                  "--steps %" PRId64 ": %" PRId64 " copies are over after %" PRId64
                  " steps in %s, and all do as many",
                  now, first, steps, path);
    NBB_REFUSE_IF(first > 0 && saving->options->samples_file != NULL,
                  "--samples %s: of %" PRId64 " copies that are over %s has none", saving->options->samples_file,
                  first, path);
    NBB_REFUSE_IF(first > 0 && json_object_get(saved, "average") != NULL
                      && integer_of(saved, "average") != ensemble->average,
                  "%s: its copies that are over were averaged from step %" PRId64 " (-1: not at all), not %" PRId64
                  ": repeat --average as it was",
                  path, integer_of(saved, "average"), ensemble->average);
    NBB_STOP_IF(copies > ensemble->batch, NBB_ERROR_DEVICE,
                "%s: has %" PRId64 " copies side by side: this program and device advance %" PRId64
                " at once (--batch)",
                path, copies, ensemble->batch);
    ensemble->goes_on = true;
    ensemble->first = run->copies_before = first;
    ensemble->done = steps > 0 ? before / steps : 0;
    ensemble->kept.rows_before = integer_of(saved, "bytes of rows before");
    bool is_begun = first == 0 && copies == run->copies;
    run->copies = copies;
    return is_begun ? NBB_OK : nbb_run_restart(run);
}

/* Returns whether there are so many, all of them numbers. */
static bool recall_numbers(const json_t *numbers, size_t count, nbb_number *into)
{
    bool are = json_is_array(numbers) && json_array_size(numbers) == count;
    for (size_t i = 0; i < count && are; ++i) {
        const json_t *number = json_array_get(numbers, i);
        const char *digits = json_string_value(number);
        are = digits != NULL || json_is_integer(number);
        into[i] = digits != NULL ? nbb_number_of_real(strtod(digits, NULL))
                                 : nbb_number_of_integer(json_integer_value(number));
    }
    return are;
}

static nbb_status recall_results(nbb_ensemble *ensemble, const json_t *saved)
{
    nbb_scan *scan = &ensemble->scan;
    int64_t first = ensemble->first;
    size_t counts[RESULTS];
    count_results(ensemble, counts);
    NBB_LOCAL_MAKE(nbb_number, means, counts[SEEDS_MEANS] + 1, "means of copies");
    nbb_number *const numbers[] = { scan->numbers, scan->copies, means };
    json_t *described = json_object_get(saved, "described");
    bool is = json_array_size(described) == (size_t)first
              && NBB_ALL(i, RESULTS, recall_numbers(json_object_get(saved, results[i]), counts[i], numbers[i]));
    NBB_REFUSE_IF(!is, "the checkpoint's results of %" PRId64 " copies are damaged", first);
    NBB_FILL(i, counts[SEEDS_MEANS], scan->means[i], nbb_number_real(means[i]));
    json_array_extend(ensemble->described, described);
    scan->added = first;
    scan->count = first / ensemble->seeds;
    for (int64_t row = 0; ensemble->rows.file >= 0 && row < scan->count; ++row) {
        nbb_rows_add(&ensemble->rows, nbb_scan_row(scan, row));
    }
    return ensemble->rows.file >= 0 ? nbb_rows_flush(&ensemble->rows) : NBB_OK;
}

/* Nobody looks at a copy again that was over: it is observed here, in the step that it has come to. */
nbb_status nbb_ensemble_recall(nbb_ensemble *ensemble, nbb_run *run, nbb_series *series, const json_t *saved)
{
    nbb_tempering *tempering = &ensemble->tempering;
    const json_t *over = json_object_get(saved, "over");
    for (int64_t copy = 0; copy < run->copies; ++copy) {
        const json_t *steps = json_array_get(over, (size_t)copy);
        run->step = json_is_integer(steps) ? json_integer_value(steps) : -1;
        if (run->step >= 0) {
            NBB_TRY(nbb_series_observe(series, run, copy));
            NBB_TRY(nbb_run_end_copy(run, copy));
        }
    }
    run->step = run->first;
    tempering->last = integer_of(saved, "exchanged");
    const json_t *tried = json_object_get(saved, "tried"), *accepted = json_object_get(saved, "accepted");
    NBB_FILL(i, tempering->count, tempering->tried[i], json_integer_value(json_array_get(tried, (size_t)i)));
    NBB_FILL(i, tempering->count, tempering->accepted[i], json_integer_value(json_array_get(accepted, (size_t)i)));
    return ensemble->first > 0 ? recall_results(ensemble, saved) : NBB_OK;
}
