/* run_tempering.h - --exchange: which copies of an ensemble exchange their states, and what came of it. */
#pragma once

#include "library/options.h"
#include "library/swept.h"
#include "runtime/run/tempering.h"

#include <jansson.h>

/* What is swept, of so many seeds and copies in all: the last sweep's values change faster than those before it, and
   seeds fastest. */
typedef struct nbb_sweeps {
    const nbb_swept *items;
    int count;
    int64_t seeds, copies;
} nbb_sweeps;

/* Reads --exchange, once sweeps are read. Fails (usage) where there is nothing to exchange. Its values are the
   sweeps'; nbb_tempering_close is due in every case. */
nbb_status nbb_tempering_read(const nbb_options *options, const nbb_program *program, const nbb_sweeps *sweeps,
                              nbb_tempering *tempering);

/* Makes a batch one of copies that exchange among themselves. Fails (usage) where too few stand side by side.
   Remarks where they do not draw apart. */
nbb_status nbb_tempering_fit(const nbb_options *options, const nbb_tempering *tempering, const nbb_run *run,
                             int64_t *batch);

/* What came of it, by pairs of neighbouring values, as an object; NULL where nothing is exchanged. */
json_t *nbb_tempering_describe(const nbb_tempering *tempering, const nbb_program *program);
