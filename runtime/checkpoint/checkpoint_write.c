/* checkpoint_write.c - writes one checkpoint aside: each rank a file a column, then the first one the manifest. */
#include "runtime/checkpoint/checkpoint.h"

#include "runtime/checkpoint/writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <xxhash.h>

enum { HASH_BYTES = 576 }; /* of an XXH3_state_t, whose members are not public */

/* What a rank has written, or why it could not. */
typedef struct written {
    nbb_status status;
    char message[512];
    uint64_t hashes[NBB_COLUMNS_MAX]; /* of its parts, one a column */
} written;

/* A stream of the column that is being written: a part. */
typedef struct stream {
    int64_t first, end; /* its cells, so far */
    XXH3_state_t *hash;
} stream;

typedef struct writing {
    const nbb_checkpoints *to;
    const nbb_plan *plan;
    int folder;
    nbb_manifest manifest;
    nbb_column columns[NBB_COLUMNS_MAX];
    int column_count;
    nbb_shard saved; /* the files' cells */
    int number;      /* of what is being written, of all copies' columns; -1: none is */
    bool is_shared;  /* an ensemble's one file has all columns of all copies: */
    uint64_t begin;  /* of the column in it */
    nbb_text name;   /* the file's, of a column or of all */
    nbb_aside file;
    stream streams[NBB_STREAMS];
    int stream_count;
    written own;
} writing;

/* Lists a part of a column, whose cells, place and checksum are set. */
static void add_part(writing *job, int column, const char *file, nbb_part part)
{
    nbb_column what = job->columns[column];
    part.file = file;
    part.field = what.name;
    part.bit = what.bit;
    part.bytes = nbb_column_bytes(what, part.cells);
    nbb_manifest_add(&job->manifest, part);
}

static nbb_status end_file(writing *job, nbb_status status)
{
    status = nbb_aside_close(&job->file, status);
    nbb_text_free(&job->name);
    return status;
}

/* Each stream is a part, which is listed in the manifest, or in the message to the first rank. */
static nbb_status end_column(writing *job, nbb_status status)
{
    NBB_RETURN_IF(job->number < 0, status);
    int column = job->number % job->column_count, copy = job->number / job->column_count;
    for (int i = 0; i < job->stream_count; ++i) {
        const stream *ended = &job->streams[i];
        nbb_part part = { .copy = copy, .first = ended->first, .cells = ended->end - ended->first };
        part.offset = job->begin + nbb_column_bytes(job->columns[column], ended->first - job->saved.first);
        part.hash = job->own.hashes[column] = XXH3_64bits_digest(ended->hash);
        XXH3_freeState(ended->hash);
        if (job->to->ranks == NULL) {
            add_part(job, column, job->name.data, part);
        }
    }
    job->stream_count = 0;
    job->number = -1;
    return job->is_shared ? status : end_file(job, status);
}

/* FIELD.BIT.bin or FIELD.bin; of ranks FIELD.BIT.rankN.bin; of an ensemble copies.bin. */
static nbb_status name_file(const writing *job, int column, int rank, nbb_text *name)
{
    nbb_column what = job->columns[column];
    nbb_text_add(name, job->is_shared ? "copies" : what.bits == 1 ? "%s.%d" : "%s", what.name, what.bit);
    NBB_TEXT_ADD_IF(job->to->ranks != NULL, name, ".rank%d", rank);
    nbb_text_add(name, ".bin");
    return nbb_text_status(name, "a part's name");
}

static uint64_t bytes_of(const writing *job, int columns)
{
    return NBB_SUM(i, columns, nbb_column_bytes(job->columns[i], job->saved.count));
}

static nbb_status begin_file(writing *job, int column, uint64_t bytes)
{
    NBB_TRY(name_file(job, column, job->to->ranks != NULL ? job->to->ranks->rank : 0, &job->name));
    return nbb_aside_create(job->folder, job->to->path, job->name.data, bytes, job->to->writer, &job->file);
}

/* Sets `found` to the number of the stream that goes on with a piece, a new one if there is none. */
static nbb_status find_stream(writing *job, nbb_piece piece, int *found)
{
    int i = NBB_FIND(at, job->stream_count, job->streams[at].end == piece.first);
    if (i == job->stream_count) {
        job->streams[i] = (stream){ .first = piece.first, .end = piece.first, .hash = XXH3_createState() };
        NBB_FAIL_IF(job->streams[i].hash == NULL, nbb_fail_memory(HASH_BYTES, "a checksum"));
        XXH3_64bits_reset(job->streams[i].hash);
        ++job->stream_count;
    }
    job->streams[i].end += piece.count;
    *found = i;
    return NBB_OK;
}

