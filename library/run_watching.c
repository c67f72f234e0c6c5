/* run_watching.c - what watches a run, its frames among it; which program and command made a result. */
#include "library/program_text.h"
#include "library/job.h"
#include "runtime/base/search.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

/* --- frames: pictures of the state, numbered files in a folder and an animated one --- */

/* The file of picture i of frame number `number`. */
static nbb_status path_of(const nbb_frames *frames, int number, int i, nbb_text *path)
{
    bool is_named = frames->drawing.count > 1;
    nbb_text_free(path);
    nbb_text_add(path, "%s/%s%s%06d.png", frames->folder, is_named ? frames->drawing.fields[i].name : "",
                 is_named ? "." : "", number);
    return nbb_text_status(path, "a frame's name");
}

/* Goes on behind `count` frames of a run that ended early, from every `every` steps. Fails (usage) where one is
   missing or cut behind the first that is there, whose number, `count` if there is none, is `*begins`. */
static nbb_status frames_resume(nbb_frames *frames, int count, int64_t every, int *begins)
{
    static const char wanted[] = { 'I', 'E', 'N', 'D', '\xae', '\x42', '\x60', '\x82' }; /* how a PNG ends */
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    frames->count = frames->synced = *begins = count;
    for (int i = 0; i < count * frames->drawing.count; ++i) {
        int number = i / frames->drawing.count;
        NBB_TRY(path_of(frames, number, i % frames->drawing.count, &path));
        char found[sizeof wanted];
        struct stat facts;
        NBB_LOCAL_OPEN file = open(path.data, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        if (file >= 0 && fstat(file, &facts) == 0 && facts.st_size > (off_t)sizeof found
            && pread(file, found, sizeof found, facts.st_size - (off_t)sizeof found) == (ssize_t)sizeof found
            && memcmp(found, wanted, sizeof found) == 0) {
            *begins = number < *begins ? number : *begins;
        } else if (*begins < count) {
            return NBB_REFUSE_AT(nbb_text_string(&path),
                                 "the frame of step %" PRId64
                                 " is missing or cut: go on from a checkpoint before it, or name a new folder",
                                 number * every);
        }
    }
    return NBB_OK;
}

/* Whether the file begins as a frame, and is no other's: eight bits a pixel, the background the first colour. */
static bool is_frame(const char *path)
{
    enum { DEPTH = 24, PALETTE = 50, HEAD = 57 }; /* png.c has the layout */
    const unsigned char palette[] = {
        'P', 'L', 'T', 'E', nbb_background.red, nbb_background.green, nbb_background.blue
    };
    unsigned char found[HEAD];
    NBB_LOCAL_OPEN file = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    return file >= 0 && pread(file, found, HEAD, 0) == HEAD && memcmp(found + 1, "PNG", 3) == 0 && found[DEPTH] == 8
           && memcmp(found + PALETTE, palette, sizeof palette) == 0;
}

/* Removes frames of an earlier run from the next one on, and no other file of such a name. Fails (run). */
static nbb_status frames_clear(const nbb_frames *frames)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    NBB_LOCAL_LIST names = { NULL, 0 };
    bool has_folder = frames->folder != NULL && nbb_file_way(frames->folder) == frames->folder;
    int pictures = frames->drawing.count;
    NBB_TRY_IF(has_folder, nbb_search_names(frames->folder, ".png", NBB_ERROR_RUN, &names));
    for (size_t i = 0; i < names.count * (size_t)pictures; ++i) {
        const char *name = names.items[i / (size_t)pictures], *dot = strchr(name, '.');
        int number = atoi(pictures > 1 && dot != NULL ? dot + 1 : name);
        NBB_TRY(path_of(frames, number, (int)(i % (size_t)pictures), &path));
        size_t length = strlen(name), begin = strlen(frames->folder) + 1;
        bool is_later = number >= frames->count && path.length == begin + length + strlen(".png")
                        && strncmp(path.data + begin, name, length) == 0;
        NBB_FAIL_IF(is_later && is_frame(path.data) && unlink(path.data) != 0,
                    nbb_fail_at(NBB_ERROR_RUN, path.data, 0, "cannot be removed: %s", strerror(errno)));
    }
    return NBB_OK;
}

/* --- what looks at steps --- */

/* Draws the state as it is: FOLDER/000007.png is frame number 7, from 0; of several fields FOLDER/u.000007.png.
   Frames are of multiples; the observables of the last step are always seen. */
