/* frames.c - pictures of a run while it goes on. */
#include "runtime/run/frames.h"

#include "gen/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

nbb_status nbb_frames_open(const nbb_plan *plan, const char *folder, const char *animation, nbb_frames *frames)
{
    *frames = (nbb_frames){ .folder = folder, .animation = animation };
    struct stat facts;
    if (folder != NULL && mkdir(folder, 0777) != 0
        && (errno != EEXIST || stat(folder, &facts) != 0 || !S_ISDIR(facts.st_mode))) {
        return nbb_fail_at(NBB_ERROR_RUN, folder, 0, "no folder, and none can be made: %s", strerror(errno));
    }
    return nbb_drawing_open(plan, &frames->drawing);
}

/* The file of picture i of frame number `number`. */
static nbb_status path_of(const nbb_frames *frames, int number, int i, nbb_text *path)
{
    bool is_named = frames->drawing.count > 1;
    nbb_text_free(path);
    nbb_text_add(path, "%s/%s%s%06d.png", frames->folder, is_named ? frames->drawing.fields[i].name : "",
                 is_named ? "." : "", number);
    return nbb_text_status(path, "a frame's name");
}

static nbb_status write_frame(const nbb_frames *frames, int i)
{
    nbb_indexed picture = nbb_drawing_picture(&frames->drawing, i);
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_status status = path_of(frames, frames->count, i, &path);
    status = status == NBB_OK ? nbb_png_write(nbb_text_string(&path), &picture) : status;
    nbb_text_free(&path);
    return status;
}

/* Whether the file ends as a PNG does. */
static bool is_whole(const char *path)
{
    static const char wanted[] = { 'I', 'E', 'N', 'D', '\xae', '\x42', '\x60', '\x82' };
    char found[sizeof wanted];
    struct stat facts;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool is = file >= 0 && fstat(file, &facts) == 0 && facts.st_size > (off_t)sizeof found
              && pread(file, found, sizeof found, facts.st_size - (off_t)sizeof found) == (ssize_t)sizeof found
              && memcmp(found, wanted, sizeof found) == 0;
    if (file >= 0) {
        close(file);
    }
    return is;
}

nbb_status nbb_frames_resume(nbb_frames *frames, int count, int64_t every, int *begins)
{
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_status status = NBB_OK;
    frames->count = frames->synced = *begins = count;
    for (int i = 0; i < count * frames->drawing.count && status == NBB_OK; ++i) {
        int number = i / frames->drawing.count;
        status = path_of(frames, number, i % frames->drawing.count, &path);
        if (status == NBB_OK && is_whole(nbb_text_string(&path))) {
            *begins = number < *begins ? number : *begins;
        } else if (status == NBB_OK && *begins < count) {
            status = nbb_fail_at(NBB_ERROR_USAGE, nbb_text_string(&path), 0,
                                 "the frame of step %" PRId64
                                 " is missing or cut: go on from a checkpoint before it, or name a new folder",
                                 number * every);
        }
    }
    nbb_text_free(&path);
    return status;
}

nbb_status nbb_frames_sync(nbb_frames *frames)
{
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_status status = NBB_OK;
    for (; frames->folder != NULL && frames->synced < frames->count && status == NBB_OK; ++frames->synced) {
        for (int i = 0; i < frames->drawing.count && status == NBB_OK; ++i) {
            status = path_of(frames, frames->synced, i, &path);
            status = status == NBB_OK ? nbb_file_sync(nbb_text_string(&path)) : status;
        }
    }
    nbb_text_free(&path);
    NBB_TRY(status);
    NBB_TRY(frames->folder != NULL ? nbb_file_sync(frames->folder) : NBB_OK);
    return frames->folder != NULL ? nbb_file_sync_name(frames->folder) : NBB_OK;
}

nbb_status nbb_frames_take(nbb_frames *frames, nbb_run *run)
{
    NBB_TRY(nbb_drawing_take(&frames->drawing, run));
    for (int i = 0; i < frames->drawing.count; ++i) {
        nbb_indexed picture = nbb_drawing_picture(&frames->drawing, i);
        if (frames->folder != NULL) {
            NBB_TRY(write_frame(frames, i));
        }
        if (frames->animation != NULL) {
            NBB_TRY(nbb_apng_add(frames->animation, &picture, &frames->animations[i]));
        }
    }
    ++frames->count;
    return NBB_OK;
}

nbb_status nbb_frames_close(nbb_frames *frames, nbb_status status)
{
    for (int i = 0; i < frames->drawing.count; ++i) {
        nbb_text path = NBB_TEXT_EMPTY;
        if (frames->animation != NULL) {
            nbb_field_path(frames->drawing.count > 1 ? &frames->drawing.fields[i] : NULL, frames->animation, &path);
        }
        status = status == NBB_OK ? nbb_text_status(&path, "an animation's name") : status;
        status = nbb_apng_close(nbb_text_string(&path), &frames->animations[i], status);
        nbb_text_free(&path);
    }
    nbb_drawing_close(&frames->drawing);
    return status;
}
