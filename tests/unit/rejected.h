/* rejected.h - a folder of files that are rejected: NAME.lua with its message in NAME.expected. */
#ifndef NBB_TESTS_REJECTED_H
#define NBB_TESTS_REJECTED_H

#include "gen/base/file.h"
#include "gen/base/text.h"

#include <dirent.h>
#include <string.h>
#include <time.h>

/* The folder's path ends with a slash. */
typedef nbb_status rejected_loader(const char *path);

/* Appends the message of rejecting the file within two seconds, with its base name for its path. */
static void reject_file(const char *folder, const char *file, rejected_loader *load, nbb_text *message)
{
    nbb_text path = NBB_TEXT_EMPTY;
    struct timespec start, end;
    nbb_text_add(&path, "%s%s", folder, file);
    clock_gettime(CLOCK_MONOTONIC, &start);
    nbb_status status = load(path.data);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double taken = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    if (status != NBB_ERROR_DEFINITION || taken > 2.0) {
        fail_msg("%s: %s after %.1f s: %s", file, nbb_status_text(status), taken, nbb_message());
    }
    assert_int_equal(strncmp(nbb_message(), folder, strlen(folder)), 0);
    nbb_text_add(message, "%s\n", nbb_message() + strlen(folder));
    nbb_text_free(&path);
}

/* Compares the message with NAME.expected, or writes it there. */
static void compare_rejected(const char *folder, const char *file, rejected_loader *load, bool bless)
{
    nbb_text message = NBB_TEXT_EMPTY, expected = NBB_TEXT_EMPTY, path = NBB_TEXT_EMPTY;
    reject_file(folder, file, load, &message);
    nbb_text_add(&path, "%s%.*s.expected", folder, (int)(strlen(file) - strlen(".lua")), file);
    if (bless) {
        assert_int_equal(nbb_file_put(path.data, &message), NBB_OK);
    } else {
        assert_int_equal(nbb_text_read_file(&expected, path.data, 1 << 16, NBB_ERROR_RUN), NBB_OK);
        assert_string_equal(message.data, expected.data);
    }
    nbb_text_free(&path);
    nbb_text_free(&expected);
    nbb_text_free(&message);
}

/* Returns the number of files. */
static int check_rejected(const char *folder, rejected_loader *load, bool bless)
{
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    int count = 0;
    const struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        const char *dot = strrchr(entry->d_name, '.');
        if (dot != NULL && strcmp(dot, ".lua") == 0) {
            compare_rejected(folder, entry->d_name, load, bless);
            count++;
        }
    }
    closedir(directory);
    return count;
}

#endif
