/* interrupt.c - a thread that waits for signals, which all others block, and the loops that ask for them. */
#include "runtime/device/machine.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

enum {
    ASKED_EVERY_MS = 50,   /* whether a hook stops the work */
    SAME_REQUEST_MS = 200, /* one may come twice: timeout(1) signals a child, and its group; programs have so long */
    ANSWER_MS = 600,       /* after that, until somebody asks */
    AWAITED_MS = 60000     /* the same where a state is saved then */
};

static bool is_installed;
static atomic_int interrupted; /* the signal, or 0 */
static atomic_bool is_noticed; /* somebody asked, and tidies */
static atomic_bool is_mute;
static atomic_bool is_awaited; /* somebody will ask, and save */
static sigset_t watched, mask_before, defaults_before;

/* Whether a signal comes in that time; *number is which. */
static bool comes_within(long milliseconds, int *number)
{
    const struct timespec time = { milliseconds / 1000, milliseconds % 1000 * 1000000 };
    int found = sigtimedwait(&watched, NULL, &time);
    *number = found > 0 ? found : *number;
    return found > 0;
}

/* At the end other threads are where they are: nothing of theirs is freed, nothing that waits in a stream written. */
static void *watch(void *unused)
{
    enum { HOUR_MS = 3600000 };
    static const char message[] = "nbbgen: run-time error: interrupted\n";
    struct pollfd errors = { .fd = STDERR_FILENO, .events = POLLOUT };
    const struct timespec repeated = { .tv_nsec = SAME_REQUEST_MS * 1000000L };
    int number = 0;
    while (!comes_within(HOUR_MS, &number)) {
    }
    interrupted = number;
    nbb_ending_stop(SIGTERM);
    nanosleep(&repeated, NULL); /* in this time the same request may come again */
    while (comes_within(0, &number)) {
    }
    nbb_ending_stop(SIGKILL);
    bool again = comes_within(is_awaited ? AWAITED_MS : ANSWER_MS, &number);
    while (!again && is_noticed) {
        again = comes_within(HOUR_MS, &number);
    }
    nbb_ending_clear();
    if (!is_mute && poll(&errors, 1, 0) == 1 && (errors.revents & POLLOUT) != 0) {
        (void)!write(STDERR_FILENO, message, sizeof message - 1);
    }
    _exit(128 + interrupted);
    return unused;
}

nbb_status nbb_interrupt_install(void)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGXCPU };
    pthread_t thread;
    struct sigaction ignore = { .sa_handler = SIG_IGN }, before;
    sigemptyset(&watched);
    for (int i = 0; i < NBB_COUNT(numbers); ++i) { /* but for those that are ignored */
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaddset(&watched, numbers[i]);
        }
    }
    sigemptyset(&defaults_before);
    if (sigaction(SIGXFSZ, &ignore, &before) == 0 && before.sa_handler == SIG_DFL) {
        sigaddset(&defaults_before, SIGXFSZ);
    }
    pthread_sigmask(SIG_BLOCK, &watched, &mask_before);
    int error = pthread_create(&thread, NULL, watch, NULL);
    NBB_STOP_IF(error != 0, NBB_ERROR_RUN, "no thread can be made that waits for signals: %s", strerror(error));
    pthread_detach(thread);
    is_installed = true;
    return NBB_OK;
}

void nbb_interrupt_mute(void)
{
    is_mute = true;
}

void nbb_interrupt_await(bool awaits)
{
    is_awaited = awaits;
}

/* Whether the thread's hooks stop its work; a fast loop costs them no more than a slow one. */
static bool is_stopped(nbb_hooks *hooks)
{
    double now = nbb_milliseconds();
    if (!hooks->is_stopped && now >= hooks->next) {
        hooks->next = now + ASKED_EVERY_MS;
        hooks->is_stopped = hooks->stops(hooks->context, hooks->done, hooks->total);
    }
    return hooks->is_stopped;
}

bool nbb_interrupt_came(void)
{
    nbb_hooks *hooks = nbb_hooks_now();
    return hooks != NULL ? is_stopped(hooks) : interrupted != 0;
}

nbb_status nbb_interrupt_check(void)
{
    NBB_DONE_IF(!nbb_interrupt_came());
    is_noticed = is_noticed || nbb_hooks_now() == NULL;
    return nbb_fail(NBB_ERROR_RUN, "interrupted");
}

int nbb_interrupt_exit_code(nbb_status status)
{
    return status != NBB_OK && is_noticed ? 128 + interrupted : (int)status;
}

int nbb_interrupt_spawn(const char *file, const posix_spawn_file_actions_t *actions, char *const *arguments,
                        char **environment, pid_t *child)
{
    const short signals = is_installed ? POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF : 0;
    posix_spawnattr_t attributes;
    int error = posix_spawnattr_init(&attributes);
    NBB_RETURN_IF(error != 0, error);
    error = posix_spawnattr_setsigmask(&attributes, &mask_before);
    error = error != 0 ? error : posix_spawnattr_setsigdefault(&attributes, &defaults_before);
    error = error != 0 ? error : posix_spawnattr_setpgroup(&attributes, 0);
    error = error != 0 ? error : posix_spawnattr_setflags(&attributes, (short)(signals | POSIX_SPAWN_SETPGROUP));
    error = error != 0 ? error : posix_spawnp(child, file, actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    return error;
}
