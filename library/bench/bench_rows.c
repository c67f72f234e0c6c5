/* bench_rows.c - keeps rows, compares and finds them. */
#include "library/bench/bench_rows.h"

int64_t nbb_bench_size(const nbb_bench_row *row)
{
    return row->n > 0 ? row->n : row->r;
}

void nbb_bench_print_size(const nbb_bench_row *row, nbb_text *text)
{
    nbb_text_add(text, "%s = %" PRId64, row->n > 0 ? "n" : "r", nbb_bench_size(row));
}

const char *nbb_bench_out(const nbb_workload_row *work, nbb_out out)
{
    return work->start == NBB_START_POINTS ? nbb_out_names.names[out == NBB_OUT_AUTO ? NBB_OUT_F32 : out] : "";
}

bool nbb_bench_same_work(const nbb_bench_row *a, const nbb_bench_row *b)
{
    return a->seed == b->seed && a->density == b->density && a->dimensions == b->dimensions
           && strcmp(a->out, b->out) == 0 && strcmp(a->device, b->device) == 0 && strcmp(a->fractal, b->fractal) == 0
           && strcmp(a->workload, b->workload) == 0 && strcmp(a->rule, b->rule) == 0
           && strcmp(a->program, b->program) == 0 && strcmp(a->param, b->param) == 0;
}

bool nbb_bench_comparable(const nbb_bench_row *a, const nbb_bench_row *b)
{
    return a->r == b->r && a->n == b->n && nbb_bench_same_work(a, b);
}

void nbb_bench_print_program(const nbb_program *program, nbb_text *text)
{
    const char *neighbours = program->neighbours.name;
    nbb_text_add(text, "%s%s%s", program->name, *neighbours != '\0' ? " " : "", neighbours);
}

const nbb_bench_row *nbb_bench_beside(const nbb_bench *bench, const nbb_bench_row *row)
{
    for (size_t i = 0; i < bench->row_count; ++i) {
        const nbb_bench_row *other = &bench->rows[i];
        if (other->skipped == NULL && nbb_bench_comparable(other, row)) {
            return other;
        }
    }
    return NULL;
}

nbb_status nbb_bench_keep(nbb_bench *bench, const char *text, const char **kept)
{
    NBB_LOCAL_TEXT shown = NBB_TEXT_EMPTY;
    nbb_text_show(&shown, text, strlen(text));
    NBB_TRY(nbb_text_status(&shown, "a text of a bench"));
    NBB_TRY(nbb_list_add(&bench->texts, nbb_text_string(&shown), shown.length));
    *kept = bench->texts.items[bench->texts.count - 1];
    return NBB_OK;
}

nbb_status nbb_bench_add(nbb_bench *bench, const nbb_bench_row *row)
{
    return NBB_APPEND(bench->rows, bench->row_count, "the rows of a bench", *row);
}

nbb_status nbb_bench_add_device(nbb_bench *bench, const char *name, const char *driver, nbb_rates rates)
{
    nbb_bench_device added = { .rates = rates };
    NBB_TRY(nbb_bench_keep(bench, name, &added.name));
    NBB_TRY(nbb_bench_keep(bench, driver, &added.driver));
    return NBB_APPEND(bench->devices, bench->device_count, "the devices of a bench", added);
}

const nbb_bench_card *nbb_bench_card_of(const nbb_bench *bench, const char *device)
{
    for (size_t i = 0; i < bench->card_count; ++i) {
        if (strcmp(bench->cards[i].device, device) == 0) {
            return &bench->cards[i];
        }
    }
    return NULL;
}

nbb_status nbb_bench_add_card(nbb_bench *bench, const nbb_bench_card *card)
{
    const nbb_bench_card *old = nbb_bench_card_of(bench, card->device);
    if (old != NULL) {
        bench->cards[old - bench->cards] = *card;
        return NBB_OK;
    }
    return NBB_APPEND(bench->cards, bench->card_count, "the cards of a bench", *card);
}

nbb_bench_row *nbb_bench_find(const nbb_bench *bench, const nbb_bench_row *row)
{
    for (size_t i = 0; i < bench->row_count; ++i) {
        nbb_bench_row *other = &bench->rows[i];
        if (other->skipped == NULL && nbb_bench_comparable(other, row) && strcmp(other->source, row->source) == 0
            && strcmp(other->version, row->version) == 0 && strcmp(other->driver, row->driver) == 0) {
            return other;
        }
    }
    return NULL;
}

void nbb_bench_free(nbb_bench *bench)
{
    nbb_list_free(&bench->texts);
    free(bench->cards);
    free(bench->rows);
    free(bench->devices);
    *bench = (nbb_bench){ .command = NULL };
}
