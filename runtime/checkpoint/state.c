/* state.c - files that a state lies in, and the manifest that says which of them is whole. */
#include "runtime/checkpoint/checkpoint.h"
#include "runtime/checkpoint/writer.h"
#include "runtime/run/disk.h"

#include <fcntl.h>
#include <libgen.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { SCHEMA = 1, MANIFEST_BYTES_MAX = 1 << 20 };
#define MANIFEST "state.json"
#define MANIFEST_NEXT ".new-state.json"
static const char *const names[2] = { "even.words", "odd.words" };

static nbb_state_folder closed(const char *path)
{
    nbb_run_files none = { .plain = { -1, -1 }, .direct = { -1, -1 } };
    return (nbb_state_folder){ .path = path, .folder = -1, .step = -1, .files_of_run = none };
}

static nbb_status read_manifest(nbb_state_folder *state)
{
    NBB_LOCAL_TEXT path = nbb_text_of("%s/" MANIFEST, state->path), text = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_text_status(&path, "a manifest's name"));
    NBB_DONE_IF(faccessat(state->folder, MANIFEST, F_OK, 0) != 0);
    NBB_TRY(nbb_text_read_file(&text, path.data, MANIFEST_BYTES_MAX, NBB_ERROR_USAGE));
    NBB_TRY(nbb_json_parse(nbb_text_string(&text), text.length, "a manifest", &state->manifest, NULL));
    const json_t *step = json_object_get(state->manifest, "step");
    NBB_REFUSE_IF(state->manifest == NULL || !json_is_integer(step) || json_integer_value(step) < 0,
                  "%s: is no manifest of a state", path.data);
    NBB_REFUSE_IF(json_integer_value(json_object_get(state->manifest, "schema")) != SCHEMA,
                  "%s: is of another version of nbbgen", path.data);
    state->step = json_integer_value(step);
    return NBB_OK;
}

/* A census as a text: JSON's readers have no numbers of 64 bits. */
static nbb_text print_census(const nbb_run *run)
{
    return nbb_text_of("%" PRIu64 " 0x%016" PRIx64, run->each[0].population, run->each[0].digest);
}

/* How words lie in the files. */
static nbb_text print_layout(const nbb_plan *plan)
{
    return nbb_text_of("%s, %d lanes", plan->name, (int)plan->space.lanes.lanes);
}

/* As nbb_run_files has it: the file that the run's state lies in is on the disk, and named. */
static nbb_status keep(void *context, nbb_run *run, int64_t step)
{
    nbb_state_folder *state = context;
    nbb_run_files *files = &state->files_of_run;
    const nbb_plan *plan = run->request.plan;
    NBB_TRY(state->before(state->context, run));
    NBB_TRY(nbb_run_census(run, false));
    files->current = run->state == files->maps[0] ? 0 : 1;
    NBB_FAIL_IF(
        msync((void *)(uintptr_t)run->state, state->bytes, MS_SYNC) != 0 || fsync(files->plain[files->current]) != 0,
        nbb_fail(NBB_ERROR_RUN, "%s/%s: cannot be written: %s", state->path, names[files->current], strerror(errno)));
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY, census = print_census(run), layout = print_layout(plan);
    NBB_TRY(nbb_text_status(&layout, "a state's layout"));
    json_t *whole = json_pack("{s:i, s:s, s:s, s:s, s:I, s:s, s:s, s:s, s:o}", "schema", SCHEMA, "nbbgen",
                              NBB_VERSION, "commit", nbb_commit, "command", state->command, "step", (json_int_t)step,
                              "file", names[files->current], "layout", layout.data, "census", census.data, "identity",
                              nbb_identity_of(plan, state->seed, &run->origin, NULL));
    NBB_TRY(nbb_json_print(whole, 1, "a state's manifest", &text));
    /* Replaces the manifest at once: there is always one that is whole. */
    unlinkat(state->folder, MANIFEST_NEXT, 0); /* of a run that was killed */
    NBB_TRY(nbb_aside_put(state->folder, state->path, MANIFEST_NEXT, &text));
    return renameat(state->folder, MANIFEST_NEXT, state->folder, MANIFEST) == 0
               ? nbb_folder_sync(state->folder, state->path)
               : nbb_fail_at(NBB_ERROR_RUN, state->path, 0, "its manifest cannot be written: %s", strerror(errno));
}

nbb_status nbb_state_room(const char *path, uint64_t *bytes)
{
    struct statvfs facts;
    NBB_LOCAL_TEXT_OF(parent, "a folder's name", "%s", path);
    bool is_known = statvfs(path, &facts) == 0 || (errno == ENOENT && statvfs(dirname(parent.data), &facts) == 0);
    NBB_REFUSE_IF(!is_known, "--state %s: cannot be created: %s", path, strerror(errno));
    *bytes = (uint64_t)facts.f_bavail * facts.f_frsize;
    return NBB_OK;
}

