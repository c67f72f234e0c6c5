-- A fractal of your own: draw one level, '#' where a copy of the whole goes. Then, from this folder:
--     ../nbbgen check snowflake.lua
--     ../nbbgen run snowflake.lua --r 5 --png snowflake.png
return fractal {
  layout = { "#.#.#",
             ".###.",
             "##.##",
             ".###.",
             "#.#.#" },
}
