/* replay.c - runs a target without libFuzzer, with any compiler: fuzz_NAME corpus/NAME.txt; corpus.py says what its
   lines are. */
#include "tests/fuzz/fuzz.h"

/* Appends the bytes that a line's escaped text stands for. */
static void unescape(const char *at, const char *end, nbb_text *bytes)
{
    static const char letters[] = "nrt\\", meant[] = "\n\r\t\\";
    while (at < end) {
        char byte = *at++;
        if (byte == '\\' && *at == 'x') {
            unsigned value;
            FUZZ_REQUIRE(sscanf(at, "x%2x", &value) == 1);
            byte = (char)value;
            at += 3;
        } else if (byte == '\\') {
            const char *letter = strchr(letters, *at++);
            FUZZ_REQUIRE(letter != NULL && *letter != '\0');
            byte = meant[letter - letters];
        }
        nbb_text_put(bytes, &byte, 1);
    }
}

/* Runs the lines; returns how many. */
static int replay(const char *path)
{
    NBB_LOCAL_TEXT corpus = NBB_TEXT_EMPTY;
    int count = 0;
    FUZZ_REQUIRE(nbb_text_read_file(&corpus, path, 1 << 24, NBB_ERROR_RUN) == NBB_OK);
    for (const char *line = nbb_text_string(&corpus), *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        NBB_LOCAL_TEXT input = NBB_TEXT_EMPTY;
        const char *blank = strchr(line, ' ');
        FUZZ_REQUIRE(blank != NULL && blank < end);
        printf("line %d, %.*s\n", ++count, (int)(blank - line), line);
        fflush(stdout);
        unescape(blank + 1, end, &input);
        LLVMFuzzerTestOneInput((const uint8_t *)nbb_text_string(&input), input.length);
    }
    return count;
}

int main(int argc, char **argv)
{
    int count = argc == 2 ? replay(argv[1]) : 0;
    nbb_message_free();
    return count > 0 ? 0 : 2;
}
