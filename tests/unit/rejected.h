/* rejected.h - a file of texts that are rejected, each with its message:

       ==== NAME
       the text of NAME.lua
       ===> the message, and the lines that it shows

   A text that is indented stands for a program of bits: its lines of four blanks and more are the update, those of
   two, before them, other entries.
*/
#ifndef NBB_TESTS_REJECTED_H
#define NBB_TESTS_REJECTED_H

#include "gen/base/base.h"

#include <time.h>
#include <unistd.h>

typedef nbb_status rejected_loader(const char *path);

#define REJECTED_TEXT "==== "
#define REJECTED_MESSAGE "===> "

/* Appends the whole of a case's text. */
static void put_whole(nbb_text *whole, const char *text, size_t length)
{
    if (length == 0 || *text != ' ') {
        nbb_text_put(whole, text, length);
        return;
    }
    const char *update = text;
    while (strncmp(update, "    ", 4) != 0) {
        update = strchr(update, '\n') + 1;
    }
    nbb_text_add(whole, "return program {\n  state = { s = \"u1\" },\n  neighbours = \"vonneumann\",\n");
    nbb_text_put(whole, text, (size_t)(update - text));
    nbb_text_add(whole, "  update = [[\n%.*s  ]],\n}\n", (int)(text + length - update), update);
}

/* Appends the message of rejecting NAME.lua, a file of this text, within ten seconds; without the file's folder. */
static void reject_text(const char *name, const char *content, size_t length, rejected_loader *load,
                        nbb_text *message)
{
    char folder[] = "/tmp/nbb_rejected_XXXXXX";
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY, text = NBB_TEXT_EMPTY;
    struct timespec start, end;
    assert_non_null(mkdtemp(folder));
    nbb_text_add(&path, "%s/%s.lua", folder, name);
    put_whole(&text, content, length);
    assert_int_equal(nbb_file_put(path.data, &text), NBB_OK);
    clock_gettime(CLOCK_MONOTONIC, &start);
    nbb_status status = load(path.data);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double taken = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    unlink(path.data);
    rmdir(folder);
    if (status != NBB_ERROR_DEFINITION || taken > 10) {
        fail_msg("%s: %s after %.1f s: %s", name, nbb_status_text(status), taken, nbb_message());
    }
    assert_int_equal(strncmp(nbb_message(), folder, strlen(folder)), 0);
    nbb_text_add(message, "%s\n", nbb_message() + strlen(folder) + 1);
}

/* Appends the case that begins at `at`, with the message that it has now; returns its end. */
static const char *reject_case(const char *at, rejected_loader *load, nbb_text *found)
{
    char name[64];
    assert_int_equal(sscanf(at, REJECTED_TEXT "%63s", name), 1);
    const char *text = strchr(at, '\n') + 1, *message = strstr(text, "\n" REJECTED_MESSAGE);
    assert_non_null(message);
    const char *next = strstr(++message, "\n" REJECTED_TEXT);
    nbb_text_put(found, at, (size_t)(message - at));
    nbb_text_add(found, REJECTED_MESSAGE);
    reject_text(name, text, (size_t)(message - text), load, found);
    return next != NULL ? next + 1 : message + strlen(message);
}

/* Compares the messages of the file's cases with those there, or writes them there; returns the number of cases. */
static int check_rejected(const char *path, rejected_loader *load, bool bless)
{
    NBB_LOCAL_TEXT expected = NBB_TEXT_EMPTY, found = NBB_TEXT_EMPTY;
    int count = 0;
    assert_int_equal(nbb_text_read_file(&expected, path, 1 << 20, NBB_ERROR_RUN), NBB_OK);
    for (const char *at = expected.data; *at != '\0'; ++count) {
        size_t before = found.length;
        const char *end = reject_case(at, load, &found);
        if (!bless && (size_t)(end - at) != found.length - before) {
            fail_msg("expected\n%.*s\nfound\n%s", (int)(end - at), at, found.data + before);
        }
        at = end;
    }
    if (bless) {
        assert_int_equal(nbb_file_put(path, &found), NBB_OK);
    } else {
        assert_string_equal(found.data, expected.data);
    }
    return count;
}

#endif