static nbb_status see_frame(void *context, nbb_run *run, int64_t step)
{
    nbb_run_watching *watching = context;
    nbb_frames *frames = &watching->frames;
    NBB_DONE_IF(!nbb_every_has(run->watches[NBB_RUN_OTHERS + NBB_LOOK_FRAMES].every, step));
    NBB_TRY(nbb_drawing_take(&frames->drawing, run));
    for (int i = 0; i < frames->drawing.count; ++i) {
        nbb_indexed picture = nbb_drawing_picture(&frames->drawing, i);
        NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
        NBB_TRY_IF(frames->folder != NULL, path_of(frames, frames->count, i, &path));
        NBB_TRY_IF(frames->folder != NULL, nbb_png_write(nbb_text_string(&path), &picture));
        NBB_TRY_IF(frames->animation != NULL, nbb_apng_add(frames->animation, &picture, &frames->animations[i]));
    }
    ++frames->count;
    return NBB_OK;
}

static nbb_status open_series(const nbb_options *options, const nbb_every *every, nbb_run_kept *kept, nbb_run *run,
                              nbb_run_watching *watching)
{
    NBB_TRY(nbb_json_print(nbb_provenance(options, run), 0, "a JSON value", &watching->provenance));
    NBB_TRY_IF(options->samples_file != NULL && kept->recorded.copies == 0,
               nbb_recorded_open(options->program, (int)kept->leads.count, kept->copies, &kept->recorded));
    bool looks_at_steps = options->series != NULL || options->samples_file != NULL || options->average >= 0
                          || options->program->stop != NULL;
    /* no steps in between are seen where nobody asks for them */
    nbb_series_request request = { .program = options->program,
                                   .domain = &run->request.plan->asked.domain,
                                   .path = options->series,
                                   .recorded = options->samples_file != NULL ? &kept->recorded : NULL,
                                   .provenance = nbb_text_string(&watching->provenance),
                                   .leads = &kept->leads,
                                   .kept = &kept->series,
                                   .copies = run->request.copies,
                                   .every = looks_at_steps       ? every->steps[NBB_LOOK_SERIES]
                                            : options->steps > 0 ? options->steps
                                                                 : 1,
                                   .first = run->first,
                                   .rows_before = kept->rows_before,
                                   .average_from = options->average };
    NBB_TRY(nbb_series_open(&request, &watching->series));
    run->watches[NBB_RUN_OTHERS + NBB_LOOK_SERIES] = (nbb_run_watch){
        .every = request.every,
        .by_totals = run->request.plan->asked.program->stop == NULL,
        .see = nbb_series_see,
        .context = &watching->series
    };
    watching->has_series = true;
    if (run->first > 0 && options->series != NULL && watching->series.rows.begins != 0) {
        int64_t begins = watching->series.rows.begins;
        nbb_remark(options, "%s: has no rows before step %" PRId64, options->series,
                   begins < 0 ? run->first : begins);
    }
    return NBB_OK;
}

static nbb_status open_frames(const nbb_options *options, const nbb_every *every, nbb_run *run,
                              nbb_run_watching *watching)
{
    int64_t steps = every->steps[NBB_LOOK_FRAMES];
    int begins = 0;
    struct stat facts;
    watching->frames = (nbb_frames){ .folder = options->frames, .animation = options->apng };
    NBB_FAIL_IF(
        options->frames != NULL && mkdir(options->frames, 0777) != 0
            && (errno != EEXIST || stat(options->frames, &facts) != 0 || !S_ISDIR(facts.st_mode)),
        nbb_fail_at(NBB_ERROR_RUN, options->frames, 0, "no folder, and none can be made: %s", strerror(errno)));
    NBB_TRY(nbb_drawing_open(run->request.plan, &watching->frames.drawing));
    /* The frames before the step that the run goes on from are there, or none is. */
    int before = run->first > 0 ? (int)nbb_every_count(steps, run->first) : 0;
    NBB_TRY_IF(run->first > 0, frames_resume(&watching->frames, before, steps, &begins));
    NBB_REMARK_IF(begins > 0, options, "%s: has no frames before number %06d", options->frames, begins);
    NBB_TRY(frames_clear(&watching->frames));
    run->watches[NBB_RUN_OTHERS + NBB_LOOK_FRAMES] = (nbb_run_watch){ .every = steps,
                                                                      .see = see_frame,
                                                                      .context = watching };
    return NBB_OK;
}

nbb_status nbb_run_watching_open(const nbb_options *options, const nbb_every *every, nbb_run_kept *kept, nbb_run *run,
                                 nbb_run_watching *watching)
{
    *watching = (nbb_run_watching){ .has_series = false };
    const nbb_program *program = run->request.plan->asked.program;
    bool observes = program != NULL && program->observable_count > 0;
    nbb_status status = observes ? open_series(options, every, kept, run, watching) : NBB_OK;
    if (status == NBB_OK && (options->frames != NULL || options->apng != NULL)) {
        status = open_frames(options, every, run, watching);
    }
    return status == NBB_OK ? NBB_OK : nbb_run_watching_close(watching, run, status);
}

