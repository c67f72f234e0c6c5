/* complete.c - the completions for bash, fish and zsh, from the table of options and the shipped files. */
#include "cli/documents/documents.h"

#include "cli/help.h"
#include "cli/parse.h"
#include "gen/definition/definition.h"
#include "gen/program/program.h"
#include "library/option_row.h"

#include <string.h>

/* For the value of an option: words with blanks between, files of any name, or folders; none of them where the value
   is the user's own, as a number, and for a flag. */
typedef struct offer {
    nbb_text words;
    bool files, folders;
} offer;

/* What is offered: for each row's value, the names of fractals, and what `nbbgen help` knows. */
typedef struct offers {
    offer values[NBB_OPTION_ROWS_MAX];
    nbb_text fractals, topics;
} offers;

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

static nbb_status offer_value(const nbb_option_row *row, offer *value)
{
    if (row->argument == NULL) {
        return NBB_OK;
    }
    value->files = strstr(row->argument, "FILE") != NULL;
    value->folders = strstr(row->argument, "DIR") != NULL;
    if (strcmp(row->name, "program") == 0) {
        return add_names(&nbb_program_search, &value->words);
    }
    for (int i = 0; row->choices != NULL && i < row->choices->count; ++i) {
        nbb_text_add(&value->words, "%s%s", i > 0 ? " " : "", row->choices->names[i]);
    }
    if (row->choices == NULL && strchr(row->argument, '|') != NULL) {
        add_alternatives(row->argument, &value->words);
    }
    return nbb_text_status(&value->words, "values");
}

static nbb_status make_offers(offers *all)
{
    NBB_LOCAL_LIST topics = { NULL, 0 };
    NBB_TRY(add_names(&nbb_definition_search, &all->fractals));
    NBB_TRY(nbb_help_topics(&topics));
    for (int i = 0; i < NBB_COMMAND_COUNT; ++i) {
        nbb_text_add(&all->topics, "%s%s", i > 0 ? " " : "", nbb_command_names[i]);
    }
    for (size_t i = 0; i < topics.count; ++i) {
        nbb_text_add(&all->topics, " %s", topics.items[i]);
    }
    for (int i = 0; i < nbb_option_row_count; ++i) {
        NBB_TRY(offer_value(&nbb_option_rows[i], &all->values[i]));
    }
    return nbb_text_status(&all->topics, "topics");
}

static void free_offers(offers *all)
{
    for (int i = 0; i < nbb_option_row_count; ++i) {
        nbb_text_free(&all->values[i].words);
    }
    nbb_text_free(&all->fractals);
    nbb_text_free(&all->topics);
}

static const char help_purpose[] = "a command's options, or a page";

static bool takes(int command, int row)
{
    return (nbb_option_rows[row].commands >> command & 1) != 0;
}

/* Whether the command takes several values of the row, with commas between. */
static bool takes_list(int command, int row)
{
    return command == NBB_COMMAND_BENCH && (nbb_option_rows[row].commands & NBB_OPTION_LISTED) != 0;
}

static bool takes_fractal(int command)
{
    return *nbb_command_subjects((nbb_command)command) != '\0';
}

/* Appends what an option or command does, up to the first aside, with each character of `special` behind `escape`. */
static void add_purpose(const char *words, const char *special, const char *escape, nbb_text *text)
{
    size_t length = strcspn(words, ";(");
    while (length > 0 && words[length - 1] == ' ') {
        --length;
    }
    for (size_t i = 0; i < length; ++i) {
        nbb_text_add(text, "%s%c", strchr(special, words[i]) != NULL ? escape : "", words[i]);
    }
}

/* ---- bash ---- */

/* Bash takes "=" for a word of its own: "--map=la" is --map, = and la. `lists` is the command to which a value is a
   list with commas. */
