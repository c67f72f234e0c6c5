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
    NBB_LOCAL_TEXT path = nbb_text_of("%s/%s", folder, name), taken = *text;
    *text = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_text_status(&taken, name));
    return nbb_file_put(nbb_text_string(&path), &taken);
}

static nbb_status write_manual(const char *folder)
{
    nbb_text page = NBB_TEXT_EMPTY;
    nbb_manual_program(&page);
    NBB_TRY(write(folder, "man/nbbgen.1", &page));
    for (int i = 0; i < NBB_COMMAND_COUNT; ++i) {
        NBB_LOCAL_TEXT name = nbb_text_of("man/nbbgen-%s.1", nbb_command_names[i]);
        nbb_manual_command((nbb_command)i, &page);
        NBB_TRY(write(folder, nbb_text_string(&name), &page));
    }
    return NBB_OK;
}

static nbb_status write_completions(const char *folder)
{
    static const char *const names[NBB_SHELLS] = { "nbbgen.bash", "nbbgen.fish", "_nbbgen" };
    nbb_text scripts[NBB_SHELLS] = { NBB_TEXT_EMPTY };
    NBB_TRY(nbb_complete(scripts));
    for (int i = 0; i < NBB_SHELLS; ++i) {
        NBB_TRY(write(folder, names[i], &scripts[i]));
    }
    return NBB_OK;
}

static nbb_status write_all(int argc, char **argv)
{
    unsetenv(nbb_definition_search.variable); /* names that come with nbbgen alone */
    unsetenv(nbb_program_search.variable);
    NBB_TRY(argc == 2 ? NBB_OK : nbb_fail(NBB_ERROR_USAGE, "documents FOLDER"));
    NBB_TRY(write_manual(argv[1]));
    return write_completions(argv[1]);
}

int main(int argc, char **argv)
{
    nbb_status status = write_all(argc, argv);
    if (status != NBB_OK) {
        nbb_say("%s", nbb_message());
    }
    nbb_message_free();
    return (int)status;
}
