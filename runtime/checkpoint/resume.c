/* resume.c - finds a checkpoint that is whole, and gives its cells, piece by piece, from the parts that have them. */
#include "runtime/checkpoint/checkpoint.h"

#include <fcntl.h>
#include <libgen.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { CHUNK_BYTES = 4 << 20, MANIFEST_BYTES_MAX = 64 << 20 };

static nbb_status fail_part(const nbb_resumption *resumption, const nbb_part *part, const char *what)
{
    return NBB_REFUSE("%s/%s: %s", nbb_text_string(&resumption->path), part->file, what);
}

static nbb_status read_bytes(const nbb_resumption *resumption, const nbb_part *part, int file, uint64_t offset,
                             size_t length, char *into)
{
    while (length > 0) {
        ssize_t found = pread(file, into, length, (off_t)offset);
        NBB_FAIL_IF(found == 0 || (found < 0 && errno != EINTR),
                    fail_part(resumption, part, found == 0 ? "ends too early: it was changed" : strerror(errno)));
        into += found > 0 ? found : 0;
        offset += found > 0 ? (uint64_t)found : 0;
        length -= found > 0 ? (size_t)found : 0;
    }
    return NBB_OK;
}

static nbb_status check_part(const nbb_resumption *resumption, const nbb_part *part, void *chunk, XXH3_state_t *state)
{
    struct stat facts;
    uint64_t end = part->offset + part->bytes;
    NBB_LOCAL_OPEN file = openat(resumption->folder, part->file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    NBB_FAIL_IF(file < 0, fail_part(resumption, part, errno == ENOENT ? "is missing" : strerror(errno)));
    NBB_FAIL_IF(fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode),
                fail_part(resumption, part, "is no regular file"));
    NBB_REFUSE_IF((uint64_t)facts.st_size < end, "%s/%s: is torn: it holds %lld bytes, its manifest says %" PRIu64,
                  nbb_text_string(&resumption->path), part->file, (long long)facts.st_size, end);
    XXH3_64bits_reset(state);
    for (uint64_t done = 0, length; done < part->bytes; done += length) {
        length = part->bytes - done < CHUNK_BYTES ? part->bytes - done : CHUNK_BYTES;
        NBB_TRY(nbb_interrupt_check());
        NBB_TRY(read_bytes(resumption, part, file, part->offset + done, length, chunk));
        XXH3_64bits_update(state, chunk, length);
    }
    uint64_t hash = XXH3_64bits_digest(state);
    NBB_REFUSE_IF(hash != part->hash,
                  "%s/%s: is damaged: its checksum is 0x%016" PRIx64 ", its manifest says 0x%016" PRIx64,
                  nbb_text_string(&resumption->path), part->file, hash, part->hash);
    return NBB_OK;
}

static nbb_status check_parts(const nbb_resumption *resumption, const nbb_ranks *ranks)
{
    int first = ranks != NULL ? ranks->rank : 0, stride = ranks != NULL ? ranks->count : 1;
    NBB_LOCAL_HEAP void *chunk = malloc(CHUNK_BYTES);
    XXH3_state_t *state = XXH3_createState();
    nbb_status status = chunk != NULL && state != NULL ? NBB_OK : nbb_fail_memory(CHUNK_BYTES, "a checksum");
    for (int i = first; i < resumption->manifest.part_count && status == NBB_OK; i += stride) {
        status = check_part(resumption, &resumption->manifest.parts[i], chunk, state);
    }
    XXH3_freeState(state);
    return status;
}

static nbb_resumption closed(void)
{
    return (nbb_resumption){ .folder = -1, .part = -1, .file = -1 };
}

