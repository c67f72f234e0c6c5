-- The discrete orthogonal 2-simplex: x + y < n. Half of its bounding box.
return simplex {
  name = "triangle",
  m    = 2
}