static const char bash_head[] = "# nbbgen's completions for bash, made from its table of options.\n"
                                "_nbbgen()\n"
                                "{\n"
                                "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
                                "    local words='' files='' options='' fractals='' equals='' lists=''\n"
                                "    [[ $current != = ]] || equals=1 current=''\n"
                                "    [[ $previous != = ]] || equals=1 previous=${COMP_WORDS[COMP_CWORD - 2]}\n";
static const char bash_tail[] = "    case $current in\n"
                                "        -*) COMPREPLY=($(compgen -W \"$options\" -- \"$current\")) ;;\n"
                                "        *)\n"
                                "            COMPREPLY=($(compgen -W \"$fractals\" -- \"$current\"))\n"
                                "            if [[ -n $fractals ]]; then\n"
                                "                COMPREPLY+=($(compgen -f -X '!*.lua' -- \"$current\"))\n"
                                "                COMPREPLY+=($(compgen -d -- \"$current\"))\n"
                                "            fi\n"
                                "            compopt -o filenames\n"
                                "            ;;\n"
                                "    esac\n"
                                "}\n"
                                "complete -F _nbbgen nbbgen\n";

static const char bash_values[] = "        *) files=none ;;\n    esac\n"
                                  "    if [[ $files != none ]]; then\n"
                                  "        if [[ $lists == \"${COMP_WORDS[1]}\" && $current == *,* ]]; then\n"
                                  "            COMPREPLY=($(compgen -P \"${current%,*},\" -W \"$words\" --"
                                  " \"${current##*,}\"))\n"
                                  "            return\n"
                                  "        fi\n"
                                  "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
                                  "        [[ -z $files ]] || COMPREPLY+=($(compgen $files -- \"$current\"))\n"
                                  "        compopt -o filenames\n"
                                  "        return\n"
                                  "    fi\n"
                                  "    case ${COMP_WORDS[1]} in\n";

/* The case of an option with a value: "run:--map | run:-m) words='...' ;;". */
static void add_bash_value(int number, const offer *value, nbb_text *script)
{
    const nbb_option_row *row = &nbb_option_rows[number];
    const char *between = "        ";
    for (int command = 0; command < NBB_COMMAND_COUNT; ++command) {
        if (takes(command, number)) {
            nbb_text_add(script, "%s%s:--%s", between, nbb_command_names[command], row->name);
            between = " | ";
            if (row->short_name != 0) {
                nbb_text_add(script, " | %s:-%c", nbb_command_names[command], row->short_name);
            }
        }
    }
    nbb_text_add(script, ") words='%s' files=%s", nbb_text_string(&value->words),
                 value->files     ? "-f"
                 : value->folders ? "-d"
                                  : "");
    nbb_text_add(script, takes_list(NBB_COMMAND_BENCH, number) ? "; lists=bench" : "");
    nbb_text_add(script, row->kind == VARIANT ? "; [[ -n $equals ]] || files=none ;;\n" : " ;;\n");
}

/* The options of a command, and whether it takes fractals. */
static void add_bash_command(int command, const offers *all, nbb_text *script)
{
    nbb_text_add(script, "        %s)\n            options='--help", nbb_command_names[command]);
    for (int i = 0; i < nbb_option_row_count; ++i) {
        if (takes(command, i)) {
            nbb_text_add(script, " --%s", nbb_option_rows[i].name);
        }
    }
    nbb_text_add(script, "'\n");
    if (takes_fractal(command)) {
        nbb_text_add(script, "            fractals='%s'\n", nbb_text_string(&all->fractals));
    }
    nbb_text_add(script, "            ;;\n");
}

