/* nvrtc.c - compiles CUDA source text. */
#include "runtime/device/nvrtc.h"

#include "runtime/device/machine.h"

#include <sys/stat.h>
#include <unistd.h>

#define LANGUAGE "--std=c++17"
#define LINE_INFO "--generate-line-info" /* lets profilers show the source; costs no speed */

static nbb_status fail_architecture(const char *text)
{
    NBB_LOCAL_TEXT near = NBB_TEXT_EMPTY;
    const char *digits = text + strcspn(text, "0123456789");
    int count = (int)strspn(digits, "0123456789");
    NBB_LOCAL_TEXT cubin = nbb_text_of("sm_%.*s", count, digits), ptx = nbb_text_of("compute_%.*s", count, digits);
    nbb_add_near(&near, text, (const char *[]){ nbb_text_string(&cubin), nbb_text_string(&ptx) }, count > 0 ? 2 : 0);
    return NBB_REFUSE("'%s' is no architecture: expected sm_90 or compute_90, say%s", text, nbb_text_string(&near));
}

nbb_status nbb_nvrtc_capability(const char *text, int *number)
{
    const char *digits = strncmp(text, "sm_", 3) == 0 ? text + 3 : strncmp(text, "compute_", 8) == 0 ? text + 8 : "";
    char *end = NULL;
    long value = strtol(digits, &end, 10);
    bool letter = *end >= 'a' && *end <= 'z';
    NBB_FAIL_IF(*digits < '1' || *digits > '9' || value > INT_MAX || end[letter] != '\0', fail_architecture(text));
    *number = (int)value;
    return NBB_OK;
}

static nbb_status check(nvrtcResult result, const char *call)
{
    NBB_STOP_IF(result != NVRTC_SUCCESS, NBB_ERROR_DEVICE, "%s: %s", call, nbb_nvrtc.nvrtcGetErrorString(result));
    return NBB_OK;
}

#define CALL(name, ...) check(nbb_nvrtc.name(__VA_ARGS__), #name)

/* Decides on a cubin or PTX, and appends for what: "sm_90" for a cubin, "compute_90" for PTX. PTX of an older
   architecture runs on a card newer than NVRTC. */
static nbb_status choose_target(const nbb_nvrtc_request *request, nbb_text *architecture, bool *ptx)
{
    int number = 0, count = 0, best = 0;
    NBB_TRY(nbb_nvrtc_capability(request->architecture, &number));
    const char *digits = strchr(request->architecture, '_') + 1, *suffix = digits + strspn(digits, "0123456789");
    NBB_TRY(CALL(nvrtcGetNumSupportedArchs, &count));
    NBB_LOCAL_MAKE(int, known, count + 1, "NVRTC's architectures");
    NBB_TRY(CALL(nvrtcGetSupportedArchs, known));
    NBB_LOCAL_TEXT list = NBB_TEXT_EMPTY;
    for (int i = 0; i < count; i++) {
        best = known[i] <= number && known[i] > best ? known[i] : best;
        nbb_text_add(&list, " sm_%d", known[i]);
    }
    *ptx = best != number || request->image == NBB_IMAGE_PTX;
    if (best != number && (best == 0 || request->image != NBB_IMAGE_LOADABLE)) {
        int major = 0, minor = 0;
        NBB_TRY(nbb_nvrtc_version(&major, &minor));
        return NBB_REFUSE("NVRTC %d.%d has no %s; it has%s (NBBGEN_NVRTC chooses another)", major, minor,
                          request->architecture, nbb_text_string(&list));
    }
    nbb_text_add(architecture, "%s_%d%s", *ptx ? "compute" : "sm", best, best == number ? suffix : "");
    return nbb_text_status(architecture, "an architecture's name");
}

typedef nvrtcResult (*size_call)(nvrtcProgram program, size_t *size);
typedef nvrtcResult (*bytes_call)(nvrtcProgram program, char *bytes);

/* Appends what a pair of NVRTC's calls yields, `calls` in messages. */
static nbb_status fetch(nvrtcProgram program, size_call size_of, bytes_call bytes_of, const char *calls,
                        nbb_text *text)
{
    size_t size = 0;
    NBB_TRY(check(size_of(program, &size), calls));
    NBB_LOCAL_MAKE(char, bytes, size + 1, calls);
    NBB_TRY(check(bytes_of(program, bytes), calls));
    nbb_text_put(text, bytes, size);
    return nbb_text_status(text, calls);
}

#define FETCH(name, program, text) fetch(program, nbb_nvrtc.name##Size, nbb_nvrtc.name, #name, text)

/* The failure of a source that NVRTC refused: the file it is kept in, and the log. */
static nbb_status fail_source(const nbb_nvrtc_request *request, const char *architecture, nvrtcProgram program,
                              nvrtcResult result)
{
    NBB_LOCAL_TEXT log = NBB_TEXT_EMPTY;
    NBB_LOCAL_TEXT kept = NBB_TEXT_EMPTY;
    NBB_TEXT_ADD_IF(FETCH(nvrtcGetProgramLog, program, &log) != NBB_OK, &log, "(no log: %s)", nbb_message());
    nbb_cache_keep_failed(request->name, ".cu", request->source, &kept);
    nbb_text_add_log(&kept, nbb_text_string(&log));
    return nbb_fail(NBB_ERROR_DEVICE, "%s.cu does not compile for %s: %s; the source is kept as %s", request->name,
                    architecture, nbb_nvrtc.nvrtcGetErrorString(result), nbb_text_string(&kept));
}

