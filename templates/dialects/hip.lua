-- hip.lua: HIP's own spellings, for AMD's GPUs; gpu.lua says what each is. A wave's width is known at run time alone, as warpSize: one of 64
-- lanes is two teams of 32, one of 32 lanes a team. A shuffle or a vote is its team's alone.
target.extension, target.api, target.compiler = "hip", "hip", "__HIPCC__"
target.store_once = "*(%s) = %s"
target.prefetch, target.ballot = "__builtin_prefetch(%s)", "(u32)(__ballot(%s) >> (threadIdx.x & (warpSize - 32)))"
target.byte_sum = "__popc(%s) + %s"  -- the bytes are 0 or 1
target.team_barrier = '__builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront"), __builtin_amdgcn_wave_barrier()'
target.add_square = { float = "%s + %s * %s", double = "%s + %s * %s" }
target.root = { float = "sqrtf(%s)", double = "sqrt(%s)" }
target.notes = { "Not yet run on an AMD GPU: nbbgen's emulator executes such texts, with waves of 64 lanes, and hipcc compiles them:",
                 "  hipcc -O3 --offload-arch=gfx90a %s.hip" }

-- Whatever compilers contract otherwise, each operation on reals is rounded by itself.
function target.includes()
  local standard = request.standalone and "#include <cmath>\n#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n" or ""
  return { standard .. "#include <hip/hip_runtime.h>\n\n#pragma clang fp contract(off)  // each operation on reals is rounded by itself\n" }
end

-- The second bound of HIP counts waves, not blocks: compilers choose the registers.
function target.kernel(threads) return ('extern "C" __global__ void __launch_bounds__(%s) '):format(threads) end

function target.shuffle(how, value, by, among)
  return ("__shfl%s(%s, %s, %d)"):format(how == "" and "" or "_" .. how, value, by, among or target.team)
end

-- Of a wave of 64 lanes those of the other half may be elsewhere, so their votes do not count.
function target.vote(how, condition)
  if how == "all" then return ("!(%s)"):format(target.vote("any", ("!(%s)"):format(condition))) end
  return target.ballot:format(condition) .. " != 0"
end
