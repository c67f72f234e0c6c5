/* show.h - what list, info and check say of a simplex (show_simplex.c), and what that shares (show.c) with what they
   say of a fractal. */
#ifndef NBB_SHOW_H
#define NBB_SHOW_H

#include "library/request.h"
#include "cli/print_json.h"

enum { NBB_CHECK_CELLS = 1 << 16 };                   /* that `check` goes through at most */

/* Prints the layout's rows. */
void nbb_show_layout(const nbb_replicas *replicas);

/* Fails (definition) when a cell's number leads to another cell. */
nbb_status nbb_check_inverse(const nbb_domain *domain, const char *path);

/* What holds at every side: name, m. */
json_t *nbb_describe_simplex(const nbb_simplex *simplex);

/* A line of `list`; all of `info`, with the maps' threads and bytes where --n is given; all of `check`. */
void nbb_list_simplex(const nbb_simplex *simplex);
nbb_status nbb_show_simplex(const nbb_options *options, const nbb_simplex *simplex);
nbb_status nbb_check_simplex(const nbb_simplex *simplex);

/* Prints the line of `list` for the program of this name, with the first line of its file; appends it to `array`
   instead if that is not NULL. Then all of `check`; and what `info --program` says of the program on a domain, whose
   size is 0 where none was given (show_program.c). */
nbb_status nbb_list_program(const char *name, json_t *array);
nbb_status nbb_check_program(nbb_program *program);
nbb_status nbb_show_program(const nbb_options *options, const nbb_domain *domain);

/* Draws lambda and nu of a fractal as a PNG: the cells of the box in the order of their numbers, from red to violet,
   and right of it the orthotope with the same colours (show_maps.c). Fails (usage) where cells would be too small. */
nbb_status nbb_show_maps(const nbb_fractal *fractal, int r, const char *path);

/* `nbbgen info simplex --m M`, without a definition: volumes of recursive sets (show_volumes.c). */
nbb_status nbb_show_volumes(const nbb_options *options);

#endif
