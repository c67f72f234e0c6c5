/* library_job.h - the struct of a job, and the begin and end of each function of the library. */
#pragma once

#include "library/bench/bench.h"
#include "library/job.h"
#include "library/nbbgen.h"

typedef enum nbb_stage { NBB_STAGE_DESCRIBED, NBB_STAGE_PLANNED, NBB_STAGE_STARTED } nbb_stage;

struct nbbgen_job {
    atomic_int holders; /* the caller until nbbgen_close, and each tensor of nbbgen_dlpack: the last one frees it */
    nbb_stage stage;
    nbb_options options;                    /* as described; their texts are ... */
    nbb_list texts;                         /* ... copies of the caller's */
    nbb_given_array arrays[NBB_FIELDS_MAX]; /* of nbbgen_init, so many: */
    int array_count;
    nbb_list subjects;     /* of a bench: its fractals and simplices */
    nbb_job job;           /* from NBB_STAGE_PLANNED on */
    nbb_run run;           /* started, as what follows */
    nbb_ensemble ensemble; /* whose copies the run has; of one run it has none */
    nbb_run shown;         /* a copy of the run, nbb_library_at */
    int64_t chosen;        /* the copy that functions on cells are of, or -1: all */
    int64_t passes;        /* of a workload without steps */
    nbb_window_cells window_cells;
    nbb_run_saving saving; /* of a whole run, and of calls */

    nbb_ranks *ranks; /* whose part it is, or NULL: it is alone */
    bool is_whole;    /* a whole run is going on: its watch counts the run's steps, not the call's */
    json_t *made;     /* what the last whole run or bench came to, of several ranks the first one's; or NULL */
    nbbgen_rows *rows;
    void *rows_context;

    nbb_text answer;    /* what was returned by pointer */
    nbb_failed failure; /* the last one */
    nbbgen_watch *watch;
    nbbgen_hear *hear;
    void *watch_context, *hear_context;
    nbb_hooks hooks, *hooks_before; /* of the thread, while it works for the job */
    uint32_t threads_before;
    bool was_lost; /* a text of the thread's, before it did */
};

/* The thread works for the job from here on, and no longer: then a failure's message is kept, its number returned. */
void nbb_library_enter(nbbgen_job *job);
nbbgen_status nbb_library_leave(nbbgen_job *job, nbb_status status);
#define NBB_LIBRARY_DO(job, work) (nbb_library_enter(job), nbb_library_leave(job, work))

/* Defines a function that does this; and one that hands its arguments, named once more, on to the body behind it. */
#define NBB_LIBRARY_DOES(name, parameters, work) \
    nbbgen_status name parameters                \
    {                                            \
        return NBB_LIBRARY_DO(job, work);        \
    }
