/* draft_layout.h - readers of a draft: each finds its field at the top, and nbb_draft_read opens its message with
   the field's place. */
#pragma once

#include "gen/definition/draft.h"

/* Opens the recorded message with the element's place in its array. */
nbb_status nbb_draft_at_element(const char *kind, int number, nbb_status status);

/* Reads the array at the top, 1 to `most` elements of the kind ("row"), each put at the top for `read`. */
nbb_status nbb_draft_read_elements(lua_State *state, nbb_draft *draft, const char *kind, int most,
                                   nbb_status (*read)(lua_State *state, nbb_draft *draft, int index));

/* Fields layout, and maybe and turns, which are read first, for they say which letters a layout may have. */
nbb_status nbb_draft_read_layout(lua_State *state, nbb_draft *draft, nbb_field field);
nbb_status nbb_draft_read_chances(lua_State *state, nbb_draft *draft, nbb_field field);
nbb_status nbb_draft_read_turns(lua_State *state, nbb_draft *draft, nbb_field field);
