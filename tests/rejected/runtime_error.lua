local rows = nil
return fractal {
  layout = { rows[1] }
}
