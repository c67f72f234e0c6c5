/* complete_fish.c - the completions for fish. */
#include "cli/documents/documents.h"

/* Begins an entry that holds once one of these commands stands there. */
static void begin(const char *commands, nbb_text *script)
{
    nbb_text_add(script, "complete -c nbbgen -n '__fish_seen_subcommand_from%s'", commands);
}

static void end(const char *purpose, nbb_text *script)
{
    nbb_text_add(script, " -d '");
    nbb_offer_purpose(purpose, "\\'", "\\", script);
    nbb_text_add(script, "'\n");
}

static void add_commands(nbb_text *script)
{
    nbb_text_add(script, "# nbbgen's completions for fish, made from its table of options.\ncomplete -c nbbgen -f\n");
    for (int i = 0; i < NBB_COMMAND_COUNT; ++i) {
        nbb_text_add(script, "complete -c nbbgen -n __fish_use_subcommand -a %s", nbb_command_names[i]);
        end(nbb_command_purposes[i], script);
    }
    nbb_text_add(script, "complete -c nbbgen -n __fish_use_subcommand -a help");
    end(nbb_offer_help, script);
}

static nbb_status add_help(nbb_text *script)
{
    begin(" help", script);
    nbb_text_add(script, " -a '");
    nbb_status status = nbb_offer_topics(script);
    nbb_text_add(script, "'\n");
    return status;
}

/* Appends " run emit": the commands that take the row, as a list or not, or with -1 those that take fractals. */
static void add_takers(int row, bool lists, nbb_text *commands)
{
    for (int i = 0; i < NBB_COMMAND_COUNT; ++i) {
        nbb_command command = (nbb_command)i;
        if (row < 0 ? nbb_offer_takes_fractal(command)
                    : nbb_offer_takes(command, row) && nbb_offer_lists(&nbb_option_rows[row], command) == lists) {
            nbb_text_add(commands, " %s", nbb_command_names[command]);
        }
    }
}

static void add_option(int number, bool lists, const nbb_offer *offer, nbb_text *script)
{
    const nbb_option_row *row = &nbb_option_rows[number];
    NBB_LOCAL_TEXT commands = NBB_TEXT_EMPTY;
    add_takers(number, lists, &commands);
    if (commands.length == 0) {
        return;
    }
    begin(nbb_text_string(&commands), script);
    nbb_text_add(script, " -l %s", row->name);
    if (row->short_name != 0) {
        nbb_text_add(script, " -s %c", row->short_name);
    }
    if (row->argument != NULL && row->kind != VARIANT) {  /* a value that must be there: of files too, or of none */
        nbb_text_add(script, offer->files ? " -r -F" : " -x");
    }
    if (offer->words.length > 0 || offer->folders) {
        nbb_text_add(script, lists ? " -a '(__fish_append , %s)'" : " -a '%s'",
                     offer->folders ? "(__fish_complete_directories)" : nbb_text_string(&offer->words));
    }
    end(row->help, script);
}

static nbb_status add_options(nbb_text *script)
{
    for (int i = 0; i < nbb_option_row_count; ++i) {
        nbb_offer offer;
        nbb_status status = nbb_offer_value(&nbb_option_rows[i], &offer);
        if (status == NBB_OK) {
            add_option(i, false, &offer, script);
            add_option(i, true, &offer, script);
        }
        nbb_offer_free(&offer);
        NBB_TRY(status);
    }
    return NBB_OK;
}

static nbb_status add_fractals(nbb_text *script)
{
    NBB_LOCAL_TEXT commands = NBB_TEXT_EMPTY, words = NBB_TEXT_EMPTY;
    nbb_status status = nbb_offer_fractals(&words);
    add_takers(-1, false, &commands);
    begin(nbb_text_string(&commands), script);
    nbb_text_add(script, " -a '%s (__fish_complete_suffix .lua)'\n", nbb_text_string(&words));
    return status;
}

nbb_status nbb_complete_fish(nbb_text *script)
{
    add_commands(script);
    NBB_TRY(add_help(script));
    NBB_TRY(add_options(script));
    NBB_TRY(add_fractals(script));
    return nbb_text_status(script, "a script");
}
