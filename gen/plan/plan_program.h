/* plan_program.h - how maps that store cell by cell hold a program's state: an array a field.

         | u of all places | padding to 256 bytes | v of all places | padding | ...

   Places are those of a state of bytes: the box, or the packed tiles. */
#ifndef NBB_PLAN_PROGRAM_H
#define NBB_PLAN_PROGRAM_H

#include "gen/plan/plan.h"
#include "gen/program/program_arguments.h"

/* The state's bytes, UINT64_MAX past that; sets where each field's array begins if `offsets` is not NULL. */
uint64_t nbb_plan_program_bytes(const nbb_program *program, uint64_t places, uint64_t *offsets);

/* States of a program: sublattices take their turns in one. */
int nbb_plan_program_buffers(const nbb_program *program);

/* Sets the plan's places, offsets of fields and parts of totals, once its map and sizes are chosen. */
void nbb_plan_shape_program(nbb_plan *plan, uint64_t places);

/* The rows of the structure that the plan's kernels take, and its bytes with the parameters' values.
   nbb_arguments_free is due in every case. */
nbb_status nbb_plan_build_arguments(const nbb_plan *plan, nbb_arguments *arguments);
nbb_status nbb_plan_fill_arguments(const nbb_plan *plan, const nbb_arguments *arguments, uint64_t seed, void *bytes);

/* What is computed, in names: the workload's, or the program's. */
const char *nbb_plan_work_name(const nbb_plan *plan);

/* Fails (usage) where map lanes has no kernels of the program, of bits or of wide cells, with the reason. */
nbb_status nbb_plan_check_program_lanes(const nbb_request *request);

/* Refuses what has no kernels of programs. */
nbb_status nbb_plan_check_program(const nbb_request *request, const nbb_plan *plan);

#endif
