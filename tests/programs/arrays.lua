-- Observables that are arrays, of integers and of reals.
return program {
  state = { k = "u3", u = "f32" }, neighbours = "moore", param = { top = 0.9 },
  init = { k = "uniform(8)", u = "uniform()" }, update = "u = u * 0.5 + k * 0.0625; k = max(k) - k;",
  observe = { c = "correlation(k == 2, {1, 3})", h = "histogram(u, 0.1, top, 4)", m = "sum(k)", v = "correlation(u - 0.1 * k, {2})" },
}
