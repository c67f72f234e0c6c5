/* main.c - nbbgen: finds the command, runs it, and turns its status into the exit code. */
#include "cli/commands.h"
#include "cli/print_json.h"
#include "gen/base/commit.h"
#include "gen/base/near.h"
#include "gen/base/say.h"
#include "runtime/device/interrupt.h"

#include <stdio.h>
#include <string.h>

typedef nbb_status command_function(const nbb_options *options);
static command_function *const functions[NBB_COMMAND_COUNT] = {
    [NBB_COMMAND_LIST] = nbb_command_list,     [NBB_COMMAND_INFO] = nbb_command_info,
    [NBB_COMMAND_CHECK] = nbb_command_check,   [NBB_COMMAND_RENDER] = nbb_command_render,
    [NBB_COMMAND_EMIT] = nbb_command_emit,     [NBB_COMMAND_RUN] = nbb_command_run,
    [NBB_COMMAND_BENCH] = nbb_command_bench,   [NBB_COMMAND_DOCTOR] = nbb_command_doctor,
};

static void print_help(void)
{
    puts("usage: nbbgen COMMAND [FRACTAL] [OPTION...]\n"
         "Makes CUDA or C kernels for one fractal, and runs work on them.\n");
    for (int i = 0; i < NBB_COMMAND_COUNT; ++i) {
        printf("  %-8s %s\n", nbb_command_names[i], nbb_command_purposes[i]);
    }
    puts("\nFRACTAL is a name that 'nbbgen list' shows, or the path of a .lua file. Names are those of the\n"
         "definitions that come with nbbgen, then of those in the folders of $NBBGEN_FRACTALS (A:B:C).\n"
         "'nbbgen COMMAND --help' lists a command's options.\n"
         "Compiled modules are kept in $XDG_CACHE_HOME/nbbgen or ~/.cache/nbbgen, at most 256 MiB.\n"
         "Exit codes: 0 done, 1 run time, 2 usage, 3 definition, 4 device or compiler, 5 verification failed,\n"
         "130 and 143 interrupted.\n\n"
         "  nbbgen run vicsek --r 12 --tc          run the default automaton, maps on tensor cores\n"
         "  nbbgen emit sierpinski --r 16 -o s.cu  one kernel file that needs only nvcc");
}

static nbb_status fail_unknown(const char *name)
{
    int near = nbb_near_miss(name, nbb_command_names, NBB_COMMAND_COUNT);
    if (near >= 0) {
        return nbb_fail(NBB_ERROR_USAGE, "unknown command '%s': did you mean '%s'? See nbbgen --help", name,
                        nbb_command_names[near]);
    }
    return nbb_fail(NBB_ERROR_USAGE, "unknown command '%s'; see nbbgen --help", name);
}

static bool is_help(const char *word)
{
    static const char *const words[] = { "help", "--help", "-h", "-?" };
    int i = 0;
    while (i < 4 && strcmp(words[i], word) != 0) {
        ++i;
    }
    return i < 4;
}

static nbb_status run_command(int argc, char **argv)
{
    if (argc < 2) {
        return nbb_fail(NBB_ERROR_USAGE, "which command? See nbbgen --help");
    }
    if (is_help(argv[1]) && argc == 2) {
        print_help();
        return NBB_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("nbbgen " NBB_VERSION " (commit %s)\n", nbb_commit);
        return NBB_OK;
    }
    if (is_help(argv[1])) {                           /* "help run" asks for "run --help" */
        argv[1] = argv[2];
        argv[2] = "--help";
        argc = 3;
    }
    nbb_command command = nbb_command_named(argv[1]);
    if (command == NBB_COMMAND_COUNT) {
        return fail_unknown(argv[1]);
    }
    nbb_options options;
    NBB_TRY(nbb_interrupt_install());
    NBB_TRY(nbb_options_parse(argc - 1, argv + 1, command, &options));
    return functions[command](&options);
}

int main(int argc, char **argv)
{
    nbb_status status = run_command(argc, argv);
    fflush(stdout);
    if (ferror(stdout) && status == NBB_OK) {
        status = nbb_fail(NBB_ERROR_RUN, "standard output cannot be written");
    }
    if (status != NBB_OK) {
        nbb_say("%s: %s", nbb_status_text(status), nbb_message());
        if (argc > 1) {
            nbb_print_failure(argc - 1, argv + 1);
        }
    }
    nbb_message_free();
    return nbb_interrupt_exit_code(status);
}
