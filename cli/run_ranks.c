/* run_ranks.c - begins and ends the ranks that share a run or a bench.

   These are processes: the program starts, silences and ends them, not the library. */
#include "cli/run_ranks.h"

#include "library/request.h"
#include "cli/show.h"
#include "gen/base/commit.h"
#include "gen/base/file.h"
#include "gen/base/say.h"
#include "runtime/device/interrupt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A number that tells commands and programs apart (FNV-1a). */
static uint64_t number_of(const nbb_options *options)
{
    uint64_t number = 14695981039346656037u;
    for (int i = -1; i < options->word_count; ++i) {
        const char *word = i < 0 ? nbb_commit : options->words[i];
        for (size_t at = 0; at <= strlen(word); ++at) {
            number = (number ^ (unsigned char)word[at]) * 1099511628211u;
        }
    }
    return number;
}

/* Ranks that do not do the same would wait for each other for ever. */
static nbb_status check_same(const nbb_options *options, nbb_ranks *ranks)
{
    uint64_t own = number_of(options);
    NBB_LOCAL_HEAP uint64_t *all = NULL;
    NBB_TRY(NBB_MAKE(all, ranks->count, "the ranks' commands"));
    NBB_TRY(ranks->gather(ranks, &own, sizeof own, all));
    for (int i = 1; i < ranks->count; ++i) {
        if (all[i] != all[0]) {
            return nbb_fail(NBB_ERROR_USAGE,
                            "rank %d of %d was started with other words than rank 0, or is another nbbgen: ranks"
                            " share one run",
                            i, ranks->count);
        }
    }
    return NBB_OK;
}

nbb_status nbb_run_ranks_begin(nbb_options *options, nbb_ranks **ranks)
{
    NBB_TRY(nbb_options_ranks(options, ranks));
    if (*ranks == NULL) {
        return NBB_OK;
    }
    if ((*ranks)->rank > 0) {
        nbb_options_silence(options);
        nbb_interrupt_mute();
        nbb_file_mute();
    }
    NBB_TRY(check_same(options, *ranks));
    return nbb_options_given(options, "tuned") ? nbb_fail(NBB_ERROR_USAGE, "--tuned: a run by several ranks has none")
                                               : NBB_OK;
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

static void speak(const nbb_options *options, nbb_ranks *ranks, nbb_status status)
{
    if (ranks->rank == 0 || !(ranks->are_stopped || nbb_interrupt_came())) {
        nbb_say("%s: %s", nbb_status_text(status), nbb_message());
    }
    if (ranks->rank == 0) {
        nbb_print_failure(options->word_count, options->words);
    }
    fflush(NULL);
}

/* Where a signal came, all ranks end anyway. */
static void end_all(const nbb_options *options, nbb_ranks *ranks, nbb_status status)
{
    if (!ranks->are_stopped) {
        let_first_speak(ranks->rank);
    }
    speak(options, ranks, status);
    if (ranks->are_stopped) {
        nbb_ranks_meet(ranks); /* what ends first ends all: not before the first spoke */
    }
    if (ranks->are_stopped || nbb_interrupt_came()) {
        _exit(nbb_interrupt_exit_code(status));
    }
    ranks->end_all(ranks, nbb_interrupt_exit_code(status));
}

nbb_status nbb_run_ranks_end(const nbb_options *options, nbb_ranks *ranks, nbb_status status)
{
    if (ranks != NULL && status != NBB_OK) {
        end_all(options, ranks, status);
    }
    nbb_ranks_close(ranks);
    return status;
}
