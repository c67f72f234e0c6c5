/* checkpoint_write.c - writes one checkpoint aside: a part a column, then the manifest. */
#include "runtime/checkpoint/checkpoint_write.h"

#include "runtime/checkpoint/aside.h"
#include "runtime/checkpoint/identity.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A checkpoint on its way. */
typedef struct writing {
    const nbb_plan *plan;
    const char *path; /* of its folder, for messages */
    int folder;
    nbb_manifest manifest;
    nbb_column columns[NBB_COLUMNS_MAX];
    int column;    /* whose part is being written; -1: none is */
    nbb_text name; /* the part's */
    nbb_aside part;
} writing;

/* Ends the part: it stands in the manifest. */
static nbb_status end_part(writing *job, nbb_status status)
{
    nbb_column column = job->columns[job->column < 0 ? 0 : job->column];
    nbb_part part = {
        .file = job->name.data, .field = (char *)column.name, .bit = column.bit, .cells = job->plan->cells
    };
    if (job->column < 0) {
        return status;
    }
    part.bytes = job->part.bytes;
    status = nbb_aside_close(&job->part, status, &part.hash);
    status = status == NBB_OK ? nbb_manifest_add(&job->manifest, part) : status;
    nbb_text_free(&job->name);
    job->column = -1;
    return status;
}

static nbb_status begin_part(writing *job, int column)
{
    nbb_column what = job->columns[column];
    nbb_text_add(&job->name, what.bits == 1 ? "%s.%d.bin" : "%s.bin", what.name, what.bit);
    nbb_status status = nbb_text_status(&job->name, "a part's name");
    if (status == NBB_OK) {
        status = nbb_aside_create(job->folder, job->path, nbb_text_string(&job->name), &job->part);
    }
    if (status != NBB_OK) {
        nbb_text_free(&job->name);
        return status;
    }
    job->column = column;
    return NBB_OK;
}

/* As nbb_transfer_piece_of. Bits past the last cell are 0. */
static nbb_status take(void *context, int column, int64_t first, int64_t count, void *elements)
{
    writing *job = context;
    (void)first;
    if (column != job->column) {
        NBB_TRY(end_part(job, NBB_OK));
        NBB_TRY(begin_part(job, column));
    }
    return nbb_aside_write(&job->part, elements, nbb_column_bytes(job->columns[column], count));
}

static nbb_status write_text(const writing *job, const char *name, const nbb_text *text)
{
    nbb_aside file;
    uint64_t hash;
    NBB_TRY(nbb_aside_create(job->folder, job->path, name, &file));
    return nbb_aside_close(&file, nbb_aside_write(&file, nbb_text_string(text), text->length), &hash);
}

static nbb_status write_manifest(const writing *job, const char *command)
{
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_status status = nbb_manifest_print(&job->manifest, command, &text);
    status = status == NBB_OK ? write_text(job, NBB_MANIFEST_NAME, &text) : status;
    nbb_text_free(&text);
    return status;
}

static nbb_status write_all(writing *job, const nbb_checkpoints *checkpoints, const nbb_transfer *transfer)
{
    nbb_status status = nbb_transfer_save(transfer, take, job);
    NBB_TRY(end_part(job, status));
    for (int i = 0; i < NBB_CHECKPOINT_TEXTS; ++i) {
        const nbb_checkpoint_text *text = &checkpoints->texts[i];
        NBB_TRY(text->file != NULL ? write_text(job, text->file, &text->text) : NBB_OK);
    }
    NBB_TRY(write_manifest(job, checkpoints->command));
    return nbb_folder_sync(job->folder, job->path);
}

/* In the new folder, which is opened. */
static nbb_status write_in(nbb_checkpoints *checkpoints, const nbb_transfer *transfer, int64_t step, int folder)
{
    const nbb_run_request *request = &transfer->run->request;
    writing job = { .plan = request->plan, .path = checkpoints->path, .folder = folder, .column = -1 };
    nbb_columns_of(&request->plan->traits, job.columns);
    job.manifest.step = step;
    job.manifest.identity = nbb_identity_of(request->plan, request->seed);
    nbb_status status = write_all(&job, checkpoints, transfer);
    for (int i = 0; i < job.manifest.part_count; ++i) {
        checkpoints->bytes += job.manifest.parts[i].bytes;
    }
    nbb_manifest_free(&job.manifest);
    return status;
}

nbb_status nbb_checkpoint_write(nbb_checkpoints *checkpoints, const nbb_transfer *transfer, int64_t step,
                                const char *aside)
{
    int folder = mkdirat(checkpoints->folder, aside, 0777) == 0
                     ? openat(checkpoints->folder, aside, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                     : -1;
    nbb_status status = folder >= 0 ? write_in(checkpoints, transfer, step, folder)
                                    : nbb_fail(NBB_ERROR_RUN, "%s/%s: cannot be created: %s", checkpoints->path,
                                               aside, strerror(errno));
    if (folder >= 0) {
        close(folder);
    }
    return status;
}
