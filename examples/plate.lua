-- plate.lua - a plate with a carpet's holes: its three smallest levels are whole, so that waves have room between them.
local whole = { layout = { "###", "###", "###" } }
local carpet = { layout = { "###", "#.#", "###" } }
return fractal {
  name   = "plate",
  levels = { whole, whole, whole, carpet, carpet, carpet },
}
