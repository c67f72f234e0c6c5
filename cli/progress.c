/* progress.c - the progress bar: "ca [#########               ]  375/1000  37%  812.4/s  ETA 0:01". */
#include "cli/commands.h"

#include <unistd.h>

enum { BAR_WIDTH = 24 };

#define PATIENCE 500 /* milliseconds before the first drawing */
#define INTERVAL 100 /* milliseconds between drawings */
#define WIPE "\r\033[K"

static struct {
    bool active, drawn;
    int64_t done;
    double begin, next; /* in milliseconds */
} bar;

static void draw(const char *label, int64_t done, int64_t total, double elapsed)
{
    double share = (double)done / (double)total, rate = (double)done / elapsed;
    fprintf(stderr, WIPE "%s [%-*.*s] %" PRId64 "/%" PRId64 "  %d%%  %.1f/s", label, BAR_WIDTH,
            (int)(share * BAR_WIDTH), "########################", done, total, (int)(share * 100), rate);
    if (done > 0) {
        int64_t left = (int64_t)((double)(total - done) / rate + 0.5);
        fprintf(stderr, "  ETA %" PRId64 ":%02d", left / 60, (int)(left % 60));
    }
    fflush(stderr);
}

void nbb_progress_show(const char *label, int64_t done, int64_t total)
{
    if (total == 0) {
        nbb_progress_wipe();
        return;
    }
    double now = nbb_milliseconds();
    if (!bar.active || done < bar.done) { /* it begins */
        nbb_progress_wipe();
        bar.active = isatty(STDERR_FILENO);
        bar.begin = now;
        bar.next = now + PATIENCE;
    }
    bar.done = done;
    if (bar.active && now >= bar.next) {
        draw(label, done, total, (now - bar.begin) / 1000);
        bar.drawn = true;
        bar.next = now + INTERVAL;
    }
}

void nbb_progress_wipe(void)
{
    if (bar.drawn) {
        fputs(WIPE, stderr);
    }
    bar.active = bar.drawn = false;
}
