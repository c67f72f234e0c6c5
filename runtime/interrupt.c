/* interrupt.c - the flag between a signal and the loops that ask for it. */
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t interrupted;

static void note(int number)
{
    if (interrupted) {
        signal(number, SIG_DFL);
        raise(number);  /* held back until this handler returns; then it ends the program */
    }
    interrupted = 1;
}

static void install(int number)
{
    struct sigaction before;
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
        struct sigaction action = { .sa_handler = note, .sa_flags = SA_RESTART };
        sigemptyset(&action.sa_mask);
        sigaction(number, &action, NULL);
    }
}

void nbb_interrupt_install(void)
{
    install(SIGINT);
    install(SIGTERM);
}

nbb_status nbb_interrupt_check(void)
{
    return interrupted ? nbb_fail(NBB_ERROR_RUN, "interrupted") : NBB_OK;
}
