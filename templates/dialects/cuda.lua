-- cuda.lua: CUDA's own spellings, as fields of `target`; gpu.lua says what each is.
target.extension, target.api, target.compiler, target.ptx = "cu", "cuda", "__CUDACC__", true
target.ballot, target.prefetch = "__ballot_sync(~0u, %s)", 'asm volatile("prefetch.global.L2 [%%0];" : : "l"(%s))'
target.store_once, target.byte_sum, target.team_barrier = "__stcs(%s, %s)", "__dp4a(%s, 0x01010101u, %s)", "__syncwarp()"
target.add_square = { float = "__fadd_rn(%s, __fmul_rn(%s, %s))", double = "__dadd_rn(%s, __dmul_rn(%s, %s))" }
target.root = { float = "__fsqrt_rn(%s)", double = "__dsqrt_rn(%s)" }

-- What the compiler is given. A text of kernels alone needs no header but that of matrix products.
local products = plan.tc > 0 and plan.tc < 4 and (plan.lambda_by_product or plan.nu_by_product)
function target.includes()
  local lines = request.standalone and { "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <cuda_runtime.h>" } or {}
  if products or #lines > 0 then lines[#lines + 1] = products and "#include <mma.h>\n\nusing namespace nvcuda;\n" or "" end
  return lines
end

-- The head of a kernel of so many threads a block, of which so many blocks are to be resident, and so many in a cluster.
function target.kernel(threads, resident, cluster)
  local clustered = (cluster or 0) > 1 and ("__cluster_dims__(%d) "):format(cluster) or ""
  return ('extern "C" __global__ void %s__launch_bounds__(%s%s) '):format(clustered, threads, resident and ", " .. resident or "")
end

-- A value of another thread of the team: of the thread "up" or "down" so far, of the one whose number differs by "xor"; or "".
function target.shuffle(how, value, by) return ("__shfl%s_sync(~0u, %s, %s)"):format(how == "" and "" or "_" .. how, value, by) end

function target.vote(how, condition) return ("__%s_sync(~0u, %s)"):format(how, condition) end
