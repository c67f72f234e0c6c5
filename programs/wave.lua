-- A wave runs out from a corner and into every dead end; its energy stays the same.
return program {
  state      = { u = "f32", v = "f32" },  -- height and velocity
  neighbours = "vonneumann",
  param      = { c2 = 0.25 },             -- the square of the speed, in cells a step
  require    = { "c2 >= 0", "c2 * maxdegree < 2" },
  init       = [[
    int r2 = (x - x0) * (x - x0) + (y - y0) * (y - y0) + (z - z0) * (z - z0);
    real near = 1 / (1 + r2 / 16.0);
    u = near * near;
  ]],
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
