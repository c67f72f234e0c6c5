-- A square of 9 x 9 with one corner missing: k = 80, more than 64 places in the layout.
return fractal { layout = { "########.", "#########", "#########", "#########", "#########", "#########", "#########",
                            "#########", "#########" } }