static nbb_status read_manifest(const char *path, nbb_resumption *resumption)
{
    nbb_text_add(&resumption->path, "%s", path);
    resumption->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is_going = resumption->folder >= 0 && flock(resumption->folder, LOCK_SH | LOCK_NB) != 0
                    && errno == EWOULDBLOCK;
    NBB_FAIL_IF(resumption->folder < 0 || is_going,
                NBB_REFUSE_AT(path, "cannot be read: %s", is_going ? "another run is removing it" : strerror(errno)));
    NBB_LOCAL_TEXT_OF(name, "a manifest's name", "%s/" NBB_MANIFEST_NAME, path);
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_text_read_file(&text, name.data, MANIFEST_BYTES_MAX, NBB_ERROR_USAGE));
    NBB_TRY(nbb_manifest_parse(name.data, &text, &resumption->manifest));
    /* Nothing else tells whether the manifest's step is damaged: the folder is not named for another one. */
    NBB_LOCAL_HEAP char *copy = strdup(path);
    NBB_FAIL_IF(copy == NULL, nbb_fail_memory(resumption->path.length, "a checkpoint's name"));
    int64_t named = nbb_checkpoint_step(basename(copy));
    NBB_REFUSE_IF(named >= 0 && named != resumption->manifest.step,
                  "%s/" NBB_MANIFEST_NAME ": step is %" PRId64 ", its folder is of another", path,
                  resumption->manifest.step);
    return NBB_OK;
}

/* Opens the checkpoint in this folder. On failure nothing is held. */
static nbb_status open_one(const char *path, nbb_resumption *resumption)
{
    *resumption = closed();
    NBB_TRY_OR(read_manifest(path, resumption), nbb_resume_close(resumption));
    return NBB_OK;
}

static nbb_status check_fit(nbb_resumption *resumption, const nbb_resuming *by)
{
    const char *path = nbb_text_string(&resumption->path);
    nbb_run_origin origin = nbb_run_origin_of(by->given);
    json_auto_t *here = nbb_identity_of(by->plan, by->seed, &origin, by->ensemble);
    NBB_FAIL_IF(here == NULL, nbb_fail_memory(0, "what a state belongs to"));
    NBB_TRY(nbb_identity_check(path, resumption->manifest.identity, here, by->may_differ, by->context));
    resumption->origin = nbb_identity_origin(resumption->manifest.identity, by->plan->asked.program);
    resumption->column_count = nbb_columns_of(&by->plan->asked.traits, resumption->columns);
    return nbb_manifest_bind(path, &resumption->manifest, &by->plan->asked.traits, by->plan->asked.cells, by->copies);
}

static nbb_status path_of(const char *folder, int64_t step, nbb_text *path)
{
    nbb_text_free(path);
    nbb_text_add(path, "%s/", folder);
    nbb_checkpoint_name(step, path);
    return nbb_text_status(path, "a checkpoint's name");
}

/* Offers, behind the message, the newest one before `step` that can be gone on from; `by` NULL: before a run. */
static nbb_status offer(const char *folder, int64_t step, const nbb_resuming *by, nbb_status status)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    NBB_LOCAL_HEAP int64_t *steps = NULL;
    int count, good = -1;
    NBB_TRY(nbb_interrupt_check());
    NBB_LOCAL_TEXT said = nbb_text_of("%s", nbb_message());
    nbb_checkpoints_list(folder, &steps, &count);
    for (int i = 0; i < count && good < 0; ++i) {
        NBB_AT_END(nbb_resume_close) nbb_resumption other = closed();
        bool is_good = steps[i] < step && path_of(folder, steps[i], &path) == NBB_OK
                       && open_one(nbb_text_string(&path), &other) == NBB_OK
                       && (by == NULL || (check_fit(&other, by) == NBB_OK && check_parts(&other, NULL) == NBB_OK));
        good = is_good ? i : -1;
    }
    return good < 0 ? nbb_fail(status, "%s; no other checkpoint in %s is whole", nbb_text_string(&said), folder)
               : nbb_fail(status, "%s; the one before it%s of step %" PRId64 "%s: --resume %s",
                          nbb_text_string(&said), by != NULL ? "," : " is", steps[good],
                          by != NULL ? ", is whole" : "", nbb_text_string(&path));
}

/* The step of a folder's newest checkpoint, or -1. */
static nbb_status find_newest(const char *folder, int64_t *newest)
{
    NBB_LOCAL_HEAP int64_t *steps = NULL;
    int count;
    NBB_TRY(nbb_checkpoints_list(folder, &steps, &count));
    *newest = count > 0 ? steps[0] : -1;
    return NBB_OK;
}

