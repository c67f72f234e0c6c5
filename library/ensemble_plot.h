/* ensemble_plot.h - --plot: an ensemble's rows as a drawing. */
#pragma once

#include "library/ensemble_asked.h"

/* Writes --plot. */
nbb_status nbb_ensemble_draw(const nbb_options *options, const nbb_ensemble *ensemble, const nbb_run *run);
