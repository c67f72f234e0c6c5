-- Schroedinger's equation by Visscher's leap-frog: the real part, then the imaginary part, of a packet that sets off from a corner.
return program {
  state      = { re = "f64", im = "f64" },
  neighbours = "vonneumann",
  param      = { dt = 0.1, kx = 0.7, ky = 0.3, w = 8.0 },
  require    = { "dt * maxdegree <= 1" },
  init       = [[
    real u = x - n / 4;
    real v = y - n / 4;
    real g = exp(-(u * u + v * v) / (2 * w * w));
    re = g * cos(kx * x + ky * y);
    im = g * sin(kx * x + ky * y);
  ]],
  update     = { "re -= dt * sum(im - here.im);", "im += dt * sum(re - here.re);" },
  observe    = { norm = "sum(re * re + im * im)", xm = "sum(x * (re * re + im * im))" },
}
