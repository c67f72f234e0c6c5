/* option_command.c - the command line that options are, as text. */
#include "library/option_command.h"

#include "gen/base/say.h"
#include "library/option_row.h"

#include <string.h>

/* Appends a word as a shell reads it back: quoted where it holds more than names and paths do, a control character as
   $'\ooo', for the command stands on one line. */
void nbb_add_word(nbb_text *command, const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./-+,:=@%";
    if (word[strspn(word, plain)] == '\0') {
        nbb_text_add(command, "%s", word);
        return;
    }
    nbb_text_add(command, "'");
    for (size_t length = strlen(word), count; length > 0; word += count, length -= count) {
        count = *word != '\'' ? nbb_printable(word, length) : 0;
        if (count > 0) {
            nbb_text_put(command, word, count);
        } else {
            nbb_text_add(command, "'$'\\%03o''", (unsigned)(unsigned char)*word);
            count = 1;
        }
    }
    nbb_text_add(command, "'");
}

static void add_words(char *const *words, int count, nbb_text *command)
{
    for (int i = 0; i < count; ++i) {
        nbb_text_add(command, " ");
        nbb_add_word(command, words[i]);
    }
}

/* An option and its value, if it has one. */
static void add_option(const char *name, const char *value, nbb_text *command)
{
    nbb_text_add(command, " --%s", name);
    if (value != NULL) {
        nbb_text_add(command, strcmp(name, "tc") == 0 ? "=" : " ");
        nbb_add_word(command, value);
    }
}

/* A row of the table, as often as it was given. */
static void add_row(const nbb_options *options, int i, nbb_text *command)
{
    const nbb_option_row *row = &nbb_option_rows[i];
    const nbb_option_texts *all = row->kind == SET ? &options->assignments
                                                   : (const void *)((const char *)options + row->offset);
    if (row->kind != TEXTS && (row->kind != SET || options->set >= 0)) {
        add_option(row->name, row->kind == SET ? nbb_bench_set_names.names[options->set] : options->texts[i],
                   command);
    }
    for (int text = 0; (row->kind == TEXTS || row->kind == SET) && text < all->count; ++text) {
        add_option(row->name, all->items[text], command);
    }
}

/* What was given by calls of the library, in the order of the table. */
static void add_given(const nbb_options *options, nbb_text *command)
{
    nbb_text_add(command, " %s", nbb_command_names[options->command]);
    add_words(options->subjects, options->subject_count, command);
    if (options->subject_count == 0 && options->subject != NULL) {
        nbb_text_add(command, " ");
        nbb_add_word(command, options->subject);
    }
    if (options->program_name != NULL && !nbb_options_given(options, "program")) {
        add_option("program", options->program_name, command);
    }
    for (int i = 0; i < nbb_option_row_count; ++i) {
        if (options->given[i] && (nbb_option_rows[i].commands >> options->command & 1) != 0) {
            add_row(options, i, command);
        }
    }
}

void nbb_options_command(const nbb_options *options, nbb_text *command)
{
    if (options->origin != NULL) {
        nbb_text_add(command, "%s", options->origin);
        return;
    }
    nbb_text_add(command, "nbbgen");
    add_words(options->words, options->word_count, command);
    if (options->words == NULL) {
        add_given(options, command);
    }
}
