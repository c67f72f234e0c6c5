/* complete_zsh.c - the completions for zsh. */
#include "cli/documents/documents.h"

static void add_purpose(const char *name, const char *purpose, nbb_text *script)
{
    nbb_text_add(script, "        '%s:", name);
    nbb_offer_purpose(purpose, "'", "'\\'", script);
    nbb_text_add(script, "'\n");
}

static nbb_status add_commands(nbb_text *script)
{
    nbb_text_add(script, "#compdef nbbgen\n# nbbgen's completions for zsh, made from its table of options.\n"
                         "local -a commands arguments\n"
                         "if ((CURRENT == 2)); then\n    commands=(\n");
    for (int i = 0; i < NBB_COMMAND_COUNT; ++i) {
        add_purpose(nbb_command_names[i], nbb_command_purposes[i], script);
    }
    add_purpose("help", nbb_offer_help, script);
    nbb_text_add(script, "    )\n    _describe command commands\n    return\nfi\n"
                         "shift words\n((CURRENT--))\ncase $words[1] in\n    help) compadd -- ");
    nbb_status status = nbb_offer_topics(script);
    nbb_text_add(script, "; return ;;\n");
    return status;
}

/* "'--map=[where threads go]:value:(auto bb lambda)'", and the same of the short name. */
static void add_form(const nbb_option_row *row, bool lists, const char *form, const nbb_offer *offer,
                     nbb_text *script)
{
    nbb_text_add(script, "            '%s%s[", row->kind == TEXTS || row->kind == SET ? "*" : "", form);
    nbb_offer_purpose(row->help, "'", "'\\'", script);
    nbb_text_add(script, "]");
    if (row->argument != NULL) {
        bool has_words = offer->words.length > 0;
        nbb_text_add(script, "%s:value:%s%s%s%s%s", row->kind == VARIANT ? ":" : "",
                     has_words && offer->files ? "{compadd -- "
                     : has_words && lists      ? "_values -s , value "
                     : has_words               ? "("
                                               : "",
                     nbb_text_string(&offer->words),
                     has_words && offer->files    ? "; _files}"
                     : has_words && !lists        ? ")"
                                                  : "",
                     !has_words && offer->files ? "_files" : "", offer->folders ? "_files -/" : "");
    }
    nbb_text_add(script, "'\n");
}

static nbb_status add_option(const nbb_option_row *row, nbb_command command, nbb_text *script)
{
    bool lists = nbb_offer_lists(row, command);
    nbb_offer offer;
    NBB_LOCAL_TEXT form = NBB_TEXT_EMPTY;
    nbb_status status = nbb_offer_value(row, &offer);
    if (status == NBB_OK) {
        nbb_text_add(&form, "--%s%s", row->name, row->argument == NULL ? "" : row->kind == VARIANT ? "=-" : "=");
        add_form(row, lists, nbb_text_string(&form), &offer, script);
    }
    if (status == NBB_OK && row->short_name != 0) {
        nbb_text_free(&form);
        nbb_text_add(&form, "-%c%s", row->short_name, row->argument == NULL ? "" : "+");
        add_form(row, lists, nbb_text_string(&form), &offer, script);
    }
    nbb_offer_free(&offer);
    return status;
}

static nbb_status add_command(nbb_command command, const nbb_text *fractals, nbb_text *script)
{
    nbb_text_add(script, "    %s)\n        arguments=(\n            '--help[list the options]'\n",
                 nbb_command_names[command]);
    for (int i = 0; i < nbb_option_row_count; ++i) {
        if (nbb_offer_takes(command, i)) {
            NBB_TRY(add_option(&nbb_option_rows[i], command, script));
        }
    }
    if (nbb_offer_takes_fractal(command)) {
        nbb_text_add(script, "            '*:fractal:{compadd -- %s; _files -g \"*.lua\"}'\n",
                     nbb_text_string(fractals));
    }
    nbb_text_add(script, "        )\n        ;;\n");
    return NBB_OK;
}

nbb_status nbb_complete_zsh(nbb_text *script)
{
    NBB_LOCAL_TEXT fractals = NBB_TEXT_EMPTY;
    nbb_status status = nbb_offer_fractals(&fractals);
    status = status == NBB_OK ? add_commands(script) : status;
    for (int i = 0; i < NBB_COMMAND_COUNT && status == NBB_OK; ++i) {
        status = add_command((nbb_command)i, &fractals, script);
    }
    nbb_text_add(script, "    *) return 1 ;;\nesac\n_arguments -s $arguments\n");
    return status != NBB_OK ? status : nbb_text_status(script, "a script");
}
