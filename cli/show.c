/* show.c - what a command prints: JSON, or words about it. */
#include "cli/commands.h"

#include "library/describe.h"
#include "library/page.h"

static bool is_printed;

void nbb_print_report(const char *bytes, size_t length)
{
    is_printed = true;
    fwrite(bytes, 1, length, stdout); /* main asks whether the output could be written */
    fflush(stdout);                   /* a device takes its time to close; the reader need not wait */
}

nbb_status nbb_print_json(json_t *value)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_json_print(value, 2, "a JSON value", &text));
    nbb_print_report(text.data, text.length);
    return NBB_OK;
}

nbb_status nbb_print_value(const nbb_options *options, json_t *value, const char *page)
{
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY;
    if (options->json) {
        return nbb_print_json(value);
    }
    NBB_TRY(nbb_page_print(&nbb_show_pages, page, value, &words));
    nbb_print_report(nbb_text_string(&words), words.length);
    return NBB_OK;
}

static bool asks_json(int argc, char **argv)
{
    bool asks = false;
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        asks = asks || strcmp(argv[i], "--json") == 0 || strncmp(argv[i], "--json=", 7) == 0;
    }
    return asks;
}

void nbb_print_failure(int argc, char **argv)
{
    nbb_failed failure = nbb_failure_take();
    nbb_lost_use(false); /* what was lost is the failure's, not the object's */
    if (asks_json(argc, argv) && !is_printed) {
        nbb_print_json(json_pack("{s:o}", "error", nbb_describe_failure(&failure)));
        nbb_message_free();
    }
    nbb_failure_give(&failure);
}
