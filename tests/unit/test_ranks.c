/* test_ranks.c - ranks that a program starts itself: this program, once more for each. They gather and add up; one
   that fails or is killed ends all, with its exit code. */
#include "runtime/device/ranks.h"
#include "unit.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RANKS = 3, MANY = 100000 };

/* Asserts would leave the others waiting: what is wrong is counted. */
static int check_gather(nbb_ranks *ranks)
{
    uint64_t number = 10 + (uint64_t)ranks->rank, all[RANKS] = { 0 };
    int wrong = ranks->gather(ranks, &number, sizeof number, all) != NBB_OK;
    for (uint64_t i = 0; i < RANKS; ++i) {
        wrong += all[i] != 10 + i;
    }
    wrong += nbb_ranks_least(ranks, &number) != NBB_OK || number != 10;
    return wrong;
}

/* More bytes than are moved at once. */
static int check_add(nbb_ranks *ranks)
{
    uint8_t *bytes = calloc(MANY, 1);
    uint64_t *wide = calloc(MANY, sizeof *wide);
    uint32_t narrow = (uint32_t)ranks->rank + 1;
    int wrong = 0;
    for (uint64_t i = 0; i < MANY; ++i) {
        bytes[i] = (uint8_t)(i % 5);
        wide[i] = i << 32 | (uint64_t)ranks->rank;
    }
    wrong += ranks->add(ranks, bytes, MANY, 1) != NBB_OK;
    wrong += ranks->add(ranks, wide, MANY, sizeof(uint64_t)) != NBB_OK;
    wrong += ranks->add(ranks, &narrow, 1, sizeof narrow) != NBB_OK;
    for (uint64_t i = 0; i < MANY; ++i) {
        wrong += bytes[i] != RANKS * (i % 5);
        wrong += wide[i] != ((RANKS * i) << 32 | 3);
    }
    free(bytes);
    free(wide);
    return wrong + (narrow != 6);
}

/* The first two of them, which the third one does not wait for. */
static int check_part(nbb_ranks *ranks)
{
    nbb_ranks *part = NULL;
    uint64_t number = 5 + (uint64_t)ranks->rank, all[RANKS - 1] = { 0 };
    if (ranks->rank == RANKS - 1) {
        return 0;
    }
    int wrong = ranks->take(ranks, RANKS - 1, &part) != NBB_OK;
    wrong += part->count != RANKS - 1 || part->rank != ranks->rank;
    wrong += part->gather(part, &number, sizeof number, all) != NBB_OK || all[0] != 5 || all[1] != 6;
    wrong += part->add(part, &number, 1, sizeof(uint64_t)) != NBB_OK || number != 11;
    nbb_ranks_close(part);
    return wrong;
}

/* What every rank does, as the variable says. */
static int do_rank(nbb_ranks *ranks)
{
    const char *what = getenv("NBB_TEST_RANKS");
    bool fails = what != NULL && ranks->rank == 1;
    if (fails && *what == 'k') {
        raise(SIGKILL);
    }
    if (fails) {
        ranks->end_all(ranks, 5);
    }
    bool is_first = nbb_ranks_is_first(ranks);
    int wrong = check_gather(ranks) + check_part(ranks) + check_add(ranks);
    wrong += nbb_ranks_ask_first(ranks, &is_first) != NBB_OK || !is_first;
    wrong += nbb_ranks_meet(ranks) != NBB_OK;
    return wrong;
}

static int start_all(void)
{
    nbb_ranks *ranks = NULL;
    if (nbb_ranks_start(RANKS, &ranks) != NBB_OK) {
        return 100;
    }
    int wrong = ranks->rank != 0 || ranks->count != RANKS ? 101 : do_rank(ranks);
    nbb_ranks_close(ranks);
    return wrong;
}

/* The exit code of a process that starts ranks. */
static int code_of(const char *what)
{
    if (what != NULL) {
        setenv("NBB_TEST_RANKS", what, 1);
    }
    pid_t process = fork();
    if (process == 0) {
        _exit(start_all());
    }
    int state = 0;
    assert_int_equal(waitpid(process, &state, 0), process);
    unsetenv("NBB_TEST_RANKS");
    assert_true(WIFEXITED(state));
    return WEXITSTATUS(state);
}

/* What the ranks that the tests below start do in place of them. */
TEST(a_rank_does_its_part)
{
    nbb_ranks *ranks = NULL;
    nbb_status joined = nbb_ranks_join(&ranks);
    if (joined != NBB_OK || ranks != NULL) {
        int wrong = joined == NBB_OK ? do_rank(ranks) : 102;
        nbb_ranks_close(ranks);
        exit(wrong);
    }
}

TEST(all_agree)
{
    assert_int_equal(code_of(NULL), 0);
}

TEST(one_fails)
{
    assert_int_equal(code_of("fail"), 5);
}

TEST(one_is_killed)
{
    assert_int_equal(code_of("kill"), NBB_ERROR_RUN);
}

TEST(alone)
{
    nbb_ranks *ranks = NULL;
    uint64_t number = 7;
    assert_int_equal(nbb_ranks_join(&ranks), NBB_OK);
    assert_null(ranks);
    assert_int_equal(nbb_ranks_least(NULL, &number), NBB_OK);
    assert_int_equal(number, 7);
    nbb_ranks_close(NULL);
}

/* A launcher that tells no MPI who is there has started several of the same. */
TEST(not_connected)
{
    nbb_ranks *ranks = NULL;
    setenv("SLURM_STEP_NUM_TASKS", "4", 1);
    assert_int_equal(nbb_ranks_join(&ranks), NBB_ERROR_DEVICE);
    assert_null(ranks);
    assert_non_null(strstr(nbb_message(), "one of 4 processes that MPI knows nothing of"));
    setenv("SLURM_STEP_NUM_TASKS", "1", 1);
    assert_int_equal(nbb_ranks_join(&ranks), NBB_OK);
    unsetenv("SLURM_STEP_NUM_TASKS");
    nbb_message_free();
}
