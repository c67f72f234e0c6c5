/* fatbin.c - compiles for each architecture, and has the toolkit put the images together. */
#include "runtime/device/nvrtc.h"

#include "gen/base/ending.h"
#include "gen/base/file.h"
#include "gen/base/list.h"
#include "runtime/device/folder.h"
#include "runtime/device/interrupt.h"
#include "runtime/device/process.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM "fatbinary"
#define CONTAINER "whole.fatbin"

/* The items of "sm_80,sm_90,compute_90". */
static nbb_status read_list(const char *architectures, nbb_list *list)
{
    NBB_LOCAL_TEXT what = nbb_text_of("--arch %s", architectures);
    return nbb_list_parse(nbb_text_string(&what), architectures, list);
}

nbb_status nbb_fatbin_capability(const char *architectures, int *number)
{
    NBB_LOCAL_LIST list = { NULL, 0 };
    NBB_TRY(read_list(architectures, &list));
    *number = INT_MAX;
    for (size_t i = 0; i < list.count; ++i) {
        int one = 0;
        NBB_TRY(nbb_nvrtc_capability(list.items[i], &one));
        *number = one < *number ? one : *number;
    }
    return NBB_OK;
}

/* Adds the program's word: its path in a toolkit's folder, or its name, which is looked for in $PATH. */
static void add_program(nbb_text *words)
{
    const char *const places[] = { getenv("CUDA_HOME"), getenv("CUDA_PATH"), "/usr/local/cuda" };
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    bool found = false;
    for (size_t i = 0; i < sizeof places / sizeof places[0] && !found; ++i) {
        nbb_text_free(&path);
        nbb_text_add(&path, "%s/bin/" PROGRAM, places[i] != NULL ? places[i] : "");
        found = access(nbb_text_string(&path), X_OK) == 0;
    }
    nbb_process_word(words, found ? nbb_text_string(&path) : PROGRAM);
}

/* Compiles for one architecture into the folder, and adds the word that names the file. */
static nbb_status add_image(const nbb_nvrtc_request *request, const char *architecture, const char *folder,
                            nbb_text *words)
{
    nbb_nvrtc_request one = *request;
    bool is_ptx = strncmp(architecture, "compute_", 8) == 0;
    NBB_LOCAL_TEXT image = NBB_TEXT_EMPTY;
    one.architecture = architecture;
    one.image = is_ptx ? NBB_IMAGE_PTX : NBB_IMAGE_CUBIN;
    NBB_TRY(nbb_nvrtc_compile(&one, &image));
    NBB_LOCAL_TEXT path = nbb_text_of("%s/%s", folder, architecture);
    NBB_LOCAL_TEXT word = nbb_text_of("--image3=kind=%s,sm=%s,file=%s", is_ptx ? "ptx" : "elf",
                                      strchr(architecture, '_') + 1, architecture);
    NBB_TRY(nbb_text_status(&path, "a file name"));
    NBB_TRY(nbb_text_status(&word, "a command"));
    nbb_process_word(words, nbb_text_string(&word));
    return nbb_file_put_private(path.data, &image);
}

/* All in the folder, with relative names: the same bytes whatever it is called. */
static nbb_status make(const nbb_nvrtc_request *request, const nbb_list *list, const char *folder, nbb_text *image)
{
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY;
    add_program(&words);
    nbb_process_words(&words, "-64 --create=" CONTAINER);
    for (size_t i = 0; i < list->count; ++i) {
        NBB_TRY(add_image(request, list->items[i], folder, &words));
    }
    NBB_LOCAL_TEXT path = nbb_text_of("%s/" CONTAINER, folder);
    NBB_TRY(nbb_text_status(&words, "a command"));
    NBB_TRY(nbb_text_status(&path, "a file name"));
    NBB_TRY(nbb_process_need(&words, folder, "a fat binary is put together by " PROGRAM " of the CUDA toolkit",
                             "install it, or set CUDA_HOME to a toolkit"));
    return nbb_text_read_file(image, path.data, SIZE_MAX, NBB_ERROR_DEVICE);
}

nbb_status nbb_fatbin_compile(const nbb_nvrtc_request *request, nbb_text *image)
{
    NBB_LOCAL_LIST list = { NULL, 0 };
    NBB_LOCAL_TEXT folder = NBB_TEXT_EMPTY;
    NBB_TRY(read_list(request->architecture, &list));
    NBB_TRY(nbb_folder_temporary(&folder));
    nbb_status status = make(request, &list, folder.data, image);
    nbb_ending_remove(folder.data);
    return status;
}
