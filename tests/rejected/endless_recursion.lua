local function deeper(n)
  return 1 + deeper(n + 1)
end
return fractal { k = deeper(0) }
