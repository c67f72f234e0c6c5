local sides = 3
if sides > 2 then
  return sides
end
return fractal { layout = { "#.", "##" } }