static nbb_status write_pieces(writing *job, int number, const nbb_piece *pieces, int count)
{
    int numbers[NBB_STREAMS], column = number % job->column_count;
    const nbb_column what = job->columns[column];
    if (number != job->number) {
        NBB_TRY(end_column(job, NBB_OK));
        uint64_t copy = (uint64_t)(number / job->column_count);
        job->begin = job->is_shared ? copy * bytes_of(job, job->column_count) + bytes_of(job, column) : 0;
        NBB_TRY_IF(!job->is_shared, begin_file(job, column, nbb_column_bytes(what, job->saved.count)));
        job->number = number;
    }
    NBB_TRY(NBB_EACH(i, count, find_stream(job, pieces[i], &numbers[i])));
#pragma omp parallel for schedule(dynamic) if (count > 1)
    for (int i = 0; i < count; ++i) {
        bool goes_on = i > 0 && numbers[i - 1] == numbers[i]; /* by who has the first piece */
        for (int j = i; !goes_on && j < count && numbers[j] == numbers[i]; ++j) {
            uint64_t bytes = nbb_column_bytes(what, pieces[j].count);
            uint64_t place = job->begin + nbb_column_bytes(what, pieces[j].first - job->saved.first);
            XXH3_64bits_update(job->streams[numbers[i]].hash, pieces[j].elements, bytes);
            nbb_writer_put(job->to->writer, place, pieces[j].elements, bytes);
        }
    }
    return NBB_OK;
}

/* As nbb_transfer_pieces_of. Bits past the last cell are 0. A rank that fails goes on to send others their cells. */
static nbb_status take(void *context, int column, const nbb_piece *pieces, int count)
{
    writing *job = context;
    job->own.status = job->own.status == NBB_OK ? write_pieces(job, column, pieces, count) : job->own.status;
    return job->to->ranks == NULL ? job->own.status : NBB_OK;
}

/* What all ranks have written stands in the manifest: of each column a part, or none of no cells. */
static nbb_status join_parts(writing *job)
{
    int ranks = job->to->ranks->count;
    NBB_LOCAL_MAKE(written, all, ranks, "what ranks have written");
    if (job->own.status != NBB_OK) {
        snprintf(job->own.message, sizeof job->own.message, "%s", nbb_message());
    }
    NBB_TRY(job->to->ranks->gather(job->to->ranks, &job->own, sizeof job->own, all));
    int failed = NBB_FIND(rank, ranks, all[rank].status != NBB_OK);
    NBB_STOP_IF(failed < ranks, all[failed].status, "%s", all[failed].message);
    for (int i = 0; i < job->column_count * ranks; ++i) {
        int column = i / ranks, rank = i % ranks;
        nbb_shard saved = nbb_plan_saved(job->plan, rank);
        nbb_part part = { .first = saved.first, .cells = saved.count, .hash = all[rank].hashes[column] };
        NBB_LOCAL_TEXT name = NBB_TEXT_EMPTY;
        NBB_TRY(name_file(job, column, rank, &name));
        if (saved.count > 0) {
            add_part(job, column, name.data, part);
        }
    }
    return NBB_OK;
}

static nbb_status write_all(writing *job, nbb_transfer *transfer)
{
    /* of an ensemble one copy after another, into one file: a thousand files would each be waited for */
    uint64_t bytes = (uint64_t)transfer->run->copies * bytes_of(job, job->column_count);
    NBB_TRY_IF(job->is_shared, begin_file(job, 0, bytes));
    nbb_status status = nbb_transfer_move(transfer, false, take, job);
    job->own.status = end_column(job, job->own.status);
    job->own.status = job->is_shared ? end_file(job, job->own.status) : job->own.status;
    NBB_TRY(status);
    NBB_TRY(job->to->ranks == NULL ? job->own.status : join_parts(job)); /* of ranks all hear of it */
    NBB_DONE_IF(!nbb_ranks_is_first(job->to->ranks));
    for (int i = 0; i < NBB_CHECKPOINT_TEXTS; ++i) {
        const nbb_checkpoint_text *text = &job->to->texts[i];
        NBB_TRY_IF(text->file != NULL, nbb_aside_put(job->folder, job->to->path, text->file, &text->text));
    }
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_manifest_print(&job->manifest, job->to->command, &text));
    NBB_TRY(nbb_aside_put(job->folder, job->to->path, NBB_MANIFEST_NAME, &text));
    return nbb_folder_sync(job->folder, job->to->path);
}

/* Writes parts, texts and manifest to the new folder `aside`, and waits until the disk has them. Fails (run) on all
   ranks where one of them fails to write; the folder may be there then. */
