/* definition.c - reads a Lua definition: runs it in the sandbox, drafts and checks what it returns. */
#include "gen/definition/definition.h"
#include "gen/definition/draft.h"
#include "gen/base/script.h"

const nbb_search nbb_definition_search = { "fractal", "fractals", "NBBGEN_FRACTALS", "./fractals" };

static nbb_status read_draft(lua_State *state, int index, nbb_maker maker, int line, void *context)
{
    nbb_draft *draft = context;
    draft->owner = maker == NBB_MAKER_SIMPLEX ? NBB_OF_SIMPLEX : NBB_OF_FRACTAL;
    draft->line = line;
    return nbb_draft_read(state, index, draft);
}

static nbb_status check_draft(const nbb_draft *draft, nbb_definition *definition)
{
    bool is_simplex = draft->owner == NBB_OF_SIMPLEX;
    definition->kind = is_simplex ? NBB_KIND_SIMPLEX : NBB_KIND_FRACTAL;
    NBB_TRY(is_simplex ? nbb_draft_check_simplex(draft, &definition->simplex)
                       : nbb_draft_check(draft, &definition->fractal));
    char **path = is_simplex ? &definition->simplex.path : &definition->fractal.path;
    nbb_text shown = NBB_TEXT_EMPTY; /* for reports alone, which print it as it is */
    nbb_text_show(&shown, draft->path, strlen(draft->path));
    *path = shown.data;
    return nbb_text_status(&shown, "a path");
}

static nbb_status read_source(const char *path, const nbb_text *source, nbb_definition *definition)
{
    NBB_AT_END(nbb_draft_free) nbb_draft draft = { .path = path, .line = 1, .source = nbb_text_string(source) };
    NBB_TRY(nbb_script_run(path, source, 1u << NBB_MAKER_FRACTAL | 1u << NBB_MAKER_SIMPLEX, read_draft, &draft));
    NBB_TRY_OR(check_draft(&draft, definition), nbb_definition_free(definition));
    return NBB_OK;
}

nbb_status nbb_definition_read(const char *text, const char *name, nbb_definition *definition)
{
    NBB_LOCAL_TEXT source = NBB_TEXT_EMPTY;
    *definition = (nbb_definition){ .kind = NBB_KIND_FRACTAL };
    nbb_text_put(&source, text, strlen(text));
    NBB_TRY(nbb_text_status(&source, "a definition"));
    return read_source(name, &source, definition);
}

nbb_status nbb_definition_load(const char *path, nbb_definition *definition)
{
    NBB_LOCAL_TEXT source = NBB_TEXT_EMPTY;
    *definition = (nbb_definition){ .kind = NBB_KIND_FRACTAL };
    NBB_TRY(nbb_script_load(path, &source));
    return read_source(path, &source, definition);
}

void nbb_definition_free(nbb_definition *definition)
{
    nbb_fractal_free(&definition->fractal);
    nbb_simplex_free(&definition->simplex);
}

nbb_domain nbb_definition_domain(const nbb_definition *definition, int64_t size)
{
    bool is_simplex = definition->kind == NBB_KIND_SIMPLEX;
    return (nbb_domain){ is_simplex ? NULL : &definition->fractal, is_simplex ? &definition->simplex : NULL, size };
}
