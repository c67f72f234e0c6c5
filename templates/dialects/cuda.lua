-- cuda.lua: how CUDA spells what targets differ in, and what it has, as `target`. A dialect is data and forms of texts: host.lua
-- has the same for C with OpenMP. Sections are those of the folder cuda/ or host/, or else of shared/.
--
-- gpu: kernels are run by threads of blocks, else they are functions with loops of their own. api: what the names of the functions
-- begin with by which main calls them. warp: threads that run together.
-- team: those that shuffle words and wait for each other, whatever a warp's width: layouts of rows are made for so many.
-- fn: a function; outlined: one that is not inlined; for_main: one that main calls too; constant: a small array; wide: one that
-- neighbouring threads read at neighbouring places. cells_type: the type of the cells that the rule works on at once; no_cells,
-- all_cells: words of lanes that are constant. void: an empty list of parameters. arguments: a program's, as a kernel is given them, as
-- functions pass them on, and a field of theirs.
target = {
  extension = "cu", gpu = true, warp = 32, team = 32, void = "", api = "cuda", compiler = "__CUDACC__",
  fn = "static __device__ __forceinline__", outlined = "static __device__ __noinline__",
  inlined = "static __device__ __forceinline__", for_main = "static __host__ __device__ __forceinline__",
  constant = "static __constant__ const", wide = "static __device__ const __align__(16)", restrict = "__restrict__",
  arguments = { given = "nbb_arguments arguments", passed = "const nbb_arguments &arguments", of = "arguments." },
  cells_type = "u32", word = "u32", no_cells = "0u", all_cells = "~0u",
  clz = "(u32)__clz((int)%s)", clzll = "(u32)__clzll((long long)%s)", ctz = "(u32)__ffs((int)%s) - 1", popcount = "__popc(%s)",
  -- Loads of what is read several times, of what other multiprocessors write, of what is read once; a store past the caches.
  load_kept = "__ldca(%s)", load_shared = "__ldcg(%s)", load_once = "__ldcs(%s)", store_once = "__stcs(%s, %s)",
  byte_sum = "__dp4a(%s, 0x01010101u, %s)",  -- of a word's four bytes and another sum
  team_barrier = "__syncwarp()",
  bits = { float = "__float_as_uint(%s)", double = "(u64)__double_as_longlong(%s)" },  -- of a number
  -- A sum and the square of a difference, and a square root, each operation rounded by itself, whatever compilers contract.
  add_square = { float = "__fadd_rn(%s, __fmul_rn(%s, %s))", double = "__dadd_rn(%s, __dmul_rn(%s, %s))" },
  root = { float = "__fsqrt_rn(%s)", double = "__dsqrt_rn(%s)" },
  ptx = true,  -- instructions of its own, in asm
}

-- What the compiler is told of. A text of kernels alone needs no header but that of matrix products.
local products = plan.tc > 0 and plan.tc < 4 and (plan.lambda_by_product or plan.nu_by_product)
target.notes = {}
function target.includes()
  local main = "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <cuda_runtime.h>"
  local lines = request.standalone and { main } or {}
  if products then lines[#lines + 1] = "#include <mma.h>" end
  if #lines > 0 then lines[#lines + 1] = "" end
  if products then lines[#lines + 1] = "using namespace nvcuda;\n" end
  return lines
end

-- The head of a kernel of so many threads a block, of which so many blocks are to be resident.
function target.kernel(threads, resident)
  return ('extern "C" __global__ void __launch_bounds__(%s%s) '):format(threads, resident and ", " .. resident or "")
end

-- A value of another thread of the team: of the thread "up" or "down" so far, of the one whose number differs by "xor"; or "".
function target.shuffle(how, value, by) return ("__shfl%s_sync(~0u, %s, %s)"):format(how == "" and "" or "_" .. how, value, by) end

-- Whether a condition holds for any thread of the team, or for all.
function target.vote(how, condition) return ("__%s_sync(~0u, %s)"):format(how, condition) end
