/* sweep.c - the papers' sets; subjects, axes and the odometer over them. */
#include "library/bench/bench.h"

/* The rules are those of tests/oracle/rules.txt, under which cells live on: under the papers' B2/S23 some fractals
   are empty after a few steps, and an automaton that changes nothing may be faster than one that works. */

const char *const nbb_bench_sets[][NBB_BENCH_SET_MAX] = {
    /* [M20]: the speed-up of lambda over bb as n grows, the size of the block, and the tensor cores, for the three
       workloads; then the other fractals at a large n. */
    { "sierpinski@8..16:B2/S023 --workload sw,rd,ca --map bb,lambda",
      "sierpinski@8..16:B2/S023 --workload sw,rd,ca --map lambda --tc 1,4",
      "sierpinski@16:B2/S023 --workload sw,rd,ca --map lambda --tile all",
      "chandelier@9:B2/S023 hfractal@9:B2/S023 candy@7:B2/S23 carpet@9:B2/S23 xfractal@9:B12/S23 vicsek@9:B23/S23"
      " bottles@9:B2/S023 --workload sw,rd,ca --map bb,lambda" },
    /* [Q20]: every variant on tensor cores against lambda unrolled, by shuffles, and bb; then by block size. */
    { "sierpinski@10,12,14,16:B2/S023 --workload sw,rd,ca --map bb",
      "sierpinski@10,12,14,16:B2/S023 --workload sw,rd,ca --map lambda --tc all --eval default,shuffle",
      "sierpinski@16:B2/S023 --workload sw --map lambda --tc all --tile all" },
    /* [S21]: compact storage against bb, in time and in memory, and past the levels at which bb fits no longer. */
    { "sierpinski@8..18,20,22,23:B2/S023 --map bb,compact --tc none,1,4",
      "vicsek@6..14:B23/S23 carpet@6..10:B2/S23 hfractal@6..11:B2/S023 --map bb,compact",
      "sierpinski@16:B2/S023 --map compact --tile all" },
};

nbb_status nbb_sweep_take(const nbb_list *words, nbb_options *options)
{
    size_t i = (size_t)NBB_FIND(at, words->count, words->items[at][0] == '-');
    if (options->subject_count == 0) {
        options->subjects = words->items;
        options->subject_count = (int)i;
    }
    while (i < words->count) {
        const char *name = words->items[i++] + 2;
        if (i == words->count || words->items[i][0] == '-') {
            options->tc = NBB_TC_BEST; /* no other option stands without a value */
            continue;
        }
        const char *value = words->items[i++];
        NBB_TRY_IF(!nbb_options_given(options, name), nbb_options_take(options, name, value));
    }
    return NBB_OK;
}

enum { LARGEST_SIDE = 64 }; /* of the tiles that "all" stands for */

nbb_status nbb_sweep_subject(const char *subject, nbb_sweep_words *words)
{
    const char *at = strrchr(subject, '@');
    size_t length = at != NULL ? strspn(at + 1, "0123456789.,") : 0;
    bool has_rule = at != NULL && at[1 + length] == ':', own = at != NULL && (has_rule || at[1 + length] == '\0');
    *words = (nbb_sweep_words){ .name = strndup(subject, own ? (size_t)(at - subject) : strlen(subject)) };
    NBB_LOCAL_HEAP char *list = own ? strndup(at + 1, length) : NULL;
    words->rule = has_rule ? strdup(at + 2 + length) : NULL;
    NBB_FAIL_IF(words->name == NULL || (list == NULL && own) || (words->rule == NULL && has_rule),
                nbb_fail_memory(strlen(subject) + 1, "a fractal's name"));
    return own ? nbb_list_parse(subject, list, &words->sizes) : NBB_OK;
}

void nbb_sweep_subject_free(nbb_sweep_words *words)
{
    free(words->name);
    free(words->rule);
    nbb_list_free(&words->sizes);
}

/* What "all" stands for where it depends on the domain: lanes, or sides of tiles. A level multiplies the lanes of a
   word by its k, from the top level down, or the side of a tile by s on the axis that --tile is given for, from the
   lowest level up. A simplex's tiles are powers of two; lanes it has none, and each of them is refused. */
static nbb_status list_all(const char *name, const nbb_domain *domain, nbb_list *list)
{
    const nbb_fractal *fractal = domain->fractal;
    bool is_lanes = strcmp(name, "lanes") == 0;
    int top = (int)domain->size - 1;
    int64_t most = is_lanes ? NBB_LANES_MAX : LARGEST_SIDE, number = 1, last = 0;
    for (int level = 0; level < NBB_LEVELS_MAX && number <= most; ++level) {
        NBB_LOCAL_TEXT_OF(word, "a number", "%" PRId64, number);
        NBB_TRY_IF(number != last, nbb_list_add(list, word.data, word.length));
        last = number;
        number *= fractal == NULL ? 2
                  : is_lanes      ? fractal->levels[level < top ? top - level : 0]->k
                                  : fractal->levels[level]->s.at[nbb_fractal_named_axis(fractal)];
    }
    return NBB_OK;
}

nbb_status nbb_sweep_open(const nbb_options *options, const nbb_domain *domain, nbb_sweep *sweep)
{
    *sweep = (nbb_sweep){ .count = 0 };
    for (const char *name = NULL; (name = nbb_options_axis(name)) != NULL && sweep->count < NBB_SWEEP_AXES;) {
        if (nbb_options_is_work(name)) {
            continue;
        }
        NBB_LOCAL_LIST listed = { NULL, 0 };
        nbb_list *values = &sweep->values[sweep->count];
        sweep->names[sweep->count++] = name;
        NBB_TRY(nbb_options_values(options, name, &listed));
        NBB_TRY(NBB_EACH(at, listed.count,
                         strcmp(listed.items[at], "all") == 0 ? list_all(name, domain, values)
                                                              : nbb_list_add(values, listed.items[at], SIZE_MAX)));
    }
    return NBB_OK;
}

bool nbb_sweep_next(nbb_sweep *sweep)
{
    for (int i = sweep->count - 1; i >= 0; --i) {
        NBB_RETURN_IF(++sweep->at[i] < sweep->values[i].count, true);
        sweep->at[i] = 0;
    }
    return false;
}

nbb_status nbb_sweep_choose(const nbb_sweep *sweep, nbb_options *options, nbb_text *choice)
{
    for (int i = 0; i < sweep->count; ++i) {
        const char *name = sweep->names[i], *value = sweep->values[i].items[sweep->at[i]];
        bool was_given = nbb_options_given(options, name);
        NBB_TRY(nbb_options_set(options, name, value));
        if (nbb_options_given(options, name) != was_given && strcmp(name, "map") != 0) {
            const char *between = strcmp(name, "tc") == 0 ? "=" : " ";
            nbb_text_add(choice, "%s--%s%s%s", choice->length > 0 ? " " : "", name, between, value);
        }
    }
    return NBB_OK;
}

void nbb_sweep_close(nbb_sweep *sweep)
{
    for (int i = 0; i < sweep->count; ++i) {
        nbb_list_free(&sweep->values[i]);
    }
    sweep->count = 0;
}
