/* edm.h - points for the workload edm, and what becomes of their distances. */
#ifndef NBB_EDM_H
#define NBB_EDM_H

#include "case.h"

enum { EDM_DIMENSIONS = 3 };

/* `count` points drawn by a seed as nbb_points_draw defines it for cells of the kind; freed by nbb_points_free. */
nbb_status draw_points(int64_t count, uint64_t seed, nbb_cell_kind kind, nbb_points *points);

/* The bits that a place of the triangle's box holds: those of a distance, or of -1 off the triangle. */
uint64_t expected_distance(const nbb_domain *domain, const nbb_points *points, nbb_cell_kind kind, nbb_vector cell);

/* The census of all of them, and of distances that are 0 all. */
figures expected_distances(const nbb_domain *domain, const nbb_points *points, nbb_cell_kind kind);

#endif
