/* light_nvrtc.c - NVRTC that optimises little, as a library linked to the real one: half the time, for tests that ask
   whether texts compile. An NVRTC before CUDA 13 is asked as ever. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

enum { MOST = 16 };
int nvrtcVersion(int *major, int *minor);

int nvrtcCompileProgram(void *program, int count, const char *const *options)
{
    int (*compile)(void *, int, const char *const *) = dlsym(RTLD_NEXT, "nvrtcCompileProgram");
    const char *all[1 + MOST] = { "--Ofast-compile=max" };
    int major = 0, minor = 0;
    nvrtcVersion(&major, &minor);
    if (count > MOST || major < 13) {
        return compile(program, count, options);
    }
    memcpy(all + 1, options, (size_t)count * sizeof *options);
    return compile(program, count + 1, all);
}
