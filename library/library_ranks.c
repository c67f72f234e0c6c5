/* library_ranks.c - a job that ranks share: whoever starts, silences and ends them, the program, hands them over. */
#include "library/library_job.h"

void nbb_library_share(nbbgen_job *job, nbb_ranks *ranks)
{
    job->ranks = ranks;
}
