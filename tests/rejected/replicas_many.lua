-- more entries than any table of replicas may have
local replicas = {}
for i = 0, 1024 do
  replicas[i + 1] = { i % 32, i // 32 }
end
return fractal {
  s        = 32,
  replicas = replicas
}
