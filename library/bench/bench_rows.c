/* bench_rows.c - keeps rows, derives from them and doubts them. */
#include "library/bench/bench_rows.h"

#include "runtime/run/run_state.h"

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

bool nbb_bench_comparable(const nbb_bench_row *a, const nbb_bench_row *b)
{
    return a->r == b->r && a->n == b->n && a->seed == b->seed && a->density == b->density
           && a->dimensions == b->dimensions && strcmp(a->out, b->out) == 0 && strcmp(a->device, b->device) == 0
           && strcmp(a->fractal, b->fractal) == 0 && strcmp(a->workload, b->workload) == 0
           && strcmp(a->rule, b->rule) == 0 && strcmp(a->program, b->program) == 0 && strcmp(a->param, b->param) == 0;
}

void nbb_bench_print_program(const nbb_program *program, nbb_text *text)
{
    const char *neighbours = program->neighbours.name;
    nbb_text_add(text, "%s%s%s", program->name, *neighbours != '\0' ? " " : "", neighbours);
}

const nbb_bench_row *nbb_bench_beside(const nbb_bench *bench, const nbb_bench_row *row, const char *map)
{
    for (size_t i = 0; i < bench->row_count; ++i) {
        const nbb_bench_row *other = &bench->rows[i];
        if (other->skipped == NULL && (map == NULL || strcmp(other->map, map) == 0)
            && nbb_bench_comparable(other, row)) {
            return other;
        }
    }
    return NULL;
}

/* The length of a choice's words without --ranks and its value, which are its last ones. */
static size_t length_of_choice(const char *choice)
{
    const char *ranks = strstr(choice, "--ranks ");
    return ranks != NULL ? (size_t)(ranks - choice) : strlen(choice) + (*choice != '\0');
}

/* Whether two rows differ in their size and their ranks alone. */
static bool scales(const nbb_bench_row *a, const nbb_bench_row *b)
{
    nbb_bench_row sized = *a;
    size_t length = length_of_choice(a->choice);
    sized.r = b->r;
    sized.n = b->n;
    return nbb_bench_comparable(&sized, b) && strcmp(a->map, b->map) == 0 && length_of_choice(b->choice) == length
           && strncmp(a->choice, b->choice, length > 0 ? length - 1 : 0) == 0;
}

static double cells_a_rank(const nbb_bench_row *row)
{
    return (double)row->cells / (double)row->ranks;
}

/* A rank's rate by that of the fewest ranks: on the same state, or by the nearest cells of a rank on another one. */
static double derive_scaling(const nbb_bench *bench, const nbb_bench_row *row, bool is_weak)
{
    const nbb_bench_row *base = NULL;
    double distance = 0;
    for (size_t i = 0; i < bench->row_count; ++i) {
        const nbb_bench_row *other = &bench->rows[i];
        bool fits = other->skipped == NULL && other->ranks < row->ranks && scales(other, row)
                    && (nbb_bench_size(other) == nbb_bench_size(row)) != is_weak;
        double far = fabs(log(cells_a_rank(other) / cells_a_rank(row)));
        if (fits && (base == NULL || other->ranks < base->ranks || (other->ranks == base->ranks && far < distance))) {
            base = other;
            distance = far;
        }
    }
    return base != NULL ? cells_a_rank(row) / row->ms_median / (cells_a_rank(base) / base->ms_median) : 0;
}

