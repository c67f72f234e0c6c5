/* checkpoint.c - a folder of checkpoints: which there are, who may write to it, which go. */
#include "runtime/checkpoint/checkpoint.h"

#include "gen/base/file.h"
#include "runtime/checkpoint/writer.h"
#include "runtime/device/machine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEPT = 2, DIGITS = 12 };
#define PREFIX "step-"

void nbb_checkpoint_name(int64_t step, nbb_text *name)
{
    nbb_text_add(name, PREFIX "%0*" PRId64, DIGITS, step);
}

/* The step of a checkpoint's name, or -1. */
static int64_t step_of(const char *name)
{
    size_t prefix = strlen(PREFIX),
           digits = strspn(name + (strncmp(name, PREFIX, prefix) == 0 ? prefix : 0), "0123456789");
    bool is_one = strncmp(name, PREFIX, prefix) == 0 && digits == DIGITS && name[prefix + digits] == '\0';
    return is_one ? strtoll(name + prefix, NULL, 10) : -1;
}

static int newest_first(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;
    return (*a < *b) - (*a > *b);
}

/* Adds an entry that is named as a checkpoint. A link or a file of such a name could be neither trusted nor removed
   as one; what is gone by now is none. */
static nbb_status list_entry(int folder, const char *path, const char *name, int64_t **steps, int *count)
{
    struct stat facts;
    int64_t step = step_of(name);
    if (step < 0 || fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) != 0) {
        return NBB_OK;
    }
    if (!S_ISDIR(facts.st_mode)) {
        return nbb_fail(NBB_ERROR_USAGE, "%s/%s: is a %s where a checkpoint's folder was expected: move it away",
                        path, name, S_ISLNK(facts.st_mode) ? "link" : "file");
    }
    NBB_TRY(NBB_EXTEND(*steps, *count, "a list of checkpoints"));
    (*steps)[(*count)++] = step;
    return NBB_OK;
}

nbb_status nbb_checkpoints_list(const char *path, int64_t **steps, int *count)
{
    DIR *list = opendir(path);
    *steps = NULL;
    *count = 0;
    if (list == NULL) {
        return nbb_fail_at(NBB_ERROR_USAGE, path, 0, "cannot be read: %s", strerror(errno));
    }
    nbb_status status = NBB_OK;
    for (const struct dirent *entry; status == NBB_OK && (entry = readdir(list)) != NULL;) {
        status = list_entry(dirfd(list), path, entry->d_name, steps, count);
    }
    closedir(list);
    if (*count > 0) {
        qsort(*steps, (size_t)*count, sizeof **steps, newest_first);
    }
    return status;
}

#define OLD NBB_CHECKPOINT_ASIDE "old-"

/* Whether the name is of a checkpoint that is written or removed; no other names are touched. */
static bool is_aside(const char *name)
{
    size_t old = strlen(OLD), aside = strlen(NBB_CHECKPOINT_ASIDE);
    return strncmp(name, NBB_CHECKPOINT_ASIDE, aside) == 0
           && step_of(name + (strncmp(name, OLD, old) == 0 ? old : aside)) >= 0;
}

/* Removes what a run that was killed left, and what others still read when it lost its name. */
static nbb_status clear_away(const nbb_checkpoints *checkpoints)
{
    DIR *list = opendir(checkpoints->path);
    nbb_status status = NBB_OK;
    for (const struct dirent *entry; list != NULL && status == NBB_OK && (entry = readdir(list)) != NULL;) {
        if (is_aside(entry->d_name)) {
            status = nbb_folder_remove(checkpoints->folder, checkpoints->path, entry->d_name);
        }
    }
    if (list != NULL) {
        closedir(list);
    }
    return status;
}

