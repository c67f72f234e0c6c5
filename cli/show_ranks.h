/* show_ranks.h - what several ranks would have of a state, and what they would exchange. */
#ifndef NBB_SHOW_RANKS_H
#define NBB_SHOW_RANKS_H

#include "library/options.h"
#include "gen/domain/fractal.h"

#include <jansson.h>

/* For --ranks, of an automaton on map lanes: prints a line a rank, or adds "ranks" to the object if it is not NULL.
   Fails (usage) where so many ranks cannot share it. */
nbb_status nbb_show_ranks(const nbb_options *options, const nbb_fractal *fractal, json_t *object);

#endif
