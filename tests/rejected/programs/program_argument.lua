return program(7)
