/* run_saving.c - takes --every apart; opens, writes and reads checkpoints as the options say. */
#include "library/job.h"

#include "runtime/device/machine.h"

#include <strings.h>

static const char *const names[NBB_LOOK_COUNT] = { NBB_LOOKS(NBB_SPELLING) };

/* One --every: who is named (NBB_LOOK_COUNT: nobody, it is everybody's), and the steps, or 0 and the seconds. */
typedef struct interval {
    int look;
    int64_t steps;
    double seconds;
} interval;

/* The seconds of a unit, or 0. */
static double unit_of(const char *text)
{
    return strcmp(text, "s") == 0 ? 1 : strcmp(text, "min") == 0 ? 60 : strcmp(text, "h") == 0 ? 3600 : 0;
}

/* The unit of a time that was probably meant: one near, or another name of it. */
static const char *near_unit(const char *text)
{
    static const char *const given[] = { "s", "ss", "sec", "secs", "second", "seconds",
                                         "m", "mn", "min", "mins", "minute", "minutes",
                                         "h", "hr", "hrs", "hh",   "hour",   "hours" };
    enum { MINUTES = 6, HOURS = 12, ALL = NBB_COUNT(given) };
    int near = NBB_FIND(i, ALL, strcasecmp(given[i], text) == 0);
    near = near < ALL ? near : nbb_near_miss(text, given, ALL);
    return near < 0 ? NULL : near < MINUTES ? "s" : near < HOURS ? "min" : "h";
}

/* Whose name stands so long in the text. */
static int look_of(const char *text, size_t length)
{
    return NBB_FIND(i, NBB_LOOK_COUNT, strlen(names[i]) == length && strncmp(names[i], text, length) == 0);
}

/* With what was probably meant: a name, or a number and a unit. */
static nbb_status fail_form(const char *text)
{
    size_t length = strcspn(text, "=");
    bool is_named = text[length] == '=';
    const char *number = is_named ? text + length + 1 : text, *given = number + strspn(number, "0123456789");
    const char *unit = given > number && *given != '\0' && unit_of(given) == 0 ? near_unit(given) : NULL;
    NBB_LOCAL_TEXT near = NBB_TEXT_EMPTY, name = nbb_text_of("%.*s", (int)length, text);
    if (is_named && look_of(text, length) == NBB_LOOK_COUNT) {
        nbb_add_near(&near, nbb_text_string(&name), names, NBB_LOOK_COUNT);
    } else if (unit != NULL) {
        nbb_text_add(&near, ": did you mean '%.*s%s'?", (int)(given - text), text, unit);
    }
    return NBB_REFUSE(
        "--every %s: expected a number of steps, 100, or series=100, frames=100, checkpoint=100, or so many a decade,"
        " log:20; of checkpoints also a time: 30s, 10min, 2h%s",
        text, nbb_text_string(&near));
}

#define LOG "log:"
enum { A_DECADE_MOST = 1000 };

static nbb_status parse(const char *text, interval *found)
{
    const char *equals = strchr(text, '='), *number = equals != NULL ? equals + 1 : text;
    char *end = NULL;
    bool is_log = strncmp(number, LOG, strlen(LOG)) == 0;
    number += is_log ? strlen(LOG) : 0;
    *found = (interval){ .look = equals != NULL ? look_of(text, (size_t)(equals - text)) : NBB_LOOK_COUNT };
    errno = 0;
    int64_t value = strtoll(number, &end, 10);
    bool is_good = *number >= '0' && *number <= '9' && errno == 0 && value >= 1
                   && value <= (is_log ? A_DECADE_MOST : INT32_MAX)
                   && (equals == NULL || found->look < NBB_LOOK_COUNT);
    NBB_FAIL_IF(!is_good || (*end != '\0' && (is_log || unit_of(end) == 0)), fail_form(text));
    if (*end == '\0') {
        found->steps = is_log ? -value : value;
        return NBB_OK;
    }
    found->seconds = (double)value * unit_of(end);
    NBB_REFUSE_IF(found->look < NBB_LOOK_CHECKPOINT, "--every %s: %s goes by steps; only checkpoints go by time",
                  text, names[found->look]);
    found->look = NBB_LOOK_CHECKPOINT;
    return NBB_OK;
}

