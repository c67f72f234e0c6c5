-- host.lua: how C with OpenMP spells what targets differ in; gpu.lua says what each is.
target = {
  extension = "c", gpu = false, team = 1, api = false, void = "void",
  fn = "static inline", outlined = "static __attribute__((noinline))", for_main = "static inline",
  inlined = "static inline __attribute__((always_inline))",
  constant = "static const", wide = "static const", restrict = "restrict",
  arguments = { given = "const nbb_arguments *restrict arguments", passed = "const nbb_arguments *arguments", of = "arguments->" },
  cells_type = plan.map == "lanes" and "nbb_words" or "u8", word = "nbb_words", no_cells = "(nbb_words){ 0 }", all_cells = "~(nbb_words){ 0 }",
  clz = "(u32)__builtin_clz(%s)", clzll = "(u32)__builtin_clzll(%s)", ctz = "(u32)__builtin_ctz(%s)",
  popcount = "__builtin_popcount(%s)", ptx = false,
  add_square = { float = "%s + %s * %s", double = "%s + %s * %s" }, root = { float = "sqrtf(%s)", double = "sqrt(%s)" },
}

local command = "  cc -O3 -march=native -fopenmp "
target.notes = request.standalone and { "Compile it, as C11 or C++17, with:", command .. "%s.c -o %s" }
  or request.described and { "Include it in C11 or C++17, and compile that with:", command .. "program.c -o program" } or {}

function target.includes()
  local lines = request.standalone and { "#define _POSIX_C_SOURCE 199309L  // clock_gettime", "#include <stdio.h>", "#include <stdlib.h>" } or {}
  lines[#lines + 1] = "#include <string.h>"
  if plan.writes_past or plan.in_planes and draws.words then
    lines[#lines + 1] = "#if defined __SSE2__\n#include <immintrin.h>\n#endif"
  end
  if plan.map == "enum" or work.pass == "distances" or prints.program then lines[#lines + 1] = "#include <math.h>" end
  if request.standalone then lines[#lines + 1] = "#include <time.h>" end
  lines[#lines + 1] = ""
  return lines
end

function target.kernel() return "void " end

function target.each_number(type, name, count, _, clause)
  return ("#pragma omp parallel for schedule(static)%s\nfor (%s %s = 0; %s < %s; ++%s)"):format(
    clause or " if (PARALLEL)", type, name, name, count, name)
end
