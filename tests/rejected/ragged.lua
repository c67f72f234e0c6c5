return fractal {
  layout = { "#.#", "####" }
}
