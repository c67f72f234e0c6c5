-- Hofstadter's model: hopping in a magnetic field, whose Peierls phases are bonds. From cell 0, by leaps from one step to the one after next.
return program {
  state      = { re = "f64", im = "f64", re0 = "f64", im0 = "f64" },  -- now, and a step before
  bonds      = { c = "f64", s = "f64" },  -- cosine and sine of the phase of a hop to the forward cell
  neighbours = "vonneumann",
  param      = { phi = 0.5, dt = 0.02 },  -- phi: the phase round a square
  require    = { "dt * maxdegree < 1" },
  let        = {
    hop_re = "sum(c * re - sign(dx + dy) * s * im)",
    hop_im = "sum(c * im + sign(dx + dy) * s * re)",
  },
  init       = {
    re = "first ? 1 : 0",
    re0 = "first ? 1 : 0",
    c = "dy == 1 ? cos(phi * x) : 1.0",
    s = "dy == 1 ? sin(phi * x) : 0.0",
  },
  update     = [[
    real first_leap = step == 0 ? 1.0 : 2.0;
    real re2 = re0 - first_leap * dt * hop_im;
    real im2 = im0 + first_leap * dt * hop_re;
    re0 = re; im0 = im; re = re2; im = im2;
  ]],
  observe    = {
    norm = "sum(re * re0 + im * im0)",
    home = "sum(first ? re * re + im * im : 0)",
  },
}