nbb_status nbb_options_every(const nbb_options *options, nbb_every *every)
{
    static const char *const without[] = { "--series, --samples or --average", "--frames or --apng", "--checkpoint",
                                           "--series, --average, --frames, --apng or --checkpoint" };
    bool series = options->series != NULL || options->samples_file != NULL || options->average >= 0
                  || (options->program != NULL && options->program->stop != NULL);
    bool frames = options->frames != NULL || options->apng != NULL, checkpoints = options->checkpoint != NULL;
    const bool looks[] = { series, frames, checkpoints, series || frames || checkpoints };
    /* Each in its place; one for everybody is behind those of each. */
    const char *given[NBB_LOOK_COUNT + 1] = { NULL };
    interval found[NBB_LOOK_COUNT + 1];
    for (int i = 0; i < options->every.count; ++i) {
        const char *text = options->every.items[i];
        interval one;
        NBB_TRY(parse(text, &one));
        NBB_REFUSE_IF(!looks[one.look], "--every %s has no effect without %s: nothing looks at the steps", text,
                      without[one.look]);
        NBB_REFUSE_IF(given[one.look] != NULL, "--every %s and --every %s: which one?", given[one.look], text);
        given[one.look] = text;
        found[one.look] = one;
    }
    *every = (nbb_every){ .steps = { 1, 1, 0 }, .seconds = 600 };
    for (int look = 0; look < NBB_LOOK_COUNT; ++look) {
        int place = given[look] != NULL ? look : NBB_LOOK_COUNT;
        if (given[place] != NULL) {
            every->steps[look] = found[place].steps;
            every->seconds = look == NBB_LOOK_CHECKPOINT ? found[place].seconds : every->seconds;
        }
    }
    return NBB_OK;
}

/* --- checkpoints --- */

/* What a run with checkpoints, or whose state lies in files, may not have. */
static nbb_status check_options(const nbb_options *options, const nbb_ranks *ranks)
{
    static const char of_one_run[] = " and --state: the files of the state are its checkpoint, of one run";
    const char *option = options->state != NULL        ? "state"
                         : options->checkpoint != NULL ? "checkpoint"
                         : options->resume != NULL     ? "resume"
                                                       : NULL;
    NBB_TRY_IF(option != NULL, nbb_job_check_steps(options, option));
    if (options->state == NULL) {
        NBB_REFUSE_IF(options->resume != NULL && options->apng != NULL,
                      "--resume and --apng: its pictures up to now are not in the checkpoint; --frames goes on");
        return NBB_OK;
    }
    NBB_TRY(nbb_options_refuse(options, "checkpoint resume sweep apng", of_one_run));
    NBB_REFUSE_IF(options->last_seed != options->seed, "--seed %" PRIu64 "..%" PRIu64 "%s", options->seed,
                  options->last_seed, of_one_run);
    NBB_REFUSE_IF(ranks != NULL, "--state %s: ranks have a share of the state each", options->state);
    return NBB_OK;
}

/* The step of the checkpoint, or of the state in files, is one of the run's. */
static nbb_status check_step(const nbb_run_saving *saving)
{
    const nbb_options *options = saving->options;
    int64_t step = saving->in_files ? saving->state.step : nbb_job_saved_step(&saving->resumption);
    NBB_REFUSE_IF(step > options->steps,
                  "--%s %s: the %s is of step %" PRId64 ", past --steps %" PRId64 ", which is the total",
                  saving->in_files ? "state" : "resume", saving->in_files ? options->state : options->resume,
                  saving->in_files ? "state" : "checkpoint", step, options->steps);
    NBB_REFUSE_IF(options->average >= 0 && options->average < step,
                  "--average %" PRId64 ": the run goes on from step %" PRId64
                  ", and samples before it are not in the checkpoint",
                  options->average, step);
    return NBB_OK;
}

