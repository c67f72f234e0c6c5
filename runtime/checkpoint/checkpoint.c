/* checkpoint.c - a folder of checkpoints: which there are, who may write to it, which go. */
#include "runtime/checkpoint/checkpoint.h"

#include "runtime/base/search.h"
#include "runtime/checkpoint/writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DIGITS = 12 };
#define PREFIX "step-"

void nbb_checkpoint_name(int64_t step, nbb_text *name)
{
    nbb_text_add(name, PREFIX "%0*" PRId64, DIGITS, step);
}

int64_t nbb_checkpoint_step(const char *name)
{
    size_t prefix = strlen(PREFIX);
    bool is_one = strncmp(name, PREFIX, prefix) == 0 && strlen(name) == prefix + DIGITS
                  && strspn(name + prefix, "0123456789") == DIGITS;
    return is_one ? strtoll(name + prefix, NULL, 10) : -1;
}

nbb_status nbb_checkpoints_list(const char *path, int64_t **steps, int *count)
{
    NBB_LOCAL_LIST names = { NULL, 0 };
    *steps = NULL;
    *count = 0;
    NBB_TRY(nbb_search_names(path, "", NBB_ERROR_USAGE, &names));
    nbb_list_sort(&names);
    for (size_t i = names.count; i-- > 0;) { /* steps have as many digits all */
        struct stat facts;
        int64_t step = nbb_checkpoint_step(names.items[i]);
        NBB_LOCAL_TEXT_OF(folder, "a checkpoint's name", "%s/%s", path, names.items[i]);
        if (step < 0 || lstat(folder.data, &facts) != 0) {
            continue; /* what is gone by now is none */
        }
        /* A link or a file of such a name could be neither trusted nor removed as a checkpoint. */
        NBB_REFUSE_IF(!S_ISDIR(facts.st_mode), "%s: is a %s where a checkpoint's folder was expected: move it away",
                      folder.data, S_ISLNK(facts.st_mode) ? "link" : "file");
        NBB_TRY(NBB_APPEND(*steps, *count, "a list of checkpoints", step));
    }
    return NBB_OK;
}

/* Whether the name is of a checkpoint that is written or removed; no other names are touched. */
static bool is_aside(const char *name)
{
    size_t old = strlen(NBB_CHECKPOINT_OLD), aside = strlen(NBB_CHECKPOINT_ASIDE);
    return strncmp(name, NBB_CHECKPOINT_ASIDE, aside) == 0
           && nbb_checkpoint_step(name + (strncmp(name, NBB_CHECKPOINT_OLD, old) == 0 ? old : aside)) >= 0;
}

nbb_status nbb_checkpoints_clear(const nbb_checkpoints *checkpoints)
{
    NBB_LOCAL_LIST names = { NULL, 0 };
    NBB_TRY(nbb_search_names(checkpoints->path, "", NBB_ERROR_RUN, &names));
    return NBB_EACH(i, names.count,
                    is_aside(names.items[i])
                        ? nbb_folder_remove(checkpoints->folder, checkpoints->path, names.items[i])
                        : NBB_OK);
}

nbb_status nbb_folder_enter(const char *option, const char *path, const char *others, int *folder)
{
    NBB_REFUSE_IF(others != NULL && mkdir(path, 0777) != 0 && errno != EEXIST, "--%s %s: cannot be created: %s",
                  option, path, strerror(errno));
    NBB_TRY_IF(others != NULL, nbb_file_sync_name(path));
    *folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    NBB_REFUSE_IF(*folder < 0, "--%s %s: no folder that can be opened: %s", option, path, strerror(errno));
    NBB_REFUSE_IF(others != NULL && flock(*folder, LOCK_EX | LOCK_NB) != 0, "--%s %s: another run %s there", option,
                  path, others);
    return NBB_OK;
}

/* The first of the ranks makes the folder, and only once it has it do others open it. */
static nbb_status open_folder(nbb_checkpoints *checkpoints, int64_t resumed)
{
    const char *path = checkpoints->path;
    NBB_LOCAL_HEAP int64_t *steps = NULL;
    int count;
    if (!nbb_ranks_is_first(checkpoints->ranks)) {
        NBB_TRY(nbb_ranks_meet(checkpoints->ranks));
        return nbb_folder_enter("checkpoint", path, NULL, &checkpoints->folder);
    }
    NBB_TRY(nbb_folder_enter("checkpoint", path, "writes its checkpoints", &checkpoints->folder));
    NBB_REFUSE_IF(faccessat(checkpoints->folder, ".", W_OK | X_OK, AT_EACCESS) != 0,
                  "--checkpoint %s: cannot be written to: %s", path, strerror(errno));
    NBB_TRY(nbb_checkpoints_list(path, &steps, &count));
    NBB_REFUSE_IF(resumed < 0 && count > 0,
                  "--checkpoint %s: holds a checkpoint of step %" PRId64
                  " already: go on from it by --resume %s, or name another folder",
                  path, steps[0], path);
    NBB_TRY(nbb_checkpoints_clear(checkpoints));
    return nbb_ranks_meet(checkpoints->ranks);
}

nbb_status nbb_checkpoints_open(const char *path, int64_t resumed, nbb_ranks *ranks, nbb_checkpoints *checkpoints)
{
    *checkpoints = (nbb_checkpoints){
        .path = path, .ranks = ranks, .folder = -1, .saved = resumed, .writer = nbb_writer_open()
    };
    NBB_TRY_OR(checkpoints->writer != NULL ? open_folder(checkpoints, resumed)
                                           : nbb_fail_memory(NBB_WRITER_BYTES, "what is being written"),
               nbb_checkpoints_close(checkpoints));
    return NBB_OK;
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
