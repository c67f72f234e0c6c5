/* base.h - what all stages use: failures, texts, lists, arenas, files, JSON, and what is said on the way. */
#pragma once

#include "gen/base/arena.h"
#include "gen/base/ending.h"
#include "gen/base/file.h"
#include "gen/base/json.h"
#include "gen/base/list.h"
#include "gen/base/say.h"
