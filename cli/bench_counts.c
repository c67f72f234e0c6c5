/* bench_counts.c - numbers of GPUs as a list of --device. */
#include "cli/bench_counts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool is_number(const char *device)
{
    bool is_gpu = strncmp(device, "cuda:", 5) == 0;
    return is_gpu
           && (strcmp(device + 5, "all") == 0
               || (device[5] != '\0' && strspn(device + 5, "0123456789") == strlen(device + 5)));
}

static bool are_numbers(const nbb_list *devices)
{
    bool all = devices->count > 1;
    for (size_t i = 0; i < devices->count; ++i) {
        all = all && is_number(devices->items[i]);
    }
    return all;
}

/* 0 of "all". */
static int number_of(const char *word)
{
    long number = strcmp(word, "all") == 0 ? 0 : strtol(word, NULL, 10);
    return number < INT_MAX ? (int)number : INT_MAX;
}

static nbb_status take_numbers(const nbb_list *devices, nbb_list *numbers)
{
    for (size_t i = 0; i < devices->count; ++i) {
        const char *word = devices->items[i] + 5;
        if (strspn(word, "0") == strlen(word)) {
            return nbb_fail(NBB_ERROR_USAGE,
                            "--device %s: in a list of bench cuda:N is how many GPUs, from 1 on; one GPU after the"
                            " other is cuda:0-0,cuda:1-1",
                            devices->items[i]);
        }
        NBB_TRY(nbb_list_add(numbers, word, strlen(word)));
    }
    return NBB_OK;
}

/* The GPUs that the largest number needs, as the only device. */
static nbb_status set_device(nbb_options *options, nbb_list *devices, nbb_bench_counts *counts)
{
    int most = 1;
    bool all = false;
    for (size_t i = 0; i < counts->numbers.count; ++i) {
        int number = number_of(counts->numbers.items[i]);
        most = number > most ? number : most;
        all = all || number == 0;
    }
    nbb_text_add(&counts->device, all ? "cuda:all" : "cuda:0-%d", most - 1);
    NBB_TRY(nbb_text_status(&counts->device, "--device"));
    nbb_options_give(options, "device", nbb_text_string(&counts->device));
    nbb_list_free(devices);
    return nbb_list_add(devices, nbb_text_string(&counts->device), counts->device.length);
}

static nbb_status read_numbers(nbb_options *options, nbb_list *devices, nbb_bench_counts *counts)
{
    if (!are_numbers(devices)) {
        return NBB_OK;
    }
    if (nbb_options_given(options, "ranks")) {
        return nbb_fail(NBB_ERROR_USAGE, "--ranks %s: --device %s says how many GPUs already",
                        nbb_options_list(options, "ranks"), nbb_options_list(options, "device"));
    }
    NBB_TRY(take_numbers(devices, &counts->numbers));
    return set_device(options, devices, counts);
}

/* Whether one before it in the list is the same number. */
static bool is_there(const nbb_list *numbers, size_t at, int all)
{
    bool found = false;
    for (size_t i = 0; i < at; ++i) {
        int number = number_of(numbers->items[i]), own = number_of(numbers->items[at]);
        found = found || (number > 0 ? number : all) == (own > 0 ? own : all);
    }
    return found;
}

/* The numbers as --ranks, each once. */
static nbb_status set_ranks(nbb_options *options, const nbb_ranks *ranks, nbb_bench_counts *counts)
{
    int all = ranks != NULL ? ranks->count : 1;
    for (size_t i = 0; i < counts->numbers.count; ++i) {
        int number = number_of(counts->numbers.items[i]);
        if (!is_there(&counts->numbers, i, all)) {
            nbb_text_add(&counts->ranks, "%s%d", counts->ranks.length > 0 ? "," : "", number > 0 ? number : all);
        }
    }
    if (counts->numbers.count > 0) {
        NBB_TRY(nbb_text_status(&counts->ranks, "--ranks"));
        nbb_options_give(options, "ranks", nbb_text_string(&counts->ranks));
    }
    return NBB_OK;
}

/* Several ranks have one device each, which is the only one then. */
static nbb_status check_alone(const nbb_options *options, const nbb_ranks *ranks, const nbb_list *devices)
{
    return ranks == NULL || (devices->count == 1 && !options->tune)
               ? NBB_OK
               : nbb_fail(NBB_ERROR_USAGE, "%s: a bench by several ranks %s", options->tune ? "--tune" : "--device",
                          options->tune ? "searches nothing" : "has one device, that of each rank");
}

nbb_status nbb_bench_counts_begin(nbb_options *options, nbb_bench_counts *counts, nbb_ranks **ranks)
{
    NBB_LOCAL_LIST devices = { NULL, 0 };
    *counts = (nbb_bench_counts){ .device = NBB_TEXT_EMPTY, .ranks = NBB_TEXT_EMPTY };
    nbb_status status = nbb_options_values(options, "device", "auto", &devices);
    status = status == NBB_OK ? read_numbers(options, &devices, counts) : status;
    if (status == NBB_OK) {
        options->device = devices.items[0];
        status = nbb_run_ranks_begin(options, ranks);
    }
    status = status == NBB_OK ? check_alone(options, *ranks, &devices) : status;
    status = status == NBB_OK ? set_ranks(options, *ranks, counts) : status;
    options->device = "auto";                       /* each device of the list in turn */
    return status;
}

void nbb_bench_counts_free(nbb_bench_counts *counts)
{
    nbb_list_free(&counts->numbers);
    nbb_text_free(&counts->device);
    nbb_text_free(&counts->ranks);
}
