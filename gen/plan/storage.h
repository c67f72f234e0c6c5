/* storage.h - which map goes with which storage, on either kind of domain: the one table that plans and refusals come
   from. */
#pragma once

#include "gen/plan/plan_request.h"

/* Which map and storage a request names. A map's name stands for both where it leaves one storage, and a storage's
   for both where no map is given: `*map` is AUTO where neither is named, and `*storage` where the plan has a choice.
   Fails (usage) where the domain has no such map or storage, or not the two together; the message names what it has
   instead. */
nbb_status nbb_storage_settle(const nbb_request *request, nbb_map *map, nbb_storage *storage);

/* How the cells of a fractal are stored by a map of its plan. */
nbb_storage nbb_storage_of_fractal(nbb_map map);
