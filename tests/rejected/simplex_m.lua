return simplex {}
