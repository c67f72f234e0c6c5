/* print_json.c - a command's JSON on standard output. */
#include "cli/print_json.h"

#include "cli/parse.h"
#include "gen/base/json.h"
#include "library/describe.h"
#include "library/option_row.h"

#include <stdio.h>
#include <string.h>

static bool is_printed;

void nbb_print_report(const char *form, const char *bytes, size_t length)
{
    is_printed = is_printed || strcmp(form, "json") == 0;
    fwrite(bytes, 1, length, stdout);                 /* main asks whether the output could be written */
    fflush(stdout);                                   /* a device takes its time to close; the reader need not wait */
}

nbb_status nbb_print_json(json_t *value)
{
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_status status = nbb_json_print(value, 2, "a JSON value", &text);
    if (status == NBB_OK) {
        nbb_print_report("json", text.data, text.length);
    }
    nbb_text_free(&text);
    return status;
}

/* The command's option --json: a flag, or bench's, which names a file; NULL where it has none. */
static const nbb_option_row *json_row(nbb_command command)
{
    for (int i = 0; i < nbb_option_row_count; ++i) {
        if (strcmp(nbb_option_rows[i].name, "json") == 0 && nbb_option_rows[i].commands >> command & 1) {
            return &nbb_option_rows[i];
        }
    }
    return NULL;
}

/* Whether the words ask for JSON on standard output, which is the file "-". A command that there is not would have
   printed it there. */
static bool asks_json(int argc, char **argv)
{
    nbb_command command = nbb_command_named(argv[0]);
    const nbb_option_row *row = command < NBB_COMMAND_COUNT ? json_row(command) : NULL;
    bool is_file = row != NULL && row->argument != NULL, asks = false;
    if (row == NULL && command < NBB_COMMAND_COUNT) {
        return false;
    }
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        bool next = i + 1 < argc && strcmp(argv[i + 1], "-") == 0;
        asks |= strcmp(argv[i], "--json") == 0 && (!is_file || next);
        asks |= is_file ? strcmp(argv[i], "--json=-") == 0 : strncmp(argv[i], "--json=", 7) == 0;
    }
    return asks;
}

void nbb_print_failure(int argc, char **argv)
{
    nbb_failed failure = nbb_failure_take();
    nbb_lost_use(false);                         /* what was lost is the failure's, not the object's */
    if (asks_json(argc, argv) && !is_printed) {
        nbb_print_json(json_pack("{s:o}", "error", nbb_describe_failure(&failure)));
        nbb_message_free();
    }
    nbb_failure_give(&failure);
}
