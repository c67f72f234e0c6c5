/* program_spelling.c - a program's names as names of C. */
#include "gen/program/program_spelling.h"

#include <ctype.h>
#include <string.h>

/* Keywords of C11 and C++20, what headers and compilers define in small letters, and what generated text names. */
static const char reserved[] =
    " alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t "
    "char32_t class compl concept const consteval constexpr constinit const_cast continue co_await "
    "co_return co_yield decltype default delete do double dynamic_cast else enum explicit export extern "
    "false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr "
    "operator or or_eq private protected public register reinterpret_cast requires restrict return short "
    "signed sizeof static static_assert static_cast struct switch template this thread_local throw true "
    "try typedef typeid typename typeof union unsigned using virtual void volatile wchar_t while xor "
    "xor_eq errno linux unix stdin stdout stderr arguments cell colour draw found in key out parameters seed "
    "state threshold_of thresholds totals value values fabs fabsf floorf sqrtf expf logf powf sinf cosf tanhf ";

static bool is_reserved(const char *name)
{
    nbb_text word = NBB_TEXT_EMPTY;
    nbb_text_add(&word, " %s ", name);
    bool found = strstr(reserved, nbb_text_string(&word)) != NULL;
    nbb_text_free(&word);
    return found || strncmp(name, "nbb_", 4) == 0 || name[0] == '_';
}

/* Names of several letters without a small one may be macros. */
static bool is_like_macro(const char *name)
{
    size_t length = strlen(name);
    bool small = false;
    for (size_t i = 0; i < length; ++i) {
        small = small || islower((unsigned char)name[i]);
    }
    return length > 1 && !small;
}

void nbb_program_spell(const char *name, nbb_text *text)
{
    char last = name[strlen(name) - 1];
    bool changed = last == '_' || isdigit((unsigned char)last) || is_reserved(name) || is_like_macro(name);
    nbb_text_add(text, "%s%s", changed && name[0] == '_' ? "v" : "", name);
    nbb_text_add(text, "%s", changed ? "_" : "");
}
