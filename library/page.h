/* page.h - pages: texts for people and other programs that a script in Lua makes of a JSON value. */
#pragma once

#include "gen/base/sandbox.h"

extern const nbb_page_script nbb_bench_pages, nbb_plot_pages, nbb_report_pages, nbb_help_pages, nbb_show_pages;

/* Appends the text that the script's function `page` makes of the value, which is taken over; NULL stands for a
   failed allocation. Objects and arrays are tables, null is nil, keys[table] has an object's names in their order.
   Beside Lua's libraries scripts have shown(text), as nbb_text_show, and amount(bytes), as nbb_text_amount. */
nbb_status nbb_page_print(const nbb_page_script *script, const char *page, json_t *value, nbb_text *text);

/* The objects without further ones that the script's function makes of such a value, as a list to be freed; what
   keys[table] names and is nil becomes null. What it raises fails with `failure`. */
nbb_status nbb_page_objects(const nbb_page_script *script, const char *page, nbb_status failure, json_t *value,
                            json_t **objects);

/* Pushes a value as tables; the global `keys` has the names of its objects. Raises without memory. */
struct lua_State;
void nbb_page_push(struct lua_State *lua, const json_t *value);

/* --- figures as SVG, which gnuplot draws by scripts of library/pages/plot.lua --- */

/* Appends the SVG that gnuplot makes of a script, with a `description`. Fails (device) without gnuplot. */
nbb_status nbb_plot_draw(const nbb_text *script, const char *description, nbb_text *svg);

/* Before the work: fails (usage) on the name of a file that --plot cannot write, (device) without gnuplot. */
nbb_status nbb_plot_check(const char *path);
