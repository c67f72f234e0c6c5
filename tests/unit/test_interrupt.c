/* test_interrupt.c - a signal that comes twice at once, by a terminal and by a shell, counts once; the rest is met by
   suites/signals.sh. */
#include "runtime/device/machine.h"
#include "unit.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Asks until a signal was noted, for two seconds. */
static bool is_noted(void)
{
    for (int i = 0; i < 200 && nbb_interrupt_check() == NBB_OK; ++i) {
        usleep(10000);
    }
    return nbb_interrupt_check() == NBB_ERROR_RUN && strcmp(nbb_message(), "interrupted") == 0;
}

/* In a child, whose error output is dropped. */
static bool survives_doubled_signal(void)
{
    bool is_good = freopen("/dev/null", "w", stderr) != NULL && nbb_interrupt_install() == NBB_OK;
    kill(getpid(), SIGINT);
    is_good = is_good && is_noted();
    kill(getpid(), SIGINT);
    sleep(1);
    return is_good;
}

TEST(doubled_signal_counts_once)
{
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(survives_doubled_signal() ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}
