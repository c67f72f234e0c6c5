/* view.c - the command view: serves pages, and does steps in between. */
#include "cli/viewed.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COPIES_MAX = 1024 };

static void tell(const nbb_options *options, const nbb_server *server)
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
    NBB_AT_END(nbb_server_close) nbb_server server = { .view = &view, .answer = nbb_view_answer };
    NBB_REFUSE_IF(options->workload != NBB_WORKLOAD_CA && options->workload != NBB_WORKLOAD_PROGRAM,
                  "--workload: there are no steps to look at; view shows ca and programs");
    NBB_TRY(nbb_server_open(&server, options->listen != NULL ? options->listen : "127.0.0.1", options->port));
    NBB_TRY(begin(&view));
    tell(options, &server);
    for (;;) {
        NBB_TRY(nbb_client_check());
        nbb_server_work(&server, nbb_view_idle(&view), view.took);
        NBB_TRY(nbb_view_advance(&view));
    }
}
