/* near.c - the word that was probably meant. */
#include "gen/base/near.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static bool alike(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Whether at most `edits` edits make b of a, small letters and capitals being alike. Equal characters in front are
   never worth an edit, so the search only branches at differences: at most 4^edits ends. */
static bool within(const char *a, const char *b, int edits)
{
    while (*a != '\0' && alike(*a, *b)) {
        a++;
        b++;
    }
    if (*a == '\0' && *b == '\0') {
        return true;
    }
    if (edits == 0) {
        return false;
    }
    bool both = *a != '\0' && *b != '\0';
    return (*a != '\0' && within(a + 1, b, edits - 1)) || (*b != '\0' && within(a, b + 1, edits - 1))
           || (both && within(a + 1, b + 1, edits - 1))
           || (both && alike(a[1], b[0]) && alike(a[0], b[1]) && within(a + 2, b + 2, edits - 1));
}

/* The edits that two words may be apart: of two short ones half would be other letters. */
static int most_edits(const char *given, const char *candidate)
{
    size_t one = strlen(given), other = strlen(candidate);
    return one < 2 ? 0 : one < 6 && other < 6 ? 1 : 2;
}

int nbb_near_miss(const char *given, const char *const *candidates, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(given, candidates[i]) == 0) {
            return i;
        }
    }
    for (int edits = 0; edits <= 2; edits++) {
        for (int i = 0; i < count; i++) {
            if (edits <= most_edits(given, candidates[i]) && within(given, candidates[i], edits)) {
                return i;
            }
        }
    }
    return -1;
}

void nbb_add_near(nbb_text *text, const char *given, const char *const *names, int count)
{
    int near = nbb_near_miss(given, names, count);
    if (near >= 0) {
        nbb_text_add(text, ": did you mean '%s'?", names[near]);
    }
}