static void complete_bash(const offers *all, nbb_text *script)
{
    nbb_text_add(script, "%s    if ((COMP_CWORD == 1)); then\n        COMPREPLY=($(compgen -W '", bash_head);
    for (int i = 0; i < NBB_COMMAND_COUNT; ++i) {
        nbb_text_add(script, "%s ", nbb_command_names[i]);
    }
    nbb_text_add(script,
                 "help' -- \"$current\"))\n        return\n    fi\n"
                 "    if [[ ${COMP_WORDS[1]} == help ]]; then\n        COMPREPLY=($(compgen -W '%s' --"
                 " \"$current\"))\n        return\n    fi\n    case ${COMP_WORDS[1]}:$previous in\n",
                 nbb_text_string(&all->topics));
    for (int i = 0; i < nbb_option_row_count; ++i) {
        if (nbb_option_rows[i].argument != NULL) {
            add_bash_value(i, &all->values[i], script);
        }
    }
    nbb_text_add(script, "%s", bash_values);
    for (int command = 0; command < NBB_COMMAND_COUNT; ++command) {
        add_bash_command(command, all, script);
    }
    nbb_text_add(script, "    esac\n%s", bash_tail);
}

/* ---- fish ---- */

static void end_fish(const char *purpose, nbb_text *script)
{
    nbb_text_add(script, " -d '");
    add_purpose(purpose, "\\'", "\\", script);
    nbb_text_add(script, "'\n");
}

/* Begins an entry that holds once one of the commands stands there that take the row, as a list or not, or with -1
   those that take fractals; false where there is none. */
static bool begin_fish(int row, bool lists, nbb_text *script)
{
    NBB_LOCAL_TEXT commands = NBB_TEXT_EMPTY;
    for (int i = 0; i < NBB_COMMAND_COUNT; ++i) {
        if (row < 0 ? takes_fractal(i) : takes(i, row) && takes_list(i, row) == lists) {
            nbb_text_add(&commands, " %s", nbb_command_names[i]);
        }
    }
    if (commands.length > 0) {
        nbb_text_add(script, "complete -c nbbgen -n '__fish_seen_subcommand_from%s'", nbb_text_string(&commands));
    }
    return commands.length > 0;
}

static void add_fish_option(int number, bool lists, const offer *value, nbb_text *script)
{
    const nbb_option_row *row = &nbb_option_rows[number];
    if (!begin_fish(number, lists, script)) {
        return;
    }
    nbb_text_add(script, " -l %s", row->name);
    if (row->short_name != 0) {
        nbb_text_add(script, " -s %c", row->short_name);
    }
    if (row->argument != NULL && row->kind != VARIANT) { /* a value that must be there: of files too, or of none */
        nbb_text_add(script, value->files ? " -r -F" : " -x");
    }
    if (value->words.length > 0 || value->folders) {
        nbb_text_add(script, lists ? " -a '(__fish_append , %s)'" : " -a '%s'",
                     value->folders ? "(__fish_complete_directories)" : nbb_text_string(&value->words));
    }
    end_fish(row->help, script);
}

static void complete_fish(const offers *all, nbb_text *script)
{
    nbb_text_add(script, "# nbbgen's completions for fish, made from its table of options.\ncomplete -c nbbgen -f\n");
    for (int i = 0; i <= NBB_COMMAND_COUNT; ++i) {
        bool is_help = i == NBB_COMMAND_COUNT;
        nbb_text_add(script, "complete -c nbbgen -n __fish_use_subcommand -a %s",
                     is_help ? "help" : nbb_command_names[i]);
        end_fish(is_help ? help_purpose : nbb_command_purposes[i], script);
    }
    nbb_text_add(script, "complete -c nbbgen -n '__fish_seen_subcommand_from help' -a '%s'\n",
                 nbb_text_string(&all->topics));
    for (int i = 0; i < nbb_option_row_count; ++i) {
        add_fish_option(i, false, &all->values[i], script);
        add_fish_option(i, true, &all->values[i], script);
    }
    begin_fish(-1, false, script);
    nbb_text_add(script, " -a '%s (__fish_complete_suffix .lua)'\n", nbb_text_string(&all->fractals));
}

/* ---- zsh ---- */

