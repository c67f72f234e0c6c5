// nvrtc.h - NVRTC of gpus.cu: nvcc-emu makes a library of the source, with functions for each kernel (bind.h).
#pragma once

#include <fcntl.h>
#include <sys/file.h>

#include <fstream>
#include <sstream>

#define DECLARE(name, parameters, result) extern "C" result name parameters;
NBB_NVRTC_SYMBOLS(DECLARE)
#undef DECLARE

struct _nvrtcProgram {
    std::string source, log, image;
};

namespace stub
{

std::string read_file(const std::string &path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

const std::string sources = environment("NBB_STUB_SOURCE", ".");

std::string replaced(std::string text, const std::string &old, const std::string &by)
{
    for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + by.size())) {
        text.replace(at, old.size(), by);
    }
    return text;
}

// The source, and behind it the functions of each kernel.
std::string with_binders(const std::string &source)
{
    const std::string binder = read_file(sources + "/tests/stubs/gpus/binder.in"), kernel = "__global__ void ";
    std::string text = "#include \"" + sources + "/tests/stubs/gpus/bind.h\"\n" + source;
    for (std::size_t at = source.find(kernel); at != std::string::npos; at = source.find(kernel, at)) {
        at += kernel.size();
        while (source.compare(at, 2, "__") == 0) {  // __launch_bounds__(...) and such
            at = source.find_first_not_of(" \n", source.find(')', at) + 1);
        }
        text += replaced(binder, "NAME", source.substr(at, source.find('(', at) - at));
    }
    return text;
}

nvrtcResult give(const std::string &text, char *to)
{
    text.copy(to, text.size());
    return NVRTC_SUCCESS;
}

}  // namespace stub

nvrtcResult nvrtcVersion(int *major, int *minor)
{
    return *major = 13, *minor = 0, NVRTC_SUCCESS;
}
const char *nvrtcGetErrorString(nvrtcResult)
{
    return "the emulator's compiler refused it";
}
nvrtcResult nvrtcGetNumSupportedArchs(int *count)
{
    return *count = 1, NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetSupportedArchs(int *architectures)
{
    return *architectures = stub::architecture, NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *, int, const char *const *,
                               const char *const *)
{
    *program = new _nvrtcProgram{ source, "", "" };
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
    return delete *program, NVRTC_SUCCESS;
}

// Ranks compile the same source: the first one does, into $XDG_CACHE_HOME, while the others wait for it.
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int, const char *const *)
{
    const std::string text = stub::with_binders(program->source),
                      folder = stub::environment("XDG_CACHE_HOME", "/tmp");
    const std::string path = folder + "/stub" + std::to_string(std::hash<std::string>()(text));
    const std::string compiler = stub::sources + "/tests/emulator/nvcc-emu -shared ";
    const int lock = open((path + ".lock").c_str(), O_CREAT | O_RDWR, 0600);
    if (lock < 0 || flock(lock, LOCK_EX) != 0) {
        stub::refuse("no folder to compile in");
    }
    if (access((path + ".so").c_str(), R_OK) != 0) {
        std::ofstream(path + ".cu") << text;
        std::system((compiler + path + ".cu -o " + path + ".so >" + path + ".log 2>&1").c_str());
    }
    close(lock);
    program->log = stub::read_file(path + ".log");
    program->image = stub::read_file(path + ".so");
    return program->image.empty();
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size)
{
    return *size = program->log.size(), NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log)
{
    return stub::give(program->log, log);
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size)
{
    return *size = program->image.size(), NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin)
{
    return stub::give(program->image, cubin);
}
nvrtcResult nvrtcGetPTXSize(nvrtcProgram, size_t *)
{
    return 1;
}
nvrtcResult nvrtcGetPTX(nvrtcProgram, char *)
{
    return 1;
}
