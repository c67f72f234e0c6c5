/* main.c - nbbgen: finds the command, runs it, and turns its status into the exit code. */
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/parse.h"
#include "cli/print_json.h"
#include "gen/base/commit.h"
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
        return nbb_help_print();
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("nbbgen " NBB_VERSION " (commit %s)\n", nbb_commit);
        return NBB_OK;
    }
    if (is_help(argv[1])) {                           /* "help run" asks for "run --help" */
        if (nbb_command_named(argv[2]) == NBB_COMMAND_COUNT) {
            return nbb_help_topic(argv[2]);
        }
        argv[1] = argv[2];
        argv[2] = "--help";
        argc = 3;
    }
    nbb_command command = nbb_command_named(argv[1]);
    if (command == NBB_COMMAND_COUNT) {
        return nbb_help_unknown(argv[1]);
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
