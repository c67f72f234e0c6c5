/* test_progress.c - the bar on a terminal (a pseudo-terminal stands for it) and its silence everywhere else. */
#include "cli/progress.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE_US = 520 * 1000 };                    /* the bar waits for half a second */

static int saved = -1;

/* Standard error becomes `descriptor`, until restore. */
static void divert(int descriptor)
{
    assert_true(descriptor >= 0);
    saved = dup(STDERR_FILENO);
    assert_true(dup2(descriptor, STDERR_FILENO) >= 0);
    close(descriptor);
}

static void restore(void)
{
    dup2(saved, STDERR_FILENO);
    close(saved);
}

/* What was printed, from the non-blocking end of a terminal or a pipe, which is closed; a 0 ends it. */
static void collect(int descriptor, char *text, size_t size)
{
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    size_t length = 0;
    ssize_t got = 1;
    while (got > 0 && length < size - 1) {
        got = read(descriptor, text + length, size - 1 - length);
        length += got > 0 ? (size_t)got : 0;
    }
    text[length] = '\0';
    close(descriptor);
}

static int open_terminal(void)
{
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0);
    assert_int_equal(grantpt(terminal), 0);
    assert_int_equal(unlockpt(terminal), 0);
    divert(open(ptsname(terminal), O_RDWR | O_NOCTTY));
    return terminal;
}

static void draws_on_a_terminal(void **state)
{
    (void)state;
    int terminal = open_terminal();
    nbb_progress_show("ca", 0, 1000);
    nbb_progress_show("ca", 100, 1000);
    usleep(PATIENCE_US);
    nbb_progress_show("ca", 250, 1000);
    nbb_progress_show("ca", 260, 1000);
    nbb_progress_wipe();
    char text[1000];
    collect(terminal, text, sizeof text);
    restore();
    static const char drawn[] = "\r\033[Kca [######                  ] 250/1000  25%  ";
    assert_memory_equal(text, drawn, strlen(drawn));
    assert_non_null(strstr(text, "/s  ETA 0:02\r\033[K"));
    assert_null(strstr(text, "100/"));                /* too early */
    assert_null(strstr(text, "260/"));                /* too soon after the one before */
}

static void a_short_work_is_silent(void **state)
{
    (void)state;
    int terminal = open_terminal();
    nbb_progress_show("ca", 0, 10);
    nbb_progress_show("ca", 10, 10);
    nbb_progress_show("ca", 0, 0);
    usleep(PATIENCE_US);
    nbb_progress_show("ca", 5, 10);                   /* another work */
    nbb_progress_show("ca", 0, 10);                   /* and one more */
    nbb_progress_wipe();
    char text[100];
    collect(terminal, text, sizeof text);
    restore();
    assert_string_equal(text, "");
}

static void a_pipe_gets_nothing(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    divert(ends[1]);
    nbb_progress_show("ca", 0, 10);
    usleep(PATIENCE_US);
    nbb_progress_show("ca", 5, 10);
    nbb_progress_wipe();
    char text[100];
    collect(ends[0], text, sizeof text);
    restore();
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_on_a_terminal),
        cmocka_unit_test(a_short_work_is_silent),
        cmocka_unit_test(a_pipe_gets_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
