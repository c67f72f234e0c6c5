/* lanes_law.c - laws of programs. */
#include "gen/lanes/lanes_law.h"

#include "gen/program/program_rule.h"
#include "gen/program/program_walk.h"

nbb_lanes_law nbb_law_of_program(const nbb_program *program)
{
    nbb_lanes_law law = { .neighbours = program->neighbours,
                          .colouring = program->colouring,
                          .planes = program->planes,
                          .far = nbb_program_asks_builtin(program, NBB_BUILTIN_DEGREE, NBB_THERE) };
    bool first = nbb_program_asks_builtin(program, NBB_BUILTIN_FIRST, NBB_HERE)
                 || nbb_program_asks_builtin(program, NBB_BUILTIN_FIRST, NBB_THERE);
    law.one_step = program->sublattices || first;
    law.draws = program->update.requests > 0;
    law.counts = nbb_program_rule(program, &law.rule);
    return law;
}
