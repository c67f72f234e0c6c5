-- The discrete orthogonal 3-simplex: x + y + z < n. A sixth of its bounding box.
return simplex {
  name = "tetrahedron",
  m    = 3
}
