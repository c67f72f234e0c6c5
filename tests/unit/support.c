/* support.c - folders, files and captured output of the runtime's unit tests. */
#include "support.h"
#include "tests/cmocka.h"
#include "runtime/device/loaded.h"

#include <dirent.h>
#include <dlfcn.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/nbb-test-XXXXXX";
static FILE *captured;
static int real_errors;

nbb_text support_path(const char *name)
{
    nbb_text path = nbb_text_of("%s%s%s", folder, *name != '\0' ? "/" : "", name);
    assert_int_equal(nbb_text_status(&path, "a path"), NBB_OK);
    return path;
}

static void set_variable(const char *variable, const char *name)
{
    NBB_LOCAL_TEXT path = support_path(name);
    mkdir(path.data, 0700);
    setenv(variable, path.data, 1);
}

int support_enter(void **state)
{
    (void)state;
    memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    set_variable("XDG_CACHE_HOME", "cache");
    set_variable("TMPDIR", "tmp");
    return 0;
}

/* The library stays loaded, so its counts are those of all who use it. */
static nbb_function fake_function(const char *name)
{
    static void *fake;
    fake = fake != NULL ? fake : dlopen(NBB_FAKE_DRIVER, RTLD_NOW | RTLD_LOCAL);
    assert_non_null(fake);
    return nbb_loaded_function(fake, name);
}

nbb_device *support_open_cuda(void)
{
    nbb_device *device = NULL;
    assert_int_equal(nbb_cuda_open(0, &device), NBB_OK);
    return device;
}

nbb_device *support_open_host(void)
{
    nbb_device *device = NULL;
    assert_int_equal(nbb_host_open(1, &device), NBB_OK);
    return device;
}

void support_close(nbb_device *const *device)
{
    (*device)->operations->close(*device);
}

int support_fake_calls(const char *symbol)
{
    return ((int (*)(const char *))fake_function("nbb_fake_calls"))(symbol);
}

size_t support_fake_used(void)
{
    return ((size_t(*)(void))fake_function("nbb_fake_used"))();
}

int support_enter_cuda(void **state)
{
    static const char *const variables[] = {
        "NBB_FAKE_FAIL", "NBB_FAKE_AWAIT", "NBB_FAKE_DEVICES", "NBB_FAKE_CAPABILITY", "NBB_FAKE_MEMORY",
    };
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        unsetenv(variables[i]);
    }
    setenv("NBBGEN_LIBCUDA", NBB_FAKE_DRIVER, 1);
    setenv("NBBGEN_NVRTC", NBB_FAKE_DRIVER, 1);
    fake_function("nbb_fake_reset")();
    return support_enter(state);
}

nbb_status support_load(nbb_device *device, const char *source, bool use_cache, nbb_module **module, bool *hit)
{
    nbb_module_request request = { .sources = &source, .count = 1, .name = "nbb_test", .use_cache = use_cache };
    nbb_module_facts facts = { .compile_ms = -1, .cache_hit = false };
    nbb_status status = device->operations->load(device, &request, module, &facts);
    assert_true(status != NBB_OK || facts.compile_ms > 0);
    *hit = facts.cache_hit;
    return status;
}

nbb_kernel *support_find(nbb_device *device, nbb_module *module, const char *name, const char *signature)
{
    nbb_kernel *kernel = NULL;
    assert_int_equal(device->operations->find(device, module, name, signature, &kernel), NBB_OK);
    return kernel;
}

nbb_kernel *support_kernel(nbb_device *device, const char *source, const char *name, const char *signature,
                           nbb_module **module)
{
    bool hit = false;
    assert_int_equal(support_load(device, source, true, module, &hit), NBB_OK);
    return support_find(device, *module, name, signature);
}

void support_check_memory(nbb_device *device, uint64_t bytes)
{
    nbb_address address = 0, none = 0;
    uint64_t left = 0;
    uint8_t edge[4] = { 1, 2, 3, 4 };
    const uint8_t wanted[4] = { 0xa5, 0xa5, 1, 2 };
    assert_int_equal(device->operations->available(device, &left), NBB_OK);
    assert_in_range(left, 1, device->memory);
    assert_int_equal(device->operations->allocate(device, bytes, &address), NBB_OK);
    assert_int_equal(device->operations->fill(device, address, 0xa5, bytes), NBB_OK);
    assert_int_equal(device->operations->upload(device, address + bytes - 2, edge, 2), NBB_OK);
    assert_int_equal(device->operations->download(device, edge, address + bytes - 4, 4), NBB_OK);
    assert_memory_equal(edge, wanted, 4);
    assert_int_equal(device->operations->copy(device, address, address + bytes - 4, 4), NBB_OK);
    assert_int_equal(device->operations->download(device, edge, address, 4), NBB_OK);
    assert_memory_equal(edge, wanted, 4);
    assert_int_equal(device->operations->allocate(device, 0, &none), NBB_OK);
    assert_int_equal(device->operations->fill(device, 0, 1, 0), NBB_OK);
    assert_int_equal(device->operations->copy(device, 0, 0, 0), NBB_OK);
    assert_int_equal(device->operations->upload(device, 0, NULL, 0), NBB_OK);
    assert_int_equal(device->operations->download(device, NULL, 0, 0), NBB_OK);
    device->operations->release(device, none);
    device->operations->release(device, address);
    device->operations->release(device, 0);
}

void support_check_marks(nbb_device *device)
{
    double milliseconds = -1;
    assert_int_equal(device->operations->mark(device, 0), NBB_OK);
    usleep(3000);
    assert_int_equal(device->operations->mark(device, NBB_MARKS - 1), NBB_OK);
    assert_int_equal(device->operations->elapsed(device, 0, NBB_MARKS - 1, &milliseconds), NBB_OK);
    assert_true(milliseconds >= 3 && milliseconds < 10000);
    assert_int_equal(device->operations->elapsed(device, 0, 1, &milliseconds), NBB_ERROR_DEVICE);
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(path);
}

int support_leave(void **state)
{
    (void)state;
    unsetenv("XDG_CACHE_HOME");
    unsetenv("TMPDIR");
    nbb_message_free();
    return nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

void support_write(const char *name, const char *content, unsigned mode)
{
    NBB_LOCAL_TEXT path = support_path(name);
    for (char *end = path.data + strlen(folder) + 1; (end = strchr(end, '/')) != NULL; *end++ = '/') {
        *end = '\0';
        mkdir(path.data, 0700); /* it may be there already */
    }
    FILE *file = fopen(path.data, "w");
    assert_non_null(file);
    fputs(content, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path.data, mode), 0);
}

void support_capture(void)
{
    fflush(stderr);
    captured = tmpfile();
    assert_non_null(captured);
    real_errors = dup(STDERR_FILENO);
    dup2(fileno(captured), STDERR_FILENO);
}

nbb_text support_captured(void)
{
    fflush(stderr);
    dup2(real_errors, STDERR_FILENO);
    close(real_errors);
    rewind(captured);
    nbb_text text = nbb_text_of("%s", "");
    for (int letter = fgetc(captured); letter != EOF; letter = fgetc(captured)) {
        nbb_text_add(&text, "%c", letter);
    }
    fclose(captured);
    return text;
}

int support_count_files(const char *name)
{
    NBB_LOCAL_TEXT path = support_path(name);
    DIR *listing = opendir(path.data);
    int count = 0;
    struct dirent *entry = NULL;
    while (listing != NULL && (entry = readdir(listing)) != NULL) {
        count += entry->d_name[0] != '.';
    }
    if (listing != NULL) {
        closedir(listing);
    }
    return count;
}
