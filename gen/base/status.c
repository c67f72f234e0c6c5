/* status.c - the record of a thread's last failure. */
#include "gen/base/status.h"

#include <unistd.h>

static _Thread_local nbb_failed recorded;
static _Thread_local bool lost; /* a piece of some text */

void nbb_close(int *descriptor)
{
    if (*descriptor >= 0) {
        close(*descriptor);
    }
    *descriptor = -1;
}

void nbb_free_at(void *pointer)
{
    void *held;
    memcpy(&held, pointer, sizeof held);
    free(held);
}

static nbb_status put(void *pointer, void *memory, size_t bytes, const char *purpose)
{
    NBB_FAIL_IF(memory == NULL, nbb_fail_memory(bytes, purpose));
    memcpy(pointer, &memory, sizeof memory);
    return NBB_OK;
}

nbb_status nbb_make(void *pointer, size_t count, size_t bytes, const char *purpose)
{
    return put(pointer, calloc(count > 0 ? count : 1, bytes), count * bytes, purpose);
}

/* At a power of two room is made for as many again. */
nbb_status nbb_extend(void *pointer, size_t count, size_t bytes, const char *purpose)
{
    void *held;
    size_t before = count - 1, room = before > 0 ? 2 * before : 1;
    NBB_DONE_IF((before & (before - 1)) != 0);
    memcpy(&held, pointer, sizeof held);
    return put(pointer, realloc(held, room * bytes), room * bytes, purpose);
}

nbb_status nbb_text_whole(const char *purpose)
{
    return lost ? nbb_fail_memory(0, purpose) : NBB_OK;
}

bool nbb_lost_use(bool is_lost)
{
    bool was_lost = lost;
    lost = is_lost;
    return was_lost;
}

/* The formatted text, which is the caller's to free; NULL where there is no memory for it. */
static char *print_list(const char *format, va_list arguments)
{
    char *text = NULL;
    return vasprintf(&text, format, arguments) >= 0 ? text : NULL;
}

static char *print(const char *format, ...)
{
    char *text;
    NBB_WITH_ARGUMENTS(format, text = print_list(format, arguments));
    return text;
}

/* Records a failure: the one given, or the want of memory that it comes from. */
static nbb_status record(nbb_failed failure)
{
    if (lost) {
        free(failure.message);
        failure.message = NULL;
        failure.status = NBB_ERROR_RUN;
    }
    return nbb_failure_give(&failure);
}

nbb_status nbb_fail(nbb_status status, const char *format, ...)
{
    nbb_failed failure = { .status = status };
    NBB_WITH_ARGUMENTS(format, failure.message = print_list(format, arguments));
    return record(failure); /* after formatting: the old message may be an argument */
}

nbb_status nbb_fail_at(nbb_status status, const char *file, int line, const char *format, ...)
{
    char *words;
    NBB_WITH_ARGUMENTS(format, words = print_list(format, arguments));
    nbb_failed failure = { .status = status, .file = print("%s", file), .line = line };
    if (words != NULL) {
        failure.message = line > 0 ? print("%s:%d: %s", file, line, words) : print("%s: %s", file, words);
    }
    free(words);
    return record(failure);
}

nbb_failed nbb_failure_take(void)
{
    nbb_failed failure = recorded;
    recorded = (nbb_failed){ .status = NBB_OK };
    return failure;
}

nbb_status nbb_failure_give(nbb_failed *failure)
{
    nbb_message_free();
    recorded = *failure;
    *failure = (nbb_failed){ .status = NBB_OK };
    return recorded.status;
}

nbb_status nbb_fail_memory(unsigned long long bytes, const char *purpose)
{
    nbb_failed failure = { .status = NBB_ERROR_RUN };
    failure.message = bytes > 0 ? print("no memory: %llu bytes asked for, for %s", bytes, purpose)
                                : print("no memory for %s", purpose);
    return nbb_failure_give(&failure);
}

const char *nbb_message(void)
{
    return recorded.message != NULL    ? recorded.message
           : recorded.status != NBB_OK ? "no memory is left, not even to say for what"
                                       : "";
}

nbb_status nbb_failure(void)
{
    return recorded.status;
}

const char *nbb_status_text(nbb_status status)
{
#define X(name, code, text) [code] = text,
    static const char *const texts[] = { NBB_STATUSES(X) };
#undef X
    return status < NBB_COUNT(texts) ? texts[status] : "unknown status";
}

void nbb_message_free(void)
{
    nbb_failed old = nbb_failure_take();
    free(old.message);
    free(old.file);
}
