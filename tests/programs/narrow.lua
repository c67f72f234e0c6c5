-- Integers of 8 and 16 bits, which wrap.
return program {
  state      = { a = "i8", b = "i16", c = "u16", d = "u3" },
  neighbours = "vonneumann",
  init       = { a = "uniform(256) - 128", b = "uniform(65536) - 32768", c = "uniform(65536)", d = "uniform(8)" },
  update     = "a = a * 3 + sum(a > here.a); b -= sum(b) / 3 + a; c += b + sum(c); d = a + c;",
  observe    = { a = "sum(a)", b = "min(b)", c = "max(c)", p = "pairs(here.a * there.b)" },
}