/* Fails where the folder holds checkpoints of another run. */
static nbb_status check_empty(const char *path, int64_t resumed)
{
    NBB_LOCAL_HEAP int64_t *steps = NULL;
    int count;
    NBB_TRY(nbb_checkpoints_list(path, &steps, &count));
    return resumed < 0 && count > 0 ? nbb_fail(NBB_ERROR_USAGE,
                                               "--checkpoint %s: holds a checkpoint of step %" PRId64
                                               " already: go on from it by --resume %s, or name another folder",
                                               path, steps[0], path)
                                    : NBB_OK;
}

static nbb_status begin(nbb_checkpoints *checkpoints, int64_t resumed)
{
    if (flock(checkpoints->folder, LOCK_EX | LOCK_NB) != 0) {
        return nbb_fail(NBB_ERROR_USAGE, "--checkpoint %s: another run writes its checkpoints there",
                        checkpoints->path);
    }
    if (faccessat(checkpoints->folder, ".", W_OK | X_OK, AT_EACCESS) != 0) {
        return nbb_fail(NBB_ERROR_USAGE, "--checkpoint %s: cannot be written to: %s", checkpoints->path,
                        strerror(errno));
    }
    NBB_TRY(check_empty(checkpoints->path, resumed));
    return clear_away(checkpoints);
}

/* The first of the ranks makes the folder, and only once it has it do others open it. */
static nbb_status open_folder(nbb_checkpoints *checkpoints, int64_t resumed)
{
    const char *path = checkpoints->path;
    bool is_first = nbb_ranks_is_first(checkpoints->ranks);
    if (is_first && mkdir(path, 0777) != 0 && errno != EEXIST) {
        return nbb_fail(NBB_ERROR_USAGE, "--checkpoint %s: cannot be created: %s", path, strerror(errno));
    }
    NBB_TRY(is_first ? nbb_file_sync_name(path) : nbb_ranks_meet(checkpoints->ranks));
    checkpoints->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (checkpoints->folder < 0) {
        return nbb_fail(NBB_ERROR_USAGE, "--checkpoint %s: no folder that can be opened: %s", path, strerror(errno));
    }
    NBB_TRY(is_first ? begin(checkpoints, resumed) : NBB_OK);
    return is_first ? nbb_ranks_meet(checkpoints->ranks) : NBB_OK;
}

nbb_status nbb_checkpoints_open(const char *path, int64_t resumed, nbb_ranks *ranks, nbb_checkpoints *checkpoints)
{
    *checkpoints = (nbb_checkpoints){ .path = path, .ranks = ranks, .folder = -1, .saved = resumed };
    NBB_TRY_OR(open_folder(checkpoints, resumed), nbb_checkpoints_close(checkpoints));
    checkpoints->writer = nbb_writer_open();
    NBB_TRY_OR(checkpoints->writer != NULL ? NBB_OK : nbb_fail_memory(NBB_WRITER_BYTES, "what is being written"),
               nbb_checkpoints_close(checkpoints));
    return NBB_OK;
}

/* A checkpoint loses its name first: what has one is whole, wherever its removal ends. */
static nbb_status retire(const nbb_checkpoints *checkpoints, const char *name)
{
    NBB_LOCAL_TEXT gone = nbb_text_of(OLD "%s", name);
    NBB_TRY(nbb_text_status(&gone, "a checkpoint's name"));
    if (renameat(checkpoints->folder, name, checkpoints->folder, gone.data) != 0) {
        return nbb_fail(NBB_ERROR_RUN, "%s/%s: cannot be removed: %s", checkpoints->path, name, strerror(errno));
    }
    return nbb_folder_remove(checkpoints->folder, checkpoints->path, nbb_text_string(&gone));
}

/* Removes the checkpoints whose steps are past `newest`, and all others but the newest `kept`. */
static nbb_status prune(const nbb_checkpoints *checkpoints, int64_t newest, int kept)
{
    NBB_LOCAL_HEAP int64_t *steps = NULL;
    int count;
    NBB_TRY(nbb_checkpoints_list(checkpoints->path, &steps, &count));
    for (int i = 0; i < count; ++i) {
        bool is_kept = steps[i] <= newest && kept-- > 0;
        NBB_LOCAL_TEXT name = NBB_TEXT_EMPTY;
        nbb_checkpoint_name(steps[i], &name);
        NBB_TRY(nbb_text_status(&name, "a checkpoint's name"));
        NBB_TRY(is_kept ? NBB_OK : retire(checkpoints, nbb_text_string(&name)));
    }
    return NBB_OK;
}

