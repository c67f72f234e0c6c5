-- A fluid by lattice Boltzmann, D2Q9 with one relaxation time: populations come from their neighbours, or bounce back, and collide.
return program {
  state      = { f0 = "f64", f1 = "f64", f2 = "f64", f3 = "f64", f4 = "f64", f5 = "f64", f6 = "f64", f7 = "f64", f8 = "f64" },
  neighbours = "moore",
  const      = { w = { 4/9, 1/9, 1/9, 1/9, 1/9, 1/36, 1/36, 1/36, 1/36 } },  -- at rest; to x, y, -x, -y; along the diagonals
  param      = { tau = 0.8, speed = 0.05, wave = 27.0 },  -- the viscosity is (tau - 0.5) / 3
  require    = { "tau > 0.5", "wave > 0" },
  let        = {
    ["even(i, u)"] = "w[i] * rho * (1 + 3 * u + 4.5 * u * u - 1.5 * (ux * ux + uy * uy))",
    shear = "sin(2 * pi * y / wave)",
    jx = "f1 + f5 + f8 - f3 - f6 - f7",
    jy = "f2 + f5 + f6 - f4 - f7 - f8",
  },
  init       = [[
    real rho = 1; real ux = speed * shear; real uy = 0;
    f0 = even(0, 0); f1 = even(1, ux); f2 = even(2, uy); f3 = even(3, -ux); f4 = even(4, -uy);
    f5 = even(5, ux + uy); f6 = even(6, uy - ux); f7 = even(7, -ux - uy); f8 = even(8, ux - uy);
  ]],
  update     = [[
    real g1 = exists[-1, 0] ? f1[-1, 0] : f3; real g3 = exists[1, 0] ? f3[1, 0] : f1;
    real g2 = exists[0, -1] ? f2[0, -1] : f4; real g4 = exists[0, 1] ? f4[0, 1] : f2;
    real g5 = exists[-1, -1] ? f5[-1, -1] : f7; real g7 = exists[1, 1] ? f7[1, 1] : f5;
    real g6 = exists[1, -1] ? f6[1, -1] : f8; real g8 = exists[-1, 1] ? f8[-1, 1] : f6;
    real rho = f0 + g1 + g2 + g3 + g4 + g5 + g6 + g7 + g8;
    real ux = (g1 + g5 + g8 - g3 - g6 - g7) / rho;
    real uy = (g2 + g5 + g6 - g4 - g7 - g8) / rho;
    f0 += (even(0, 0) - f0) / tau;
    f1 = g1 + (even(1, ux) - g1) / tau; f3 = g3 + (even(3, -ux) - g3) / tau;
    f2 = g2 + (even(2, uy) - g2) / tau; f4 = g4 + (even(4, -uy) - g4) / tau;
    f5 = g5 + (even(5, ux + uy) - g5) / tau; f7 = g7 + (even(7, -ux - uy) - g7) / tau;
    f6 = g6 + (even(6, uy - ux) - g6) / tau; f8 = g8 + (even(8, ux - uy) - g8) / tau;
  ]],
  observe    = {
    mass = "sum(f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8)",
    flow = "sum((jx) * shear) / cells",
    energy = "sum(((jx) * (jx) + (jy) * (jy)) / 2)",
  },
}
