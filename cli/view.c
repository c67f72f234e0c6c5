/* view.c - the command view: serves pages, and in between does the steps that they want. */
#include "cli/viewed.h"
#include "runtime/device/machine.h"

#include <sys/wait.h>
#include <unistd.h>

/* Of steps at once: a page waits no longer for its answer, but for a step that takes longer. Without a page until it
   pauses. */
enum { LONG_MS = 10, ALONE_MS = 10000, IDLE_MS = 50, COPIES_MAX = 1024 };

/* Does them. What fails pauses it, for a page to report. */
static nbb_status do_steps(nbb_viewed *view, int64_t steps)
{
    double before = nbb_milliseconds();
    nbbgen_status returned = nbbgen_step(view->job, steps);
    double took = view->took = nbb_milliseconds() - before;
    NBB_RETURN_IF(returned == NBBGEN_INTERRUPTED, nbb_client_status(view->job, returned));
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

/* Does the steps that are due. Pauses where the goal is reached, or the page that wanted steps is gone. */
static nbb_status advance(nbb_viewed *view)
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

/* Milliseconds until there are steps to do. */
static int idle(const nbb_viewed *view)
{
    NBB_RETURN_IF(!view->plays, IDLE_MS);
    int64_t done = nbbgen_steps(view->job) - view->from;
    double wait = view->speed > 0 ? view->began + (double)(done + 1) * 1000 / view->speed - nbb_milliseconds() : 0;
    return wait <= 0 ? 0 : wait < IDLE_MS ? (int)wait + 1 : IDLE_MS;
}

static void open_page(const nbb_options *options, const nbb_server *server)
{
    printf("%s\n", nbb_text_string(&server->address));
    fflush(stdout);
    if (getenv("SSH_CONNECTION") != NULL && options->listen == NULL) {
        nbb_remark(options,
                   "over ssh: forward the port by `ssh -L %d:127.0.0.1:%d HOST`, then open the address there",
                   server->port, server->port);
    } else {
        /* Opens a browser where there is one to be seen; setsid's child is nobody's that waits for it. */
        char shell[] = "sh", option[] = "-c";
        char script[] = "command -v xdg-open >/dev/null && exec setsid --fork xdg-open \"$0\" >/dev/null 2>&1";
        char *const arguments[] = { shell, option, script, server->address.data, NULL };
        pid_t child;
        bool is_seen = getenv("DISPLAY") != NULL || getenv("WAYLAND_DISPLAY") != NULL;
        if (is_seen && posix_spawnp(&child, shell, NULL, NULL, arguments, environ) == 0) {
            waitpid(child, NULL, 0);
        }
    }
}

static nbb_status begin(nbb_viewed *view)
{
    const nbb_options *options = view->options;
    NBB_TRY(nbb_client_done(view->job, nbbgen_start(view->job)));
    if (options->resume != NULL) {
        NBB_TRY(nbb_client_status(view->job, nbbgen_resume(view->job, options->resume)));
        view->altered = true;
    }
    NBB_REFUSE_IF(nbbgen_copies(view->job) > COPIES_MAX, "%" PRId64 " copies: a page shows at most %d",
                  nbbgen_copies(view->job), COPIES_MAX);
    NBB_TRY(nbb_client_ask(view->job, nbbgen_info, &view->info));
    return nbb_view_parameters(view, nbbgen_get, &view->first);
}

static void end(nbb_viewed *view)
{
    json_decref(view->info);
    json_decref(view->observed);
    json_decref(view->first);
    nbb_text_free(&view->failure);
}

nbb_status nbb_command_view(const nbb_options *options, nbbgen_job *job)
{
    NBB_AT_END(end)
    nbb_viewed view = {
        .options = options, .job = job, .saved = -1, .speed = 20, .goal = -1, .at_once = 1, .observed_step = -1
    };
    NBB_AT_END(nbb_server_close) nbb_server server = { .view = &view };
    NBB_REFUSE_IF(options->workload != NBB_WORKLOAD_CA && options->workload != NBB_WORKLOAD_PROGRAM,
                  "--workload: there are no steps to look at; view shows ca and programs");
    NBB_TRY(nbb_server_open(&server, options->listen != NULL ? options->listen : "127.0.0.1", options->port));
    NBB_TRY(begin(&view));
    open_page(options, &server);
    for (;;) {
        NBB_TRY(nbb_interrupt_check());
        nbb_server_work(&server, idle(&view), view.took);
        NBB_TRY(advance(&view));
    }
}
