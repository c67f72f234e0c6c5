/* library_doctor.c - what this machine has for nbbgen to use, as JSON. */
#include "library/library_job.h"

#include "runtime/base/search.h"
#include "runtime/device/machine.h"
#include "runtime/device/nvrtc.h"

#include <unistd.h>

/* How to get what is missing. */
static const char get_compiler[] = "apt-get install gcc libc6-dev";
static const char get_driver[] = "apt-get install nvidia-driver, of Debian's non-free, where there is a GPU";
static const char get_cache[] = "export XDG_CACHE_HOME=FOLDER, a folder of your own";

/* One finding; where it is not good with `remedy`, and without words with the recorded message. Of what each machine
   should have, with the `code` that a command ends with that needs it. */
static void find(json_t *object, const char *what, bool good, nbb_status code, const char *words, const char *remedy)
{
    nbb_text shown = NBB_TEXT_EMPTY;
    words = good || *words != '\0' ? words : nbb_message();
    nbb_text_show(&shown, words, strlen(words));
    json_t *finding = json_pack("{s:b, s:o, s:s*}", "usable", good, "is", nbb_json_take(&shown), "get",
                                good ? NULL : remedy);
    NBB_JSON_SET_IF(code != NBB_OK, finding, "code", json_integer(code));
    nbb_json_set(object, what, finding);
}

/* Describes an opened device, or gives the reason why it cannot be had. */
static void find_device(json_t *object, const char *what, nbb_status status, nbb_device *device, const char *remedy)
{
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY;
    uint64_t available = 0;
    status = status == NBB_OK ? device->operations->available(device, &available) : status;
    if (status == NBB_OK) {
        nbb_text_add(&words, "%s (%s), ", device->name, device->architecture);
        if (device->is_cuda) { /* the host's name says its threads */
            nbb_text_add(&words, "%u multiprocessors, ", device->multiprocessors);
        }
        nbb_text_add(&words, "%.1f of %.1f GB free", (double)available * 1e-9, (double)device->memory * 1e-9);
    }
    find(object, what, status == NBB_OK, NBB_OK, nbb_text_string(&words), remedy);
    if (device != NULL) {
        device->operations->close(device);
    }
}

/* Whether the host's compiler makes a module that runs. */
static void find_compiler(json_t *object)
{
    nbb_device *host = NULL;
    nbb_module *module = NULL;
    nbb_module_facts facts = { 0 };
    static const char *const source = "#include <omp.h>\nint doctor(void) { return omp_get_max_threads(); }\n";
    nbb_module_request request = { &source, 1, "doctor", false };
    nbb_status status = nbb_host_open(1, &host);
    status = status == NBB_OK ? host->operations->load(host, &request, &module, &facts) : status;
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY;
    if (status == NBB_OK) {
        nbb_text_add(&words, "compiles C with OpenMP in %.0f ms", facts.compile_ms);
        host->operations->unload(host, module);
    }
    find(object, "compiler", status == NBB_OK, status, nbb_text_string(&words), get_compiler);
    find_device(object, "processor", host != NULL ? NBB_OK : status, host, get_compiler);
}

/* Each, and how each two of several are linked. */
static void find_gpus(json_t *object)
{
    static const char *const kinds[] = { [NBB_LINK_NONE] = "none",
                                         [NBB_LINK_DIRECT] = "direct",
                                         [NBB_LINK_ATOMIC] = "direct with atomics, as NVLink is" };
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY, links = NBB_TEXT_EMPTY;
    bool all = true;
    int count = nbb_cuda_count(&words);
    if (count == 0) {
        find(object, "cuda:0", false, NBB_OK, nbb_text_string(&words), get_driver);
    }
    for (int i = 0; i < count; ++i) {
        nbb_device *device = NULL;
        NBB_LOCAL_TEXT name = nbb_text_of("cuda:%d", i);
        nbb_status status = nbb_cuda_open(i, &device);
        find_device(object, nbb_text_string(&name), status, status == NBB_OK ? device : NULL, get_driver);
        for (int j = i + 1; j < count; ++j) {
            nbb_cuda_link link = nbb_cuda_link_of(i, j);
            nbb_text_add(&links, "%scuda:%d-%d %s", links.length > 0 ? ", " : "", i, j, kinds[link]);
            all = all && link != NBB_LINK_NONE;
        }
    }
    if (count > 1) {
        find(object, "links", all, NBB_OK, nbb_text_string(&links),
             "a machine whose GPUs reach each other: words go by way of the host else");
    }
}

