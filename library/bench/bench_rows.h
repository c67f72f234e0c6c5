/* bench_rows.h - a bench as JSON: its devices, their cards, and a row for each choice, measured or skipped. */
#pragma once

#include "library/bench/card_rows.h"
#include "library/options.h"
#include "library/page.h"

/* --- rates: how fast a device copies, writes, reads and computes, of which a row of a bench is a share --- */

/* A second's bytes, where a copy counts the bytes read and those written, and a second's operations of three 32-bit
   words. 0: not measured. */
#define NBB_RATES(X) X(copy) X(write) X(read) X(logic)
#define NBB_RATE(name) double name;
typedef struct nbb_rates {
    NBB_RATES(NBB_RATE)
} nbb_rates;
#undef NBB_RATE

/* Measures with the kernels of templates/rates.in, whose text `source` is, in buffers sized by the free
   memory, and with the device's own copy and fill; each rate is the best of what was tried. */
nbb_status nbb_rates_measure(nbb_device *device, const char *source, bool use_cache, nbb_rates *rates);

/* --- a bench: an object as its file has it, which is written for others and read again by --resume ---

   { "schema": 2, "program": "nbbgen 0.1.0", "commit": ..., "date": when this bench began, "command": ...,
     "devices": [ { "name", "driver", "copy", "write", "read", "logic" } ],
     "cards": [ { "device", "driver", "version", "commit", "measured", and a number for each constant measured } ],
     "rows": [ { the members that library/pages/rows.lua lists, and behind them what follows: derived_names } ] }

   Rows are in the order of measuring. One without figures has "skipped" with the reason instead. What cannot be told
   is null: a share without a rate, a speed-up without bb. "doubt" is null or a word of rows.lua. A row that --resume
   kept tells its own commit, driver and time. `cards` is empty but for --tune, and a file without it is read as one
   with none. */

enum { NBB_BENCH_FILE_MAX = 256 << 20 }; /* bytes of a file that is read */

/* One of this program without rows, devices and cards. */
json_t *nbb_bench_new(const char *command, const char *date);

/* A text of a row, a card or a bench, "" where it has none; and sets one, as it may be shown. */
const char *nbb_bench_text(const json_t *row, const char *name);
void nbb_bench_set_text(json_t *row, const char *name, const char *text);

/* A whole number of a row, and a number; 0 where it has none. */
int64_t nbb_bench_integer(const json_t *row, const char *name);
double nbb_bench_number(const json_t *row, const char *name);

void nbb_bench_add_device(json_t *bench, const char *name, const char *driver, nbb_rates rates);

/* Appends one of "rows" or "cards" in place of those with which it agrees in the members that are named. */
void nbb_bench_replace(json_t *bench, const char *list, const char *names, json_t *made);

/* Finds the card of a device, or NULL; appends how many constants were measured, and those that are not the default
   ones. */
const json_t *nbb_bench_card_of(const json_t *bench, const char *device);
void nbb_bench_print_card(const json_t *card, nbb_text *text);

/* The size of a row's domain, r or n. */
int64_t nbb_bench_size(const json_t *row);

/* Says which row it is, but for its choice. */
void nbb_bench_identify(const char *device, const nbb_domain *domain, const nbb_options *options, json_t *row);

/* Whether two rows agree in the members that are named, "device fractal"; what is done, whatever it begins with; with
   the initial state and parameters; at a size, so that rows are to be compared; and what is measured, the kernels'
   text, whatever the commit. */
#define NBB_BENCH_WORK "device fractal workload rule program dimensions out "
#define NBB_BENCH_COURSE NBB_BENCH_WORK "seed density param"
#define NBB_BENCH_BESIDE NBB_BENCH_COURSE " r n"
#define NBB_BENCH_SAME NBB_BENCH_BESIDE " source version driver"
bool nbb_bench_agree(const json_t *row, const json_t *other, const char *names);

/* The first row with figures that agrees with `row` so, or NULL. */
json_t *nbb_bench_find(const json_t *bench, const json_t *row, const char *names);

/* Appends the file's text, the bench with what follows from its rows. */
nbb_status nbb_bench_print_json(const json_t *bench, nbb_text *text);

/* A row of the bench with what follows from it and those that the bench has so far. */
json_t *nbb_bench_describe_row(const json_t *bench, const json_t *row);

/* Fewer rounds tell no spread; and how often a doubted row is measured again at most. */
enum { NBB_BENCH_ROUNDS_MIN = 5, NBB_BENCH_AGAIN_MAX = 2 };

/* Whether a row of the bench is to be measured again: it is doubted, not for having the few samples that were asked
   for, and was not measured again too often. */
bool nbb_bench_is_to_repeat(const json_t *bench, const json_t *row);

/* Adds the cards and the rows with figures that a file's text holds; if it is to be shown, all its rows, its devices
   and what it says of its making, for a table or a plot of it. `path` names it in messages. Fails (usage) on a file
   that is none of a bench, with what is wrong and in which row or card. */
nbb_status nbb_bench_parse_json(const char *path, const nbb_text *content, bool is_shown, json_t *bench);

/* The same for the file at `path`. */
nbb_status nbb_bench_read_json(const char *path, bool is_shown, json_t *bench);

/* Appends a page of library/pages/bench.lua or plot.lua: a table for people, "text" or "markdown", "csv", or "bench",
   the script of gnuplot that draws it. */
nbb_status nbb_bench_print_page(const json_t *bench, const nbb_page_script *script, const char *page, nbb_text *text);
