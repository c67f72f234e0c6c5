local open, close = "(", ")"
for _ = 1, 10 do
  open, close = open .. open, close .. close
end
return fractal {
  layout = { "#.", "##" },
  member = open .. "x" .. close
}
