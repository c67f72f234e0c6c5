/* offer.c - finds the completions in the table of options and among the shipped files. */
#include "cli/documents/documents.h"

#include "cli/help.h"
#include "cli/parse.h"
#include "gen/definition/definition.h"
#include "gen/program/program.h"

#include <string.h>

static nbb_status add_names(const nbb_search *search, nbb_text *words)
{
    NBB_LOCAL_LIST names = { NULL, 0 };
    NBB_TRY(nbb_search_list(search, &names));
    for (size_t i = 0; i < names.count; ++i) {
        nbb_text_add(words, "%s%s", words->length > 0 ? " " : "", names.items[i]);
    }
    return nbb_text_status(words, "names");
}

/* The alternatives of "auto|cpu|cuda[:N|:all]" as far as they can be told: one in capitals stands for others, and
   what is in brackets may follow. */
static void add_alternatives(const char *argument, nbb_text *words)
{
    while (*argument != '\0') {
        size_t plain = strcspn(argument, "|[");
        if (strcspn(argument, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") >= plain) {
            nbb_text_add(words, "%s%.*s", words->length > 0 ? " " : "", (int)plain, argument);
        }
        argument += plain;
        argument += *argument == '[' ? strcspn(argument, "]") + 1 : 0;
        argument += *argument == '|';
    }
}

nbb_status nbb_offer_value(const nbb_option_row *row, nbb_offer *offer)
{
    *offer = (nbb_offer){ NBB_TEXT_EMPTY, false, false };
    if (row->argument == NULL) {
        return NBB_OK;
    }
    offer->files = strstr(row->argument, "FILE") != NULL;
    offer->folders = strstr(row->argument, "DIR") != NULL;
    if (strcmp(row->name, "program") == 0) {
        return add_names(&nbb_program_search, &offer->words);
    }
    for (int i = 0; row->choices != NULL && i < row->choices->count; ++i) {
        nbb_text_add(&offer->words, "%s%s", i > 0 ? " " : "", row->choices->names[i]);
    }
    if (row->choices == NULL && strchr(row->argument, '|') != NULL) {
        add_alternatives(row->argument, &offer->words);
    }
    return nbb_text_status(&offer->words, "values");
}

void nbb_offer_free(nbb_offer *offer)
{
    nbb_text_free(&offer->words);
}

nbb_status nbb_offer_fractals(nbb_text *words)
{
    return add_names(&nbb_definition_search, words);
}

const char nbb_offer_help[] = "a command's options, or a page";

nbb_status nbb_offer_topics(nbb_text *words)
{
    NBB_LOCAL_LIST topics = { NULL, 0 };
    nbb_status status = nbb_help_topics(&topics);
    for (int i = 0; i < NBB_COMMAND_COUNT; ++i) {
        nbb_text_add(words, "%s%s", i > 0 ? " " : "", nbb_command_names[i]);
    }
    for (size_t i = 0; i < topics.count; ++i) {
        nbb_text_add(words, " %s", topics.items[i]);
    }
    return status;
}

bool nbb_offer_lists(const nbb_option_row *row, nbb_command command)
{
    return command == NBB_COMMAND_BENCH && (row->commands & NBB_OPTION_LISTED) != 0;
}

bool nbb_offer_takes(nbb_command command, int row)
{
    return (nbb_option_rows[row].commands >> command & 1) != 0;
}

bool nbb_offer_takes_fractal(nbb_command command)
{
    return *nbb_command_subjects(command) != '\0';
}

void nbb_offer_purpose(const char *words, const char *special, const char *escape, nbb_text *text)
{
    size_t length = strcspn(words, ";(");
    while (length > 0 && words[length - 1] == ' ') {
        --length;
    }
    for (size_t i = 0; i < length; ++i) {
        nbb_text_add(text, "%s%c", strchr(special, words[i]) != NULL ? escape : "", words[i]);
    }
}
