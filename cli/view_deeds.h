/* view_deeds.h - what pages want done to a run. */
#pragma once

#include "cli/view_play.h"

/* Does all that the object has, a new seed first and a checkpoint last. */
nbb_status nbb_view_do(nbb_viewed *view, const json_t *wanted);
