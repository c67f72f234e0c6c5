/* frames.h - pictures of a run while it goes on: numbered files in a folder, and an animated one. */
#ifndef NBB_FRAMES_H
#define NBB_FRAMES_H

#include "runtime/run/drawing.h"

typedef struct nbb_frames {
    const char *folder, *animation;                   /* either may be NULL */
    nbb_drawing drawing;
    nbb_apng animations[NBB_FIELDS_MAX];              /* of each picture of the drawing */
    int count;                                        /* of frames so far, ... */
    int synced;                                       /* ... and of those that the disk has */
} nbb_frames;

/* Makes the folder, unless it is there. Fails (run); then nothing is held. */
nbb_status nbb_frames_open(const nbb_plan *plan, const char *folder, const char *animation, nbb_frames *frames);

/* Goes on behind `count` frames of a run that ended early, from every `every` steps. Fails (usage) where one is
   missing or cut behind the first that is there, whose number, `count` if there is none, is `*begins`. */
nbb_status nbb_frames_resume(nbb_frames *frames, int count, int64_t every, int *begins);

/* Waits until the disk has all frames so far. Fails (run). */
nbb_status nbb_frames_sync(nbb_frames *frames);

/* Draws the state as it is: FOLDER/000007.png is frame number 7, from 0; of several fields FOLDER/u.000007.png. */
nbb_status nbb_frames_take(nbb_frames *frames, nbb_run *run);

/* Writes the animated file, or with several fields one for each (nbb_field_path), if `status` is NBB_OK; frees.
   Returns `status`, or the failure to write. */
nbb_status nbb_frames_close(nbb_frames *frames, nbb_status status);

#endif