nbb_status nbb_run_watching_sync(nbb_run_watching *watching, nbb_run *run)
{
    nbb_frames *frames = &watching->frames;
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    NBB_TRY_IF(watching->has_series, nbb_series_read(&watching->series, run));
    if (watching->has_series && watching->series.rows.file >= 0) {
        NBB_TRY(nbb_file_sync(watching->series.rows.path));
        NBB_TRY(nbb_file_sync_name(watching->series.rows.path));
    }
    NBB_DONE_IF(frames->folder == NULL);
    for (; frames->synced < frames->count; ++frames->synced) {
        for (int i = 0; i < frames->drawing.count; ++i) {
            NBB_TRY(path_of(frames, frames->synced, i, &path));
            NBB_TRY(nbb_file_sync(nbb_text_string(&path)));
        }
    }
    NBB_TRY(nbb_file_sync(frames->folder));
    return nbb_file_sync_name(frames->folder);
}

/* What waits on the device after an interrupt was still computed: it is read if it can be. */
nbb_status nbb_run_watching_close(nbb_run_watching *watching, nbb_run *run, nbb_status status)
{
    nbb_frames *frames = &watching->frames;
    if (watching->has_series) {
        if (status != NBB_OK && status != NBB_ERROR_DEVICE) {
            NBB_LOCAL_TEXT message = nbb_text_of("%s", nbb_message());
            nbb_series_read(&watching->series, run);
            nbb_fail(status, "%s", nbb_text_string(&message));
        }
        nbb_series_close(&watching->series);
    }
    nbb_text_free(&watching->provenance);
    run->watches[NBB_RUN_OTHERS + NBB_LOOK_SERIES] = run->watches[NBB_RUN_OTHERS + NBB_LOOK_FRAMES] = (nbb_run_watch){
        .see = NULL
    };
    for (int i = 0; i < frames->drawing.count; ++i) { /* the animated file of each field */
        NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
        if (frames->animation != NULL && status == NBB_OK) {
            status = nbb_field_path(frames->drawing.fields, frames->drawing.count, i, frames->animation, &path);
        }
        status = nbb_apng_close(nbb_text_string(&path), &frames->animations[i], status);
    }
    nbb_drawing_close(&frames->drawing);
    return status;
}

/* Of its one form, with parameters of 0: values are given beside. */
static uint64_t hash_of(const nbb_program *program)
{
    nbb_parameter parameters[NBB_PARAMETERS_MAX];
    nbb_program without = *program;
    NBB_LOCAL_TEXT form = NBB_TEXT_EMPTY;
    for (int i = 0; i < program->parameter_count; ++i) {
        parameters[i] = program->parameters[i];
        parameters[i].value = 0;
    }
    without.parameters = parameters;
    nbb_program_print(&without, &form);
    return XXH3_64bits(nbb_text_string(&form), form.length);
}

json_t *nbb_provenance(const nbb_options *options, const nbb_run *run)
{
    const nbb_request *asked = &run->request.plan->asked;
    NBB_LOCAL_TEXT command = NBB_TEXT_EMPTY;
    nbb_options_command(options, &command);
    json_t *object = json_pack("{s:s, s:s, s:o, s:o}", "version", NBB_VERSION, "commit", nbb_commit, "command",
                               nbb_json_text(nbb_text_string(&command)),
                               asked->domain.simplex != NULL ? "simplex" : "fractal",
                               nbb_json_text(nbb_domain_name(&asked->domain)));
    NBB_JSON_SET_IF(!options->sweeps_size, object, nbb_domain_size_name(&asked->domain),
                    json_integer((json_int_t)asked->domain.size));
    bool is_ensemble = run->request.ensemble != NULL;
    NBB_JSON_SET_IF(is_ensemble, object, "ensemble", nbb_json_text(run->request.ensemble));
    if (asked->program != NULL) {
        uint64_t seed = is_ensemble ? options->seed : run->request.seed;
        json_t *parameters = nbb_report_parameters(asked->program);
        for (int i = 0; parameters != NULL && i < options->sweeps.count; ++i) { /* of which copies have their own */
            const char *sweep = options->sweeps.items[i];
            NBB_LOCAL_TEXT name = nbb_text_of("%.*s", (int)strcspn(sweep, "="), sweep);
            json_object_del(parameters, nbb_text_string(&name));
        }
        nbb_json_put(object, "{s:o, s:o, s:o, s:I}", "program", nbb_json_text(asked->program->name), "program_hash",
                     json_sprintf("0x%016" PRIx64, hash_of(asked->program)), "param", parameters, "seed",
                     (json_int_t)seed);
        NBB_JSON_SET_IF(!is_ensemble || nbb_options_given(options, "init-seed"), object, "init_seed",
                        json_integer((json_int_t)nbb_program_init_seed(asked->program, seed)));
    }
    return nbb_json_whole(object);
}
