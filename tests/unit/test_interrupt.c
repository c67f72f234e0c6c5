/* test_interrupt.c - the first signal is noted, the second ends the program, an ignored one stays ignored. */
#include "runtime/device/interrupt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs `play` in a child; its wait status. A child exits with 0 if all went well there. */
static int wait_for(int (*play)(void))
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(play());
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static int play_first_signal(void)
{
    nbb_interrupt_install();
    int calm = nbb_interrupt_check() == NBB_OK;
    raise(SIGTERM);
    return calm && nbb_interrupt_check() == NBB_ERROR_RUN && nbb_interrupt_check() == NBB_ERROR_RUN ? 0 : 1;
}

static int play_second_signal(void)
{
    nbb_interrupt_install();
    raise(SIGTERM);
    usleep(300000);
    raise(SIGINT);
    return 0;
}

static int play_doubled_signal(void)
{
    nbb_interrupt_install();
    raise(SIGINT);
    raise(SIGINT);
    return nbb_interrupt_check() == NBB_ERROR_RUN ? 0 : 1;
}

static int play_ignored_signal(void)
{
    signal(SIGINT, SIG_IGN);
    nbb_interrupt_install();
    raise(SIGINT);
    return nbb_interrupt_check() == NBB_OK ? 0 : 1;
}

static void first_signal_is_noted(void **state)
{
    (void)state;
    assert_int_equal(wait_for(play_first_signal), 0);
}

static void second_signal_ends_at_once(void **state)
{
    (void)state;
    int status = wait_for(play_second_signal);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGINT);
}

static void doubled_signal_counts_once(void **state)
{
    (void)state;
    assert_int_equal(wait_for(play_doubled_signal), 0);
}

static void ignored_signal_stays_ignored(void **state)
{
    (void)state;
    assert_int_equal(wait_for(play_ignored_signal), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_signal_is_noted),
        cmocka_unit_test(second_signal_ends_at_once),
        cmocka_unit_test(doubled_signal_counts_once),
        cmocka_unit_test(ignored_signal_stays_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
