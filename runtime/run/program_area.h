/* program_area.h - the cells that the brute force of programs computes: which cells, their values, and the answers to
   an expression's questions about one of them.

   A window and its margin, clipped to the box, stand in arrays with a halo around them. Whether a place of the
   halo is a cell is known, what it holds is not and reads as 0: the margin keeps that away from the window.

   Values of programs of bits are a byte each, for an area of a rule to hold many places. */
#pragma once

#include "runtime/run/given.h"
#include "runtime/run/observe.h"

/* One run of a program, which is bound, with its parameters' values. */
typedef struct nbb_program_case {
    const nbb_program *program;
    nbb_domain domain;
    uint64_t seed;
    int64_t steps;
    const nbb_given_fields *given; /* what replaces what the program's init says; or NULL */
} nbb_program_case;

typedef struct nbb_program_area {
    const nbb_program_case *run;
    nbb_arena *arena;
    int64_t step;   /* that the area has come to, */
    nbb_program at; /* its program in it, with the values of */
    nbb_parameter parameters[NBB_PARAMETERS_MAX];
    nbb_vector window, window_extent;
    nbb_vector origin, extent; /* in the box, without the halo */
    nbb_vector halo;           /* by axis: twice the reach, for neighbours' degrees; 0 where the domain has no axis */
    int64_t pitch, layer;      /* places a row and a layer, with the halo */
    int64_t beside[NBB_NEIGHBOURS_LIST_MAX];
    nbb_vector first; /* the cell with number 0 */
    nbb_draw_layout layout;
    int fields;
    bool bytes; /* a value is one, not an nbb_value_of */
    uint8_t *member;
    void *now, *next; /* fields values a place */
} nbb_program_area;

/* Makes the area of a window with its margin for the case's steps, and finds its cells. Fails (run) if too large. */
nbb_status nbb_program_area_make(const nbb_program_case *run, nbb_vector origin, nbb_vector extent, nbb_arena *arena,
                                 nbb_program_area *area);

/* The part of the area that the window depends on, so many steps and passes before the end; with globals all. */
void nbb_program_area_part(const nbb_program_area *area, int64_t steps, int passes, nbb_vector *origin,
                           nbb_vector *extent);

/* Expressions are evaluated as in this step from now on, before in step 0. */
void nbb_program_area_move(nbb_program_area *area, int64_t step, const nbb_value_of *totals);

/* The values of the place with an index, now. */
void nbb_program_area_load(const nbb_program_area *area, int64_t index, nbb_value_of *values);

/* A place's index in the arrays of the area. */
int64_t nbb_program_area_index(const nbb_program_area *area, nbb_vector cell);

/* Whether passes over it repay waking other threads. */
bool nbb_program_area_is_large(const nbb_program_area *area);

/* A cell that is evaluated. */
typedef struct nbb_program_cell {
    const nbb_program_area *area;
    nbb_vector at;
    int64_t index;
    nbb_value_of *own; /* its fields, which statements change */
    uint32_t step;
    bool initial; /* init: the draws are the initial state's */
} nbb_program_cell;

/* An evaluation that asks such a cell. */
nbb_evaluation nbb_program_cell_asked(nbb_program_cell *cell, nbb_value_of *locals);

/* The brute force of cell programs, to verify against: no maps, no tiles, no kernels.

   It knows the cells by the definition alone (replicas of replicas; a sum of coordinates), and walks the program's
   tree (program_value.h) for every cell of a box. Where the program counts (program_rule.c), the tree is walked once
   for cells with as many neighbours, alive and dead. A small domain is computed whole, a large one in windows, each
   with a margin as wide as what its cells depend on. */

/* Whether cells with as many neighbours, alive and dead, come to the same at any step. */
bool nbb_program_reference_counts(const nbb_program *program);

/* The fields of the box [origin, origin + extent) after the case's steps: their bits as unsigned numbers, field by
   field a place, places in reading order; 0 off the domain, whose box it may exceed. z is not looked at where it has
   two axes. The caller frees. Fails (run) where the window and its margin are too large. */
nbb_status nbb_program_reference_window(const nbb_program_case *run, nbb_vector origin, nbb_vector extent,
                                        uint64_t **fields);

/* Of the whole domain. */
typedef struct nbb_program_figures {
    uint64_t population, digest;
    nbb_number observed[NBB_OBSERVABLES_MAX];
} nbb_program_figures;

/* Fails (run) where the box is too large, or an observable asks for a place that is no cell. Totals of reals are
   added in F64 in the order of the cells' numbers. */
nbb_status nbb_program_reference_whole(const nbb_program_case *run, nbb_program_figures *figures);

double nbb_field_number(const nbb_field *field, uint64_t bits);

static inline bool nbb_field_is_real(const nbb_field *field)
{
    return field->kind == NBB_FIELD_F32 || field->kind == NBB_FIELD_F64;
}
