-- an empty table says nothing
return fractal { }
