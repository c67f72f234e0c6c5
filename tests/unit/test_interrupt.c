/* test_interrupt.c - the first signal is noted, no answer and the second end the program, what is temporary goes, an
   ignored signal stays ignored. */
#include "gen/base/ending.h"
#include "runtime/device/interrupt.h"
#include "unit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int elapsed_ms;                                /* of the last child */

static int milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int)(now.tv_sec % 100000 * 1000 + now.tv_nsec / 1000000);
}

/* Runs `play` in a child, whose error output is dropped; its wait status. A child exits with 0 if all went well. */
static int wait_for(int (*play)(void))
{
    int status, begin = milliseconds();
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        bool is_installed = freopen("/dev/null", "w", stderr) != NULL && nbb_interrupt_install() == NBB_OK;
        _exit(is_installed ? play() : 99);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    elapsed_ms = milliseconds() - begin;
    return status;
}

static void assert_exits(int status, int code)
{
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), code);
}

static void send(int number)
{
    kill(getpid(), number);
}

/* Asks until a signal was noted, for two seconds. */
static bool is_noted(void)
{
    for (int i = 0; i < 200 && nbb_interrupt_check() == NBB_OK; ++i) {
        usleep(10000);
    }
    return nbb_interrupt_check() == NBB_ERROR_RUN && strcmp(nbb_message(), "interrupted") == 0;
}

static int play_second_signal(void)
{
    send(SIGTERM);
    bool is_good = is_noted();
    usleep(300000);
    send(SIGINT);
    sleep(10);
    return is_good ? 0 : 1;
}

TEST(second_signal_ends_at_once)
{
    assert_exits(wait_for(play_second_signal), 128 + SIGTERM);
    assert_true(elapsed_ms < 2000);
}

static int play_doubled_signal(void)
{
    send(SIGINT);
    bool is_good = is_noted();
    send(SIGINT);
    sleep(1);
    return is_good ? 0 : 1;
}

TEST(doubled_signal_counts_once)
{
    assert_exits(wait_for(play_doubled_signal), 0);
}

static char temporary[] = "/tmp/test_interrupt.XXXXXX";

/* A file, a folder with a file in it, and a program that ignores SIGTERM: then nobody asks. */
static int play_no_answer(void)
{
    char file[64], folder[64], inside[128], program[128];
    snprintf(file, sizeof file, "%s/file.XXXXXX", temporary);
    snprintf(folder, sizeof folder, "%s/folder.XXXXXX", temporary);
    bool is_made = nbb_ending_make_file(file) >= 0 && nbb_ending_make_folder(folder);
    snprintf(inside, sizeof inside, "%s/inside", folder);
    FILE *stream = fopen(inside, "w");
    snprintf(program, sizeof program, "trap '' TERM; sleep 5; echo alive >%s/alive", temporary);
    pid_t child = fork();
    if (child == 0) {
        setpgid(0, 0);
        execl("/bin/sh", "sh", "-c", program, (char *)NULL);
        _exit(127);
    }
    setpgid(child, child);
    nbb_ending_program noted = { .leader = child };
    nbb_ending_note_program(&noted);
    send(SIGINT);
    int status;
    bool is_killed = waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    sleep(10);
    return is_made && stream != NULL && is_killed ? 0 : 1;
}

TEST(no_answer_ends_within_a_second)
{
    assert_non_null(mkdtemp(temporary));
    assert_exits(wait_for(play_no_answer), 128 + SIGINT);
    assert_true(elapsed_ms < 2000);
    assert_int_equal(rmdir(temporary), 0);            /* nothing is left in it */
}
