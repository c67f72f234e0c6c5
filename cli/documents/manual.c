/* manual.c - makes the pages for man from the commands and from what --help-all says. */
#include "cli/documents/documents.h"

#include "cli/options_help.h"
#include "cli/parse.h"
#include "library/option_row.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What the environment changes, for nbbgen(1). */
static const char *const variables[][2] = {
    { "NBBGEN_FRACTALS", "folders with definitions of one's own, colons between them: their names follow the shipped"
                         " ones" },
    { "NBBGEN_PROGRAMS", "the same for programs" },
    { "NBBGEN_TEMPLATES", "a folder that is searched for templates first, as --templates" },
    { "NBBGEN_NVRTC", "the file of NVRTC's library" },
    { "NBBGEN_LIBCUDA", "the file of the CUDA driver's library" },
    { "NBBGEN_NCCL", "the file of NCCL's library, instead of libnccl.so.2" },
    { "CUDA_HOME, CUDA_PATH", "the folder of the CUDA toolkit, whose lib64 and include are searched for NVRTC" },
    { "LD_LIBRARY_PATH", "folders that are searched for NVRTC before" },
    { "CC", "the C compiler of the host target, instead of cc" },
    { "OMP_NUM_THREADS", "how many threads the host target has; --threads goes before it" },
    { "OMP_WAIT_POLICY, GOMP_SPINCOUNT",
      "how the host target's threads wait; where neither is set, passive: they sleep" },
    { "XDG_CACHE_HOME, HOME", "where the cache lies" },
    { "TMPDIR", "where files lie that last for one run, instead of /tmp" },
};

/* Appends words as roff prints them: a minus is one that can be copied, and no line begins with a control. */
static void add_words(nbb_text *page, const char *words)
{
    for (const char *c = words; *c != '\0'; ++c) {
        bool begins = c == words || c[-1] == '\n';
        if (*c == '-') {
            nbb_text_add(page, "\\-");
        } else if (*c == '\\') {
            nbb_text_add(page, "\\e");
        } else {
            nbb_text_add(page, "%s%c", begins && strchr(".'", *c) != NULL ? "\\&" : "", *c);
        }
    }
}

/* A title in capitals, as manuals have them; the blanks that set groups apart in --help are left out. */
static void add_section(nbb_text *page, const char *title)
{
    nbb_text_add(page, ".SH \"");
    for (title += strspn(title, " \n"); *title != '\0'; ++title) {
        nbb_text_add(page, "%c", toupper((unsigned char)*title));
    }
    nbb_text_add(page, "\"\n");
}

/* A tagged paragraph: the tag in bold, then words. */
static void add_item(nbb_text *page, const char *tag, const char *words)
{
    nbb_text_add(page, ".TP\n\\fB");
    add_words(page, tag);
    nbb_text_add(page, "\\fR\n");
    add_words(page, words);
    nbb_text_add(page, "\n");
}

/* The title and the line that apropos shows. `command` is "" for the program's own page. */
static void begin(nbb_text *page, const char *command, const char *purpose)
{
    const char *dash = *command != '\0' ? "-" : "";
    nbb_text_add(page, ".TH \"nbbgen%s%s\" 1 \"\" \"nbbgen " NBB_VERSION "\" \"nbbgen\"\n.SH NAME\n", dash, command);
    nbb_text_add(page, "nbbgen%s%s \\- ", *command != '\0' ? "\\-" : "", command);
    add_words(page, purpose);
    nbb_text_add(page, "\n.SH SYNOPSIS\n");
}

/* "-n, --steps=N" */
static void add_option(nbb_text *page, const struct argp_option *entry)
{
    NBB_LOCAL_TEXT tag = NBB_TEXT_EMPTY;
    if (entry->key > 0 && entry->key < NBB_OPTION_KEY) {
        nbb_text_add(&tag, "-%c, ", entry->key);
    }
    bool optional = (entry->flags & OPTION_ARG_OPTIONAL) != 0;
    nbb_text_add(&tag, "--%s%s%s%s%s", entry->name, optional ? "[" : "", entry->arg != NULL ? "=" : "",
                 entry->arg != NULL ? entry->arg : "", optional ? "]" : "");
    add_item(page, nbb_text_string(&tag), entry->doc);
}

