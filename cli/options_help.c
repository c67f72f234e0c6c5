/* options_help.c - makes --help from the table of options and the table of their constraints. */
#include "cli/options_help.h"

#include "gen/plan/constraints.h"

/* The groups: a group holds the table's rows from the named one on, up to the next group's. */
static const struct {
    const char *first, *title;
    int place;                                        /* among the groups that are shown */
    bool for_comparisons;                             /* of --help-all alone */
} groups[] = { { "r", "What to run", 1, false },
    { "map", "\n  How, for comparisons", 3, true },
               { "device", "\n  Where, and what to write", 2, false } };
enum { GROUPS = (int)(sizeof groups / sizeof groups[0]), GROUP_ROWS = 100 };

/* What --help adds below the options. */
static const char *const notes[NBB_COMMAND_COUNT] = {
    [NBB_COMMAND_BENCH] =
        "\vThe options of kernels, and --device, take lists: 12..16 or 12,14,16; bb,lambda; none,1; all. Every"
        " combination is measured, or listed with the reason why it cannot be had. \"default\" (\"none\" for --tc)"
        " leaves the choice to the plan. FRACTAL@R gives a fractal levels of its own, sierpinski@12..16, and a"
        " simplex sides, triangle@1024,4096; the others take those of --r, or --n. FRACTAL@R:RULE gives it a rule"
        " too, xfractal@14:B13/S02. Without FRACTAL all that 'nbbgen list' shows and that have a size. Not given: ca,"
        " all maps, no tensor cores, the defaults of run.\n\n  nbbgen bench sierpinski@10..16 vicsek@8,9 --map"
        " bb,lambda,lanes --csv times.csv\n  nbbgen bench triangle@1000 -w sw --map bb,lambda --from default,below"
};

/* Adds an entry. argp sorts by the number of its group, and options of a number ahead of its titles; a title of its
   own kind would set all numbers apart by empty lines. */
static nbb_text *add_entry(nbb_options_help *help, struct argp_option entry)
{
    help->entries[help->count] = entry;
    return &help->texts[help->count++];
}

static nbb_text *add_row(nbb_command command, int i, int place, bool hidden, nbb_options_help *help)
{
    const nbb_option_row *row = &nbb_option_rows[i];
    bool is_optional = row->kind == VARIANT && command != NBB_COMMAND_BENCH;
    nbb_text *text = add_entry(
        help, (struct argp_option){ .name = row->name,
                                    .key = row->short_name != 0 ? row->short_name : NBB_OPTION_KEY + i,
                                    .arg = row->argument,
        .flags = (is_optional ? OPTION_ARG_OPTIONAL : 0) | (hidden ? OPTION_HIDDEN : 0),
        .group = place });
    nbb_text_add(text, "%s", row->help);
    return text;
}

/* The rows of group number `group` that the command takes, behind their title, if there are any; whether there are.
   */
static bool add_group(nbb_command command, int group, bool all, nbb_options_help *help)
{
    const char *next = group + 1 < GROUPS ? groups[group + 1].first : "";
    bool is_hidden = groups[group].for_comparisons && !all, has_title = false;
    int i = 0, place = groups[group].place * GROUP_ROWS;
    while (strcmp(nbb_option_rows[i].name, groups[group].first) != 0) {
        ++i;
    }
    for (; i < nbb_option_row_count && strcmp(nbb_option_rows[i].name, next) != 0; ++i) {
        if ((nbb_option_rows[i].commands >> command & 1) == 0) {
            continue;
        }
        if (!has_title && !is_hidden) {
            const char *title = groups[group].title;
            title += help->count == 0 ? strspn(title, "\n ") : 0; /* a line apart from the group before it */
            add_entry(help, (struct argp_option){ .name = title, .flags = OPTION_DOC, .group = place++ });
        }
        has_title = true;
        nbb_text *text = add_row(command, i, place++, is_hidden, help);
        if (groups[group].for_comparisons) {
            nbb_constraints_print_maps(nbb_option_rows[i].name, text);
        }
    }
    return has_title && is_hidden;
}

void nbb_options_help_make(nbb_command command, bool all, nbb_options_help *help)
{
    const char *name = nbb_command_names[command];
    bool has_hidden = false;
    memset(help, 0, sizeof *help);
    for (int group = 0; group < GROUPS; ++group) {
        has_hidden |= add_group(command, group, all, help);
    }
    for (int i = 0; i < help->count; ++i) {
        help->entries[i].doc = nbb_text_string(&help->texts[i]);
    }
    nbb_text_add(&help->title, "nbbgen %s", name);
    nbb_text_add(&help->doc, "%s%s", nbb_command_purposes[command], notes[command] != NULL ? notes[command] : "");
    if (has_hidden) {
        nbb_text_add(&help->doc,
                     "%snbbgen %s --help-all also shows how it may be done: maps, tensor cores, tiles, launches.",
                     notes[command] != NULL ? "\n\n" : "\v", name);
    }
}

void nbb_options_help_free(nbb_options_help *help)
{
    for (int i = 0; i < help->count; ++i) {
        nbb_text_free(&help->texts[i]);
    }
    nbb_text_free(&help->title);
    nbb_text_free(&help->doc);
}