/* Opens a folder's newest checkpoint; a run that writes there may remove it meanwhile, but has a newer one then. */
static nbb_status open_newest(const char *folder, int64_t newest, nbb_resumption *resumption)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    nbb_status status;
    for (int64_t tried = -1; newest != tried;) {
        tried = newest;
        status = path_of(folder, newest, &path);
        status = status == NBB_OK ? open_one(nbb_text_string(&path), resumption) : status;
        if (status != NBB_OK) {
            nbb_failed failure = nbb_failure_take();
            find_newest(folder, &newest);
            nbb_failure_give(&failure);
        }
    }
    NBB_RETURN_IF(status != NBB_OK, offer(folder, newest, NULL, status));
    nbb_text_add(&resumption->within, "%s", folder);
    return nbb_text_status(&resumption->within, "a folder's name");
}

nbb_status nbb_resume_open(const char *path, nbb_resumption *resumption)
{
    int64_t newest = -1;
    *resumption = closed();
    NBB_TRY(find_newest(path, &newest));
    NBB_RETURN_IF(newest >= 0, open_newest(path, newest, resumption));
    NBB_LOCAL_OPEN folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    NBB_FAIL_IF(folder >= 0 && faccessat(folder, NBB_MANIFEST_NAME, F_OK, 0) != 0 && errno == ENOENT,
                NBB_REFUSE_AT(path, "no checkpoint is here: expected a folder that --checkpoint wrote, or one of its "
                                    "step-..."));
    return open_one(path, resumption);
}

nbb_status nbb_resume_check(nbb_resumption *resumption, const nbb_resuming *by)
{
    NBB_DONE_IF(resumption->is_whole);
    NBB_TRY(check_fit(resumption, by));
    nbb_status status = check_parts(resumption, by->ranks);
    resumption->is_whole = status == NBB_OK;
    return status == NBB_OK || resumption->within.length == 0
               ? status
               : offer(nbb_text_string(&resumption->within), resumption->manifest.step, by, status);
}

void nbb_resume_release(nbb_resumption *resumption)
{
    nbb_close(&resumption->file);
    nbb_close(&resumption->folder);
}

void nbb_resume_close(nbb_resumption *resumption)
{
    nbb_resume_release(resumption);
    nbb_manifest_free(&resumption->manifest);
    nbb_text_free(&resumption->path);
    nbb_text_free(&resumption->within);
    *resumption = closed();
}

/* Opens the part that has a cell of a column. They are sorted, and mostly asked for in this order. */
static nbb_status open_part(nbb_resumption *resumption, int wanted, int64_t cell)
{
    const nbb_part *parts = resumption->manifest.parts;
    int last = resumption->part;
    int i = last >= 0 && parts[last].column <= wanted && parts[last].first <= cell ? last : 0;
    while (parts[i].column != wanted || cell >= parts[i].first + parts[i].cells) {
        ++i; /* nbb_manifest_bind knows that there is one */
    }
    resumption->part = i;
    NBB_DONE_IF(resumption->file >= 0 && strcmp(parts[i].file, parts[last].file) == 0);
    nbb_close(&resumption->file);
    resumption->file = openat(resumption->folder, parts[i].file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    return resumption->file >= 0 ? NBB_OK : fail_part(resumption, &parts[i], strerror(errno));
}

/* Pieces and parts begin at multiples of NBB_SAVED_CELLS: between two bytes. */
static nbb_status give_piece(nbb_resumption *resumption, int column, nbb_piece piece)
{
    nbb_column what = resumption->columns[column % resumption->column_count];
    NBB_TRY(nbb_interrupt_check());
    for (int64_t done = 0, cells; done < piece.count; done += cells) {
        NBB_TRY(open_part(resumption, column, piece.first + done));
        const nbb_part *part = &resumption->manifest.parts[resumption->part];
        int64_t skipped = piece.first + done - part->first, left = part->cells - skipped;
        cells = left < piece.count - done ? left : piece.count - done;
        NBB_TRY(read_bytes(resumption, part, resumption->file, part->offset + nbb_column_bytes(what, skipped),
                           nbb_column_bytes(what, cells), (char *)piece.elements + nbb_column_bytes(what, done)));
    }
    return NBB_OK;
}

nbb_status nbb_resume_give(void *context, int column, const nbb_piece *pieces, int count)
{
    return NBB_EACH(i, count, give_piece(context, column, pieces[i]));
}
