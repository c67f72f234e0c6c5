/* view_play.c - does steps as pages want them: so many a second, or as many as can be, up to a step. */
#include "cli/viewed.h"

enum {
    LONG_MS = 10,     /* of steps at once; a page waits no longer for its answer, but for a step that takes longer */
    ALONE_MS = 10000, /* without a page until it pauses */
    IDLE_MS = 50
};

void nbb_view_play(nbb_viewed *view, bool plays)
{
    view->plays = plays;
    view->began = nbb_milliseconds();
    view->from = nbbgen_steps(view->job);
}

/* Does them. What fails pauses it, for a page to tell. */
static nbb_status do_steps(nbb_viewed *view, int64_t steps)
{
    double before = nbb_milliseconds();
    nbbgen_status returned = nbbgen_step(view->job, steps);
    double took = view->took = nbb_milliseconds() - before;
    if (returned == NBBGEN_INTERRUPTED) {
        return nbb_client_status(view->job, returned);
    }
    if (returned != NBBGEN_OK) {
        nbb_view_play(view, false);
        nbb_text_free(&view->failure);
        nbb_text_add(&view->failure, "%s", nbbgen_message(view->job));
    }
    if (took > LONG_MS && steps > 1) {
        view->at_once = steps / 2;
    } else if (took < LONG_MS / 2 && steps == view->at_once && steps < INT32_MAX / 2) {
        view->at_once = 2 * steps;
    }
    if (view->speed > 0 && nbb_milliseconds() - view->began > 1000) { /* what was too much to do is not made up for */
        nbb_view_play(view, view->plays);
    }
    return NBB_OK;
}

nbb_status nbb_view_advance(nbb_viewed *view)
{
    int64_t done = nbbgen_steps(view->job);
    if (view->goal >= 0 && done >= view->goal) {
        view->goal = -1;
        nbb_view_play(view, false);
    } else if (view->plays && view->goal < 0 && nbb_milliseconds() - view->heard > ALONE_MS) {
        nbb_view_play(view, false);
    }
    double wanted = (nbb_milliseconds() - view->began) * view->speed / 1000 - (double)(done - view->from);
    int64_t due = view->speed <= 0 || wanted > (double)view->at_once ? view->at_once : (int64_t)wanted;
    due = view->goal >= 0 && due > view->goal - done ? view->goal - done : due;
    return view->plays && due > 0 ? do_steps(view, due) : NBB_OK;
}

int nbb_view_idle(const nbb_viewed *view)
{
    if (!view->plays) {
        return IDLE_MS;
    }
    int64_t done = nbbgen_steps(view->job) - view->from;
    double wait = view->speed > 0 ? view->began + (double)(done + 1) * 1000 / view->speed - nbb_milliseconds() : 0;
    return wait <= 0 ? 0 : wait < IDLE_MS ? (int)wait + 1 : IDLE_MS;
}
