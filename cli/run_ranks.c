/* run_ranks.c - begins and ends the ranks of a run. */
#include "cli/run_ranks.h"

#include "library/request.h"
#include "cli/print_json.h"
#include "gen/base/file.h"
#include "gen/base/say.h"
#include "runtime/device/interrupt.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

nbb_status nbb_run_ranks_begin(nbb_options *options, nbb_ranks **ranks)
{
    NBB_TRY(nbb_options_ranks(options, ranks));
    if (*ranks != NULL && (*ranks)->rank > 0) {
        nbb_options_silence(options);
        nbb_interrupt_mute();
        nbb_file_mute();
    }
    return *ranks != NULL && nbb_options_given(options, "tuned")
               ? nbb_fail(NBB_ERROR_USAGE, "--tuned: a run by several ranks has none")
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