nbb_status nbb_nvrtc_compile(const nbb_nvrtc_request *request, nbb_text *image)
{
    NBB_LOCAL_TEXT chosen = NBB_TEXT_EMPTY, folder = NBB_TEXT_EMPTY;
    bool ptx = false;
    NBB_TRY(nbb_nvrtc_load());
    NBB_TRY(choose_target(request, &chosen, &ptx));
    NBB_TRY(nbb_nvrtc_headers(request->source, &folder));
    NBB_LOCAL_TEXT architecture = nbb_text_of("--gpu-architecture=%s", nbb_text_string(&chosen));
    NBB_LOCAL_TEXT include = nbb_text_of("--include-path=%s", nbb_text_string(&folder));
    NBB_LOCAL_TEXT name = nbb_text_of("%s.cu", request->name);
    const char *options[] = { nbb_text_string(&architecture), LANGUAGE, LINE_INFO, nbb_text_string(&include) };
    nvrtcProgram program = NULL;
    NBB_TRY(CALL(nvrtcCreateProgram, &program, request->source, nbb_text_string(&name), 0, NULL, NULL));
    nvrtcResult result = nbb_nvrtc.nvrtcCompileProgram(program, folder.length > 0 ? 4 : 3, options);
    nbb_status status = result != NVRTC_SUCCESS ? fail_source(request, nbb_text_string(&chosen), program, result)
                        : ptx                   ? FETCH(nvrtcGetPTX, program, image)
                                                : FETCH(nvrtcGetCUBIN, program, image);
    if (ptx && status == NBB_OK && image->length > 0 && image->data[image->length - 1] == '\0') {
        --image->length; /* NVRTC counts the final 0 */
    }
    nbb_nvrtc.nvrtcDestroyProgram(&program);
    return status;
}

nbb_status nbb_nvrtc_key(const nbb_nvrtc_request *request, nbb_text *key)
{
    nbb_text_add(key, "nvrtc %s %d %s " LANGUAGE " " LINE_INFO "\n", request->architecture, (int)request->image,
                 request->name);
    /* A library file's path, size and time stand for its version: what is known without loading it. */
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_nvrtc_location(&path));
    NBB_LOCAL_HEAP char *resolved = realpath(nbb_text_string(&path), NULL);
    struct stat file;
    NBB_STOP_IF(resolved == NULL || stat(resolved, &file) != 0, NBB_ERROR_DEVICE, "%s: NVRTC cannot be read",
                nbb_text_string(&path));
    nbb_text_add(key, "%s %jd %jd.%09ld\n", resolved, (intmax_t)file.st_size, (intmax_t)file.st_mtim.tv_sec,
                 file.st_mtim.tv_nsec);
    NBB_TRY(nbb_nvrtc_headers(request->source, key));
    nbb_text_add(key, "\n%s", request->source);
    return nbb_text_status(key, "a cache key");
}

nbb_status nbb_nvrtc_version(int *major, int *minor)
{
    NBB_TRY(nbb_nvrtc_load());
    return CALL(nvrtcVersion, major, minor);
}

/* --- fat binaries --- */

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

/* Compiles for one architecture into the folder, and adds the word that names the file. */
static nbb_status add_image(const nbb_nvrtc_request *request, const char *architecture, const char *folder,
                            nbb_list *words)
{
    nbb_nvrtc_request one = *request;
    bool is_ptx = strncmp(architecture, "compute_", 8) == 0;
    NBB_LOCAL_TEXT image = NBB_TEXT_EMPTY;
    one.architecture = architecture;
    one.image = is_ptx ? NBB_IMAGE_PTX : NBB_IMAGE_CUBIN;
    NBB_TRY(nbb_nvrtc_compile(&one, &image));
    NBB_LOCAL_TEXT_OF(path, "a file name", "%s/%s", folder, architecture);
    NBB_LOCAL_TEXT_OF(word, "a command", "--image3=kind=%s,sm=%s,file=%s", is_ptx ? "ptx" : "elf",
                      strchr(architecture, '_') + 1, architecture);
    NBB_TRY(nbb_list_add(words, word.data, word.length));
    return nbb_file_put_private(path.data, &image);
}

/* All in the folder, with relative names: the same bytes whatever it is called. */
static nbb_status make(const nbb_nvrtc_request *request, const nbb_list *list, const char *folder, nbb_text *image)
{
    const char *const places[] = { getenv("CUDA_HOME"), getenv("CUDA_PATH"), "/usr/local/cuda" };
    NBB_LOCAL_LIST words = { NULL, 0 };
    NBB_LOCAL_TEXT program = NBB_TEXT_EMPTY;
    bool found = false;
    for (int i = 0; i < NBB_COUNT(places) && !found; ++i) { /* a toolkit's, or else from $PATH */
        nbb_text_free(&program);
        nbb_text_add(&program, "%s/bin/" PROGRAM, places[i] != NULL ? places[i] : "");
        found = access(nbb_text_string(&program), X_OK) == 0;
    }
    NBB_TRY(nbb_list_add(&words, found ? program.data : PROGRAM, SIZE_MAX));
    NBB_TRY(nbb_list_split("-64 --create=" CONTAINER, &words));
    NBB_TRY(NBB_EACH(i, list->count, add_image(request, list->items[i], folder, &words)));
    NBB_LOCAL_TEXT_OF(path, "a file name", "%s/" CONTAINER, folder);
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

uint32_t nbb_cuda_cluster_blocks(int capability)
{
    return capability >= 90 ? 8 : 1;
}

uint32_t nbb_cuda_shared_bytes(int capability)
{
    bool is_large = capability == 80 || capability == 87 || (capability >= 90 && capability < 120);
    return 1024
           * (capability < 75               ? 96
              : capability == 75            ? 64
              : is_large && capability < 90 ? 163
              : is_large                    ? 227
                                            : 99);
}
