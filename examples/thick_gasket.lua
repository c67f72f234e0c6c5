-- thick_gasket.lua - a gasket of squares: its five smallest levels are whole.
local whole = { layout = { "##", "##" } }
local gasket = { layout = { "#.", "##" } }
return fractal {
  name   = "thick_gasket",
  levels = { whole, whole, whole, whole, whole, gasket, gasket, gasket, gasket },
}
