/* machine.c - reads /proc, /sys and the environment. */
#include "runtime/device/machine.h"

#include <omp.h>
#include <unistd.h>
#include <xxhash.h>

enum { PROC_FILE_LIMIT = 64 << 20 };

const char *nbb_machine_temporary(void)
{
    const char *folder = getenv("TMPDIR");
    return folder != NULL && *folder != '\0' ? folder : "/tmp";
}

/* What stands in the first line that begins so, behind blanks and a colon, and what follows; or NULL. */
static const char *behind(const char *lines, const char *key)
{
    while (lines != NULL && strncmp(lines, key, strlen(key)) != 0) {
        lines = strchr(lines, '\n');
        lines = lines != NULL ? lines + 1 : NULL;
    }
    return lines != NULL ? lines + strlen(key) + strspn(lines + strlen(key), " \t:") : NULL;
}

void nbb_machine_model(bool with_flags, nbb_text *text)
{
    NBB_LOCAL_TEXT processors = NBB_TEXT_EMPTY;
    /* A machine without the file is one without a model name, not a failure. */
    (void)nbb_text_read_file(&processors, "/proc/cpuinfo", PROC_FILE_LIMIT, NBB_ERROR_DEVICE);
    const char *lines = nbb_text_string(&processors), *model = behind(lines, "model name");
    const char *flags = behind(lines, "flags");
    model = model != NULL ? model : "processor";
    nbb_text_put(text, model, strcspn(model, "\n"));
    flags = flags != NULL ? flags : behind(lines, "Features"); /* the same line on Arm */
    flags = flags != NULL ? flags : "";
    NBB_TEXT_ADD_IF(with_flags, text, " %016llx", (unsigned long long)XXH3_64bits(flags, strcspn(flags, "\n")));
}

static _Thread_local uint32_t asked;   /* threads; 0: nobody did */
static _Thread_local uint32_t unasked; /* what the thread's caller had before */

uint32_t nbb_machine_use_threads(uint32_t threads)
{
    uint32_t before = asked;
    unasked = before == 0 ? (uint32_t)omp_get_max_threads() : unasked;
    asked = threads;
    if (threads != before) {
        omp_set_num_threads((int)(threads > 0 ? threads : unasked));
    }
    return before;
}

uint32_t nbb_machine_threads(void)
{
    NBB_RETURN_IF(asked > 0, asked);
    const char *text = getenv("OMP_NUM_THREADS");
    char *end = NULL;
    unsigned long count = text != NULL && *text >= '1' && *text <= '9' ? strtoul(text, &end, 10) : ULONG_MAX;
    NBB_RETURN_IF(count <= INT_MAX && *end == '\0', (uint32_t)count);
    return (uint32_t)omp_get_num_procs(); /* that this process may run on */
}

uint32_t nbb_machine_share(int processes)
{
    uint32_t threads = nbb_machine_threads();
    bool is_bound = asked > 0 || getenv("OMP_NUM_THREADS") != NULL || (long)threads < sysconf(_SC_NPROCESSORS_ONLN);
    if (processes > 1 && !is_bound) {
        threads = threads > (uint32_t)processes ? threads / (uint32_t)processes : 1;
        omp_set_num_threads((int)threads);
    }
    return threads;
}

/* Control groups by version: where a group's folder is and what its files are called. */
static const struct cgroup_version {
    const char *controller; /* in /proc/self/cgroup's middle field, between commas */
    const char *mount;
    const char *limit, *usage;
    const char *droppable; /* in memory.stat: file pages that count as used */
} cgroup_versions[] = {
    { ",memory,", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file" },
    { ",,", "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file" },
};

/* The number after `key` at a line's start in root/folder/name ("": of a file of one number). Fails (device). */
static nbb_status read_number(const char *root, const char *folder, const char *name, const char *key,
                              uint64_t *number)
{
    NBB_LOCAL_TEXT content = NBB_TEXT_EMPTY;
    NBB_LOCAL_TEXT_OF(path, "a file name", "%s%s/%s", root, folder, name);
    NBB_TRY(nbb_text_read_file(&content, nbb_text_string(&path), PROC_FILE_LIMIT, NBB_ERROR_DEVICE));
    const char *found = behind(nbb_text_string(&content), key);
    NBB_DONE_IF(found != NULL && sscanf(found, "%" SCNu64, number) == 1);
    return nbb_fail(NBB_ERROR_DEVICE, "%s: %s cannot be read", path.data, *key != '\0' ? key : "a number");
}

/* Bounds the figures by one group's limit; "max" (v2) and a number near 2^63 (v1) mean no limit. */
static void bound_by_group(const char *root, const struct cgroup_version *version, const char *folder,
                           uint64_t *total, uint64_t *available)
{
    uint64_t limit = 0, usage = 0, droppable = 0;
    NBB_LEAVE_IF(read_number(root, folder, version->limit, "", &limit) != NBB_OK
                 || read_number(root, folder, version->usage, "", &usage) != NBB_OK);
    read_number(root, folder, "memory.stat", version->droppable, &droppable);
    uint64_t held = usage > droppable ? usage - droppable : 0;
    uint64_t left = limit > held ? limit - held : 0;
    *total = limit < *total ? limit : *total;
    *available = left < *available ? left : *available;
}

/* A line of /proc/self/cgroup is "number:controllers:path". Every group from there up to the mount's root has its
   say; in a container only the upper ones may be visible. */
static void bound_by_line(const char *root, const char *line, uint64_t *total, uint64_t *available)
{
    const char *controllers = strchr(line, ':');
    const char *path = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
    NBB_LEAVE_IF(path == NULL);
    NBB_LOCAL_TEXT list = nbb_text_of(",%.*s,", (int)(path - controllers) - 1, controllers + 1);
    for (int i = 0; i < NBB_COUNT(cgroup_versions); i++) {
        const struct cgroup_version *version = &cgroup_versions[i];
        bool is_it = strstr(nbb_text_string(&list), version->controller) != NULL;
        NBB_LOCAL_TEXT folder = nbb_text_of("%s%s", version->mount, path + 1);
        for (char *end = folder.data; is_it && end != NULL;) {
            bound_by_group(root, version, folder.data, total, available);
            end = strrchr(folder.data + strlen(version->mount), '/');
            *(end != NULL ? end : folder.data) = '\0';
        }
    }
}

nbb_status nbb_machine_memory(const char *root, uint64_t *total, uint64_t *available)
{
    NBB_TRY(read_number(root, "/proc", "meminfo", "MemTotal:", total));
    NBB_TRY(read_number(root, "/proc", "meminfo", "MemAvailable:", available));
    *total *= 1024;
    *available *= 1024;
    NBB_LOCAL_TEXT groups = NBB_TEXT_EMPTY;
    NBB_LOCAL_TEXT path = nbb_text_of("%s/proc/self/cgroup", root);
    if (nbb_text_read_file(&groups, nbb_text_string(&path), PROC_FILE_LIMIT, NBB_ERROR_DEVICE) == NBB_OK) {
        for (char *rest = groups.data, *line; (line = strsep(&rest, "\n")) != NULL;) {
            bound_by_line(root, line, total, available);
        }
    }
    return NBB_OK;
}

nbb_status nbb_machine_has(uint64_t bytes, bool had)
{
    uint64_t total = 0, left = 0;
    NBB_TRY(nbb_machine_memory("", &total, &left));
    NBB_STOP_IF(!had || bytes > left, NBB_ERROR_DEVICE,
                "the host has no memory for %" PRIu64 " bytes: %" PRIu64 " are available", bytes, left);
    return NBB_OK;
}
