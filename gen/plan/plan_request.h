/* plan_request.h - the request for a plan, and what follows from it alone. */
#pragma once

#include "gen/lanes/lanes.h"
#include "gen/plan/card.h"
#include "gen/plan/workload.h"

/* What was asked for. Zeroed, it is the default of everything but the domain and the program. */
typedef struct nbb_request {
    const nbb_fractal *fractal; /* or NULL, with a simplex */
    int r;
    const nbb_simplex *simplex;
    int64_t n;                       /* the simplex's side */
    int dimensions;                  /* of the points of edm */
    NBB_ASKED_ROWS(NBB_CHOICE_FIELD) /* 0: the plan's choice */
    nbb_workload workload;
    const nbb_program *program; /* of the cells, bound (nbb_workload_program); NULL of edm */
    nbb_map map;                /* where threads go */
    unsigned named;             /* 1 << NBB_CHOICE_...: given, though it be the default */
    nbb_target target;
    const char *wide_because; /* map lanes: why values of a program of bits are words; NULL: they are bits of words */
    const nbb_card *card;     /* the device's constants, or NULL: the default ones */
    uint32_t multiprocessors; /* of the device, or 0: unknown */
    uint32_t cluster_blocks;  /* that a cluster of the device may have, or 0: unknown */
    uint32_t shared_bytes;    /* that a block of the device may have of its shared memory, or 0: unknown */
    uint64_t available; /* bytes the device has free, of all ranks', or 0: unknown; then NBB_BYTES_MAX fit */
    bool is_asked;            /* it has more, but --memory says so */
    int ranks;                /* that the items are cut among (shards.h); 0, 1: one */
    bool parted;              /* one device advances its items part by part (shards.h) */
    int64_t copies; /* that a launch advances, states side by side, each with arguments of its own; 0: none */
    struct nbb_launches *launches; /* of several plans for one rule and fractal, which share them; or NULL */

    /* What follows from these (nbb_request_of); who asks leaves it 0. */
    nbb_domain domain; /* the fractal at r, or the simplex of side n */
    const nbb_workload_row *work;
    nbb_traits traits;
    nbb_law law; /* of a program that is a rule the rule's, with its kernels */
    bool has_rule;
    nbb_rule rule;    /* of the program's steps, where they ask for neighbours */
    nbb_lanes_law lanes_law; /* the same of map lanes; its lowering is the plan's */
    int64_t cells;    /* V = k^r; this and the sides of a domain within the limits, in a plan */
    nbb_vector sides; /* s^r; of a simplex n on each of its axes, else 1 */
} nbb_request;

/* The request with what follows from it, but the cells and the sides; `card` is never NULL then, nor `ranks` 0. All
   that is declared below is for such requests, unless it says that it takes any. */
nbb_request nbb_request_of(nbb_request asked);

/* What was asked for of a choice, 0: its default; whether the option was given: as another one, or by its name. */
int64_t nbb_request_asked(const nbb_request *request, nbb_choice choice);
bool nbb_request_names(const nbb_request *request, nbb_choice choice);

/* Bytes of a run at most: the distance of two addresses is signed. And those that this one may take. */
#define NBB_BYTES_MAX ((uint64_t)INT64_MAX)
uint64_t nbb_request_room(const nbb_request *request);

/* "the device has 3000 free", or what else says it. */
nbb_text nbb_request_room_text(const nbb_request *request);

/* Map lanes. Lanes of a word that has the top `a` digits, 0 <= a <= r: k^a for equal levels. */
int64_t nbb_request_lanes_of(const nbb_request *request, int a);

/* The lane digits by which the request's program draws, -1 of one that does not. */
int nbb_request_drawn_digits(const nbb_request *request);

/* The lane digits that were asked for, or -1 for the plan's choice. */
int nbb_request_digits_asked(const nbb_request *request);

/* The device's multiprocessors; where there is none to be asked, those of the card whose constants are used. */
uint32_t nbb_request_multiprocessors(const nbb_request *request);

/* Whether a launch of so many threads is small for the device, so that it ends with waiting for the slowest. */
bool nbb_request_is_small(const nbb_request *request, int64_t threads);

/* Which map and storage a request names. A map's name stands for both where it leaves one storage, and a storage's
   for both where no map is given: `*map` is AUTO where neither is named, and `*storage` where the plan has a choice.
   Fails (usage) where the domain has no such map or storage, or not the two together; the message names what it has
   instead. Takes any request. */
nbb_status nbb_storage_settle(const nbb_request *request, nbb_map *map, nbb_storage *storage);

/* How the cells of a fractal are stored by a map of its plan. */
nbb_storage nbb_storage_of_fractal(nbb_map map);

/* Which options have an effect where, and why they have none elsewhere: the one table, constraints.c, that refusals,
   the lists of a bench and --help are made from. */

/* Whether an option was given with one of these values of a choice, a bit each, or with any if the set is empty; what
   was given is appended to `text`, for the message. */
typedef bool nbb_given(const void *context, const char *option, unsigned values, nbb_text *text);

/* Fails (usage) on the first option of the table that was given and has no effect on the domain or the workload; no
   more is read of the request: what was given, on what it has no effect, and why. */
nbb_status nbb_constraints_check(const nbb_request *of, nbb_given *given, const void *context);

/* The same for the options that any request holds, and what else it asks for; of map AUTO none is refused for its
   map. And for those of map lanes, where a plan's words are settled. */
nbb_status nbb_constraints_check_request(const nbb_request *request, nbb_map map);
nbb_status nbb_constraints_check_settled(const nbb_request *request);

/* Appends the maps where the option has an effect, "; map lambda, compact", where these are not all; for --help. */
void nbb_constraints_print_maps(const char *option, nbb_text *text);
