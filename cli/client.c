/* client.c - a command's handle: opens, closes it, passes failures on, shows progress, prints what it reports */
#include "cli/commands.h"

#include "runtime/device/machine.h"

#include <unistd.h>

/* --- the progress bar: "ca [#########               ]  375/1000  37%  812.4/s  ETA 0:01" --- */

enum { BAR_WIDTH = 24 };

#define PATIENCE 500 /* milliseconds before the first drawing */
#define INTERVAL 100 /* milliseconds between drawings */
#define WIPE "\r\033[K"

static struct {
    bool active, drawn;
    int64_t done;
    double begin, next; /* in milliseconds */
} bar;

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
    NBB_LEAVE_IF(!bar.active || now < bar.next);
    double share = (double)done / (double)total, rate = (double)done / ((now - bar.begin) / 1000);
    fprintf(stderr, WIPE "%s [%-*.*s] %" PRId64 "/%" PRId64 "  %d%%  %.1f/s", label, BAR_WIDTH,
            (int)(share * BAR_WIDTH), "########################", done, total, (int)(share * 100), rate);
    if (done > 0) {
        int64_t left = (int64_t)((double)(total - done) / rate + 0.5);
        fprintf(stderr, "  ETA %" PRId64 ":%02d", left / 60, (int)(left % 60));
    }
    fflush(stderr);
    bar.drawn = true;
    bar.next = now + INTERVAL;
}

void nbb_progress_wipe(void)
{
    fputs(bar.drawn ? WIPE : "", stderr);
    bar.active = bar.drawn = false;
}

/* --- handles --- */

/* What the program does while a job works. */
static struct {
    nbbgen_job *job;
    bool has_bar, saves; /* it shows the progress; a state would be lost by an end at once while steps are counted */
} client;

static bool is_printed;

static void print_report(const char *bytes, size_t length)
{
    is_printed = true;
    fwrite(bytes, 1, length, stdout); /* main asks whether the output could be written */
    fflush(stdout);                   /* a device takes its time to close; the reader need not wait */
}

/* As nbbgen_hear. The thread has the handle's hooks, without which it prints. */
static void hear(NBB_UNUSED void *context, const char *remark)
{
    nbb_hooks *of_job = nbb_hooks_use(NULL);
    nbb_progress_wipe();
    nbb_say("%s", remark);
    nbb_hooks_use(of_job);
}

/* As nbbgen_watch: a signal stops it. */
static int watch(NBB_UNUSED void *context, int64_t done, int64_t total)
{
    if (client.has_bar) {
        NBB_LOCAL_TEXT label = nbb_text_of("%s", total > 0 ? nbbgen_name(client.job) : "");
        NBB_TEXT_ADD_IF(nbbgen_copies(client.job) > 1, &label, ", %" PRId64 " copies", nbbgen_copies(client.job));
        nbb_progress_show(nbb_text_string(&label), done, total);
    }
    nbb_interrupt_await(client.saves && total > 0);
    nbb_hooks *of_job = nbb_hooks_use(NULL);
    bool came = nbb_interrupt_check() != NBB_OK;
    nbb_hooks_use(of_job);
    return came;
}

nbb_status nbb_client_do(const nbb_options *options, nbb_ranks *ranks, nbb_client_work *work)
{
    nbbgen_job *job = client.job = nbb_options_open(options, ranks);
    NBB_FAIL_IF(job == NULL, nbb_fail_memory(0, "a job"));
    nbbgen_set_watch(job, watch, NULL);
    nbbgen_set_hear(job, hear, NULL);
    client.has_bar = options->command == NBB_COMMAND_RUN && !options->quiet;
    client.saves = options->command == NBB_COMMAND_RUN && options->checkpoint != NULL;
    nbb_status status = work(options, job);
    nbb_failed failure = nbb_failure_take(); /* which closing would free */
    nbbgen_close(job);
    nbb_failure_give(&failure);
    return status;
}

nbb_status nbb_client_status(const nbbgen_job *job, nbbgen_status returned)
{
    NBB_DONE_IF(returned == NBBGEN_OK);
    nbb_failed failure = { .status = returned == NBBGEN_INTERRUPTED ? NBB_ERROR_RUN : (nbb_status)returned,
                           .message = strdup(nbbgen_message(job)) };
    const char *file = nbbgen_place(job, &failure.line);
    failure.file = file != NULL ? strdup(file) : NULL;
    return nbb_failure_give(&failure);
}

/* For Jansson while it reads: without memory it loses bytes of a string or breaks an assertion. The program ends. */
static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL) {
        nbb_say("%s: no memory for a JSON value", nbb_status_text(NBB_ERROR_RUN));
        _exit(NBB_ERROR_RUN);
    }
    return memory;
}

nbb_status nbb_client_ask(nbbgen_job *job, nbbgen_status (*describe)(nbbgen_job *, const char **), json_t **value)
{
    const char *json = NULL;
    *value = NULL;
    NBB_TRY(nbb_client_status(job, describe(job, &json)));
    json_set_alloc_funcs(allocate, free);
    *value = json_loads(json, 0, NULL);
    json_set_alloc_funcs(malloc, free);
    return *value != NULL ? NBB_OK : nbb_fail_memory(0, "a JSON value");
}

nbb_status nbb_client_done(const nbbgen_job *job, nbbgen_status returned)
{
    nbb_interrupt_await(false);
    nbb_progress_wipe();
    return nbb_client_status(job, returned);
}

nbb_status nbb_client_report(nbbgen_job *job, const char *form, nbb_status status)
{
    const char *bytes;
    size_t length;
    nbb_failed failure = status != NBB_OK ? nbb_failure_take() : (nbb_failed){ .status = NBB_OK };
    nbb_status reported = nbb_client_status(job, nbbgen_report(job, form, &bytes, &length));
    if (reported == NBB_OK && length > 0) {
        print_report(bytes, length);
    }
    return status == NBB_OK ? reported : nbb_failure_give(&failure);
}

nbb_status nbb_print_json(json_t *value)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_json_print(value, 2, "a JSON value", &text));
    print_report(text.data, text.length);
    return NBB_OK;
}

nbb_status nbb_print_end(void)
{
    return fflush(stdout) == 0 && !ferror(stdout) ? NBB_OK
                                                  : nbb_fail(NBB_ERROR_RUN, "standard output cannot be written");
}

nbb_status nbb_print_value(const nbb_options *options, json_t *value, const char *page)
{
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY;
    NBB_RETURN_IF(options->json, nbb_print_json(value));
    NBB_TRY(nbb_page_print(&nbb_show_pages, page, value, &words));
    print_report(nbb_text_string(&words), words.length);
    return NBB_OK;
}

void nbb_print_failure(int argc, char **argv)
{
    nbb_failed failure = nbb_failure_take();
    nbb_lost_use(false); /* what was lost is the failure's, not the object's */
    int end = NBB_FIND(i, argc, strcmp(argv[i], "--") == 0);
    if (NBB_ANY(i, end, strcmp(argv[i], "--json") == 0 || strncmp(argv[i], "--json=", 7) == 0) && !is_printed) {
        nbb_print_json(json_pack("{s:o}", "error", nbb_describe_failure(&failure)));
        nbb_message_free();
    }
    nbb_failure_give(&failure);
}
