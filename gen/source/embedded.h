/* embedded.h - the templates, compiled into the program: gen/source/embed.c writes the table while building. */
#pragma once

#include "gen/base/sandbox.h"

/* One file of templates/: its path below that folder ("cuda/x.in") and its script, of a template the Lua that
   template.lua makes of it. */
typedef struct nbb_embedded_file {
    const char *path;
    nbb_page_script script;
} nbb_embedded_file;

/* Sorted by path; an entry whose path is NULL follows the last, and is not counted. */
extern const nbb_embedded_file nbb_embedded_templates[];
extern const size_t nbb_embedded_template_count;
