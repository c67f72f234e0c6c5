/* viewed.h - a run that pages in browsers look at and steer. */
#pragma once

#include "cli/client.h"
#include "cli/view_server.h"

typedef struct nbb_viewed {
    const nbb_options *options;
    nbbgen_job *job;
    json_t *info;                                     /* of nbbgen_info, at the start */
    json_t *first;                                    /* {"T": [1.5]}: parameters of each copy, at the start */
    char seed[48];                                    /* what a page began anew with, or "" */
    bool altered;                                     /* by a page, after the first step: no command gives this */
    int64_t saved;                                    /* the step of the last checkpoint, or -1 */
    bool plays;
    double speed;                                     /* steps a second, 0: as many as can be */
    int64_t goal;                                     /* the step to stop at, or -1 */
    double began;                                     /* since when it plays at this speed, in seconds, ... */
    int64_t from;                                     /* ... and from which step */
    int64_t at_once;                                  /* steps that take some thousandths of a second */
    double heard;                                     /* when a page asked last */
    double observes;                                  /* when it asks for observables again, while it plays */
    int64_t observed_step;                            /* of: */
    json_t *observed;                                 /* {"m": [0.5]}, of each copy */
    nbb_text failure;                                 /* of the last step, or "" */
} nbb_viewed;

/* Seconds since some time. */
double nbb_view_now(void);

/* From now on it plays, at its speed, or no longer. */
void nbb_view_play(nbb_viewed *view, bool plays);

/* Does the steps that are due. Pauses where the goal is reached, or the page that wanted steps is gone. */
nbb_status nbb_view_advance(nbb_viewed *view);

/* Milliseconds until there are steps to do. */
int nbb_view_idle(const nbb_viewed *view);

/* Does all that the object has, a new seed first and a checkpoint last. Nothing that pages send names a file
   (view_deeds.c). */
nbb_status nbb_view_do(nbb_viewed *view, const json_t *wanted);

/* --- what pages ask (view_answers.c) --- */

/* {"T": [1.5]}: what a function of the library has for each copy. */
typedef nbbgen_status nbb_view_get(nbbgen_job *job, const char *name, double *values);
nbb_status nbb_view_parameters(const nbb_viewed *view, nbb_view_get *get, json_t **found);

void nbb_view_answer(nbb_viewed *view, nbb_query *query);

/* view.html */
extern const unsigned char nbb_view_page[];
extern const size_t nbb_view_page_length;
