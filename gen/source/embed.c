/* embed.c - the build's own tool: writes the templates as one C file, so the program carries them.

   embed OUTPUT FOLDER PATH...   PATHs below FOLDER, in the order of the table (see embedded.h) */

#include "gen/base/base.h"

enum { TEMPLATE_BYTES_MAX = 1 << 20 };

/* '?' is escaped against trigraphs; octal takes three digits at most, so a following digit is safe. */
static void add_character(nbb_text *output, char character)
{
    unsigned char byte = (unsigned char)character;
    if (character == '\n') {
        nbb_text_add(output, "\\n");
    } else if (strchr("\"\\?", character) != NULL) {
        nbb_text_add(output, "\\%c", character);
    } else if (byte < ' ' || byte > '~') {
        nbb_text_add(output, "\\%03o", byte);
    } else {
        nbb_text_put(output, &character, 1);
    }
}

/* One string literal for each line of the text, and one empty literal for no text at all. */
static void add_literals(nbb_text *output, const nbb_text *input)
{
    nbb_text_add(output, "      \"");
    for (size_t i = 0; i < input->length; i++) {
        add_character(output, input->data[i]);
        if (input->data[i] == '\n' && i + 1 < input->length) {
            nbb_text_add(output, "\"\n      \"");
        }
    }
    nbb_text_add(output, "\"");
}

static nbb_status add_file(nbb_text *output, const char *folder, const char *path)
{
    NBB_LOCAL_TEXT place = nbb_text_of("%s/%s", folder, path), input = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_text_status(&place, "a file name"));
    NBB_TRY(nbb_text_read_file(&input, place.data, TEMPLATE_BYTES_MAX, NBB_ERROR_RUN));
    NBB_FAIL_IF(strlen(nbb_text_string(&input)) != input.length,
                nbb_fail(NBB_ERROR_RUN, "%s: holds a 0 byte; a template is text", place.data));
    nbb_text_add(output, "    { \"%s\",\n", path);
    add_literals(output, &input);
    nbb_text_add(output, ",\n      %zu },\n", input.length);
    return NBB_OK;
}

static nbb_status embed(const char *output_path, const char *folder, char **paths, int count)
{
    NBB_LOCAL_TEXT output = NBB_TEXT_EMPTY;
    nbb_text_add(&output, "/* Written by gen/source/embed.c from templates/: do not edit. */\n"
                          "#include \"gen/source/embedded.h\"\n\n"
                          "const nbb_embedded_file nbb_embedded_templates[] = {\n");
    for (int i = 0; i < count; i++) {
        NBB_TRY(add_file(&output, folder, paths[i]));
    }
    nbb_text_add(&output, "    { NULL, NULL, 0 }\n};\n\nconst size_t nbb_embedded_template_count = %d;\n", count);
    NBB_TRY(nbb_text_status(&output, "the embedded templates"));
    return nbb_file_put(output_path, &output);
}

int main(int count, char **arguments)
{
    if (count < 3) {
        fprintf(stderr, "embed: %d arguments given, expected: embed OUTPUT FOLDER PATH...\n", count - 1);
        return NBB_ERROR_USAGE;
    }
    nbb_status status = embed(arguments[1], arguments[2], arguments + 3, count - 3);
    if (status != NBB_OK) {
        fprintf(stderr, "embed: %s\n", nbb_message());
    }
    nbb_message_free();
    return (int)status;
}
