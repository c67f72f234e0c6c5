/* manifest.c - a checkpoint's manifest: its parts, written as JSON and freed. */
#include "runtime/checkpoint/manifest.h"

#include "gen/base/commit.h"
#include "gen/base/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

nbb_status nbb_manifest_add(nbb_manifest *manifest, nbb_part part)
{
    size_t bytes = ((size_t)manifest->part_count + 1) * sizeof *manifest->parts;
    nbb_part *parts = realloc(manifest->parts, bytes);
    if (parts == NULL) {
        return nbb_fail_memory(bytes, "parts of a checkpoint");
    }
    manifest->parts = parts;
    part.file = strdup(part.file);
    part.field = strdup(part.field);
    parts[manifest->part_count++] = part;
    return part.file != NULL && part.field != NULL ? NBB_OK : nbb_fail_memory(bytes, "a part's names");
}

static json_t *part_to_json(const nbb_part *part)
{
    char hash[24];
    snprintf(hash, sizeof hash, "0x%016" PRIx64, part->hash);
    return json_pack("{s:s, s:s, s:i, s:I, s:I, s:I, s:I, s:s}", "file", part->file, "field", part->field, "bit",
                     part->bit, "first", (json_int_t)part->first, "cells", (json_int_t)part->cells, "offset",
                     (json_int_t)part->offset, "bytes", (json_int_t)part->bytes, "xxh3", hash);
}

nbb_status nbb_manifest_print(const nbb_manifest *manifest, const char *command, nbb_text *text)
{
    json_t *parts = json_array();
    for (int i = 0; i < manifest->part_count; ++i) {
        nbb_json_add(parts, part_to_json(&manifest->parts[i]));
    }
    json_t *whole = json_pack("{s:i, s:s, s:s, s:s, s:I, s:O, s:O, s:o}", "schema", NBB_MANIFEST_SCHEMA, "nbbgen",
                              NBB_VERSION, "commit", nbb_commit, "command", command, "step",
                              (json_int_t)manifest->step, "run", manifest->run, "identity", manifest->identity,
                              "parts", parts);
    return nbb_json_print(whole, 1, "a checkpoint's manifest", text);
}

void nbb_manifest_free(nbb_manifest *manifest)
{
    for (int i = 0; i < manifest->part_count; ++i) {
        free(manifest->parts[i].file);
        free(manifest->parts[i].field);
    }
    free(manifest->parts);
    json_decref(manifest->identity);
    json_decref(manifest->run);
    *manifest = (nbb_manifest){ .parts = NULL };
}
