/* compiler.c - command line, work folder and failures of the system's C compiler. */
#include "runtime/device/compiler.h"

#include "gen/base/ending.h"
#include "gen/base/file.h"
#include "gen/base/say.h"
#include "runtime/device/cache.h"
#include "runtime/device/folder.h"
#include "runtime/device/interrupt.h"
#include "runtime/device/machine.h"
#include "runtime/device/process.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Contraction would let the host round where the GPU does not. -march=native is why the processor is in the key. */
#define FLAGS "-std=c11 -O3 -march=native -fopenmp -ffp-contract=off -shared -fPIC"

/* The compiler's own words. It runs in its work folder so that its log says NAME.c, so a path from here is made
   whole. */
static void add_compiler(nbb_text *words)
{
    const char *chosen = getenv("CC");
    chosen = chosen != NULL && chosen[strspn(chosen, " \t")] != '\0' ? chosen : "cc";
    nbb_text given = NBB_TEXT_EMPTY;
    nbb_process_words(&given, chosen);
    const char *first = nbb_text_string(&given);
    char *whole = strchr(first, '/') != NULL && first[0] != '/' ? realpath(first, NULL) : NULL;
    nbb_process_word(words, whole != NULL ? whole : first);
    size_t rest = strlen(first) + 1;
    if (given.length > rest) {
        nbb_text_put(words, given.data + rest, given.length - rest);
    }
    free(whole);
    nbb_text_free(&given);
}

/* Says of the recorded failure to start the compiler what it means; want of memory means no more than that. */
static nbb_status fail_start(void)
{
    return nbb_failure() != NBB_ERROR_DEVICE
               ? nbb_failure()
               : nbb_fail(NBB_ERROR_DEVICE, "the host target needs a C compiler: %s; install one or set CC",
                          nbb_message());
}

static nbb_status fail_source(const char *source, const char *name, int exit_code, const nbb_text *log)
{
    nbb_text kept = NBB_TEXT_EMPTY;
    nbb_cache_keep_failed(name, ".c", source, &kept);
    nbb_text_add_log(&kept, nbb_text_string(log));
    nbb_status status = nbb_fail(NBB_ERROR_DEVICE,
                                 "%s.c does not compile (the compiler's exit code is %d); the "
                                 "source is kept as %s",
                                 name, exit_code, nbb_text_string(&kept));
    nbb_text_free(&kept);
    return status;
}

/* Sets `path` to the file NAMEEXTENSION in the folder. */
static void file_path(const nbb_text *folder, const char *name, const char *extension, nbb_text *path)
{
    nbb_text_free(path);
    nbb_text_add(path, "%s/%s%s", nbb_text_string(folder), name, extension);
}

static nbb_status write_source(const char *source, const char *path)
{
    nbb_text content = NBB_TEXT_EMPTY;
    nbb_text_add(&content, "%s", source);
    nbb_status status = nbb_text_status(&content, "a source");
    if (status == NBB_OK) {
        status = nbb_file_put_private(path, &content);
    }
    nbb_text_free(&content);
    return status;
}

/* Runs the compiler. A signal to this program ends the compiler too: then that is what is told. */
static nbb_status run_compiler(const nbb_text *words, const char *folder, nbb_text *log, int *exit_code)
{
    if (nbb_process_run(words, folder, log, exit_code) != NBB_OK) {
        return fail_start();
    }
    return *exit_code != 0 ? nbb_interrupt_check() : NBB_OK;
}

/* Runs "cc FLAGS NAME.c -o object.so" in the folder. */
static nbb_status compile(const char *source, const char *name, const nbb_text *folder)
{
    nbb_text words = NBB_TEXT_EMPTY;
    nbb_text file = NBB_TEXT_EMPTY;
    nbb_text log = NBB_TEXT_EMPTY;
    int exit_code = 0;
    add_compiler(&words);
    nbb_process_words(&words, FLAGS);
    nbb_text_add(&file, "%s.c", name);
    nbb_process_word(&words, nbb_text_string(&file));
    nbb_process_words(&words, "-o object.so");
    nbb_status status = run_compiler(&words, nbb_text_string(folder), &log, &exit_code);
    if (status == NBB_OK && exit_code > 128) {
        status = nbb_fail(NBB_ERROR_DEVICE, "%s.c: the compiler was ended by signal %d", name, exit_code - 128);
    } else if (status == NBB_OK && exit_code != 0) {
        status = fail_source(source, name, exit_code, &log);
    }
    nbb_text_free(&words);
    nbb_text_free(&file);
    nbb_text_free(&log);
    return status;
}

nbb_status nbb_compiler_build(const char *source, const char *name, nbb_built *built)
{
    nbb_text path = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_folder_temporary(&built->folder));
    file_path(&built->folder, name, ".c", &path);     /* what is to be removed has its name before it is there */
    file_path(&built->folder, "object", ".so", &built->object);
    nbb_status status = nbb_text_status(&built->object, "a file name");
    if (status == NBB_OK) {
        status = write_source(source, path.data);
    }
    if (status == NBB_OK) {
        status = compile(source, name, &built->folder);
    }
    unlink(nbb_text_string(&path));                   /* by name: a folder cannot be listed without memory */
    nbb_text_free(&path);
    return status;
}

void nbb_compiler_clean(nbb_built *built)
{
    if (built->folder.length > 0) {
        unlink(nbb_text_string(&built->object));
        nbb_ending_remove(built->folder.data);
    }
    nbb_text_free(&built->object);
    nbb_text_free(&built->folder);
}

/* Appends the first line of "cc --version". */
static nbb_status add_version(nbb_text *key)
{
    nbb_text words = NBB_TEXT_EMPTY;
    nbb_text output = NBB_TEXT_EMPTY;
    int exit_code = 0;
    add_compiler(&words);
    nbb_process_word(&words, "--version");
    nbb_status status = run_compiler(&words, NULL, &output, &exit_code);
    if (status == NBB_OK) {
        nbb_text_put(key, nbb_text_string(&words), words.length);  /* two compilers may have the same version line */
        nbb_text_put(key, nbb_text_string(&output), strcspn(nbb_text_string(&output), "\n"));
    }
    nbb_text_free(&words);
    nbb_text_free(&output);
    return status;
}

nbb_status nbb_compiler_key(const char *source, nbb_text *key)
{
    nbb_text_add(key, "host " FLAGS "\n");
    NBB_TRY(add_version(key));
    nbb_text_add(key, "\n");
    nbb_machine_identity(key);
    nbb_text_add(key, "\n%s", source);
    return nbb_text_status(key, "a cache key");
}
