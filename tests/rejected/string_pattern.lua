return fractal { layout = { string.gsub("##", "#", ".") } }
