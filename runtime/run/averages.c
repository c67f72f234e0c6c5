/* averages.c - blocks of means, and the jackknife over them. */
#include "runtime/run/observed.h"

/* Fewer blocks do not tell whether their length is enough: the variance of so few is too uncertain. */
enum { BLOCKS_ENOUGH = 16 };

static void add_block(nbb_blocks *blocks, double value)
{
    double distance = value - blocks->mean;
    ++blocks->count;
    blocks->mean += distance / (double)blocks->count;
    blocks->squares += distance * (value - blocks->mean);
}

void nbb_blocking_add(nbb_blocking *blocking, double member)
{
    double value = member;
    for (int level = 0; level < NBB_BLOCKING_LEVELS; ++level) {
        nbb_blocks *blocks = &blocking->levels[level];
        add_block(blocks, value);
        if (blocks->count % 2 == 1) {
            blocks->half = value;
            return;
        }
        value = blocks->half + (value - blocks->half) / 2;
    }
}

/* The error of the mean, squared, that so many independent blocks would have. */
static double error_squared(const nbb_blocks *blocks)
{
    double count = (double)blocks->count;
    return blocks->squares / (count * (count - 1));
}

nbb_blocked nbb_blocking_result(const nbb_blocking *blocking)
{
    const nbb_blocks *members = &blocking->levels[0];
    double samples = (double)members->count;
    nbb_blocked found = { members->count, members->count > 0 ? members->mean : NAN, NAN, NAN, NAN, 1, false };
    NBB_RETURN_IF(members->count < 2, found);
    double first = error_squared(members), largest = first;
    found.variance = members->squares / (samples - 1);
    for (int level = 0; level < NBB_BLOCKING_LEVELS && blocking->levels[level].count >= 2 && !found.settled;
         ++level) {
        double squared = error_squared(&blocking->levels[level]), ratio = first > 0 ? squared / first : 1;
        double length = ldexp(1, level);
        found.settled = blocking->levels[level].count >= BLOCKS_ENOUGH
                        && length * length * length > 2 * samples * ratio * ratio;
        if (found.settled || squared >= largest) {
            largest = squared;
            found.block = INT64_C(1) << level;
        }
    }
    found.error = sqrt(largest);
    found.tau = first > 0 ? largest / first / 2 : 0.5;
    return found;
}

enum { BLOCKS_MOST = 1024 }; /* that are kept of each mean, an even number */

nbb_status nbb_averages_open(nbb_arena *arena, const nbb_program *program, const nbb_domain *domain,
                             nbb_averages *averages)
{
    *averages = (nbb_averages){ .program = program, .domain = domain, .length = 1 };
    return NBB_ARRAYS(arena, NBB_ARRAY(averages->means, program->mean_count + 1),
                      NBB_ARRAY(averages->sums, (size_t)program->mean_count * BLOCKS_MOST + 1));
}

void nbb_averages_add(nbb_averages *averages, int64_t step, const nbb_number *observables)
{
    const nbb_program *program = averages->program;
    if (averages->blocks == BLOCKS_MOST) {
        /* Makes two blocks one, where there is room for no more. */
        for (int mean = 0; mean < averages->program->mean_count; ++mean) {
            double *sums = averages->sums + (size_t)mean * BLOCKS_MOST;
            NBB_FILL(i, BLOCKS_MOST, sums[i], i < BLOCKS_MOST / 2 ? sums[2 * i] + sums[2 * i + 1] : 0);
        }
        averages->blocks = BLOCKS_MOST / 2;
        averages->length *= 2;
    }
    for (int mean = 0; mean < program->mean_count; ++mean) {
        double value = nbb_observed_value(program, averages->domain, step, observables, program->means[mean]).real;
        nbb_blocking_add(&averages->means[mean], value);
        averages->sums[(size_t)mean * BLOCKS_MOST + (size_t)averages->blocks] += value;
    }
    if (++averages->in_last == averages->length) {
        averages->in_last = 0;
        ++averages->blocks;
    }
}

int nbb_averages_count(const nbb_averages *averages)
{
    return averages->program != NULL ? averages->program->average_count : 0;
}

/* --- functions of means --- */

typedef struct estimate {
    const nbb_averages *averages;
    double *means, *all;  /* by number: of all members but some; sums of all in blocks */
    bool *uses;           /* whether the function has the mean */
    const double *sums;   /* of means in blocks: those of a mean side by side, ... */
    int64_t most, length; /* ... as many as there is room for, of so many members each */
} estimate;

static nbb_value_of ask_mean(const nbb_evaluation *evaluation, const nbb_expression *expression,
                             NBB_UNUSED nbb_value_of argument, NBB_UNUSED int there)
{
    const estimate *of = evaluation->context;
    if (expression->kind == NBB_EXPRESSION_TOTAL) {
        of->uses[expression->number] = true;
        return (nbb_value_of){ .real = of->means[expression->number] };
    }
    return (nbb_value_of){ .integer = nbb_builtin_value(of->averages->domain, (nbb_builtin)expression->number, 0) };
}

