return fractal { name = io.open("/etc/passwd"):read() }
