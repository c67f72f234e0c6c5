/* few.c - a covering array whose columns are the domain and the choices on it, without the start. */
#include "few.h"

#include "tests/works.h"

static nbb_status add_line(few *to, const choice_space *space, const row *asked)
{
    char **lines = realloc(to->lines, ((size_t)to->line_count + 1) * sizeof *lines);
    if (lines == NULL) {
        return nbb_fail_memory(((size_t)to->line_count + 1) * sizeof *lines, "lines of cases");
    }
    to->lines = lines;
    size_t length;
    sink into = { .list = open_memstream(&lines[to->line_count], &length) };
    if (into.list == NULL) {
        return nbb_fail_memory(1, "the line of a case");
    }
    try_row(space, asked, &into);
    fclose(into.list);
    ++to->line_count;
    return NBB_OK;
}

bool few_leave_out(const choice_space *space, const row *asked)
{
    enum { THREADS_MOST = 1 << 20, THREADS_OF_PRODUCTS = 16 };
    nbb_request request;
    nbb_plan plan;
    const start *from = request_of_row(space, asked, &request);
    aim_request(from, &request);
    if (request.map == NBB_MAP_LANES || choose_plan(&request, &plan) != NBB_OK) {
        return false;
    }
    nbb_grid grid = nbb_plan_grid(&plan, plan.asked.work->pass, 0, 0);
    uint64_t threads = (uint64_t)from->steps * grid.blocks * grid.threads
                       * (plan.space.tc != NBB_TC_NONE ? THREADS_OF_PRODUCTS : 1);
    nbb_plan_free(&plan);
    return threads > THREADS_MOST;
}

static int kind_of(const nbb_domain *domain)
{
    if (domain->simplex != NULL) {
        return FEW_SIMPLEX;
    }
    return nbb_fractal_side(domain->fractal, 0, 1).at[0] < 4 ? 0 : 1;
}

nbb_status add_few(few *to, const choice_space *space)
{
    int kind = kind_of(&space->starts->domain);
    rows array;
    NBB_TRY(make_rows(space, 2, &array));
    nbb_status status = NBB_OK;
    for (int i = 0; i < array.count && status == NBB_OK; ++i) {
        row added = array.items[i];
        if (few_leave_out(space, &added)) {
            continue;
        }
        status = add_line(to, space, &added);
        added.at[0] = (signed char)to->domains[kind];
        added.is_wanted = false;
        added.number = to->line_count - 1;
        status = status == NBB_OK ? add_row(&to->tables[kind], &added) : status;
    }
    ++to->domains[kind];
    free_rows(&array);
    return to->domains[kind] <= VALUES_MAX ? status
                                            : nbb_fail(NBB_ERROR_RUN, "more than %d domains of a kind", VALUES_MAX);
}

nbb_status print_few(const few *of)
{
    for (int kind = 0; kind < FEW_KINDS; ++kind) {
        rows chosen;
        NBB_TRY(choose_rows(&of->tables[kind], 2, &chosen));
        for (int i = 0; i < chosen.count; ++i) {
            fputs(of->lines[chosen.items[i].number], stdout);
        }
        free_rows(&chosen);
    }
    return NBB_OK;
}

void free_few(few *of)
{
    for (int i = 0; i < of->line_count; ++i) {
        free(of->lines[i]);
    }
    for (int kind = 0; kind < FEW_KINDS; ++kind) {
        free_rows(&of->tables[kind]);
    }
    free(of->lines);
}
