/* options_device.c - the device that --device names. */
#include "library/options.h"

enum { GPUS_MAX = 1024 };

static nbb_status fail_name(const char *name)
{
    static const char *const names[] = { "auto", "cpu", "cuda", "cuda:all" };
    NBB_LOCAL_TEXT near = NBB_TEXT_EMPTY;
    bool is_gpu = tolower((unsigned char)name[0]) == 'g'; /* "gpu" is near "cpu", and means the other one */
    nbb_add_near(&near, is_gpu ? "cuda" : name, names, 4);
    return NBB_REFUSE(
        "--device %s: expected auto, cpu, cuda, cuda:N, or of several GPUs cuda:all, cuda:0-3 or cuda:0,2%s", name,
        nbb_text_string(&near));
}

/* Reads "2" or "0-3" from *text on. */
static bool read_range(const char **text, int gpus[GPUS_MAX], int *count)
{
    char *end = NULL;
    long first = strtol(*text, &end, 10), last = first;
    bool reads = isdigit((unsigned char)**text);
    if (reads && *end == '-') {
        *text = end + 1;
        reads = isdigit((unsigned char)**text);
        last = strtol(*text, &end, 10);
    }
    reads = reads && first <= last && last < GPUS_MAX && last - first < GPUS_MAX - *count;
    for (; reads && first <= last; ++first) {
        gpus[(*count)++] = (int)first;
    }
    *text = end;
    return reads;
}

/* The numbers of the GPUs that --device names: of "cuda:0,2-3" 0, 2, 3; of "cuda:all" all; else none. */
static nbb_status list_gpus(const char *name, int gpus[GPUS_MAX], int *count)
{
    *count = 0;
    if (strcmp(name, "cuda:all") == 0) {
        NBB_LOCAL_TEXT reason = NBB_TEXT_EMPTY;
        int found = nbb_cuda_count(&reason);
        *count = found < GPUS_MAX ? found : GPUS_MAX;
        NBB_FILL(i, *count, gpus[i], i);
        return found > 0 ? NBB_OK : nbb_fail(NBB_ERROR_DEVICE, "%s", nbb_text_string(&reason));
    }
    if (strncmp(name, "cuda:", 5) != 0) {
        return strcmp(name, "auto") == 0 || strcmp(name, "cpu") == 0 || strcmp(name, "cuda") == 0 ? NBB_OK
                                                                                                  : fail_name(name);
    }
    const char *text = name + 5;
    bool reads = read_range(&text, gpus, count);
    while (reads && *text == ',') {
        ++text;
        reads = read_range(&text, gpus, count);
    }
    NBB_FAIL_IF(!reads || *text != '\0', fail_name(name));
    for (int i = 0; i < *count; ++i) { /* no GPU has two shards */
        NBB_REFUSE_IF(NBB_ANY(j, i, gpus[i] == gpus[j]), "--device %s: GPU %d is there twice", name, gpus[i]);
    }
    return NBB_OK;
}

nbb_status nbb_options_ranks(const nbb_options *options, nbb_ranks **ranks)
{
    int gpus[GPUS_MAX], count = 0;
    NBB_TRY(nbb_ranks_join(ranks));
    NBB_DONE_IF(*ranks != NULL);
    NBB_TRY(list_gpus(options->device, gpus, &count));
    if (count > 1) {
        /* Before ranks are started for them: one that is not there is told once, and at once. */
        const char *name = options->device;
        NBB_LOCAL_TEXT reason = NBB_TEXT_EMPTY;
        int found = nbb_cuda_count(&reason);
        NBB_STOP_IF(found <= 0, NBB_ERROR_DEVICE, "%s", nbb_text_string(&reason));
        int missing = NBB_FIND(i, count, gpus[i] >= found);
        NBB_STOP_IF(missing < count, NBB_ERROR_DEVICE, "--device %s: no CUDA device %d: there %s %d, numbered from 0",
                    name, gpus[missing], found == 1 ? "is" : "are", found);
        return nbb_ranks_start(count, ranks);
    }
    return NBB_OK;
}

nbb_status nbb_options_device(const nbb_options *options, nbb_ranks *ranks, nbb_device **device)
{
    int gpus[GPUS_MAX], count = 0;
    bool takes_any = strcmp(options->device, "auto") == 0, takes_host = strcmp(options->device, "cpu") == 0;
    if (takes_any) {
        NBB_LOCAL_TEXT reason = NBB_TEXT_EMPTY;
        takes_host = nbb_cuda_count(&reason) == 0;
        NBB_REMARK_IF(takes_host, options, "no GPU (%s): the host target runs it", nbb_text_string(&reason));
    }
    NBB_RETURN_IF(takes_host, nbb_host_open(ranks != NULL ? ranks->count_here : 1, device));
    NBB_TRY(list_gpus(options->device, gpus, &count));
    NBB_REFUSE_IF(ranks == NULL && count > 1,
                  "--device %s: several GPUs share the state of 'nbbgen run' and, as the only --device, of"
                  " 'nbbgen bench', where cuda:1,cuda:2,cuda:all or --ranks lists numbers of them",
                  options->device);
    NBB_RETURN_IF(ranks == NULL, nbb_cuda_open(count > 0 ? gpus[0] : 0, device));
    int all = nbb_cuda_count(NULL), place = ranks->here; /* the GPU of a rank: of those that are named, else of all */
    NBB_TRY(nbb_cuda_open(count > 0 ? gpus[place % count] : all > 0 ? place % all : 0, device));
    return nbb_nccl_join(ranks, *device);
}
