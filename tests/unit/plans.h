/* plans.h - plans made, or refused with a message, for the unit tests of their choices. */
#ifndef NBB_TEST_PLANS_H
#define NBB_TEST_PLANS_H

#include "tests/works.h"
#include "fractals.h"

/* The plan, which must be had; freed by the caller, before the fractal. */
static inline nbb_plan choose(const nbb_fractal *fractal, nbb_request request)
{
    nbb_plan plan;
    request.fractal = fractal;
    if (choose_plan(&request, &plan) != NBB_OK) {
        fail_msg("%s: %s", fractal->name, nbb_message());
    }
    return plan;
}

/* The request on a fractal by name is refused so. */
static inline void check_failure(const char *name, nbb_request request, nbb_status expected, const char *message)
{
    LOCAL_FRACTAL fractal = load_fractal(name);
    nbb_plan plan;
    request.fractal = &fractal;
    nbb_status status = choose_plan(&request, &plan);
    if (status != expected || strcmp(nbb_message(), message) != 0) {
        fail_msg("%s: status %d: %s\nexpected status %d: %s", name, status, nbb_message(), expected, message);
    }
    assert_null(plan.space.tile.mask);                      /* nothing is left to free */
    nbb_message_free();
}

#endif
