/* plan_words.h - a plan in words: its choices as options of the command line, and its kernels' name. */
#pragma once

#include "gen/plan/plan_record.h"

/* Whether launches are persistent, as --resident says it: no, grid or cluster. */
const char *nbb_plan_residence(const nbb_plan *plan);

/* Appends what the plan has of a choice, in its option's words; whether it has any: a default that needs no word, or
   what was not asked about, is none. */
bool nbb_plan_chosen(const nbb_plan *plan, nbb_choice choice, nbb_text *value);

/* Appends those of how maps are evaluated (eval, hash, intra, halo), each with `before` and, if `with_name`, its
   option and a blank ahead. */
void nbb_plan_print_evaluation(const nbb_plan *plan, const char *before, bool with_name, nbb_text *text);

/* Appends the options that ask for the plan's choices, " --tile 9 --lanes 125 ...": all but its map. */
void nbb_plan_print_options(const nbb_plan *plan, nbb_text *options);

/* Names the plan's kernels: nbb_vicsek_ca_compact_r12_t3_tc1_shuffle. */
nbb_status nbb_plan_name(nbb_plan *plan);

/* What layouts append to it, for their rows (plan.c). */
void nbb_plan_name_tiles(const nbb_plan *plan, nbb_text *name);
void nbb_plan_name_lanes(const nbb_plan *plan, nbb_text *name);
void nbb_plan_name_simplex(const nbb_plan *plan, nbb_text *name);
