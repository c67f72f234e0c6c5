-- right in 64 bits, undefined in the kernels' int
return fractal {
  layout = { "#.", "##" },
  hash   = "beta * 1073741824 * 2 / 2147483648 / 2, (beta + 1) / 2"
}
