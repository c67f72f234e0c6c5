// faults.h - faults that the emulator must find: a program of many, which prints "NAME|MESSAGE" of each, or runs one.
//
// FAULT(name, message) { ... } is the host's side of one; it must end the program with a message that has that text.
#pragma once

#include <cstring>
#include "check.h"

struct fault {
    const char *name, *message;
    void (*run)();
    fault *next;
    static fault *last;

    fault(const char *name_, const char *message_, void (*run_)())
        : name(name_), message(message_), run(run_), next(last)
    {
        last = this;
    }
};

fault *fault::last;

#define FAULT(name, message)                                           \
    static void run_##name();                                          \
    static fault fault_##name(#name, message, run_##name);             \
    static void run_##name()

int main(int, char **words)
{
    for (const fault *one = fault::last; one != nullptr; one = one->next) {
        if (words[1] == nullptr) {
            std::printf("%s|%s\n", one->name, one->message);
        } else if (std::strcmp(words[1], one->name) == 0) {
            one->run();
        }
    }
    return 0;
}
