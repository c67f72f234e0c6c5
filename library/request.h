/* request.h - what options name, loaded and opened: definition, program, points, initial values, device;
   and a plan's request. */
#pragma once

#include "gen/definition/definition.h"
#include "library/options.h"
#include "runtime/device/ranks.h"
#include "runtime/run/given.h"
#include "runtime/run/points.h"

/* Finds and loads the options' definition, with a remark where another one could be meant. */
nbb_status nbb_options_definition(const nbb_options *options, nbb_definition *definition);

/* Fails (usage) when an option was given that has no effect on the domain or the workload. */
nbb_status nbb_options_check_constraints(const nbb_options *options, const nbb_domain *domain);

/* The size of the domain, whose own is not looked at. Fails (usage) when --r is missing for a fractal, or --n for a
   simplex, when the other one is given, and past the limits. */
nbb_status nbb_options_domain(const nbb_options *options, nbb_domain *domain);

/* Reads the points of workload edm, which must be as many as the side, where --n is given: `sized` is the options
   with their number as --n and their dimensions. Without --points there are none yet: nbb_points_draw draws as many
   as the plan's side. Fails (usage) where --n is missing too. For other workloads, and for a fractal, which the plan
   refuses, there are none. */
nbb_status nbb_options_points(const nbb_options *options, nbb_kind kind, nbb_options *sized, nbb_points *points);

/* Loads the program that --program names, gives its parameters what --set says, binds it to a domain of so many axes
   (0: to the plane, or where it cannot be to space) with the neighbours of --neighbours, and checks what it requires;
   or makes the one that --workload, --rule and --density say. `options` then holds it; of edm, and where --program is
   missing, there is none, and the program is empty. Freed with nbb_program_free in every case. */
nbb_status nbb_options_program(nbb_options *options, int axes, nbb_program *program);

/* Reads the files of --init. Fails (usage) on a field that the state has not, on one that is given twice, where a
   file alone is given for one of several fields, and on options that say nothing beside --init. nbb_given_free is due
   in every case. */
nbb_status nbb_options_initial(const nbb_options *options, const nbb_domain *domain, nbb_given_fields *given);

/* The rule for a domain of so many axes, whose neighbours are 8 or 26; without --rule Conway's, or Bays's for space.
   Fails (usage) when --rule is not in that notation. */
nbb_status nbb_options_rule(const nbb_options *options, int axes, nbb_rule *rule);

/* The plan's request: what the options say of map and workload, for the domain at the options' size. Fails (usage) on
   an option that has no effect on the domain or the workload, and as nbb_options_domain does. */
nbb_status nbb_options_request(const nbb_options *options, nbb_domain domain, nbb_request *request);

/* The ranks that share the run: those that were started with this process, or one for each of the GPUs that --device
   names; NULL where it is alone. */
nbb_status nbb_options_ranks(const nbb_options *options, nbb_ranks **ranks);

/* Opens what --device names; of several GPUs the rank's. auto takes the first GPU, or says why the processor runs it.
   `ranks` is NULL where the process is alone. */
nbb_status nbb_options_device(const nbb_options *options, nbb_ranks *ranks, nbb_device **device);

/* Says why a program of bits has a word for each value on map lanes, where it has. */
void nbb_remark_plan(const nbb_options *options, const nbb_plan *plan);
