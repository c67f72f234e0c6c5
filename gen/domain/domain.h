/* domain.h - what is computed on: a fractal at a level, or a simplex of some side.

   Stages that need no more than cells (run, verify, reference, report, pictures, arrays) ask here and do not know
   which of the two it is. */
#ifndef NBB_DOMAIN_H
#define NBB_DOMAIN_H

#include "gen/domain/simplex.h"

typedef enum nbb_kind { NBB_KIND_FRACTAL, NBB_KIND_SIMPLEX, NBB_KINDS } nbb_kind;

/* One of the two pointers is NULL. */
typedef struct nbb_domain {
    const nbb_fractal *fractal;
    const nbb_simplex *simplex;
    int64_t size;                                     /* r of a fractal, n of a simplex */
} nbb_domain;

const char *nbb_domain_name(const nbb_domain *domain);

/* What the size is called, as an option and in reports: "r", or "n" of a simplex. */
const char *nbb_domain_size_name(const nbb_domain *domain);

/* 2, or 3 for a tetrahedron. */
int nbb_domain_axes(const nbb_domain *domain);

/* Fails (usage) when the size is past the limits. */
nbb_status nbb_domain_check_size(const nbb_domain *domain);

/* The bounding box by axis; 1 on an axis that the domain has not. */
nbb_vector nbb_domain_side(const nbb_domain *domain);

/* Places of the box, or INT64_MAX past that; cells of the domain. */
int64_t nbb_domain_places(const nbb_domain *domain);
int64_t nbb_domain_cells(const nbb_domain *domain);

/* Appends the vector's coordinates on the domain's axes, with `between` in between: "3 x 4". */
void nbb_domain_print(const nbb_domain *domain, nbb_vector vector, const char *between, nbb_text *text);

/* Place `i` of a box, in reading order: x runs fastest. */
nbb_vector nbb_box_place(nbb_vector origin, nbb_vector extent, int64_t i);

/* Whether the cell is on the domain; false outside the box. */
bool nbb_domain_member(const nbb_domain *domain, nbb_vector cell);

/* The number of a cell, or -1 off the domain, and its inverse: digit order on a fractal, reading order on a
   simplex. */
int64_t nbb_domain_index(const nbb_domain *domain, nbb_vector cell);
nbb_vector nbb_domain_cell(const nbb_domain *domain, int64_t index);

#endif
