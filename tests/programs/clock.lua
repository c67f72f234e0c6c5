-- Draws nothing after the start, but asks for the step's number.
return program {
  state = { a = "u3" }, neighbours = "vonneumann", init = { a = "uniform(8)" },
  update = "a += sum(a) + step % 7;", observe = { a = "sum(a)" },
}