static double evaluate(estimate *of, const nbb_expression *value)
{
    nbb_evaluation evaluation = { .program = of->averages->program, .context = of, .ask = ask_mean };
    return nbb_value_evaluate(&evaluation, value, -1).real;
}

static double sum_blocks(const estimate *of, int mean, int64_t first, int64_t count)
{
    const double *at = of->sums + mean * of->most + first;
    return NBB_SUM(i, count, at[i]);
}

/* The error of a function by its estimates without one of `count` groups of blocks, `group` blocks each. */
static double jackknife(estimate *of, const nbb_expression *value, int64_t group, int64_t count)
{
    nbb_blocks estimates = { .count = 0 };
    double members = (double)((count - 1) * group * of->length);
    int means = of->averages->program->mean_count;
    NBB_FILL(mean, means, of->all[mean], sum_blocks(of, mean, 0, count * group));
    for (int64_t without = 0; without < count; ++without) {
        NBB_FILL(mean, means, of->means[mean],
                 (of->all[mean] - sum_blocks(of, mean, without * group, group)) / members);
        add_block(&estimates, evaluate(of, value));
    }
    return sqrt(estimates.squares * (double)(count - 1) / (double)count);
}

/* What the means say of a function: its value, and the largest autocorrelation time of those that it uses. */
static nbb_blocked look_at_means(estimate *of, const nbb_expression *value)
{
    const nbb_averages *averages = of->averages;
    nbb_blocked found = { .variance = NAN, .error = NAN, .tau = 0.5, .settled = true };
    for (int mean = 0; mean < averages->program->mean_count; ++mean) {
        const nbb_blocks *members = &averages->means[mean].levels[0];
        of->means[mean] = members->count > 0 ? members->mean : NAN;
        found.samples = members->count;
    }
    found.mean = evaluate(of, value);
    for (int mean = 0; mean < averages->program->mean_count; ++mean) {
        if (of->uses[mean]) {
            nbb_blocked one = nbb_blocking_result(&averages->means[mean]);
            found.tau = one.tau > found.tau ? one.tau : found.tau;
            found.settled = found.settled && one.settled;
        }
    }
    return found;
}

/* Without runs: over steps. */
static nbb_blocked of_function(const nbb_averages *averages, const nbb_expression *value, const double *runs,
                               int64_t count)
{
    size_t means = (size_t)averages->program->mean_count + 1;
    NBB_LOCAL_ARENA arena = { .purpose = "a function of means" };
    bool by_runs = runs != NULL; /* of each there is a member: its mean */
    estimate of = { .averages = averages,
                    .sums = by_runs ? runs : averages->sums,
                    .most = by_runs ? count : BLOCKS_MOST,
                    .length = by_runs ? 1 : averages->length };
    nbb_blocked found = { .mean = NAN, .variance = NAN, .error = NAN, .tau = NAN, .block = 1 };
    NBB_RETURN_IF(NBB_ARRAYS(&arena, NBB_ARRAY(of.means, means), NBB_ARRAY(of.all, means), NBB_ARRAY(of.uses, means))
                      != NBB_OK,
                  found);
    if (by_runs) {
        found.error = jackknife(&of, value, 1, count);
        NBB_FILL(mean, of.averages->program->mean_count, of.means[mean], of.all[mean] / (double)count);
        found.mean = evaluate(&of, value);
        return found;
    }
    found = look_at_means(&of, value);
    int64_t group = (int64_t)(2 * found.tau / (double)averages->length) + 1, blocks = averages->blocks / group;
    found.block = group * averages->length;
    found.error = blocks >= 2 ? jackknife(&of, value, group, blocks) : NAN;
    found.settled = found.settled && blocks >= BLOCKS_ENOUGH;
    return found;
}

nbb_blocked nbb_averages_result(const nbb_averages *averages, int i)
{
    const nbb_averaged *average = &averages->program->averages[i];
    return average->mean >= 0 ? nbb_blocking_result(&averages->means[average->mean])
                              : of_function(averages, average->value, NULL, 0);
}

nbb_blocked nbb_averages_over_runs(const nbb_averages *averages, int i, const double *means, int64_t count)
{
    return of_function(averages, averages->program->averages[i].value, means, count);
}

void nbb_averages_clear(nbb_averages *averages)
{
    size_t means = averages->program != NULL ? (size_t)averages->program->mean_count : 0;
    if (means > 0) {
        memset(averages->means, 0, means * sizeof *averages->means);
        memset(averages->sums, 0, means * BLOCKS_MOST * sizeof *averages->sums);
    }
    averages->length = 1;
    averages->in_last = averages->blocks = 0;
}
