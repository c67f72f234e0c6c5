/* interrupt.c - the flag between a signal and the loops that ask for it. */
#include "runtime/device/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>

static volatile sig_atomic_t interrupted;
static struct timespec first;

/* Milliseconds since the first signal. */
static long long since_first(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - first.tv_sec) * 1000LL + (now.tv_nsec - first.tv_nsec) / 1000000;
}

/* One request may come twice in a row: timeout(1) signals its child, and then the child's whole group. */
static void note(int number)
{
    enum { SAME_REQUEST_MS = 200 };
    if (!interrupted) {
        clock_gettime(CLOCK_MONOTONIC, &first);
        interrupted = 1;
    } else if (since_first() > SAME_REQUEST_MS) {
        signal(number, SIG_DFL);
        raise(number);  /* held back until this handler returns; then it ends the program */
    }
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
