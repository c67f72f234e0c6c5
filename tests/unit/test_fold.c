/* test_fold.c - long lines of emitted C: where they are broken, and that no other text changes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gen/source/fold.h"

#include <stdio.h>
#include <string.h>

#define A30 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define B40 "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
#define C50 "cccccccccccccccccccccccccccccccccccccccccccccccccc"

static const struct {
    const char *what, *text, *folded;
} cases[] = {
    { "short lines and a last one without a newline", "int a;\n\n  b", "int a;\n\n  b\n" },
    { "empty lines", "int a;\n\n\n\nint b;\n\n", "int a;\n\nint b;\n\n" },
    { "arguments", "    f(" A30 ", " B40 ", " C50 ", d);\n", "    f(" A30 ", " B40 ",\n        " C50 ", d);\n" },
    { "the outermost parentheses", "x = g(" A30 ", " B40 ") + h(" A30 ", e, " A30 ");\n",
      "x = g(" A30 ", " B40 ")\n    + h(" A30 ", e, " A30 ");\n" },
    { "a line that opens a block", "if (" B40 " && " C50 " && " A30 ") {\n",
      "if (" B40 " && " C50 "\n        && " A30 ") {\n" },
    { "an assignment", "    const int " B40 " = g(" C50 ", " A30 ");\n",
      "    const int " B40 " = g(" C50 ",\n        " A30 ");\n" },
    { "a literal, whose blanks are kept", "puts(\"" C50 " " B40 "  " A30 " tail\");\n",
      "puts(\"" C50 " " B40 "  \"\n    \"" A30 " tail\");\n" },
    { "no comma of a literal counts", "f(\"" C50 ", (" A30 "\", " C50 ");\n",
      "f(\"" C50 ", (" A30 "\",\n    " C50 ");\n" },
    { "an escaped quote ends no literal", "f(\"\\\"" C50 ", (" A30 "\", " C50 ");\n",
      "f(\"\\\"" C50 ", (" A30 "\",\n    " C50 ");\n" },
    { "a directive", "#define NAME f(" C50 ", " A30 ", " B40 ")\n",
      "#define NAME f(" C50 ", " A30 ", \\\n    " B40 ")\n" },
    { "a comment behind code", "    int " C50 ";  // " C50 " twice\n", "    // " C50 " twice\n    int " C50 ";\n" },
    { "a paragraph", "// " C50 " " C50 " and not longer\n// line. Then some.\n// End\n",
      "// " C50 " " C50 " and not\n// longer line. Then some.\n// End\n" },
    { "a sentence's end", "// " C50 " " C50 " and not longer.\n// Next.\n",
      "// " C50 " " C50 " and not\n// longer.\n// Next.\n" },
    { "a command", "//   nbbgen emit " C50 " --png " B40 " --steps 3\n",
      "//   nbbgen emit " C50 " --png " B40 "\n//       --steps 3\n" },
    { "a function behind its bounds", "void bounds(BLOCK, 5) " A30 "(const u8 *" B40 ", u8 *restrict tail)\n",
      "void bounds(BLOCK, 5)\n    " A30 "(const u8 *" B40 ", u8 *restrict tail)\n" },
    { "calls in calls, of which none has a comma in reach", "    f(" A30 "(" B40 "(" C50 "(x), y), z), w);\n",
      "    f(" A30 "(" B40 "(\n        " C50 "(x), y), z), w);\n" },
    { "a word that fits no line", "    " C50 C50 C50 "\n", "    " C50 C50 C50 "\n" },
};

static void test_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        nbb_text folded = NBB_TEXT_EMPTY;
        nbb_fold(cases[i].text, strlen(cases[i].text), &folded);
        if (strcmp(nbb_text_string(&folded), cases[i].folded) != 0) {
            fail_msg("%s:\n%s", cases[i].what, nbb_text_string(&folded));
        }
        nbb_text_free(&folded);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_lines) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
