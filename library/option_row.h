/* option_row.h - a row of the table of options (option_rows.c), and how its value is read (option_values.c). */
#pragma once

#include "library/options.h"

/* What a value is. X(enumerator, name): SIZE bytes, 64M; SEEDS one or two, A..B; SET sweeps or an assignment. */
#define NBB_OPTION_KINDS(X) \
    X(FLAG, "flag")         \
    X(INTEGER, "integer")   \
    X(UNSIGNED, "unsigned") \
    X(SIZE, "size")         \
    X(SEEDS, "seeds")       \
    X(REAL, "real")         \
    X(CHOICE, "choice")     \
    X(TEXT, "text")         \
    X(RULE, "rule")         \
    X(VARIANT, "variant")   \
    X(IMAGE, "image")       \
    X(TEXTS, "texts")       \
    X(SET, "set")
#define NBB_KIND_OF(name, ...) name,
typedef enum nbb_option_kind { NBB_OPTION_KINDS(NBB_KIND_OF) } nbb_option_kind;

/* A row: its value's kind and where it goes. */
typedef struct nbb_option_row {
    const char *name, *argument, *help;
    int commands;
    nbb_option_kind kind;
    size_t offset, size; /* of its value in nbb_options */
    int64_t least, most; /* of INTEGER; the value of IMAGE */
    const nbb_spellings *choices;
    int short_name; /* or 0 */
} nbb_option_row;

extern const nbb_option_row nbb_option_rows[];
extern const int nbb_option_row_count;
extern const nbb_spellings nbb_bench_set_names;
/* Of a row's `commands`: a bit for each command, RUN, and what else there is to say. */
#define NBB_BIT_OF(name, ...) name = 1 << NBB_COMMAND_##name,
enum {
    NBB_OPTION_LISTED = 1 << NBB_COMMAND_COUNT,  /* an axis of bench's sweeps */
    NBB_OPTION_LIBRARY = NBB_OPTION_LISTED << 1, /* one that the library takes */
    NBB_OPTION_WHOLE = NBB_OPTION_LIBRARY << 1,  /* and one of whole runs alone there */
    NBB_OPTION_TAKEN = NBB_OPTION_LIBRARY | NBB_OPTION_WHOLE,
    NBB_COMMANDS(NBB_BIT_OF)
};

/* A name that an option had before, and its own: both are understood wherever an option is read. */
enum { NBB_FORMER_NAMES = 2 };
extern const char *const nbb_former_names[NBB_FORMER_NAMES][2];

/* The row of this name among those of the commands (--json is a flag to some and a file to another), or NULL. */
const nbb_option_row *nbb_option_named(const char *name, size_t length, int commands);

/* The names of the options that one of the commands takes; returns how many. */
int nbb_option_names(int commands, const char *names[NBB_OPTION_ROWS_MAX]);

/* Stores what was given; of an axis of a sweep the text, once its values are known to be good. */
nbb_status nbb_option_take(const nbb_option_row *row, const char *text, nbb_options *options);

/* Stores what `text` spells, NULL for a flag and a bare --tc. Fails (usage) with the option and what it takes. */
nbb_status nbb_option_store(const nbb_option_row *row, const char *text, nbb_options *options);