static int compare_groups(const void *a, const void *b)
{
    return ((const struct argp_option *)a)->group - ((const struct argp_option *)b)->group;
}

static void add_options(nbb_text *page, nbb_options_help *help)
{
    qsort(help->entries, (size_t)help->count, sizeof help->entries[0], compare_groups);
    for (int i = 0; i < help->count; ++i) {
        if (help->entries[i].flags & OPTION_DOC) {
            add_section(page, help->entries[i].name);
        } else {
            add_option(page, &help->entries[i]);
        }
    }
}

/* What --help says behind the options, from the vertical tab on: paragraphs, of which indented lines are examples. */
static void add_notes(nbb_text *page, const char *notes)
{
    nbb_text_add(page, ".SH NOTES\n");
    for (size_t length; *notes != '\0'; notes += length) {
        length = strcspn(notes, "\n");
        NBB_LOCAL_TEXT line = NBB_TEXT_EMPTY;
        nbb_text_put(&line, notes, length);
        bool example = strncmp(notes, "  ", 2) == 0;
        nbb_text_add(page, length == 0 ? ".PP\n" : example ? ".EX\n" : "");
        add_words(page, nbb_text_string(&line));
        nbb_text_add(page, length == 0 ? "" : example ? "\n.EE\n" : "\n");
        length += notes[length] == '\n';
    }
}

void nbb_manual_command(nbb_command command, nbb_text *page)
{
    NBB_AT_END(nbb_options_help_free) nbb_options_help help;
    nbb_options_help_make(command, true, &help);
    const char *notes = strchr(nbb_text_string(&help.doc), '\v');
    begin(page, nbb_command_names[command], nbb_command_purposes[command]);
    nbb_text_add(page, "\\fBnbbgen %s\\fR ", nbb_command_names[command]);
    add_words(page, nbb_command_subjects(command));
    nbb_text_add(page, "%s[\\fIOPTION\\fR]...\n", *nbb_command_subjects(command) != '\0' ? " " : "");
    add_options(page, &help);
    if (notes != NULL) {
        add_notes(page, notes + 1);
    }
    nbb_text_add(page, ".SH \"SEE ALSO\"\n\\fBnbbgen\\fR(1)\n");
}

/* The commands, each with a page of its own. */
static void add_commands(nbb_text *page)
{
    add_section(page, "Commands");
    for (int i = 0; i < NBB_COMMAND_COUNT; ++i) {
        nbb_text_add(page, ".TP\n\\fBnbbgen\\-%s\\fR(1)\n", nbb_command_names[i]);
        add_words(page, nbb_command_purposes[i]);
        nbb_text_add(page, "\n");
    }
}

static void add_exit_codes(nbb_text *page)
{
    add_section(page, "Exit status");
#define X(name, code, text) add_item(page, #code, text);
    NBB_STATUSES(X)
#undef X
}

void nbb_manual_program(nbb_text *page)
{
    begin(page, "", "makes CUDA or C kernels for one fractal, and runs work on them");
    nbb_text_add(page, "\\fBnbbgen\\fR \\fICOMMAND\\fR [\\fIFRACTAL\\fR] [\\fIOPTION\\fR]...\n");
    add_section(page, "Description");
    add_words(page, "nbbgen turns the definition of a discrete fractal, a small Lua file, into kernels made for that"
                    " fractal alone, compiles them and runs work on them.\n"
                    "FRACTAL is a name that 'nbbgen list' shows, or the path of a .lua file.\n");
    add_commands(page);
    add_exit_codes(page);
    add_section(page, "Environment");
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; ++i) {
        add_item(page, variables[i][0], variables[i][1]);
    }
    add_section(page, "Files");
    add_item(page, "$XDG_CACHE_HOME/nbbgen, ~/.cache/nbbgen",
             "Compiled modules, at most 256 MiB: beyond that, the one used longest ago is deleted first.");
    add_item(page, "../share/nbbgen, from the program's folder",
             "The fractals and programs that come with nbbgen, and its templates.");
}