/* Loads a file that such a search finds, and forgets it. */
static nbb_status load(const nbb_search *search, const char *path)
{
    NBB_AT_END(nbb_job_close) nbb_job read = { .device = NULL };
    return search == &nbb_program_search ? nbb_program_read(NULL, path, &read.program)
                                         : nbb_definition_read(NULL, path, &read.definition);
}

/* Fails where one of the files that come with nbbgen is not in their folder. */
static nbb_status check_shipped(const nbb_search *search, const char *folder)
{
    NBB_LOCAL_LIST shipped = { NULL, 0 };
    NBB_TRY(nbb_list_split(nbb_shipped, &shipped));
    size_t length = strlen(search->folder);
    for (size_t i = 0; i < shipped.count; ++i) {
        bool is_of_it = strncmp(shipped.items[i], search->folder, length) == 0;
        NBB_LOCAL_TEXT path = nbb_text_of("%s%s", folder, shipped.items[i] + length);
        NBB_STOP_IF(is_of_it && access(nbb_text_string(&path), F_OK) != 0, NBB_ERROR_RUN,
                    "%s: is missing, and comes with nbbgen", nbb_text_string(&path));
    }
    return NBB_OK;
}

/* The folders of fractals or programs: each can be read, its files load, the first has those of nbbgen. */
static void find_files(json_t *object, const char *what, const nbb_search *search)
{
    NBB_LOCAL_LIST folders = { NULL, 0 };
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY, remedy = NBB_TEXT_EMPTY;
    nbb_status status = nbb_search_folders(search, &folders);
    bool is_loading = false;
    size_t done = 0;
    while (done < folders.count && status == NBB_OK) {
        const char *folder = folders.items[done];
        NBB_LOCAL_LIST names = { NULL, 0 };
        status = nbb_search_names(folder, nbb_search_suffix, NBB_ERROR_RUN, &names);
        is_loading = status == NBB_OK;
        nbb_text_add(&words, "%s%zu in %s", words.length > 0 ? ", " : "", names.count, folder);
        for (size_t i = 0; i < names.count && status == NBB_OK; ++i) {
            NBB_LOCAL_TEXT path = nbb_text_of("%s/%s.lua", folder, names.items[i]);
            status = load(search, nbb_text_string(&path));
        }
        status = status == NBB_OK && done == 0 ? check_shipped(search, folder) : status;
        done += status == NBB_OK;
    }
    nbb_text_add(&remedy,
                 done == 0    ? "%s"
                 : is_loading ? "mend the file, or take it out of the folders of $%s"
                              : "export %s=FOLDER:..., folders that can be read",
                 done == 0 ? "cmake --install BUILD --prefix PREFIX, which puts the program beside its files"
                           : search->variable);
    find(object, what, status == NBB_OK, status, status == NBB_OK ? nbb_text_string(&words) : nbb_message(),
         nbb_text_string(&remedy));
}

NBB_LIBRARY_DESCRIBES(nbbgen_doctor)
{
    json_t *object = *made = json_object();
    find_compiler(object);
    NBB_LOCAL_TEXT version = NBB_TEXT_EMPTY;
    int major = 0, minor = 0;
    nbb_status status = nbb_nvrtc_version(&major, &minor);
    NBB_TEXT_ADD_IF(status == NBB_OK, &version, "version %d.%d, ", major, minor);
    status = status == NBB_OK ? nbb_nvrtc_location(&version) : status;
    NBB_TEXT_ADD_IF(status != NBB_OK, &version, "%s", nbb_message());
    find(object, "nvrtc", status == NBB_OK, NBB_OK, nbb_text_string(&version),
         "apt-get install nvidia-cuda-toolkit, of Debian's non-free, or pip install nbbgen[cuda]");
    find_gpus(object);
    /* What several GPUs talk by. */
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY;
    status = nbb_nccl_version(&words);
    find(object, "nccl", status == NBB_OK, NBB_OK, nbb_text_string(&words),
         "apt-get install libnccl2, of NVIDIA's packages, or pip install nvidia-nccl-cu13");
    /* The cache's folder, which need not exist, or why it is not used. */
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    NBB_LOCAL_OPEN folder = -1;
    bool is_set = nbb_cache_folder(&path);
    bool usable = is_set && nbb_folder_open(nbb_text_string(&path), false, &folder) == NBB_OK;
    NBB_TEXT_ADD_IF(!is_set, &path, "neither XDG_CACHE_HOME nor HOME is set");
    find(object, "cache", usable, NBB_OK, usable || !is_set ? nbb_text_string(&path) : "", get_cache);
    find_files(object, "fractals", &nbb_definition_search);
    find_files(object, "programs", &nbb_program_search);
    return NBB_OK;
}