nbb_status nbb_state_open(const char *path, nbb_state_folder *state)
{
    *state = closed(path);
    nbb_status status = nbb_folder_enter("state", path, "has its state", &state->folder);
    NBB_TRY_OR(status == NBB_OK ? read_manifest(state) : status, nbb_state_close(state));
    return NBB_OK;
}

/* Opens a file and sets its bytes aside: whoever writes to them later finds room. */
static nbb_status open_file(nbb_state_folder *state, int number)
{
    struct stat facts;
    int *file = &state->files_of_run.plain[number];
    *file = openat(state->folder, names[number], O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    int error = *file < 0 || fstat(*file, &facts) != 0 ? errno : 0;
    bool is_found = state->manifest != NULL && number == state->files_of_run.current;
    NBB_REFUSE_IF(error == 0 && is_found && (uint64_t)facts.st_size != state->bytes,
                  "%s/%s: has %" PRIu64 " bytes, its state has %" PRIu64, state->path, names[number],
                  (uint64_t)facts.st_size, state->bytes);
    error = error == 0 ? posix_fallocate(*file, 0, (off_t)state->bytes) : error;
    void *map = error == 0 ? mmap(NULL, state->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, *file, 0) : MAP_FAILED;
    error = error == 0 && map == MAP_FAILED ? errno : error;
    NBB_STOP_IF(error != 0, NBB_ERROR_RUN, "%s/%s: no room for %" PRIu64 " bytes: %s; two such files are wanted",
                state->path, names[number], state->bytes, strerror(error));
    state->files_of_run.maps[number] = (nbb_address)(uintptr_t)map;
    state->files_of_run.direct[number] = state->is_direct ? nbb_disk_open(state->folder, names[number]) : -1;
    return NBB_OK;
}

/* The state that was found is one that this plan has written. */
static nbb_status check_found(const nbb_state_folder *state, const nbb_plan *plan, const nbb_run_origin *origin)
{
    NBB_LOCAL_TEXT_OF(path, "a manifest's name", "%s/" MANIFEST, state->path);
    NBB_LOCAL_TEXT own = print_layout(plan);
    NBB_TRY(nbb_text_status(&own, "a state's layout"));
    const char *layout = json_string_value(json_object_get(state->manifest, "layout"));
    json_auto_t *here = nbb_identity_of(plan, state->seed, origin, NULL);
    NBB_FAIL_IF(here == NULL, nbb_fail_memory(0, "what a state is of"));
    NBB_TRY(nbb_identity_check(path.data, json_object_get(state->manifest, "identity"), here, NULL, NULL));
    NBB_REFUSE_IF(layout == NULL || strcmp(layout, own.data) != 0,
                  "%s: its state is laid out as %s has it, the run's as %s: give the options that it was begun with",
                  path.data, layout != NULL ? layout : "no plan", own.data);
    return NBB_OK;
}

nbb_status nbb_state_fit(nbb_state_folder *state, const nbb_plan *plan, uint64_t seed, const nbb_run_origin *origin)
{
    const char *file = json_string_value(json_object_get(state->manifest, "file"));
    state->seed = seed;
    state->bytes = plan->space.state_bytes;
    const char *direct = getenv("NBBGEN_DIRECT");
    uint64_t total, available;
    nbb_run_files *files = &state->files_of_run;
    files->path = state->path;
    files->current = file == NULL || strcmp(file, names[0]) != 0;
    files->keep = keep;
    files->context = state;
    NBB_TRY(nbb_machine_memory("", &total, &available));
    state->is_direct = direct != NULL ? strcmp(direct, "1") == 0 : 2 * state->bytes > available;
    NBB_TRY_IF(state->manifest != NULL, check_found(state, plan, origin));
    NBB_TRY(NBB_EACH(number, 2, open_file(state, number)));
    return nbb_folder_sync(state->folder, state->path);
}

nbb_status nbb_state_begin(nbb_state_folder *state, nbb_run *run)
{
    NBB_RETURN_IF(state->manifest == NULL, keep(state, run, 0));
    run->state = state->files_of_run.maps[state->files_of_run.current];
    NBB_TRY(nbb_run_resume(run, state->step));
    NBB_TRY(nbb_run_census(run, false));
    NBB_LOCAL_TEXT census = print_census(run);
    NBB_TRY(nbb_text_status(&census, "a state's census"));
    const char *there = json_string_value(json_object_get(state->manifest, "census"));
    NBB_REFUSE_IF(there == NULL || strcmp(there, census.data) != 0,
                  "%s/%s: is damaged: population and digest are %s, were %s", state->path,
                  names[state->files_of_run.current], census.data, there != NULL ? there : "never counted");
    return NBB_OK;
}

void nbb_state_close(nbb_state_folder *state)
{
    for (int i = 0; i < 2; ++i) {
        if (state->files_of_run.maps[i] != 0) {
            munmap((void *)(uintptr_t)state->files_of_run.maps[i], state->bytes);
        }
        nbb_close(&state->files_of_run.plain[i]);
        nbb_close(&state->files_of_run.direct[i]);
    }
    nbb_close(&state->folder);
    json_decref(state->manifest);
    *state = closed(NULL);
}
