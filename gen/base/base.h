/* base.h - what all stages use: failures, texts, lists, arenas, files, JSON, what is said on the way, the commit. */
#pragma once

#include "gen/base/arena.h"
#include "gen/base/ending.h"
#include "gen/base/file.h"
#include "gen/base/json.h"
#include "gen/base/list.h"
#include "gen/base/say.h"

/* The commit that this program was built from, as `git describe --always --dirty` put it when the program was built,
   or $NBB_COMMIT where that was set; "unknown" outside a checkout. commit.cmake writes it. */
extern const char nbb_commit[];
