/* run_ranks.c - begins and ends the ranks that share a run or a bench.

   These are processes: the program starts, silences and ends them, not the library. */

#include "cli/commands.h"
#include "runtime/device/machine.h"

#include <time.h>
#include <unistd.h>
#include <xxhash.h>

static nbb_status begin_run(nbb_options *options, nbb_ranks **ranks)
{
    NBB_TRY(nbb_options_ranks(options, ranks));
    NBB_DONE_IF(*ranks == NULL);
    if ((*ranks)->rank > 0) {
        options->quiet = true;
        nbb_options_give(options, "quiet", NULL);
        nbb_interrupt_mute();
        nbb_file_mute();
    }
    /* Ranks that do not do the same would wait for each other for ever: a number stands for command and program. */
    uint64_t own = XXH3_64bits(nbb_commit, strlen(nbb_commit));
    for (int i = 0; i < options->word_count; ++i) {
        own = XXH3_64bits_withSeed(options->words[i], strlen(options->words[i]), own);
    }
    NBB_LOCAL_MAKE(uint64_t, all, (*ranks)->count, "the ranks' commands");
    NBB_TRY((*ranks)->gather(*ranks, &own, sizeof own, all));
    int other = NBB_FIND(i, (*ranks)->count, all[i] != all[0]);
    NBB_REFUSE_IF(other < (*ranks)->count,
                  "rank %d of %d was started with other words than rank 0, or is another nbbgen: ranks share one run",
                  other, (*ranks)->count);
    return nbb_options_given(options, "tuned") ? NBB_REFUSE("--tuned: a run by several ranks has none") : NBB_OK;
}

/* ---- "--device cuda:1,cuda:2,cuda:all": a bench by one GPU, by two and by all ---- */

/* Of "cuda:N", or "cuda:all". */
static int count_of(const char *device, int all)
{
    long number = strcmp(device + 5, "all") == 0 ? all : strtol(device + 5, NULL, 10);
    return number < INT_MAX ? (int)number : INT_MAX;
}

/* The set that the largest of the numbers needs becomes the only device. */
static nbb_status set_device(nbb_options *options, const nbb_list *devices, nbb_text *device)
{
    int most = 0, least = 1;
    NBB_REFUSE_IF(nbb_options_given(options, "ranks"), "--ranks %s: --device %s says how many GPUs already",
                  nbb_options_text(options, "ranks"), nbb_options_text(options, "device"));
    for (size_t i = 0; i < devices->count; ++i) {
        int number = count_of(devices->items[i], -1);
        NBB_REFUSE_IF(number == 0,
                      "--device %s: in a list of bench cuda:N is how many GPUs, from 1 on; one GPU after the"
                      " other is cuda:0-0,cuda:1-1",
                      devices->items[i]);
        most = number > most ? number : most;
        least = number < least ? number : least;
    }
    nbb_text_add(device, least < 0 ? "cuda:all" : "cuda:0-%d", most - 1);
    NBB_TRY(nbb_text_status(device, "--device"));
    nbb_options_give(options, "device", nbb_text_string(device));
    return NBB_OK;
}

/* The numbers as --ranks, each once. */
static nbb_status set_ranks(nbb_options *options, const nbb_list *devices, int all, nbb_text *ranks)
{
    for (int i = 0; i < (int)devices->count; ++i) {
        int number = count_of(devices->items[i], all);
        NBB_TEXT_ADD_IF(NBB_ALL(before, i, count_of(devices->items[before], all) != number), ranks, "%s%d",
                        i > 0 ? "," : "", number);
    }
    NBB_TRY(nbb_text_status(ranks, "--ranks"));
    nbb_options_give(options, "ranks", nbb_text_string(ranks));
    return NBB_OK;
}

static nbb_status begin(nbb_options *options, nbb_ranks **ranks)
{
    static nbb_text device, numbers; /* that the options point at to the end */
    NBB_RETURN_IF(options->command != NBB_COMMAND_BENCH, begin_run(options, ranks));
    NBB_LOCAL_LIST devices = { NULL, 0 };
    NBB_TRY(nbb_options_values(options, "device", &devices));
    char **all = devices.items;
    bool counted = devices.count > 1
                   && NBB_ALL(
                       i, devices.count,
                       strncmp(all[i], "cuda:", 5) == 0
                           && (strcmp(all[i] + 5, "all") == 0
                               || (all[i][5] != '\0' && all[i][5 + strspn(all[i] + 5, "0123456789")] == '\0')));
    NBB_TRY_IF(counted, set_device(options, &devices, &device));
    options->device = counted ? nbb_text_string(&device) : devices.items[0];
    nbb_status status = begin_run(options, ranks);
    options->device = "auto"; /* each device of the list, one after the other */
    NBB_TRY(status);
    NBB_FAIL_IF(*ranks != NULL && ((devices.count > 1 && !counted) || options->tune), /* they have one each */
                NBB_REFUSE("%s: a bench by several ranks %s", options->tune ? "--tune" : "--device",
                           options->tune ? "searches nothing" : "has one device, that of each rank"));
    return counted ? set_ranks(options, &devices, *ranks != NULL ? (*ranks)->count : 1, &numbers) : NBB_OK;
}

/* All may fail alike: the others give the first one time to say so and to end them. */
static void let_first_speak(int rank)
{
    const struct timespec moment = { .tv_nsec = 20000000 };
    for (int i = 0; i < 100 && rank > 0 && !nbb_interrupt_came(); ++i) {
        nanosleep(&moment, NULL);
    }
}

bool nbb_run_ranks_speaks(void)
{
    int rank = nbb_ranks_launched();
    let_first_speak(rank);
    return rank == 0 || !nbb_interrupt_came();
}

/* Where a signal came, all ranks end anyway. */
static void end_all(const nbb_options *options, nbb_ranks *ranks, nbb_status status)
{
    let_first_speak(ranks->are_stopped ? 0 : ranks->rank);
    if (ranks->rank == 0 || !(ranks->are_stopped || nbb_interrupt_came())) {
        nbb_say("%s: %s", nbb_status_text(status), nbb_message());
    }
    if (ranks->rank == 0) {
        nbb_print_failure(options->word_count, options->words);
    }
    fflush(NULL);
    if (ranks->are_stopped) {
        nbb_ranks_meet(ranks); /* what ends first ends all: not before the first spoke */
    }
    if (ranks->are_stopped || nbb_interrupt_came()) {
        _exit(nbb_interrupt_exit_code(status));
    }
    ranks->end_all(ranks, nbb_interrupt_exit_code(status));
}

nbb_status nbb_run_ranks_do(nbb_options *options, nbb_client_work *work)
{
    nbb_ranks *ranks = NULL;
    nbb_status status = begin(options, &ranks);
    status = status == NBB_OK ? nbb_client_do(options, ranks, work) : status;
    if (ranks != NULL && status != NBB_OK) {
        end_all(options, ranks, status);
    }
    nbb_ranks_close(ranks);
    return status;
}
