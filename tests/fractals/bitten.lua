-- A square of 9 x 9 with one corner missing: k = 80, more than 63, for which tau has no form by the layout.
return fractal { layout = { "########.", "#########", "#########", "#########", "#########", "#########", "#########",
                            "#########", "#########" },
                 hash = "(beta + (beta > 7)) % 9, (beta + 1) / 9" }
