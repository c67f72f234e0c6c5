// streams.h - streams of the GPUs that are none (gpus.cu), and what is asked of them.
#pragma once

#include <chrono>
#include <cstdarg>
#include <deque>
#include <functional>
#include <map>
#include <string>

namespace stub
{

using Work = std::function<bool()>;  // false while it is to wait for another stream's

std::map<void *, std::deque<Work>> streams = { { nullptr, {} } };
int current_device;

std::string environment(const char *name, const char *otherwise)
{
    const char *value = std::getenv(name);
    return value != nullptr ? value : otherwise;
}

const int architecture = std::atoi(environment("NBB_STUB_ARCH", "80").c_str());

int gpu_count()
{
    return std::atoi(environment("NBB_STUB_GPUS", "2").c_str());
}

double now()
{
    using namespace std::chrono;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

// Ends the program: what was asked for cannot be.
[[noreturn]] __attribute__((format(printf, 1, 2))) void refuse(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    std::fputs("stub GPUs: ", stderr);
    std::vfprintf(stderr, format, arguments);
    std::fputc('\n', stderr);
    std::_Exit(98);
}

// Adds a line to the log: on which stream, and what.
__attribute__((format(printf, 2, 3))) void note(const void *stream, const char *format, ...)
{
    const std::string path = environment("NBB_STUB_LOG", "");
    std::FILE *file = path.empty() ? nullptr : std::fopen((path + "." + std::to_string(current_device)).c_str(), "a");
    if (file != nullptr) {
        va_list arguments;
        va_start(arguments, format);
        std::fputs(stream == nullptr ? "default " : "other ", file);
        std::vfprintf(file, format, arguments);
        std::fputc('\n', file);
        va_end(arguments);
        std::fclose(file);
    }
}

// Puts work behind all that the stream has.
void enqueue(void *stream, Work work)
{
    if (streams.count(stream) == 0) {
        refuse("a stream that there is not");
    }
    streams[stream].push_back(std::move(work));
}

// Does the first work of a stream, if that need not wait.
bool advance(std::deque<Work> &stream)
{
    bool is_done = !stream.empty() && stream.front()();
    if (is_done) {
        stream.pop_front();
    }
    return is_done;
}

// One piece of work, of the stream that is to be first if it can.
bool advance_one()
{
    const bool others_first = environment("NBB_STUB_FIRST", "default") == "others";
    bool found = !others_first && advance(streams[nullptr]);
    for (auto &[handle, stream] : streams) {
        found = found || (handle != nullptr && advance(stream));
    }
    return found || (others_first && advance(streams[nullptr]));
}

// Waits for a stream's work, and for whatever that waits for.
void wait_for(void *handle)
{
    while (!streams[handle].empty()) {
        if (!advance_one()) {
            refuse("streams wait for each other");
        }
    }
}

void wait_for_all()
{
    for (const auto &[handle, stream] : streams) {
        wait_for(handle);
    }
}

}  // namespace stub
