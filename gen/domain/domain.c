/* domain.c - what is computed on: a fractal at a level, or a simplex of some side. */
#include "gen/domain/domain.h"

const char *nbb_domain_name(const nbb_domain *domain)
{
    return domain->simplex != NULL ? domain->simplex->name : domain->fractal->name;
}

const char *nbb_domain_size_name(const nbb_domain *domain)
{
    return domain->simplex != NULL ? "n" : "r";
}

int nbb_domain_axes(const nbb_domain *domain)
{
    return domain->simplex != NULL ? domain->simplex->m : nbb_fractal_axes(domain->fractal);
}

nbb_status nbb_domain_check_size(const nbb_domain *domain)
{
    return domain->simplex != NULL ? nbb_simplex_check_side(domain->simplex, domain->size)
                                   : nbb_fractal_check_level(domain->fractal, (int)domain->size);
}

nbb_vector nbb_domain_side(const nbb_domain *domain)
{
    nbb_vector side = { { domain->size, domain->size, domain->size } };
    if (domain->fractal != NULL) {
        side = nbb_fractal_side(domain->fractal, 0, (int)domain->size);
    }
    for (int axis = nbb_domain_axes(domain); axis < NBB_AXES_MAX; ++axis) {
        side.at[axis] = 1;
    }
    return side;
}

int64_t nbb_domain_places(const nbb_domain *domain)
{
    nbb_vector side = nbb_domain_side(domain);
    int64_t places = side.at[0];
    for (int axis = 1; axis < NBB_AXES_MAX; ++axis) {
        if (__builtin_mul_overflow(places, side.at[axis], &places)) {
            return INT64_MAX;
        }
    }
    return places;
}

void nbb_domain_print(const nbb_domain *domain, nbb_vector vector, const char *between, nbb_text *text)
{
    for (int axis = 0; axis < nbb_domain_axes(domain); ++axis) {
        nbb_text_add(text, "%s%lld", axis == 0 ? "" : between, (long long)vector.at[axis]);
    }
}

nbb_vector nbb_box_place(nbb_vector origin, nbb_vector extent, int64_t i)
{
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        origin.at[axis] += i % extent.at[axis];
        i /= extent.at[axis];
    }
    return origin;
}

int64_t nbb_domain_cells(const nbb_domain *domain)
{
    return domain->simplex != NULL ? nbb_simplex_cells(domain->simplex->m, domain->size)
                                   : nbb_fractal_cells(domain->fractal, 0, (int)domain->size);
}

bool nbb_domain_member(const nbb_domain *domain, nbb_vector cell)
{
    return domain->simplex != NULL ? nbb_simplex_member(domain->simplex->m, domain->size, cell)
                                   : nbb_fractal_member(domain->fractal, (int)domain->size, cell);
}

int64_t nbb_domain_index(const nbb_domain *domain, nbb_vector cell)
{
    return domain->simplex != NULL ? nbb_simplex_index(domain->simplex->m, domain->size, cell)
                                   : nbb_fractal_index(domain->fractal, (int)domain->size, cell);
}

nbb_vector nbb_domain_cell(const nbb_domain *domain, int64_t index)
{
    return domain->simplex != NULL ? nbb_simplex_cell(domain->simplex->m, domain->size, index)
                                   : nbb_fractal_cell(domain->fractal, (int)domain->size, index);
}
