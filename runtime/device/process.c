/* process.c - posix_spawn, a pipe, waitpid. */
#include "runtime/device/machine.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

char **nbb_process_environment(char *variable)
{
    size_t count = (size_t)NBB_FIND(i, INT_MAX, environ[i] == NULL), kept = 0, name = strcspn(variable, "=") + 1;
    char **copy = calloc(count + 2, sizeof *copy);
    NBB_RETURN_IF(copy == NULL, NULL);
    for (size_t i = 0; i < count; ++i) {
        copy[kept] = environ[i];
        kept += strncmp(environ[i], variable, name) != 0;
    }
    copy[kept] = variable;
    return copy;
}

/* Starts the program, with `out` as both of its outputs, in the folder, without input; 0 or an error number. */
static int start(char **arguments, const char *folder, int out, char **environment, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    NBB_RETURN_IF(error != 0, error);
    error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    error = error != 0 ? error : posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    error = error != 0 ? error : posix_spawn_file_actions_adddup2(&actions, out, STDERR_FILENO);
    error = error != 0 || folder == NULL ? error : posix_spawn_file_actions_addchdir_np(&actions, folder);
    error = error != 0 ? error : nbb_interrupt_spawn(arguments[0], &actions, arguments, environment, child);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Reads until every writer has closed the pipe. A program of work that hooks stop is ended. */
static void collect(int descriptor, pid_t child, nbb_text *output)
{
    enum { ASKED_EVERY_MS = 100 };
    char chunk[4096];
    ssize_t got = 1;
    struct pollfd pipe = { .fd = descriptor, .events = POLLIN };
    while (got > 0 || (got < 0 && errno == EINTR)) {
        if (nbb_hooks_now() != NULL && nbb_interrupt_came()) {
            kill(-child, SIGKILL);
        }
        if (poll(&pipe, 1, ASKED_EVERY_MS) > 0 && (got = read(descriptor, chunk, sizeof chunk)) > 0) {
            nbb_text_put(output, chunk, (size_t)got);
        }
    }
}

/* Runs the program to its end; 0 or the error number of its start. */
static int run(char **arguments, const char *folder, char **environment, nbb_text *output, int *exit_code)
{
    int ends[2];
    pid_t child = 0;
    NBB_RETURN_IF(pipe2(ends, O_CLOEXEC) != 0, errno);
    int error = start(arguments, folder, ends[1], environment, &child);
    close(ends[1]);
    if (error == 0) {
        nbb_ending_program noted = { .leader = child };
        nbb_ending_note_program(&noted);
        collect(ends[0], child, output);
        /* Waits for the end, and forgets the program while nothing else can have its number yet. */
        siginfo_t end;
        int state = 0;
        while (waitid(P_PID, (id_t)child, &end, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
        }
        nbb_ending_forget_program(&noted);
        *exit_code = waitpid(child, &state, 0) < 0 ? 127
                     : WIFEXITED(state)            ? WEXITSTATUS(state)
                                                   : 128 + WTERMSIG(state);
        if (*exit_code != 0) {
            nbb_hooks_hurry(); /* what stops the work may have ended the program */
        }
    }
    close(ends[0]);
    return error;
}

nbb_status nbb_process_run(const nbb_list *words, const char *folder, nbb_text *output, int *exit_code)
{
    /* for what a program that is ended leaves behind */
    NBB_LOCAL_TEXT_OF(temporary, "a command line", "TMPDIR=%s", folder != NULL ? folder : nbb_machine_temporary());
    NBB_LOCAL_HEAP char **environment = nbb_process_environment(temporary.data);
    NBB_FAIL_IF(environment == NULL, nbb_fail_memory(0, "a command line"));
    int error = run(words->items, folder, environment, output, exit_code);
    return error != 0 ? nbb_fail(NBB_ERROR_DEVICE, "%s cannot be run: %s", words->items[0], strerror(error))
                      : nbb_text_status(output, "a program's output");
}

nbb_status nbb_process_need(const nbb_list *words, const char *folder, const char *purpose, const char *advice)
{
    NBB_LOCAL_TEXT log = NBB_TEXT_EMPTY;
    int exit_code = 0;
    nbb_status status = nbb_process_run(words, folder, &log, &exit_code);
    NBB_STOP_IF(status == NBB_ERROR_DEVICE, NBB_ERROR_DEVICE, "%s: %s; %s", purpose, nbb_message(), advice);
    NBB_RETURN_IF(status != NBB_OK || exit_code == 0, status);
    NBB_TRY(nbb_interrupt_check());
    return nbb_fail(NBB_ERROR_DEVICE, "%s fails with exit code %d: %s", words->items[0], exit_code,
                    nbb_text_string(&log));
}