/* "'--map=[where threads go]:value:(auto bb lambda)'", and the same of the short name. */
static void add_zsh_form(int number, bool lists, const char *form, const offer *value, nbb_text *script)
{
    const nbb_option_row *row = &nbb_option_rows[number];
    nbb_text_add(script, "            '%s%s[", row->kind == TEXTS || row->kind == SET ? "*" : "", form);
    add_purpose(row->help, "'", "'\\'", script);
    nbb_text_add(script, "]");
    if (row->argument != NULL) {
        bool has_words = value->words.length > 0;
        nbb_text_add(script, "%s:value:%s%s%s%s%s", row->kind == VARIANT ? ":" : "",
                     has_words && value->files ? "{compadd -- "
                     : has_words && lists      ? "_values -s , value "
                     : has_words               ? "("
                                               : "",
                     nbb_text_string(&value->words),
                     has_words && value->files ? "; _files}"
                     : has_words && !lists     ? ")"
                                               : "",
                     !has_words && value->files ? "_files" : "", value->folders ? "_files -/" : "");
    }
    nbb_text_add(script, "'\n");
}

static void add_zsh_option(int command, int number, const offer *value, nbb_text *script)
{
    const nbb_option_row *row = &nbb_option_rows[number];
    bool lists = takes_list(command, number);
    NBB_LOCAL_TEXT form = nbb_text_of("--%s%s", row->name,
                                      row->argument == NULL  ? ""
                                      : row->kind == VARIANT ? "=-"
                                                             : "=");
    add_zsh_form(number, lists, nbb_text_string(&form), value, script);
    if (row->short_name != 0) {
        NBB_LOCAL_TEXT short_form = nbb_text_of("-%c%s", row->short_name, row->argument == NULL ? "" : "+");
        add_zsh_form(number, lists, nbb_text_string(&short_form), value, script);
    }
}

static void add_zsh_command(int command, const offers *all, nbb_text *script)
{
    nbb_text_add(script, "    %s)\n        arguments=(\n            '--help[list the options]'\n",
                 nbb_command_names[command]);
    for (int i = 0; i < nbb_option_row_count; ++i) {
        if (takes(command, i)) {
            add_zsh_option(command, i, &all->values[i], script);
        }
    }
    if (takes_fractal(command)) {
        nbb_text_add(script, "            '*:fractal:{compadd -- %s; _files -g \"*.lua\"}'\n",
                     nbb_text_string(&all->fractals));
    }
    nbb_text_add(script, "        )\n        ;;\n");
}

static void complete_zsh(const offers *all, nbb_text *script)
{
    nbb_text_add(script, "#compdef nbbgen\n# nbbgen's completions for zsh, made from its table of options.\n"
                         "local -a commands arguments\n"
                         "if ((CURRENT == 2)); then\n    commands=(\n");
    for (int i = 0; i <= NBB_COMMAND_COUNT; ++i) {
        bool is_help = i == NBB_COMMAND_COUNT;
        nbb_text_add(script, "        '%s:", is_help ? "help" : nbb_command_names[i]);
        add_purpose(is_help ? help_purpose : nbb_command_purposes[i], "'", "'\\'", script);
        nbb_text_add(script, "'\n");
    }
    nbb_text_add(script,
                 "    )\n    _describe command commands\n    return\nfi\n"
                 "shift words\n((CURRENT--))\ncase $words[1] in\n    help) compadd -- %s; return ;;\n",
                 nbb_text_string(&all->topics));
    for (int i = 0; i < NBB_COMMAND_COUNT; ++i) {
        add_zsh_command(i, all, script);
    }
    nbb_text_add(script, "    *) return 1 ;;\nesac\n_arguments -s $arguments\n");
}

nbb_status nbb_complete(nbb_text scripts[NBB_SHELLS])
{
    static void (*const shells[NBB_SHELLS])(const offers *, nbb_text *) = { complete_bash, complete_fish,
                                                                            complete_zsh };
    NBB_AT_END(free_offers) offers all = { .fractals = NBB_TEXT_EMPTY };
    NBB_TRY(make_offers(&all));
    for (int i = 0; i < NBB_SHELLS; ++i) {
        shells[i](&all, &scripts[i]);
    }
    return nbb_text_whole("a script");
}