/* As nbb_state_folder has it: rows and frames. */
static nbb_status sync(void *context, nbb_run *run)
{
    const nbb_run_saving *saving = context;
    return saving->watching != NULL ? nbb_run_watching_sync(saving->watching, run) : NBB_OK;
}

nbb_status nbb_run_saving_open(const nbb_options *options, nbb_ranks *ranks, nbb_run_saving *saving)
{
    saving->options = options;
    saving->ranks = ranks;
    nbb_options_command(options, &saving->command);
    NBB_TRY(nbb_text_status(&saving->command, "a command"));
    NBB_TRY(nbb_options_every(options, &saving->every));
    NBB_TRY(check_options(options, ranks));
    if (options->resume != NULL) {
        NBB_TRY(nbb_resume_open(options->resume, &saving->resumption));
        saving->resumes = true;
        nbb_run_saving_goes_on(saving, &saving->resumption);
        NBB_TRY(check_step(saving));
    }
    if (options->state != NULL) {
        NBB_TRY(nbb_state_open(options->state, &saving->state));
        saving->in_files = true;
        saving->state.command = saving->command.data;
        saving->state.before = sync;
        saving->state.context = saving;
        NBB_TRY(check_step(saving));
    }
    if (options->checkpoint != NULL) {
        NBB_TRY(nbb_run_saving_folder(saving, options, options->checkpoint, saving->command.data));
        saving->saves = true;
    }
    return NBB_OK;
}

static nbb_status save(nbb_run_saving *saving, nbb_run *run, int64_t step)
{
    NBB_TRY(nbb_run_watching_sync(saving->watching, run));
    NBB_TRY(nbb_run_settle(run));
    NBB_TRY_IF(saving->describe != NULL, saving->describe(saving->context, run, saving->checkpoints.run));
    NBB_TRY(nbb_checkpoints_save(&saving->checkpoints, &saving->transfer, run->steps_before + step));
    saving->due = nbb_milliseconds() + saving->every.seconds * 1000;
    return NBB_OK;
}

/* As nbb_run_see: at the steps of --every, and at the last one. What a run begins with is saved if it ends there. */
static nbb_status see(void *context, nbb_run *run, int64_t step)
{
    bool ends = step == run->request.steps || run->is_over;
    return step > run->first || ends ? save(context, run, step) : NBB_OK;
}

/* The same whenever launches were waited for: by time, of ranks the first one's to come. */
static nbb_status pause(void *context, nbb_run *run, int64_t step)
{
    const nbb_run_saving *saving = context;
    uint64_t waits = nbb_milliseconds() < saving->due;
    NBB_TRY(nbb_ranks_least(saving->ranks, &waits));
    return waits == 0 ? see(context, run, step) : NBB_OK;
}

nbb_status nbb_run_saving_begin(nbb_run_saving *saving, nbb_run *run)
{
    NBB_TRY_IF(saving->in_files, nbb_state_begin(&saving->state, run));
    NBB_DONE_IF(!saving->saves && !saving->resumes);
    NBB_TRY(nbb_transfer_open(run, &saving->transfer));
    saving->has_transfer = true;
    NBB_TRY_IF(saving->resumes, nbb_job_resume(run, &saving->transfer, &saving->resumption));
    if (saving->saves) {
        NBB_TRY(nbb_transfer_prepare(&saving->transfer));
        int64_t steps = saving->every.steps[NBB_LOOK_CHECKPOINT];
        bool by_time = steps == 0;
        saving->due = nbb_milliseconds() + saving->every.seconds * 1000;
        run->watches[NBB_RUN_OTHERS + NBB_LOOK_CHECKPOINT] = (nbb_run_watch){
            .every = by_time ? INT64_MAX : steps, .see = see, .pause = by_time ? pause : NULL, .context = saving
        };
    }
    return NBB_OK;
}

