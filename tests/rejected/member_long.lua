local text = "x"
for _ = 1, 12 do
  text = text .. "+" .. text
end
return fractal {
  layout = { "#.", "##" },
  member = text
}
