-- Levels of one row and of one column alternately, each with a replica that is mirrored.
return fractal {
  levels = { { layout = { "a#" }, turns = { a = "flip-x" } },
             { layout = { "#", "b" }, turns = { b = "flip-y" } } }
}