/* The state that a signal found, or left in files, and how to go on from it. */
static nbb_status save_interrupted(nbb_run_saving *saving, nbb_run *run, nbb_status status)
{
    NBB_LOCAL_TEXT said = nbb_text_of("%s", nbb_message());
    NBB_STOP_IF(!saving->saves, status, "%s after step %" PRId64 ", which %s has: the same command goes on",
                nbb_text_string(&said), run->step, saving->options->state);
    NBB_STOP_IF(save(saving, run, run->step) == NBB_OK, status, "%s after step %" PRId64 ": go on by --resume %s",
                nbb_text_string(&said), run->step, saving->options->checkpoint);
    if (saving->ranks != NULL) {
        saving->ranks->are_stopped = false; /* the others may still wait for this one's part */
    }
    return nbb_fail(status, "%s, and %s", nbb_text_string(&said), nbb_message());
}

/* Asks the watch now: signals' handler must know, for an end at once while steps are counted loses a state. */
static void tell_counted(const nbb_run_saving *saving, int64_t done, int64_t total)
{
    if (saving->saves || saving->in_files) {
        nbb_hooks_count(done, total);
        nbb_hooks_hurry();
        (void)nbb_interrupt_came();
    }
}

nbb_status nbb_run_saving_work(nbb_run_saving *saving, nbb_run_watching *watching, nbb_run *run)
{
    saving->watching = watching;
    NBB_REMARK_IF(saving->resumes || saving->state.manifest != NULL, saving->options,
                  "goes on from %s, step %" PRId64,
                  saving->resumes ? nbb_text_string(&saving->resumption.path) : saving->options->state, run->first);
    tell_counted(saving, run->first, run->request.steps);
    nbb_status status = nbb_run_work(run);
    /* What was saved, and how fast: all is on the disk then. */
    const nbb_checkpoints *saved = &saving->checkpoints;
    NBB_REMARK_IF(saved->count > 0, saving->options, "%s: %d checkpoint%s, %.3g MB in %.3g s, %.3g MB/s", saved->path,
                  saved->count, saved->count == 1 ? "" : "s", (double)saved->bytes / 1e6, saved->milliseconds / 1e3,
                  (double)saved->bytes / 1e3 / saved->milliseconds);
    tell_counted(saving, 0, 0);
    bool is_stopped = saving->ranks != NULL ? saving->ranks->are_stopped : nbb_interrupt_check() != NBB_OK;
    return status != NBB_OK && is_stopped && (saving->saves || saving->in_files)
               ? save_interrupted(saving, run, status)
               : status;
}

void nbb_run_saving_goes_on(nbb_run_saving *saving, const nbb_resumption *from)
{
    nbb_text_free(&saving->resumed_path);
    nbb_text_add(&saving->resumed_path, "%s", nbb_text_string(&from->path));
    saving->resumed = from->manifest.step;
}

void nbb_run_saving_close(nbb_run_saving *saving)
{
    const nbb_checkpoints *saved = &saving->checkpoints;
    if (saving->saves && saved->saved >= 0) {
        nbb_text_free(&saving->resumed_path);
        nbb_text_add(&saving->resumed_path, "%s/", saved->path);
        nbb_checkpoint_name(saved->saved, &saving->resumed_path);
        saving->resumed = saved->saved;
    }
    if (saving->has_transfer) {
        nbb_transfer_close(&saving->transfer);
    }
    nbb_checkpoints_close(&saving->checkpoints);
    nbb_resume_close(&saving->resumption);
    if (saving->in_files) {
        nbb_state_close(&saving->state);
    }
    nbb_text_free(&saving->path);
    nbb_text_free(&saving->command);
    *saving = (nbb_run_saving){ NBB_RUN_SAVING_NONE, .resumed_path = saving->resumed_path,
                                .resumed = saving->resumed };
}
