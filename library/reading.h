/* reading.h - reads a job's definition and program apart from its plan or run, which do not change. */
#ifndef NBB_READING_H
#define NBB_READING_H

#include "gen/definition/definition.h"
#include "gen/program/program.h"
#include "library/library_job.h"

typedef struct nbb_reading {
    nbb_options options; /* which hold the program, if there is one */
    nbb_definition definition;
    nbb_program program;
    nbb_domain domain; /* of the definition; without one of neither kind */
    bool is_sized;
} nbb_reading;

/* Reads a definition, a program, or both, as a command does; to `check` a definition's name may be a program's.
   nbb_reading_close is due in every case. */
nbb_status nbb_reading_open(const nbbgen_job *job, nbb_command command, nbb_reading *read);
void nbb_reading_close(nbb_reading *read);

#endif
