-- gpu.lua: what CUDA and HIP have in common, before cuda.lua or hip.lua adds its own to `target`. A dialect is data and forms of texts;
-- host.lua has the same for C with OpenMP. Sections are those of the folder cuda/ or host/, or else of shared/.
--
-- gpu: kernels are run by threads of blocks, else they are functions with loops of their own. team: threads that shuffle words and wait
-- for each other, whatever a warp's width: layouts of rows are made for so many. extension: of files' names. notes: a text's first lines.
-- fn: a function; outlined, inlined: one that never is inlined, or always; for_main: one that main calls too; constant: a small array;
-- wide: one that neighbouring threads read at neighbouring places. void: an empty list of parameters. arguments: a program's, as a
-- kernel is given them, as functions pass them on, and a field of theirs. cells_type: the type of the cells that the rule works on at
-- once; word: of bits of cells; no_cells, all_cells: words of lanes that are constant.
-- clz, clzll, ctz, popcount: of a word's bits. add_square, root: a sum with a square, a root, each rounded by itself. ptx: whether asm has PTX.
-- ballot: a bit for each thread of the team. prefetch: of an address. store_once: a store past the caches. byte_sum: of a word's four bytes and another sum.
target = {
  gpu = true, team = 32, notes = {}, void = "", restrict = "__restrict__", ptx = false,
  fn = "static __device__ __forceinline__", outlined = "static __device__ __noinline__",
  inlined = "static __device__ __forceinline__", for_main = "static __host__ __device__ __forceinline__",
  constant = "static __constant__ const", wide = "static __device__ const __align__(16)",
  arguments = { given = plan.copies and "const nbb_arguments &arguments" or "nbb_arguments arguments", passed = "const nbb_arguments &arguments", of = "arguments." },
  cells_type = "u32", word = "u32", no_cells = "0u", all_cells = "~0u",
  clz = "(u32)__clz((int)%s)", clzll = "(u32)__clzll((long long)%s)", ctz = "(u32)__ffs((int)%s) - 1", popcount = "__popc(%s)",
}

-- The opening of a loop over numbers below `count`: a thread each.
function target.each_number(type, name, count, threads)
  return ("const %s %s = (%s)blockIdx.x * %s + threadIdx.x;\nif (%s < %s)"):format(type, name, type, threads, name, count)
end
