/* frames.c - pictures of a run while it goes on. */
#include "runtime/run/frames.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

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

static nbb_status write_frame(const nbb_frames *frames, int i)
{
    nbb_indexed picture = nbb_drawing_picture(&frames->drawing, i);
    bool is_named = frames->drawing.count > 1;
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_text_add(&path, "%s/%s%s%06d.png", frames->folder, is_named ? frames->drawing.fields[i].name : "",
                 is_named ? "." : "", frames->count);
    nbb_status status = nbb_text_status(&path, "a frame's name");
    if (status == NBB_OK) {
        status = nbb_png_write(nbb_text_string(&path), &picture);
    }
    nbb_text_free(&path);
    return status;
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
