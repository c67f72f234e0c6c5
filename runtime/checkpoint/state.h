/* state.h - a state that lies in files, of which a kill at any moment leaves one whole: that after the last pass.

       DIR/state.json      what the newest whole state is, and in which of the two files it lies
           even.words      states as buffers hold them (parts.h): words of tiles in digit order
           odd.words

   A pass reads one file and writes the other one. Once the disk has that, the manifest is replaced by one that names
   it. Who runs the same command again goes on from there; the census of the state must be the manifest's. */
#pragma once

#include "runtime/checkpoint/manifest.h"

typedef struct nbb_state_folder {
    const char *path;                                 /* DIR */
    const char *command;                              /* what runs, for people */
    uint64_t seed;
    int folder, files[2];                             /* descriptors, or -1; the first one is locked */
    json_t *manifest;                                 /* of the state that was found, or NULL: the run begins */
    int64_t step;                                     /* of that */
    uint64_t bytes;                                   /* of a file */
    nbb_run_files files_of_run;                       /* once they are mapped */
    nbb_status (*before)(void *context, nbb_run *run); /* what a whole state covers is written before it */
    void *context;
} nbb_state_folder;

/* Makes the folder, unless it is there, keeps other runs out of it until nbb_state_close, and reads its manifest.
   Fails (usage) where it is no folder for states. On failure nothing is held. */
nbb_status nbb_state_open(const char *path, nbb_state_folder *state);

/* Once the run is planned: fails (usage) where the state is not this run's, and (run) where the disk has no room for
   both files, which are set aside. The seed and the origin are the run's. */
nbb_status nbb_state_fit(nbb_state_folder *state, const nbb_plan *plan, uint64_t seed, const nbb_run_origin *origin);

/* After nbb_run_begin: the state that was found in place of the initial one, or that becomes the first whole one. */
nbb_status nbb_state_begin(nbb_state_folder *state, nbb_run *run);

/* Once the run has ended. */
void nbb_state_close(nbb_state_folder *state);
