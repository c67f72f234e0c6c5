-- Levels of one row and of one column by turns, each with a replica that is mirrored.
return fractal {
  levels = { { layout = { "a#" }, turns = { a = "flip-x" } },
             { layout = { "#", "b" }, turns = { b = "flip-y" } } }
}
