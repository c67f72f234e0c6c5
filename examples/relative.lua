-- relative.lua - one of the gasket's relatives: three replicas, each turned by one of the square's isometries.
return fractal {
  name   = "relative",
  layout = { "a.",
             "bc" },
  turns  = { a = "90", b = "0", c = "flip-x" }
}
