/* resume.c - finds a checkpoint that is whole. */
#include "runtime/checkpoint/resume.h"

#include "runtime/checkpoint/checkpoint.h"
#include "runtime/device/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { CHUNK_BYTES = 4 << 20, MANIFEST_BYTES_MAX = 64 << 20 };

static nbb_status fail_part(const nbb_resumption *resumption, const nbb_part *part, const char *what)
{
    return nbb_fail(NBB_ERROR_USAGE, "%s/%s: %s", nbb_text_string(&resumption->path), part->file, what);
}

static nbb_status check_size(const nbb_resumption *resumption, const nbb_part *part, int file)
{
    struct stat facts;
    if (fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode)) {
        return fail_part(resumption, part, "is no regular file");
    }
    uint64_t end = part->offset + part->bytes;
    return (uint64_t)facts.st_size >= end
               ? NBB_OK
               : nbb_fail(NBB_ERROR_USAGE, "%s/%s: is torn: it holds %lld bytes, its manifest says %" PRIu64,
                          nbb_text_string(&resumption->path), part->file, (long long)facts.st_size, end);
}

static nbb_status hash_part(const nbb_resumption *resumption, const nbb_part *part, int file, void *chunk,
                            XXH3_state_t *state)
{
    XXH3_64bits_reset(state);
    for (uint64_t done = 0; done < part->bytes;) {
        uint64_t left = part->bytes - done;
        size_t wanted = left < CHUNK_BYTES ? (size_t)left : CHUNK_BYTES;
        NBB_TRY(nbb_interrupt_check());
        ssize_t length = pread(file, chunk, wanted, (off_t)(part->offset + done));
        if (length <= 0) {
            return fail_part(resumption, part, length < 0 ? strerror(errno) : "ends too early: it was changed");
        }
        XXH3_64bits_update(state, chunk, (size_t)length);
        done += (uint64_t)length;
    }
    uint64_t hash = XXH3_64bits_digest(state);
    return hash == part->hash
               ? NBB_OK
               : nbb_fail(NBB_ERROR_USAGE,
                          "%s/%s: is damaged: its checksum is 0x%016" PRIx64 ", its manifest says 0x%016" PRIx64,
                          nbb_text_string(&resumption->path), part->file, hash, part->hash);
}

static nbb_status check_part(const nbb_resumption *resumption, const nbb_part *part, void *chunk, XXH3_state_t *state)
{
    int file = openat(resumption->folder, part->file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        return fail_part(resumption, part, errno == ENOENT ? "is missing" : strerror(errno));
    }
    nbb_status status = check_size(resumption, part, file);
    status = status == NBB_OK ? hash_part(resumption, part, file, chunk, state) : status;
    close(file);
    return status;
}

static nbb_status check_parts(const nbb_resumption *resumption, const nbb_ranks *ranks)
{
    int first = ranks != NULL ? ranks->rank : 0, stride = ranks != NULL ? ranks->count : 1;
    nbb_status status = NBB_OK;
    void *chunk = malloc(CHUNK_BYTES);
    XXH3_state_t *state = XXH3_createState();
    if (chunk == NULL || state == NULL) {
        status = nbb_fail_memory(CHUNK_BYTES, "a checksum");
    }
    for (int i = first; i < resumption->manifest.part_count && status == NBB_OK; i += stride) {
        status = check_part(resumption, &resumption->manifest.parts[i], chunk, state);
    }
    XXH3_freeState(state);
    free(chunk);
    return status;
}

static nbb_status read_manifest(nbb_resumption *resumption)
{
    nbb_text path = NBB_TEXT_EMPTY, text = NBB_TEXT_EMPTY;
    nbb_text_add(&path, "%s/" NBB_MANIFEST_NAME, nbb_text_string(&resumption->path));
    nbb_status status = nbb_text_status(&path, "a manifest's name");
    if (status == NBB_OK) {
        status = nbb_text_read_file(&text, nbb_text_string(&path), MANIFEST_BYTES_MAX, NBB_ERROR_USAGE);
    }
    if (status == NBB_OK) {
        status = nbb_manifest_parse(nbb_text_string(&path), &text, &resumption->manifest);
    }
    nbb_text_free(&path);
    nbb_text_free(&text);
    return status;
}

/* Nothing else tells whether the manifest's step is damaged: fails where the folder is named for another one. */
static nbb_status check_step(const nbb_resumption *resumption)
{
    static const char begin[] = "step-";
    const char *path = nbb_text_string(&resumption->path);
    size_t end = strlen(path);
    for (; end > 0 && path[end - 1] == '/'; --end) {
    }
    size_t from = end;
    for (; from > 0 && path[from - 1] != '/'; --from) {
    }
    nbb_text name = NBB_TEXT_EMPTY;
    nbb_checkpoint_name(resumption->manifest.step, &name);
    nbb_status status = nbb_text_status(&name, "a checkpoint's name");
    bool fits = name.length == end - from && strncmp(path + from, nbb_text_string(&name), end - from) == 0;
    if (status == NBB_OK && !fits && strncmp(path + from, begin, strlen(begin)) == 0) {
        status = nbb_fail(NBB_ERROR_USAGE, "%s/" NBB_MANIFEST_NAME ": step is %" PRId64 ", its folder is of another",
                          path, resumption->manifest.step);
    }
    nbb_text_free(&name);
    return status;
}

