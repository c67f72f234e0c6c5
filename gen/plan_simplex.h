/* plan_simplex.h - the choices that only simplices have: cover, storage, the enumeration's precision. */
#ifndef NBB_PLAN_SIMPLEX_H
#define NBB_PLAN_SIMPLEX_H

#include "cover.h"

/* What a tile's cells are stored in. X(enumerator, spelling). */
#define NBB_STORAGES(X) X(AUTO, "auto") X(EMBEDDED, "embedded") X(PACKED, "packed")
typedef enum nbb_storage {
#define X(name, text) NBB_STORAGE_##name,
    NBB_STORAGES(X)
#undef X
} nbb_storage;

typedef struct nbb_simplex_plan {
    nbb_cover cover;                                  /* of map lambda; its side and tiles are of every map */
    nbb_storage storage;                              /* never AUTO */
    int64_t pitch;                                    /* embedded: cells from a row to the next, whole 16 */
    bool double_roots;                                /* map enum: roots in double precision, for single is not exact */
    uint32_t chunk;                                   /* cells that a thread moves at once: at most 16 bytes */
    int dimensions;                                   /* of edm's points */
} nbb_simplex_plan;

/* Tiles a side up to which enumeration with a square root in single (double) precision is exact: one more, and the last
   number of the last row is taken for the first of the next. All its operations round monotonically, so that the ends of
   rows are where it can err first; test_simplex.c looks at them. */
#define NBB_ENUM_SINGLE_MAX INT64_C(4607)
#define NBB_ENUM_DOUBLE_MAX INT64_C(134217727)

struct nbb_request;
struct nbb_plan;

/* nbb_plan_choose for a request with a simplex (plan.h), whose plan is zeroed. */
nbb_status nbb_plan_choose_simplex(const struct nbb_request *request, struct nbb_plan *plan);

/* Places that threads visit, a thread each as the papers count: the box's for bb, those of all tiles for the others. */
int64_t nbb_plan_simplex_threads(const struct nbb_plan *plan);

#endif
