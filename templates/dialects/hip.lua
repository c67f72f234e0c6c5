-- hip.lua: HIP's spellings, for AMD's GPUs; cuda.lua says what each is. Waves are of 64 lanes, of which two teams of 32 have a half
-- each: a shuffle or a vote is its team's alone.
local whole = plan.map == "bb" or plan.block % 64 == 0  -- else the last wave of a block is half a one
target = {
  extension = "hip", gpu = true, warp = whole and 64 or 32, team = 32, void = "", api = "hip", compiler = "__HIPCC__",
  fn = "static __device__ __forceinline__", outlined = "static __device__ __noinline__",
  inlined = "static __device__ __forceinline__", for_main = "static __host__ __device__ __forceinline__",
  constant = "static __constant__ const", wide = "static __device__ const __align__(16)", restrict = "__restrict__",
  arguments = { given = "nbb_arguments arguments", passed = "const nbb_arguments &arguments", of = "arguments." },
  cells_type = "u32", word = "u32", no_cells = "0u", all_cells = "~0u",
  clz = "(u32)__clz((int)%s)", clzll = "(u32)__clzll((long long)%s)", ctz = "(u32)__ffs((int)%s) - 1", popcount = "__popc(%s)",
  load_kept = "*(%s)", load_once = "*(%s)", store_once = "*(%s) = %s",
  byte_sum = "__popc(%s) + %s",  -- the bytes are 0 or 1
  team_barrier = "__builtin_amdgcn_fence(__ATOMIC_ACQ_REL, \"wavefront\"), __builtin_amdgcn_wave_barrier()",
  bits = { float = "__float_as_uint(%s)", double = "(u64)__double_as_longlong(%s)" }, ptx = false,
  add_square = { float = "%s + %s * %s", double = "%s + %s * %s" },
  root = { float = "sqrtf(%s)", double = "sqrt(%s)" },
  notes = { "Not yet run on an AMD GPU: nbbgen's emulator executes such texts, with waves of 64 lanes, and hipcc compiles them:",
            "  hipcc -O3 --offload-arch=gfx90a %s.hip" },
}

-- Whatever compilers contract otherwise, each operation on reals is rounded by itself.
function target.includes()
  local lines = request.standalone and { "#include <cmath>", "#include <cstdio>", "#include <cstdlib>", "#include <cstring>" } or {}
  lines[#lines + 1] = "#include <hip/hip_runtime.h>"
  lines[#lines + 1] = "\n#pragma clang fp contract(off)  // each operation on reals is rounded by itself\n"
  return lines
end

-- The second bound of HIP counts waves, not blocks: compilers choose the registers.
function target.kernel(threads) return ('extern "C" __global__ void __launch_bounds__(%s) '):format(threads) end

function target.shuffle(how, value, by, among)
  return ("__shfl%s(%s, %s, %d)"):format(how == "" and "" or "_" .. how, value, by, among or target.team)
end

-- Of the wave's lanes those of the other half may be elsewhere, so their votes do not count.
function target.vote(how, condition)
  if how == "all" then return ("!(%s)"):format(target.vote("any", ("!(%s)"):format(condition))) end
  return ("(u32)(__ballot(%s) >> (threadIdx.x & 32)) != 0"):format(condition)
end
