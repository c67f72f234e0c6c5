-- host.lua: how C with OpenMP spells what targets differ in; cuda.lua says what each is.
target = {
  extension = "c", gpu = false, api = false, void = "void",
  fn = "static inline", outlined = "static __attribute__((noinline))", for_main = "static inline",
  constant = "static const", wide = "static const", restrict = "restrict",
  arguments = { given = "const nbb_arguments *restrict arguments", passed = "const nbb_arguments *arguments", of = "arguments->" },
  cells_type = plan.map == "lanes" and "nbb_words" or "u8", no_cells = "(nbb_words){ 0 }", all_cells = "~(nbb_words){ 0 }",
  clz = "(u32)__builtin_clz(%s)", clzll = "(u32)__builtin_clzll(%s)", ctz = "(u32)__builtin_ctz(%s)",
  popcount = "__builtin_popcount(%s)",
}

-- The head of a kernel.
function target.kernel() return "void " end
