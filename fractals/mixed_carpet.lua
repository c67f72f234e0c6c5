return fractal {
  levels = { { layout = { "###", "#.#", "###" } },
             { layout = { ".#.", "###", ".#." } } }
}
