/* documents.c - the build's own tool: writes the manual and the completions, so that they say what the program does.

   documents FOLDER    which has a folder man */
#include "cli/documents/documents.h"
#include "gen/base/file.h"
#include "gen/base/say.h"
#include "gen/definition/definition.h"
#include "gen/program/program.h"

#include <stdlib.h>

/* Writes FOLDER/NAME and frees the text. */
static nbb_status write(const char *folder, const char *name, nbb_text *text)
{
    NBB_LOCAL_TEXT path = nbb_text_of("%s/%s", folder, name);
    nbb_status status = nbb_text_status(text, name);
    if (status == NBB_OK) {
        status = nbb_file_put(nbb_text_string(&path), text);
    }
    nbb_text_free(text);
    return status;
}

static nbb_status write_manual(const char *folder)
{
    nbb_text page = NBB_TEXT_EMPTY;
    nbb_manual_program(&page);
    NBB_TRY(write(folder, "man/nbbgen.1", &page));
    for (int i = 0; i < NBB_COMMAND_COUNT; ++i) {
        NBB_LOCAL_TEXT name = nbb_text_of("man/nbbgen-%s.1", nbb_command_names[i]);
        nbb_manual_command((nbb_command)i, &page);
        nbb_status status = write(folder, nbb_text_string(&name), &page);
        NBB_TRY(status);
    }
    return NBB_OK;
}

static nbb_status write_completions(const char *folder)
{
    static const struct {
        const char *name;
        nbb_status (*make)(nbb_text *script);
    } shells[] = { { "nbbgen.bash", nbb_complete_bash },
                   { "nbbgen.fish", nbb_complete_fish },
                   { "_nbbgen", nbb_complete_zsh } };
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; ++i) {
        NBB_LOCAL_TEXT script = NBB_TEXT_EMPTY;
        nbb_status status = shells[i].make(&script);
        if (status == NBB_OK) {
            status = write(folder, shells[i].name, &script);
        }
        NBB_TRY(status);
    }
    return NBB_OK;
}

int main(int argc, char **argv)
{
    unsetenv(nbb_definition_search.variable);         /* names that come with nbbgen alone */
    unsetenv(nbb_program_search.variable);
    nbb_status status = argc == 2 ? NBB_OK : nbb_fail(NBB_ERROR_USAGE, "documents FOLDER");
    if (status == NBB_OK) {
        status = write_manual(argv[1]);
    }
    if (status == NBB_OK) {
        status = write_completions(argv[1]);
    }
    if (status != NBB_OK) {
        nbb_say("%s", nbb_message());
    }
    nbb_message_free();
    return (int)status;
}
