/* say.c - escapes what is no printable character, cuts what is long, and prints messages. */
#include "gen/base/base.h"

#include <time.h>

double nbb_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static _Thread_local nbb_hooks *current;

nbb_hooks *nbb_hooks_use(nbb_hooks *hooks)
{
    nbb_hooks *before = current;
    current = hooks;
    return before;
}

nbb_hooks *nbb_hooks_now(void)
{
    return current;
}

void nbb_hooks_count(int64_t done, int64_t total)
{
    if (current != NULL) {
        current->done = done;
        current->total = total;
    }
}

void nbb_hooks_hurry(void)
{
    if (current != NULL) {
        current->next = 0;
    }
}

enum { HEAD = 700, TAIL = 200 }; /* bytes kept of a line that is cut */

static const char indent[] = "\n    "; /* which a log's lines begin with */

/* Decodes the UTF-8 character of `count` bytes; false where it is none, or longer than it needs to be. */
static bool decode(const char *bytes, size_t count, uint32_t *character)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    uint32_t value = count == 1 ? (unsigned char)bytes[0] : (unsigned char)bytes[0] & (0x7fu >> count);
    for (size_t i = 1; i < count; ++i) {
        NBB_RETURN_IF(((unsigned char)bytes[i] & 0xc0) != 0x80, false);
        value = value << 6 | ((unsigned char)bytes[i] & 0x3f);
    }
    *character = value;
    return value >= least[count] && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
}

size_t nbb_printable(const char *bytes, size_t length)
{
    static const uint32_t hidden[][2] = { { 0x00, 0x1f },     { 0x7f, 0x9f },      { 0x61c, 0x61c },
                                          { 0x200b, 0x200f }, { 0x2028, 0x202e },  { 0x2060, 0x2069 },
                                          { 0xfeff, 0xfeff }, { 0xe0000, 0xe007f } };
    unsigned char first = length > 0 ? (unsigned char)bytes[0] : 0xff;
    /* The bytes that it announces, 0 where it can begin none. */
    size_t count = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    uint32_t character = 0;
    bool is_one = count > 0 && count <= length && decode(bytes, count, &character);
    return is_one && NBB_ALL(i, NBB_COUNT(hidden), character < hidden[i][0] || character > hidden[i][1]) ? count : 0;
}

void nbb_text_escape(nbb_text *text, const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t count = nbb_printable(bytes + at, length - at);
        if (count > 0) {
            nbb_text_put(text, bytes + at, count);
        } else {
            nbb_text_add(text, "\\x%02x", (unsigned)(unsigned char)bytes[at]);
        }
        at += count > 0 ? count : 1;
    }
}

/* The largest length up to `length` that parts no character of the text. */
static size_t whole_characters(const char *bytes, size_t length)
{
    while (length > 0 && ((unsigned char)bytes[length] & 0xc0) == 0x80) {
        --length;
    }
    return length;
}

void nbb_text_show(nbb_text *text, const char *bytes, size_t length)
{
    if (length <= NBB_SHOWN_MAX) {
        nbb_text_escape(text, bytes, length);
        return;
    }
    size_t head = whole_characters(bytes, HEAD), tail = whole_characters(bytes, length - TAIL);
    nbb_text_escape(text, bytes, head);
    nbb_text_add(text, " [... %zu bytes ...] ", tail - head);
    nbb_text_escape(text, bytes + tail, length - tail);
}

void nbb_text_add_log(nbb_text *text, const char *log)
{
    const char *end = log + strlen(log);
    while (end > log && end[-1] == '\n') {
        --end;
    }
    for (size_t length; log < end; log += length + 1) {
        length = strcspn(log, "\n");
        nbb_text_add(text, "%s%.*s", indent, (int)length, log);
    }
}

void nbb_say_list(const char *format, va_list arguments)
{
    NBB_LOCAL_TEXT message = NBB_TEXT_EMPTY, shown = NBB_TEXT_EMPTY;
    nbb_text_add_list(&message, format, arguments);
    const char *line = nbb_text_string(&message);
    for (int lines = 0; line != NULL && lines < NBB_SAID_LINES; ++lines) {
        const char *next = strstr(line, indent);
        nbb_text_show(&shown, line, next != NULL ? (size_t)(next - line) : strlen(line));
        nbb_text_add(&shown, "%s", next != NULL ? indent : "");
        line = next != NULL ? next + strlen(indent) : NULL;
    }
    NBB_TEXT_ADD_IF(line != NULL, &shown, "[... %zu bytes ...]", strlen(line));
    bool is_lost = message.failed || shown.failed; /* what is left of it may end anywhere */
    const char *said = is_lost ? "run-time error: no memory is left, not even to say for what"
                               : nbb_text_string(&shown);
    if (current != NULL) {
        current->say(current->context, said);
    } else {
        fprintf(stderr, "nbbgen: %s\n", said);
    }
}

void nbb_say(const char *format, ...)
{
    NBB_WITH_ARGUMENTS(format, nbb_say_list(format, arguments));
}

void nbb_say_once(atomic_flag *said, const char *format, ...)
{
    NBB_LEAVE_IF(current != NULL ? NBB_ANY(i, current->said_count, current->said[i] == said)
                                 : atomic_flag_test_and_set(said));
    if (current != NULL && current->said_count < NBB_HOOKS_SAID_MAX) {
        current->said[current->said_count++] = said;
    }
    NBB_WITH_ARGUMENTS(format, nbb_say_list(format, arguments));
}