static nbb_status write_aside(nbb_checkpoints *checkpoints, nbb_transfer *transfer, int64_t step, const char *aside)
{
    NBB_LOCAL_OPEN folder = -1;
    /* Made by the first rank, then opened by all. */
    bool is_there = !nbb_ranks_is_first(checkpoints->ranks) || mkdirat(checkpoints->folder, aside, 0777) == 0;
    NBB_TRY_IF(is_there, nbb_ranks_meet(checkpoints->ranks));
    folder = is_there ? openat(checkpoints->folder, aside, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    NBB_STOP_IF(folder < 0, NBB_ERROR_RUN, "%s/%s: cannot be created: %s", checkpoints->path, aside, strerror(errno));
    const nbb_run_request *request = &transfer->run->request;
    writing job = { .to = checkpoints,
                    .plan = request->plan,
                    .folder = folder,
                    .number = -1,
                    .is_shared = request->plan->asked.copies };
    job.column_count = nbb_columns_of(&request->plan->asked.traits, job.columns);
    job.saved = nbb_plan_saved(request->plan, checkpoints->ranks != NULL ? checkpoints->ranks->rank : 0);
    job.manifest.step = step;
    job.manifest.list = json_array();
    uint64_t seed = nbb_run_choose_copy(transfer->run, -transfer->run->copies_before); /* the ensemble's first */
    job.manifest.identity = nbb_identity_of(request->plan, seed, &transfer->run->origin, request->ensemble);
    job.manifest.run = json_incref(checkpoints->run);
    nbb_json_set(job.manifest.run, "steps", json_integer(request->steps));
    nbb_status status = write_all(&job, transfer);
    checkpoints->bytes += job.manifest.bytes;
    nbb_manifest_free(&job.manifest);
    nbb_text_free(&job.name);
    return status;
}

/* Removes the checkpoints whose steps are past `newest`, and all others but the newest two. A checkpoint loses its
   name first: what has one is whole, wherever its removal ends. */
static nbb_status prune(const nbb_checkpoints *checkpoints, int64_t newest)
{
    NBB_LOCAL_HEAP int64_t *steps = NULL;
    int count, kept = 2;
    NBB_TRY(nbb_checkpoints_list(checkpoints->path, &steps, &count));
    for (int i = 0; i < count; ++i) {
        bool is_kept = steps[i] <= newest && kept-- > 0;
        NBB_LOCAL_TEXT gone = nbb_text_of(NBB_CHECKPOINT_OLD);
        nbb_checkpoint_name(steps[i], &gone);
        NBB_TRY(nbb_text_status(&gone, "a checkpoint's name"));
        const char *name = gone.data + strlen(NBB_CHECKPOINT_OLD);
        NBB_STOP_IF(!is_kept && renameat(checkpoints->folder, name, checkpoints->folder, gone.data) != 0,
                    NBB_ERROR_RUN, "%s/%s: cannot be removed: %s", checkpoints->path, name, strerror(errno));
        NBB_TRY_IF(!is_kept, nbb_folder_remove(checkpoints->folder, checkpoints->path, gone.data));
    }
    return NBB_OK;
}

/* What is written aside, if it was, becomes the newest checkpoint. */
static nbb_status settle(nbb_checkpoints *checkpoints, int64_t step, const char *aside, const char *name,
                         nbb_status status)
{
    /* What the folder had of another course, past the step that was resumed, goes before the new one is named. */
    status = status == NBB_OK ? prune(checkpoints, checkpoints->saved) : status;
    if (status == NBB_OK && renameat(checkpoints->folder, aside, checkpoints->folder, name) != 0) {
        status = nbb_fail(NBB_ERROR_RUN, "%s/%s: cannot get its name: %s", checkpoints->path, name, strerror(errno));
    }
    if (status != NBB_OK) {
        nbb_failed failure = nbb_failure_take();
        nbb_folder_remove(checkpoints->folder, checkpoints->path, aside);
        nbb_message_free();
        return nbb_failure_give(&failure);
    }
    NBB_TRY(nbb_folder_sync(checkpoints->folder, checkpoints->path));
    checkpoints->saved = step;
    NBB_TRY(prune(checkpoints, step));
    return nbb_checkpoints_clear(checkpoints);
}

nbb_status nbb_checkpoints_save(nbb_checkpoints *checkpoints, nbb_transfer *transfer, int64_t step)
{
    double begin = nbb_milliseconds();
    NBB_DONE_IF(step == checkpoints->saved);
    NBB_LOCAL_TEXT aside = nbb_text_of(NBB_CHECKPOINT_ASIDE);
    nbb_checkpoint_name(step, &aside);
    nbb_status status = nbb_text_status(&aside, "a checkpoint's name");
    bool is_named = status == NBB_OK;
    status = is_named ? write_aside(checkpoints, transfer, step, aside.data) : status;
    if (is_named && nbb_ranks_is_first(checkpoints->ranks)) {
        status = settle(checkpoints, step, aside.data, aside.data + strlen(NBB_CHECKPOINT_ASIDE), status);
    }
    if (status == NBB_OK) { /* no rank goes on, or ends, before the first one has settled it */
        checkpoints->saved = step;
        status = nbb_ranks_meet(checkpoints->ranks);
    }
    checkpoints->count += status == NBB_OK;
    checkpoints->milliseconds += nbb_milliseconds() - begin;
    NBB_DONE_IF(status == NBB_OK);
    NBB_LOCAL_TEXT whole = nbb_text_of("%s/", checkpoints->path); /* which may not be the newest there */
    NBB_RETURN_IF(checkpoints->saved < 0, status);
    nbb_checkpoint_name(checkpoints->saved, &whole);
    return nbb_fail(status, "%s; the checkpoint of step %" PRId64 " is whole: go on from it by --resume %s",
                    nbb_message(), checkpoints->saved, nbb_text_string(&whole));
}