/* What the folder had of another course, past the step that was resumed, goes before the new one gets its name. */
static nbb_status give_name(const nbb_checkpoints *checkpoints, const char *aside, const char *name)
{
    NBB_TRY(prune(checkpoints, checkpoints->saved, KEPT));
    return renameat(checkpoints->folder, aside, checkpoints->folder, name) == 0
               ? NBB_OK
               : nbb_fail(NBB_ERROR_RUN, "%s/%s: cannot get its name: %s", checkpoints->path, name, strerror(errno));
}

/* What is written aside, if it was, becomes the newest checkpoint. */
static nbb_status settle(nbb_checkpoints *checkpoints, int64_t step, const char *aside, const char *name,
                         nbb_status status)
{
    status = status == NBB_OK ? give_name(checkpoints, aside, name) : status;
    if (status != NBB_OK) {
        nbb_failed failure = nbb_failure_take();
        nbb_folder_remove(checkpoints->folder, checkpoints->path, aside);
        nbb_message_free();
        return nbb_failure_give(&failure);
    }
    NBB_TRY(nbb_folder_sync(checkpoints->folder, checkpoints->path));
    checkpoints->saved = step;
    NBB_TRY(prune(checkpoints, step, KEPT));
    return clear_away(checkpoints);
}

/* No rank goes on, or ends, before the first one has settled it. */
static nbb_status put(nbb_checkpoints *checkpoints, nbb_transfer *transfer, int64_t step, const char *aside,
                      const char *name)
{
    nbb_status status = nbb_checkpoint_write(checkpoints, transfer, step, aside);
    if (nbb_ranks_is_first(checkpoints->ranks)) {
        status = settle(checkpoints, step, aside, name, status);
    }
    NBB_TRY(status);
    checkpoints->saved = step;
    return nbb_ranks_meet(checkpoints->ranks);
}

/* Says with the failure what there still is. */
static nbb_status tell_last(const nbb_checkpoints *checkpoints, nbb_status status)
{
    NBB_LOCAL_TEXT said = nbb_text_of("%s", nbb_message());
    if (checkpoints->saved >= 0) {
        nbb_fail(status, "%s; the checkpoint of step %" PRId64 " is whole: go on from it by --resume %s",
                 nbb_text_string(&said), checkpoints->saved, checkpoints->path);
    }
    return status;
}

nbb_status nbb_checkpoints_save(nbb_checkpoints *checkpoints, nbb_transfer *transfer, int64_t step)
{
    double begin = nbb_milliseconds();
    if (step == checkpoints->saved) {
        return NBB_OK;
    }
    NBB_LOCAL_TEXT aside = nbb_text_of(NBB_CHECKPOINT_ASIDE);
    nbb_checkpoint_name(step, &aside);
    nbb_status status = nbb_text_status(&aside, "a checkpoint's name");
    status = status == NBB_OK
                 ? put(checkpoints, transfer, step, aside.data, aside.data + strlen(NBB_CHECKPOINT_ASIDE))
                 : status;
    checkpoints->count += status == NBB_OK;
    checkpoints->milliseconds += nbb_milliseconds() - begin;
    return status == NBB_OK ? NBB_OK : tell_last(checkpoints, status);
}

void nbb_checkpoints_close(nbb_checkpoints *checkpoints)
{
    nbb_close(&checkpoints->folder);
    nbb_writer_close(checkpoints->writer);
    for (int i = 0; i < NBB_CHECKPOINT_TEXTS; ++i) {
        nbb_text_free(&checkpoints->texts[i].text);
    }
    json_decref(checkpoints->run);
    *checkpoints = (nbb_checkpoints){ .folder = -1 };
}
