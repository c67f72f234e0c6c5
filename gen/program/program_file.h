/* program_file.h - a draft becomes a program: fields, parameters and neighbours here, texts by program_check. */
#ifndef NBB_PROGRAM_FILE_H
#define NBB_PROGRAM_FILE_H

#include "gen/program/program.h"
#include "gen/program/program_draft.h"

/* Fills the program, whose arena is the draft's. On failure it is left for the caller to free. */
nbb_status nbb_program_fill(const nbb_program_draft *draft, nbb_program *program);

#endif
