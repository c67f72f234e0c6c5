-- A wave runs out from one cell, and into every dead end of the fractal; its energy stays the same.
return program {
  state      = { u = "f32", v = "f32" },  -- height and velocity
  neighbours = "vonneumann",
  param      = { c2 = 0.25 },             -- the square of the speed, in cells a step
  require    = { "c2 >= 0", "c2 * maxdegree < 2" },
  init       = { u = "first ? 1 : 0", v = "0" },
  update     = [[
    v += c2 * sum(u - here.u);
    u += v;
  ]],
  observe    = {
    mean   = "sum(u) / cells",
    most   = "max(abs(u))",
    energy = [[ 0.5 * sum(v * v)
                + 0.5 * c2 * pairs((here.u - there.u) * (here.u - here.v - there.u + there.v)) ]],
  },
}
