/* main.c - nbbgen: finds the command, runs it, and exits by its status. */
#include "cli/commands.h"
#include "runtime/device/machine.h"

#include <fcntl.h>
#include <unistd.h>

static bool is_help(const char *word)
{
    static const char *const words[] = { "help", "--help", "-h", "-?" };
    return nbb_spelling_index(&(nbb_spellings){ words, 4 }, word) >= 0;
}

static nbb_status run_command(int argc, char **argv)
{
    NBB_REFUSE_IF(argc < 2, "which command? See nbbgen --help");
    NBB_REFUSE_IF(is_help(argv[1]) && argc > 3, "nbbgen help: unexpected argument '%s'", argv[3]);
    NBB_RETURN_IF(is_help(argv[1]), nbb_help(argv[2]));
    if (strcmp(argv[1], "--version") == 0) {
        printf("nbbgen " NBB_VERSION " (commit %s)\n", nbb_commit);
        return NBB_OK;
    }
    NBB_RETURN_IF(strcmp(argv[1], "--complete") == 0 && argc > 2, nbb_help_complete(argc - 2, argv + 2));
    int command = nbb_spelling_index(&(nbb_spellings){ nbb_command_names, NBB_COMMAND_COUNT }, argv[1]);
    NBB_RETURN_IF(command < 0, nbb_help_unknown(argv[1], NULL));
    nbb_options options;
    NBB_TRY(nbb_interrupt_install());
    NBB_TRY(nbb_options_parse(argc - 1, argv + 1, (nbb_command)command, &options));
    return command == NBB_COMMAND_RUN || command == NBB_COMMAND_BENCH ? nbb_run_ranks_do(&options, nbb_command_do)
                                                                      : nbb_client_do(&options, NULL, nbb_command_do);
}

/* The number of a standard stream that is closed would be the next file's: what is printed would be written to that.
   This one can be read alone, so that printing still fails. */
static void hold_streams(void)
{
    int held = 0;
    while (held >= 0 && held <= STDERR_FILENO) {
        held = open("/dev/null", O_RDONLY);
    }
    close(held);
}

/* OpenMP's threads that wait spin for many milliseconds by default, beside the threads that write and beside whatever
   else runs: on busy processors steps and checkpoints take ten times as long. The library reads its environment
   before main is called, so that the program is begun once more with another. */
static void wait_quietly(int argc, char **argv)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    bool computes = argc > 1
                    && (strcmp(argv[1], "run") == 0 || strcmp(argv[1], "bench") == 0 || strcmp(argv[1], "view") == 0);
    bool is_set = getenv("OMP_WAIT_POLICY") != NULL || getenv("GOMP_SPINCOUNT") != NULL;
    if (computes && !is_set && length > 0 && setenv("OMP_WAIT_POLICY", "passive", 1) == 0) {
        path[length] = '\0';
        execv(path, argv);
    }
}

int main(int argc, char **argv)
{
    wait_quietly(argc, argv);
    hold_streams();
    nbb_status status = run_command(argc, argv);
    status = status == NBB_OK ? nbb_print_end() : status;
    status = status == NBB_OK ? nbb_text_whole("a text") : status;
    if (status != NBB_OK && nbb_run_ranks_speaks()) {
        nbb_say("%s: %s", nbb_status_text(status), nbb_message());
        nbb_print_failure(argc - 1, argv + 1);
    }
    nbb_message_free();
    return nbb_interrupt_exit_code(status);
}
