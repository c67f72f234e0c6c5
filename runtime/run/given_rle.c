/* given_rle.c - reads a field's first values from a pattern. */
#include "runtime/run/given.h"

#include "gen/base/text.h"
#include "runtime/device/interrupt.h"
#include "runtime/run/rle.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 1 << 30 };

/* The header's rule is the run's. */
static nbb_status check_rule(const nbb_rle *rle, const nbb_rule *wanted)
{
    nbb_rule found;
    if (rle->rule == NULL || wanted == NULL) {
        return NBB_OK;
    }
    nbb_text name = NBB_TEXT_EMPTY, what = NBB_TEXT_EMPTY;
    nbb_text_put(&name, rle->rule, (size_t)rle->rule_length);
    nbb_status status = nbb_text_status(&name, "a pattern's rule");
    bool is_rule = status == NBB_OK && nbb_rule_parse(nbb_text_string(&name), &found) == NBB_OK;
    if (status == NBB_OK && (!is_rule || found.birth != wanted->birth || found.survival != wanted->survival)) {
        nbb_text_add(&what, "the pattern is one of rule %s, the run has ", nbb_text_string(&name));
        nbb_rule_print(*wanted, &what);
        nbb_text_add(&what, ": say by --rule which one it is to have");
        status = nbb_rle_fail_rule(rle, nbb_text_string(&what));
    }
    nbb_text_free(&name);
    nbb_text_free(&what);
    return status;
}

static nbb_status put_run(const nbb_rle *rle, const nbb_rle_run *run, int field, nbb_given_fields *given)
{
    nbb_given_values *values = &given->values[field];
    nbb_given_where where = { rle->path, run->line, run->column };
    for (int64_t i = 0; i < run->count; ++i) {
        nbb_vector place = { { values->origin.at[0] + run->first.at[0] + i,
                               values->origin.at[1] + run->first.at[1] } };
        NBB_TRY(nbb_given_check(where, given, field, place, (uint64_t)run->state));
    }
    memset(values->at + run->first.at[1] * rle->side.at[0] + run->first.at[0], run->state, (size_t)run->count);
    return NBB_OK;
}

static nbb_status read_places(nbb_rle *rle, int field, nbb_given_fields *given)
{
    nbb_rle_run run;
    do {
        NBB_TRY(nbb_interrupt_check());
        NBB_TRY(nbb_rle_next(rle, &run));
        NBB_TRY(put_run(rle, &run, field, given));
    } while (run.count > 0);
    return NBB_OK;
}

static nbb_status read_pattern(const char *path, const nbb_text *text, int field, nbb_given_pattern pattern,
                               nbb_given_fields *given)
{
    nbb_rle rle;
    NBB_TRY(nbb_rle_open(path, nbb_text_string(text), text->length, &rle));
    NBB_TRY(check_rule(&rle, pattern.rule));
    if (rle.side.at[0] > 0 && rle.side.at[1] > NBB_NPY_BOX_MAX / rle.side.at[0]) {
        return nbb_fail_at(NBB_ERROR_USAGE, path, 0, "has more than 2^30 places; it is too large to be given");
    }
    size_t places = (size_t)(rle.side.at[0] * rle.side.at[1]);
    given->values[field] = (nbb_given_values){ .origin = pattern.at != NULL ? *pattern.at : rle.pos,
                                               .side = rle.side,
                                               .at = calloc(places + 1, 1) };
    return given->values[field].at != NULL ? read_places(&rle, field, given)
                                           : nbb_fail_memory(places, "a pattern's places");
}

nbb_status nbb_given_read_rle(const char *path, int field, nbb_given_pattern pattern, nbb_given_fields *given)
{
    const nbb_field *fields = given->program->fields;
    nbb_text text = NBB_TEXT_EMPTY;
    if (fields[field].kind != NBB_FIELD_BITS || nbb_domain_axes(&given->domain) > 2) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--init %s: a pattern has two axes and states up to 255: it is for fields uN;"
                        " give an array (.npy)",
                        path);
    }
    nbb_status status = nbb_text_read_file(&text, path, FILE_BYTES_MAX, NBB_ERROR_USAGE);
    status = status == NBB_OK ? read_pattern(path, &text, field, pattern, given) : status;
    nbb_text_free(&text);
    return status;
}
