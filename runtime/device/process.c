/* process.c - posix_spawn, a pipe, waitpid. */
#include "runtime/device/process.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void nbb_process_word(nbb_text *words, const char *word)
{
    nbb_text_put(words, word, strlen(word) + 1);
}

void nbb_process_words(nbb_text *words, const char *text)
{
    for (text += strspn(text, " \t"); *text != '\0'; text += strspn(text, " \t")) {
        size_t length = strcspn(text, " \t");
        nbb_text_put(words, text, length);
        nbb_text_put(words, "", 1);
        text += length;
    }
}

/* The words as argv, NULL at its end, or NULL without memory; the caller frees the array. */
static char **arguments_of(const nbb_text *words)
{
    size_t count = 0;
    for (size_t i = 0; i < words->length; i++) {
        count += words->data[i] == '\0';
    }
    char **arguments = calloc(count + 1, sizeof *arguments);
    char *word = words->data;
    for (size_t i = 0; arguments != NULL && i < count; i++) {
        arguments[i] = word;
        word += strlen(word) + 1;
    }
    return arguments;
}

/* Starts the program with `out` as both of its outputs; 0 or an error number. */
static int start(char **arguments, const char *folder, int out, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) {
        return error;
    }
    error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    error = error != 0 ? error : posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    error = error != 0 ? error : posix_spawn_file_actions_adddup2(&actions, out, STDERR_FILENO);
    if (error == 0 && folder != NULL) {
        error = posix_spawn_file_actions_addchdir_np(&actions, folder);
    }
    error = error != 0 ? error : posix_spawnp(child, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Reads until every writer has closed the pipe. */
static void collect(int descriptor, nbb_text *output)
{
    char chunk[4096];
    ssize_t got = 0;
    while ((got = read(descriptor, chunk, sizeof chunk)) > 0 || (got < 0 && errno == EINTR)) {
        if (got > 0) {
            nbb_text_put(output, chunk, (size_t)got);
        }
    }
}

static int wait_for(pid_t child)
{
    int state = 0;
    while (waitpid(child, &state, 0) < 0) {
        if (errno != EINTR) {
            return 127;
        }
    }
    return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

nbb_status nbb_process_run(const nbb_text *words, const char *folder, nbb_text *output, int *exit_code)
{
    NBB_TRY(nbb_text_status(words, "a command line"));
    char **arguments = arguments_of(words);
    int ends[2];
    if (arguments == NULL) {
        return nbb_fail_memory(words->length, "a command line");
    }
    int error = pipe2(ends, O_CLOEXEC) != 0 ? errno : 0;
    if (error == 0) {
        pid_t child = 0;
        error = start(arguments, folder, ends[1], &child);
        close(ends[1]);
        if (error == 0) {
            collect(ends[0], output);
            *exit_code = wait_for(child);
        }
        close(ends[0]);
    }
    nbb_status status = nbb_text_status(output, "a program's output");
    if (error != 0) {
        status = nbb_fail(NBB_ERROR_DEVICE, "%s cannot be run: %s", arguments[0], strerror(error));
    }
    free(arguments);
    return status;
}