nbb_bench_derived nbb_bench_derive(const nbb_bench *bench, const nbb_bench_row *row)
{
    nbb_bench_derived derived = { 0 };
    if (row->skipped != NULL || !(row->ms_median > 0)) {
        return derived;
    }
    const nbb_bench_row *bb = nbb_bench_beside(bench, row, nbb_map_names.names[NBB_MAP_BB]);
    double seconds = row->ms_median * 1e-3;
    derived.cells_per_second = (double)row->cells / seconds;
    double memory = row->limit > 0 ? (double)row->bytes_per_step / row->limit / seconds : 0;
    double logic = row->logic > 0 ? (double)row->operations_per_step / row->logic / seconds : 0;
    derived.share = logic > memory ? logic : memory;
    derived.limit_by = logic > memory ? "logic" : memory > 0 ? "memory" : NULL;
    derived.speedup = bb != NULL ? bb->ms_median / row->ms_median : 0;
    derived.memory_reduction = bb != NULL ? (double)bb->memory_bytes / (double)row->memory_bytes : 0;
    derived.strong = derive_scaling(bench, row, false);
    derived.weak = derive_scaling(bench, row, true);
    return derived;
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

/* --- doubt --- */

/* What fits no more. From a size to the next larger one of the same choice, time grew at most 1.73 times as much as
   cells and memory in the tables of tests/device/h200, where states outgrow the caches; and it shrank to 0.82 at
   most. A round without disturbance is within a few per cent of the others, so one that takes two thirds of the
   median shows that most rounds were disturbed. */
#define JUMP 3.0
#define SLOWER 1.5
#define OUTRUN 1.5
#define EXCESS_MS 0.01 /* less may be a launch's, whatever the size */

const char *const nbb_bench_doubt_words[NBB_DOUBT_COUNT] = { NBB_DOUBTS(NBB_SPELLING) };

/* Whether both rows are the same choice for the same work, but for the size. Tiles that the plan chose by size
   differ. */
static bool is_same_choice(const nbb_bench_row *a, const nbb_bench_row *b)
{
    nbb_bench_row like_b = *a;
    like_b.r = b->r;
    like_b.n = b->n;
    return b->skipped == NULL && nbb_bench_comparable(&like_b, b) && (a->n > 0) == (b->n > 0)
           && strcmp(a->map, b->map) == 0 && strcmp(a->choice, b->choice) == 0 && a->tile_x == b->tile_x
           && a->tile_y == b->tile_y && a->tile_z == b->tile_z;
}

/* The row of the same choice whose size is the nearest below the row's (`side` -1) or above it (1), or NULL. */
static const nbb_bench_row *neighbour(const nbb_bench *bench, const nbb_bench_row *row, int side)
{
    const nbb_bench_row *nearest = NULL;
    for (size_t i = 0; i < bench->row_count; ++i) {
        const nbb_bench_row *other = &bench->rows[i];
        int64_t distance = side * (nbb_bench_size(other) - nbb_bench_size(row));
        if (distance > 0 && is_same_choice(row, other)
            && (nearest == NULL || distance < side * (nbb_bench_size(nearest) - nbb_bench_size(row)))) {
            nearest = other;
        }
    }
    return nearest;
}

/* The time of a row in times of what a smaller one lets expect: as much more as there are cells, or bytes. */
static double jump_from(const nbb_bench_row *smaller, const nbb_bench_row *row)
{
    double cells = (double)row->cells / (double)smaller->cells;
    double bytes = (double)row->memory_bytes / (double)smaller->memory_bytes;
    return row->ms_median / smaller->ms_median / fmax(cells, bytes);
}

static nbb_doubt doubt_samples(const nbb_bench_row *row)
{
    bool is_noisy = nbb_times_are_noisy(row->ms_median, fmax(row->ms_spread, row->ms_drift));
    return row->ms_median > OUTRUN * row->ms_min ? NBB_DOUBT_OUTRUN
           : is_noisy                            ? NBB_DOUBT_NOISY
           : row->samples < NBB_BENCH_ROUNDS_MIN ? NBB_DOUBT_FEW
                                                 : NBB_DOUBT_NONE;
}

nbb_doubt nbb_bench_doubt_of(const nbb_bench *bench, const nbb_bench_row *row, const nbb_bench_row **beside)
{
    if (row->skipped != NULL || !(row->ms_median > 0)) {
        return NBB_DOUBT_NONE;
    }
    const nbb_bench_row *smaller = neighbour(bench, row, -1), *larger = neighbour(bench, row, 1);
    bool jumps = smaller != NULL && jump_from(smaller, row) > JUMP && row->ms_median > smaller->ms_median + EXCESS_MS;
    bool is_slower = larger != NULL
                     && row->ms_median > fmax(SLOWER * larger->ms_median, larger->ms_median + EXCESS_MS);
    if (beside != NULL) {
        *beside = jumps ? smaller : is_slower ? larger : NULL;
    }
    return jumps ? NBB_DOUBT_JUMP : is_slower ? NBB_DOUBT_SLOWER : doubt_samples(row);
}

bool nbb_bench_is_to_repeat(const nbb_bench *bench, const nbb_bench_row *row)
{
    nbb_doubt doubt = nbb_bench_doubt_of(bench, row, NULL);
    return doubt != NBB_DOUBT_NONE && doubt != NBB_DOUBT_FEW && row->again < NBB_BENCH_AGAIN_MAX;
}

void nbb_bench_doubt_print(const nbb_bench *bench, const nbb_bench_row *row, nbb_text *text)
{
    const nbb_bench_row *beside = NULL;
    switch (nbb_bench_doubt_of(bench, row, &beside)) {
    case NBB_DOUBT_JUMP:
        nbb_text_add(text, "it takes %.3g times as long as its cells or bytes let expect from ",
                     jump_from(beside, row));
        nbb_bench_print_size(beside, text);
        break;
    case NBB_DOUBT_SLOWER:
        nbb_text_add(text, "it takes %.3g times as long as the larger ", row->ms_median / beside->ms_median);
        nbb_bench_print_size(beside, text);
        break;
    case NBB_DOUBT_OUTRUN:
        nbb_text_add(text, "its fastest round took %.2g%% of the median", 100 * row->ms_min / row->ms_median);
        break;
    case NBB_DOUBT_NOISY:
        nbb_text_add(text, "half of its samples, or a third of its rounds, lie more than 5%% beside the median");
        break;
    case NBB_DOUBT_FEW:
        nbb_text_add(text, "%d samples tell no spread", (int)row->samples);
        break;
    default:
        break;
    }
}
