/* view_answers.h - what pages ask of a run. */
#pragma once

#include "cli/view_play.h"
#include "cli/view_server.h"

void nbb_view_answer(nbb_viewed *view, nbb_query *query);

/* view.html */
extern const unsigned char nbb_view_page[];
extern const size_t nbb_view_page_length;
