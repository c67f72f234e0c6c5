/* fuzz_cache.c - a cache entry that is any bytes, or a whole one damaged: read as it was written, or not at all.

   A sum of 64 bits is not guessed, so the input's first byte chooses: 0 takes the rest as the entry, other values
   write it as an image and then change so many bytes as the last of its bytes say. */
#include "tests/fuzz/fuzz.h"

#include "runtime/device/machine.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static void put(const char *path, const char *bytes, size_t length)
{
    int file = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    FUZZ_REQUIRE(file >= 0 && write(file, bytes, length) == (ssize_t)length && close(file) == 0);
}

/* Pairs of bytes at the input's end: a place of the entry, and what it is changed by. */
static void damage(nbb_text *entry, const uint8_t *pairs, int count)
{
    for (int i = 0; i < count; ++i) {
        entry->data[entry->length - 1 - pairs[2 * i] % entry->length] ^= (char)pairs[2 * i + 1];
    }
}

static const nbb_text key = { .data = (char[]){ "key" }, .length = 3 };

/* A read gives the image, or nothing. */
static void check(const char *path, const uint8_t *bytes, size_t length, bool whole)
{
    NBB_LOCAL_TEXT image = NBB_TEXT_EMPTY;
    bool hit = nbb_cache_read(path, &key, &image);
    FUZZ_REQUIRE(hit || (!whole && image.length == 0));
    FUZZ_REQUIRE(!hit || (image.length == length && memcmp(nbb_text_string(&image), bytes, length) == 0));
}

static void check_image(const char *path, const uint8_t *bytes, size_t length, size_t pairs)
{
    NBB_LOCAL_TEXT image = NBB_TEXT_EMPTY, entry = NBB_TEXT_EMPTY;
    pairs = 2 * pairs < length ? pairs : length / 2;
    nbb_text_put(&image, (const char *)bytes, length);
    nbb_cache_write(path, &key, &image);
    check(path, bytes, length, true);
    FUZZ_REQUIRE(nbb_text_read_file(&entry, path, SIZE_MAX / 2, NBB_ERROR_RUN) == NBB_OK);
    damage(&entry, bytes + length - 2 * pairs, (int)pairs);
    put(path, entry.data, entry.length);
    check(path, bytes, length, pairs == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    enum { GUARD = 3 + 32 }; /* the key and the trailer */
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    fuzz_folder();
    nbb_cache_path(&key, ".so", &path);
    if (length > 0 && bytes[0] != 0) {
        check_image(nbb_text_string(&path), bytes + 1, length - 1, bytes[0] % 4);
    } else if (length > 0) {
        nbb_cache_write(nbb_text_string(&path), &key, &key);  /* makes the folder */
        put(nbb_text_string(&path), (const char *)bytes + 1, length - 1);
        check(nbb_text_string(&path), bytes + 1, length < GUARD + 1 ? 0 : length - GUARD - 1, false);
    }
    return 0;
}
