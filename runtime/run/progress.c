/* progress.c - the progress bar: "ca [#########               ]  375/1000  37%  812.4/s  ETA 0:01". */
#include "runtime/run/progress.h"

#include "gen/base/hooks.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { BAR_WIDTH = 24 };

#define PATIENCE 0.5                                  /* seconds before the first drawing */
#define INTERVAL 0.1                                  /* seconds between drawings */
#define WIPE "\r\033[K"

static struct {
    bool disabled, active, drawn;
    const char *label;
    int64_t total;
    double begin, next;                               /* in seconds */
} bar;

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void nbb_progress_start(const char *label, int64_t total)
{
    nbb_hooks *hooks = nbb_hooks_now();
    if (hooks != NULL) {
        hooks->done = 0;
        hooks->total = total;
        return;
    }
    bar.active = !bar.disabled && total > 0 && isatty(STDERR_FILENO);
    bar.drawn = false;
    bar.label = label;
    bar.total = total;
    bar.begin = seconds_now();
    bar.next = bar.begin + PATIENCE;
}

static void draw(int64_t done, double elapsed)
{
    char cells[BAR_WIDTH + 1];
    double share = (double)done / (double)bar.total;
    for (int i = 0; i < BAR_WIDTH; i++) {
        cells[i] = i < (int)(share * BAR_WIDTH) ? '#' : ' ';
    }
    cells[BAR_WIDTH] = '\0';
    double rate = (double)done / elapsed;
    fprintf(stderr, WIPE "%s [%s] %" PRId64 "/%" PRId64 "  %d%%  %.1f/s", bar.label, cells, done, bar.total,
            (int)(share * 100), rate);
    if (done > 0) {
        int64_t left = (int64_t)((double)(bar.total - done) / rate + 0.5);
        fprintf(stderr, "  ETA %" PRId64 ":%02d", left / 60, (int)(left % 60));
    }
    fflush(stderr);
}

void nbb_progress_step(int64_t done)
{
    nbb_hooks *hooks = nbb_hooks_now();
    if (hooks != NULL) {
        hooks->done = done;
        return;
    }
    if (!bar.active) {
        return;
    }
    double now = seconds_now();
    if (now >= bar.next) {
        draw(done, now - bar.begin);
        bar.drawn = true;
        bar.next = now + INTERVAL;
    }
}

void nbb_progress_disable(void)
{
    bar.disabled = true;
}

void nbb_progress_end(void)
{
    nbb_hooks *hooks = nbb_hooks_now();
    if (hooks != NULL) {
        hooks->done = hooks->total = 0;
        return;
    }
    if (bar.drawn) {
        fputs(WIPE, stderr);
    }
    bar.active = bar.drawn = false;
}
