/* complete_bash.c - the completions for bash. */
#include "cli/documents/documents.h"

/* Bash takes "=" for a word of its own: "--map=la" is --map, = and la. `lists` is the command to which a value is a
   list with commas. */
static const char head[] = "# nbbgen's completions for bash, made from its table of options.\n"
    "_nbbgen()\n"
    "{\n"
    "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local words='' files='' options='' fractals='' equals='' lists=''\n"
    "    [[ $current != = ]] || equals=1 current=''\n"
    "    [[ $previous != = ]] || equals=1 previous=${COMP_WORDS[COMP_CWORD - 2]}\n";
static const char tail[] = "    case $current in\n"
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

static void add_commands(nbb_text *script)
{
    nbb_text_add(script, "    if ((COMP_CWORD == 1)); then\n        COMPREPLY=($(compgen -W '");
    for (int i = 0; i < NBB_COMMAND_COUNT; ++i) {
        nbb_text_add(script, "%s ", nbb_command_names[i]);
    }
    nbb_text_add(script, "help' -- \"$current\"))\n        return\n    fi\n");
}

static nbb_status add_help(nbb_text *script)
{
    nbb_text_add(script, "    if [[ ${COMP_WORDS[1]} == help ]]; then\n        COMPREPLY=($(compgen -W '");
    nbb_status status = nbb_offer_topics(script);
    nbb_text_add(script, "' -- \"$current\"))\n        return\n    fi\n");
    return status;
}

/* The case of an option with a value: "run:--map | run:-m) words='...' ;;". */
static void add_value(int number, const nbb_offer *offer, nbb_text *script)
{
    const nbb_option_row *row = &nbb_option_rows[number];
    const char *between = "        ";
    for (int command = 0; command < NBB_COMMAND_COUNT; ++command) {
        if (nbb_offer_takes((nbb_command)command, number)) {
            nbb_text_add(script, "%s%s:--%s", between, nbb_command_names[command], row->name);
            between = " | ";
            if (row->short_name != 0) {
                nbb_text_add(script, " | %s:-%c", nbb_command_names[command], row->short_name);
            }
        }
    }
    nbb_text_add(script, ") words='%s' files=%s", nbb_text_string(&offer->words),
                 offer->files     ? "-f"
                 : offer->folders ? "-d"
                                  : "");
    nbb_text_add(script, nbb_offer_lists(row, NBB_COMMAND_BENCH) ? "; lists=bench" : "");
    nbb_text_add(script, row->kind == VARIANT ? "; [[ -n $equals ]] || files=none ;;\n" : " ;;\n");
}

static nbb_status add_values(nbb_text *script)
{
    nbb_text_add(script, "    case ${COMP_WORDS[1]}:$previous in\n");
    for (int i = 0; i < nbb_option_row_count; ++i) {
        nbb_offer offer;
        nbb_status status = nbb_offer_value(&nbb_option_rows[i], &offer);
        if (status == NBB_OK && nbb_option_rows[i].argument != NULL) {
            add_value(i, &offer, script);
        }
        nbb_offer_free(&offer);
        NBB_TRY(status);
    }
    nbb_text_add(script, "        *) files=none ;;\n    esac\n"
                         "    if [[ $files != none ]]; then\n"
                         "        if [[ $lists == \"${COMP_WORDS[1]}\" && $current == *,* ]]; then\n"
                         "            COMPREPLY=($(compgen -P \"${current%%,*},\" -W \"$words\" --"
                         " \"${current##*,}\"))\n"
                         "            return\n"
                         "        fi\n"
                         "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
                         "        [[ -z $files ]] || COMPREPLY+=($(compgen $files -- \"$current\"))\n"
                         "        compopt -o filenames\n"
                         "        return\n"
                         "    fi\n");
    return NBB_OK;
}

/* The options of each command, and whether it takes fractals. */
static nbb_status add_options(nbb_text *script)
{
    NBB_LOCAL_TEXT fractals = NBB_TEXT_EMPTY;
    nbb_status status = nbb_offer_fractals(&fractals);
    nbb_text_add(script, "    case ${COMP_WORDS[1]} in\n");
    for (int command = 0; command < NBB_COMMAND_COUNT; ++command) {
        nbb_text_add(script, "        %s)\n            options='--help", nbb_command_names[command]);
        for (int i = 0; i < nbb_option_row_count; ++i) {
            if (nbb_offer_takes((nbb_command)command, i)) {
                nbb_text_add(script, " --%s", nbb_option_rows[i].name);
            }
        }
        nbb_text_add(script, "'\n");
        if (nbb_offer_takes_fractal((nbb_command)command)) {
            nbb_text_add(script, "            fractals='%s'\n", nbb_text_string(&fractals));
        }
        nbb_text_add(script, "            ;;\n");
    }
    nbb_text_add(script, "    esac\n");
    return status;
}

nbb_status nbb_complete_bash(nbb_text *script)
{
    nbb_text_add(script, "%s", head);
    add_commands(script);
    NBB_TRY(add_help(script));
    NBB_TRY(add_values(script));
    NBB_TRY(add_options(script));
    nbb_text_add(script, "%s", tail);
    return nbb_text_status(script, "a script");
}
