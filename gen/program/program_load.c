/* program_load.c - reads a program's Lua file: runs it in the sandbox, drafts and checks what it returns. */
#include "gen/program/program.h"

#include "gen/base/script.h"
#include "gen/base/say.h"
#include "gen/program/program_file.h"
#include "gen/program/program_names.h"

#include <ctype.h>
#include <string.h>

const nbb_search nbb_program_search = { "program", "programs", "NBBGEN_PROGRAMS", "./programs" };

/* Drafts what the script returns. */
static nbb_status read_draft(lua_State *state, int index, nbb_maker maker, int line, void *context)
{
    nbb_program_draft *draft = context;
    (void)maker;
    draft->line = line;
    return nbb_program_draft_read(state, index, draft);
}

/* The file's name without folders and ".lua", as a C identifier: it becomes part of kernels' names. */
static char *name_of(nbb_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash != NULL ? slash + 1 : path;
    size_t length = strcspn(base, ".");
    length = length < NBB_IDENTIFIER_MAX ? length : NBB_IDENTIFIER_MAX;
    char *name = nbb_arena_copy(arena, base, length);
    for (size_t i = 0; name != NULL && i < length; ++i) {
        name[i] = isalnum((unsigned char)name[i]) && (i > 0 || !isdigit((unsigned char)name[i])) ? name[i] : '_';
    }
    return length > 0 ? name : nbb_arena_copy(arena, "program", 7);
}

/* Reads the text into the program, whose arena is there. */
static nbb_status read_source(const nbb_text *source, const char *path, nbb_program *program)
{
    nbb_program_draft draft = { .arena = program->arena, .line = 1 };
    draft.path = nbb_arena_copy(program->arena, path, strlen(path));
    draft.source = nbb_arena_copy(program->arena, nbb_text_string(source), source->length);
    program->name = name_of(program->arena, path);
    if (draft.path == NULL || draft.source == NULL || program->name == NULL) {
        return NBB_ERROR_RUN;
    }
    NBB_TRY(nbb_script_run(path, source, 1u << NBB_MAKER_PROGRAM, read_draft, &draft));
    return nbb_program_fill(&draft, program);
}

static nbb_status read_program(const nbb_text *source, const char *path, nbb_program *program)
{
    *program = (nbb_program){ .arena = nbb_arena_new() };
    nbb_status status = program->arena != NULL ? read_source(source, path, program) : NBB_ERROR_RUN;
    if (status != NBB_OK) {
        nbb_program_free(program);
    }
    return status;
}

nbb_status nbb_program_read(const char *text, const char *name, nbb_program *program)
{
    nbb_text source = NBB_TEXT_EMPTY;
    *program = (nbb_program){ 0 };
    nbb_text_put(&source, text, strlen(text));
    nbb_status status = nbb_text_status(&source, "a program");
    if (status == NBB_OK) {
        status = read_program(&source, name, program);
    }
    nbb_text_free(&source);
    return status;
}

/* The path as reports print it. */
static nbb_status set_path(const char *path, nbb_program *program)
{
    nbb_text shown = NBB_TEXT_EMPTY;
    nbb_text_show(&shown, path, strlen(path));
    program->path = nbb_arena_copy(program->arena, nbb_text_string(&shown), shown.length);
    nbb_text_free(&shown);
    return program->path != NULL ? NBB_OK : NBB_ERROR_RUN;
}

nbb_status nbb_program_load(const char *path, nbb_program *program)
{
    nbb_text source = NBB_TEXT_EMPTY;
    *program = (nbb_program){ 0 };
    nbb_status status = nbb_script_load(path, &source);
    if (status == NBB_OK) {
        status = read_program(&source, path, program);
    }
    if (status == NBB_OK) {
        status = set_path(path, program);
    }
    nbb_text_free(&source);
    return status;
}
