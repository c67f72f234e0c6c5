/* view_answers.h - what pages ask of a run. */
#pragma once

#include "cli/view_play.h"
#include "cli/view_server.h"

/* {"T": [1.5]}: what a function of the library has for each copy. */
typedef nbbgen_status nbb_view_get(nbbgen_job *job, const char *name, double *values);
nbb_status nbb_view_parameters(const nbb_viewed *view, nbb_view_get *get, json_t **found);

void nbb_view_answer(nbb_viewed *view, nbb_query *query);

/* view.html */
extern const unsigned char nbb_view_page[];
extern const size_t nbb_view_page_length;