#define NBB_LIBRARY_FUNCTION(name, parameters, arguments)       \
    static nbb_status name##_inside parameters;                 \
    NBB_LIBRARY_DOES(name, parameters, name##_inside arguments) \
    static nbb_status name##_inside parameters

/* The same with the answer that `work` makes: a text, NULL after a failure; or parameters `bytes` and `length`. */
#define NBB_LIBRARY_TEXT(name, work)                                                             \
    const char *name(nbbgen_job *job)                                                            \
    {                                                                                            \
        nbb_library_enter(job);                                                                  \
        nbb_text_free(&job->answer);                                                             \
        return nbb_library_leave(job, work) == NBBGEN_OK ? nbb_text_string(&job->answer) : NULL; \
    }
#define NBB_LIBRARY_ANSWERS(name, parameters, work, count) \
    nbbgen_status name parameters                          \
    {                                                      \
        nbb_library_enter(job);                            \
        nbb_text_free(&job->answer);                       \
        nbb_status status = (work);                        \
        *bytes = nbb_text_string(&job->answer);            \
        *(count) = job->answer.length;                     \
        return nbb_library_leave(job, status);             \
    }
#define NBB_LIBRARY_GIVES(name, parameters, work) NBB_LIBRARY_ANSWERS(name, parameters, work, length)

/* Defines a function that answers with *made, the value that the body behind it makes; after a failure with "". */
#define NBB_LIBRARY_DESCRIBES(name)                                                                                  \
    static nbb_status name##_inside(const nbbgen_job *job, json_t **made);                                       \
    NBB_LIBRARY_ANSWERS(name, (nbbgen_job *const job, const char **bytes), nbb_library_describe(job, name##_inside), \
                        &(size_t){ 0 })                                                                          \
    static nbb_status name##_inside(NBB_UNUSED const nbbgen_job *job, json_t **made)
nbb_status nbb_library_describe(nbbgen_job *job, nbb_status (*describe)(const nbbgen_job *job, json_t **made));

/* Whether it is a bench, which is neither planned nor started. */
bool nbb_library_is_bench(const nbbgen_job *job);

/* Fails (usage) where the job is a bench. */
nbb_status nbb_library_check_single(const nbbgen_job *job);

/* The report of the last whole run or bench goes. */
void nbb_library_forget(nbbgen_job *job);

/* Reports a row, as JSON, which it takes, and in words. */
nbb_status nbb_library_report_row(nbbgen_job *job, json_t *row, const nbb_text *words);

/* Fails (usage) where the job has not come to this stage; and where it has no steps, with what cannot be done. */
nbb_status nbb_library_require(const nbbgen_job *job, nbb_stage stage);
nbb_status nbb_library_require_steps(const nbbgen_job *job, const char *lack);

/* Fails (usage) where a caller gave NULL for a text: `what` was expected. */
nbb_status nbb_library_check_text(const char *text, const char *what);

/* A copy of a text, which lives as long as the job. Fails (usage) where the job is planned. */
nbb_status nbb_library_keep(nbbgen_job *job, const char *text, const char **kept);

/* Fails (usage) without a fractal, or on an option of neither plans nor runs; --program says the workload then. */
nbb_status nbb_library_check_described(nbbgen_job *job);

/* Fails (usage) where an option of whole runs alone was given. */
nbb_status nbb_library_refuse_whole(const nbb_options *options);

/* Ends the run, if there is one: the job is described again. */
void nbb_library_stop(nbbgen_job *job);

/* One holder less; the last one frees the job and the memory of its state. */
void nbb_library_drop(nbbgen_job *job);

/* The copies that functions on cells are of; and the run as if it were of one of them, up to the next call. */
typedef struct nbb_library_copies {
    int64_t first, end;
} nbb_library_copies;
nbb_library_copies nbb_library_chosen(const nbbgen_job *job);
nbb_run *nbb_library_at(nbbgen_job *job, int64_t copy);

/* The same of a function that needs one. Fails (usage) where there are several, and none was chosen. */
nbb_status nbb_library_one(nbbgen_job *job, nbb_run **run);

/* The program, if it observes something: else the population is what is observed. NULL then. */
const nbb_program *nbb_library_observed(const nbbgen_job *job);

/* Fails (usage) where the job is not started, or has no such field. */
nbb_status nbb_library_check_field(const nbbgen_job *job, int field);

/* The state of a checkpoint, then all the work of a whole run, of the size at work (library_work.c). */
nbb_status nbb_library_work(nbbgen_job *job);

/* What moves cells of a copy, from the first call on and up to the next call or nbb_library_at. */
nbb_status nbb_library_transfer(nbbgen_job *job, int64_t copy, nbb_transfer **transfer);

/* Reads a definition, a program, or both, which have no size but by --r or --n; `check` either by a name. Without a
   definition the domain is of neither kind. nbb_job_close is due in every case. */
nbb_status nbb_library_read(const nbbgen_job *job, nbb_command command, nbb_job *read);

/* --- fractals, simplices and programs as JSON, for list, info and check (describe.c) --- */

/* Adds to the fractal, or each of its layouts, "layout", "turns" where letters say some, "own_hash" and "own_member",
   which the file gives; and "hash", tau(beta) of each axis by arithmetic, null where no short form is found. */
void nbb_describe_layout(const nbb_fractal *fractal, bool with_hash, json_t *object);

/* Adds what holds at a level: "r", "n", "cells", "orthotope", and by map "bytes" and "largest_r". */
nbb_status nbb_describe_fractal(const nbb_domain *domain, json_t *object);

/* Adds "maps", the largest n by way; at a side, unless that is 0, also "n", "cells", "from", and more by way. */
nbb_status nbb_describe_simplex(const nbb_domain *domain, json_t *object);

/* What holds of a bound program on all domains of its axes; and what it takes on one by map. */
json_t *nbb_describe_program(const nbb_program *program);
void nbb_describe_program_on(const nbb_program *program, const nbb_domain *domain, json_t *object);

/* Adds whether a word can hold a bit of each of 32 cells, and about how many operations a step of it is then, or why
   it must hold a value: what stands in the text, and what would do. */
void nbb_describe_values(const nbb_program *program, json_t *object);

/* Adds "map", "steps_a_launch" and "ranks" of --ranks, of an automaton on map lanes, or on lambda of a simplex: what
   each has, and gets of others. Fails (usage) where so many cannot share it. */
nbb_status nbb_describe_ranks(const nbb_options *options, const nbb_domain *domain, json_t *object);

/* Adds "parts" of --memory, of an automaton or a program on map lanes: how a GPU would cut its state, and about what
   a step takes without its draws; or "whole_bytes" of a state that fits. Fails (usage, device) if it cannot. */
nbb_status nbb_describe_parts(const nbb_options *options, const nbb_domain *domain, json_t *object);

/* --- the files that come with nbbgen: "fractals/bottles.lua fractals/candy.lua ..." --- */

extern const char nbb_shipped[];
