/* viewed.h - a run that pages in browsers look at and steer. */
#pragma once

#include "cli/commands.h"
#include "runtime/base/json.h"

#include <time.h>

typedef struct nbb_viewed {
    const nbb_options *options;
    nbbgen_job *job;
    json_t *info;  /* of nbbgen_info, at the start */
    json_t *first; /* {"T": [1.5]}: parameters of each copy, at the start */
    char seed[48]; /* what a page began anew with, or "" */
    bool altered;  /* by a page, after the first step: no command gives this */
    int64_t saved; /* the step of the last checkpoint, or -1 */
    bool plays;
    double speed;          /* steps a second, 0: as many as can be */
    int64_t goal;          /* the step to stop at, or -1 */
    double began;          /* since when it plays at this speed, in nbb_milliseconds, ... */
    int64_t from;          /* ... and from which step */
    int64_t at_once;       /* steps that take some thousandths of a second */
    double took;           /* the last ones, in milliseconds */
    double heard;          /* when a page asked last */
    double observes;       /* when it asks for observables again, while it plays */
    int64_t observed_step; /* of: */
    json_t *observed;      /* {"m": [0.5]}, of each copy */
    nbb_text failure;      /* of the last step, or "" */
} nbb_viewed;

/* --- a small HTTP server for one page: who may ask, and how much --- */

/* What was asked, and the answer. */
typedef struct nbb_query {
    const char *path;
    bool is_post;
    const nbb_text *sent; /* with a POST */
    void *connection;
    unsigned code;    /* of HTTP */
    const char *type; /* of what is answered, or NULL: words */
    nbb_text answer;
} nbb_query;

enum { NBB_SERVER_KEY_BYTES = 16 };

typedef struct nbb_server {
    nbb_viewed *view;
    struct MHD_Daemon *daemon; /* or NULL */
    const char *listens;
    int port;
    char key[2 * NBB_SERVER_KEY_BYTES + 1];
    nbb_text address; /* "http://127.0.0.1:41234/?key=..." */
    time_t second;    /* the last one with requests, ... */
    int in_second;    /* ... and how many these are */
    int talks;        /* requests that are not yet answered */
} nbb_server;

/* Listens at an address in numbers, and a port, or a free one for 0, the server being zeroed but for its view. Fails
   (usage) on what is no address, and (run) where it cannot be had. nbb_server_close is due in every case. */
nbb_status nbb_server_open(nbb_server *server, const char *address, int port);

/* Answers what is asked within so many milliseconds; an answer that is long to read takes `most` more at most. */
void nbb_server_work(nbb_server *server, int milliseconds, double most);
void nbb_server_close(nbb_server *server);

/* --- what pages want done (view_deeds.c) --- */

/* From now on it plays, at its speed, or no longer. */
void nbb_view_play(nbb_viewed *view, bool plays);

/* Does all that the object has, a new seed first and a checkpoint last. Nothing that pages send names a file. */
nbb_status nbb_view_do(nbb_viewed *view, const json_t *wanted);

/* --- what pages ask (view_answers.c) --- */

void nbb_view_answer(nbb_viewed *view, nbb_query *query);

/* {"T": [1.5]}: what a function of the library has for each copy. */
typedef nbbgen_status nbb_view_get(nbbgen_job *job, const char *name, double *values);
nbb_status nbb_view_parameters(const nbb_viewed *view, nbb_view_get *get, json_t **found);

/* view.html */
extern const unsigned char nbb_view_page[];
extern const size_t nbb_view_page_length;