/* Opens the checkpoint in this folder. On failure nothing is held. */
static nbb_status open_one(const char *path, const nbb_ranks *ranks, nbb_resumption *resumption)
{
    *resumption = (nbb_resumption){ .folder = -1, .part = -1, .file = -1 };
    nbb_text_add(&resumption->path, "%s", path);
    resumption->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    nbb_status status = resumption->folder >= 0
                            ? read_manifest(resumption)
                            : nbb_fail_at(NBB_ERROR_USAGE, path, 0, "cannot be read: %s", strerror(errno));
    status = status == NBB_OK ? check_step(resumption) : status;
    status = status == NBB_OK ? check_parts(resumption, ranks) : status;
    if (status != NBB_OK) {
        nbb_resume_close(resumption);
    }
    return status;
}

/* The path of a checkpoint in a folder. */
static nbb_status path_of(const char *folder, int64_t step, nbb_text *path)
{
    nbb_text_add(path, "%s/", folder);
    nbb_checkpoint_name(step, path);
    return nbb_text_status(path, "a checkpoint's name");
}

/* Offers the newest of these that is whole, behind the message of what is not. */
static nbb_status offer(const char *folder, const int64_t *steps, int count, nbb_status status)
{
    nbb_text said = NBB_TEXT_EMPTY, path = NBB_TEXT_EMPTY;
    nbb_resumption other;
    nbb_text_add(&said, "%s", nbb_message());
    bool found = false;
    for (int i = 0; i < count && !found; ++i) {
        nbb_text_free(&path);
        found = path_of(folder, steps[i], &path) == NBB_OK
                && open_one(nbb_text_string(&path), NULL, &other) == NBB_OK;
    }
    if (found) {
        nbb_fail(status, "%s; the one before it, of step %" PRId64 ", is whole: --resume %s", nbb_text_string(&said),
                 other.manifest.step, nbb_text_string(&path));
        nbb_resume_close(&other);
    } else {
        nbb_fail(status, "%s; no other checkpoint in %s is whole", nbb_text_string(&said), folder);
    }
    nbb_text_free(&said);
    nbb_text_free(&path);
    return status;
}

/* Opens the newest of a folder's checkpoints. */
static nbb_status open_newest(const char *folder, const int64_t *steps, int count, const nbb_ranks *ranks,
                              nbb_resumption *resumption)
{
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_status status = path_of(folder, steps[0], &path);
    status = status == NBB_OK ? open_one(nbb_text_string(&path), ranks, resumption) : status;
    nbb_text_free(&path);
    NBB_TRY(status == NBB_OK ? NBB_OK : nbb_interrupt_check());
    return status == NBB_OK ? NBB_OK : offer(folder, steps + 1, count - 1, status);
}

/* Fails (usage) where a folder is no checkpoint and has none. */
static nbb_status check_is_one(const char *path)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool has_none = folder >= 0 && faccessat(folder, NBB_MANIFEST_NAME, F_OK, 0) != 0 && errno == ENOENT;
    if (folder >= 0) {
        close(folder);
    }
    return !has_none ? NBB_OK
               : nbb_fail_at(NBB_ERROR_USAGE, path, 0,
                             "no checkpoint is here: expected a folder that --checkpoint wrote, or one of its "
                             "step-...");
}

nbb_status nbb_resume_open(const char *path, const nbb_ranks *ranks, nbb_resumption *resumption)
{
    int64_t *steps;
    int count;
    *resumption = (nbb_resumption){ .folder = -1, .part = -1, .file = -1 };
    NBB_TRY(nbb_checkpoints_list(path, &steps, &count));
    nbb_status status = count > 0 ? NBB_OK : check_is_one(path);
    if (status == NBB_OK) {
        status = count > 0 ? open_newest(path, steps, count, ranks, resumption) : open_one(path, ranks, resumption);
    }
    free(steps);
    return status;
}

nbb_status nbb_resume_check(nbb_resumption *resumption, const nbb_plan *plan, uint64_t seed,
                            nbb_identity_may_differ *may_differ, const void *context)
{
    const char *path = nbb_text_string(&resumption->path);
    json_t *here = nbb_identity_of(plan, seed);
    NBB_TRY(here != NULL ? NBB_OK : nbb_fail_memory(0, "what a state belongs to"));
    nbb_status status = nbb_identity_check(path, resumption->manifest.identity, here, may_differ, context);
    json_decref(here);
    NBB_TRY(status);
    nbb_columns_of(&plan->traits, resumption->columns);
    return nbb_manifest_bind(path, &resumption->manifest, &plan->traits, plan->cells);
}

void nbb_resume_close(nbb_resumption *resumption)
{
    if (resumption->file >= 0) {
        close(resumption->file);
    }
    if (resumption->folder >= 0) {
        close(resumption->folder);
    }
    nbb_manifest_free(&resumption->manifest);
    nbb_text_free(&resumption->path);
    *resumption = (nbb_resumption){ .folder = -1, .part = -1, .file = -1 };
}
