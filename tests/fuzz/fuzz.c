/* fuzz.c - inputs as files, strings and domains. */
#include "tests/fuzz/fuzz.h"

#include "gen/definition/definition.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

void fuzz_broken(const char *file, int line, const char *condition)
{
    fprintf(stderr, "%s:%d: does not hold: %s\nthe last message: %s\n", file, line, condition, nbb_message());
    abort();
}

const char *fuzz_file(const uint8_t *bytes, size_t length)
{
    static char path[64];
    static int file = -1;
    if (file < 0) {
        file = memfd_create("input", MFD_CLOEXEC);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    FUZZ_REQUIRE(ftruncate(file, 0) == 0 && pwrite(file, bytes, length, 0) == (ssize_t)length);
    return path;
}

static char folder[256];

/* Removes the folder at the path, and those in it one deep. */
static void remove_folder(const char *path, int depth)
{
    char inside[512];
    DIR *names = opendir(path);
    for (const struct dirent *entry; names != NULL && (entry = readdir(names)) != NULL;) {
        snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.' && unlink(inside) != 0 && depth > 0) {
            remove_folder(inside, depth - 1);
        }
    }
    if (names != NULL) {
        closedir(names);
    }
    rmdir(path);
}

static void clean(void)
{
    remove_folder(folder, 2);
}

const char *fuzz_folder(void)
{
    if (folder[0] == '\0') {
        const char *top = getenv("TMPDIR");
        int length = snprintf(folder, sizeof folder, "%s/fuzz-XXXXXX", top != NULL ? top : "/tmp");
        FUZZ_REQUIRE(length < (int)sizeof folder && mkdtemp(folder) != NULL && atexit(clean) == 0);
        FUZZ_REQUIRE(setenv("XDG_CACHE_HOME", folder, 1) == 0);
    }
    return folder;
}

char *fuzz_string(const uint8_t *bytes, size_t length)
{
    char *text = strndup(length > 0 ? (const char *)bytes : "", length);
    FUZZ_REQUIRE(text != NULL);
    return text;
}

nbb_domain fuzz_gasket(int r)
{
    static nbb_definition gasket;
    if (gasket.fractal.tables == NULL) {
        const char
            *text = "return fractal { name = 'gasket', layout = { '#.', '##' }, hash = 'beta / 2, (beta + 1) / 2' }";
        FUZZ_REQUIRE(nbb_definition_read(text, "gasket", &gasket) == NBB_OK);
    }
    return nbb_definition_domain(&gasket, r);
}
