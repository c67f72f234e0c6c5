/* describe.h - fractals, simplices, programs and failures as JSON, for list, info and check. */
#pragma once

#include "library/options.h"

/* { "code", "message", "file", "line" }: the exit code, and null where the failure has no place in a file. */
json_t *nbb_describe_failure(const nbb_failed *failure);

/* Adds to the fractal, or each of its layouts, "layout", "turns" where letters say some, "own_hash" and "own_member",
   which the file gives; and "hash", tau(beta) of each axis by arithmetic, null where no short form is found. */
void nbb_describe_layout(const nbb_fractal *fractal, bool with_hash, json_t *object);

/* Adds what holds at a level: "r", "n", "cells", "orthotope", and by map "bytes" and "largest_r". */
nbb_status nbb_describe_fractal(const nbb_fractal *fractal, int r, json_t *object);

/* Adds "maps", the largest n by way; at a side, unless that is 0, also "n", "cells", "from", and more by way. */
nbb_status nbb_describe_simplex(const nbb_simplex *simplex, int64_t n, json_t *object);

/* What holds of a bound program on all domains of its axes; and what it takes on one by map (describe_program.c). */
json_t *nbb_describe_program(const nbb_program *program);
void nbb_describe_program_on(const nbb_program *program, const nbb_domain *domain, json_t *object);

/* { "schedule", "others" } of a plan for the request: its own, and null of those that --schedule has, or why not. */
json_t *nbb_describe_plan_schedules(const nbb_request *request, const nbb_plan *plan);

/* Adds whether a word can hold a bit of each of 32 cells, and about how many operations a step of it is then, or why
   it must hold a value: what stands in the text, and what would do. */
void nbb_describe_values(const nbb_program *program, json_t *object);

/* Adds "map", "steps_a_launch" and "ranks" of --ranks, of an automaton on map lanes, or on lambda of a simplex: what
   each has, and gets of others. Fails (usage) where so many cannot share it (describe.c). */
nbb_status nbb_describe_ranks(const nbb_options *options, const nbb_domain *domain, json_t *object);

/* Adds "parts" of --memory, of an automaton or a program on map lanes: how a GPU would cut its state, and about what
   a step takes without its draws; or "whole_bytes" of a state that fits. Fails (usage, device) if it cannot. */
nbb_status nbb_describe_parts(const nbb_options *options, const nbb_domain *domain, json_t *object);
