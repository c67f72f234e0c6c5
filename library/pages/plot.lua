-- plot.lua - figures as scripts of gnuplot: titles, lines of words and strips of panels, from above. All lengths are in pixels
-- from the left upper corner.
-- A panel's frame; beside it the numbers of the axes, above it a title, below it numbers and the axis's name.
local WIDTH, HEIGHT, LEFT, ABOVE, BELOW = 320, 220, 80, 36, 46
-- Of the sheet: its margin, the space below a gap, the legend's place, the height of a line in it, the width of a curve's sample.
local MARGIN, GAP, LEGEND, LEGEND_LINE, SAMPLE = 12, 18, 12, 17, 50
-- The heights of lines of words, and their fonts.
local TITLE, LINE, FONT, TITLE_FONT = 24, 16, 11, 13
-- Of a letter to its height: what wide fonts (DejaVu, Verdana) need on average in names and numbers.
local LETTER = 0.64

-- The colours are distinguished by people with any colour vision [Okabe and Ito 2008]; further curves are dashed. The numbers of a
-- logarithmic axis are at 1, 10, 100, ...; over less than a decade they are evenly spaced.
local looks = ([[
set encoding utf8
set terminal svg size width,height noenhanced font 'sans-serif,11' background '#ffffff'
set output 'plot.svg'
set datafile separator "\t"
colours = '#000000 #0072b2 #d55e00 #009e73 #cc79a7 #e69f00 #56b4e9'
do for [i = 0:20] { set linetype i + 1 linecolor rgb word(colours, i % 7 + 1) dashtype i / 7 + 1 linewidth 1.5\
 pointtype 7 pointsize 0.5 }
set linetype cycle 21
line = 'using 1:2 with linespoints linetype'
bars = 'using 1:2:3 with yerrorbars notitle linetype'
hollow = "using 1:($4 == 1 ? $2 : NaN) with points notitle pointtype 7 pointsize 0.3 linecolor rgb 'white'"
value = "using 1:2:(sprintf('%.3g', $2)) with labels left offset 0.8, 0 notitle"
set grid xtics ytics mxtics mytics linetype 1 linewidth 0.5 linecolor rgb '#dddddd', linetype 1 linewidth 0.5\
 linecolor rgb '#eeeeee'
set tics nomirror out scale 0.5
set format '%g'
linear = 'unset logscale; set xtics autofreq; set ytics autofreq'
step(range) = (s = range / 3, d = 10 ** floor(log10(s)), s >= 5 * d ? 5 * d : s >= 2 * d ? 2 * d : d)
logarithmic = "unset logscale; stats $dots using 1 name 'x' nooutput; stats $dots using 2 name 'y' nooutput;\
 set logscale xy; set xtics logscale autofreq; set ytics logscale autofreq;\
 if (x_max < 10 * x_min && x_max > x_min) { set xtics nologscale step(x_max - x_min) };\
 if (y_max < 10 * y_min && y_max > y_min) { set ytics nologscale step(y_max - y_min) }"
set autoscale noextend
set offsets graph 0.06, graph 0.06, graph 0.06, graph 0.06
set key left top Left reverse samplen 2
set multiplot
]]):gsub("\\\n", "")

-- All words are seen by no plot but the last, which has the whole sheet for its frame.
local words_begin = [[
unset key
unset title
unset xlabel
unset logscale
unset tics
unset border
unset grid
set lmargin at screen 0
set rmargin at screen 1
set tmargin at screen 1
set bmargin at screen 0
set offsets
set xrange [0:width]
set yrange [height:0]
]]

-- What follows the first byte of a letter in UTF-8 is the same letter.
local function width_of(words, font) return select(2, words:gsub("[^\x80-\xbf]", "")) * LETTER * font end

-- Between single quotes, where gnuplot takes all but these as they are.
local function quote(words) return "'" .. shown(words):gsub("'", "''") .. "'" end

local function widen(sheet, right) sheet.width = math.max(sheet.width, right + MARGIN) end

local function add(list, form, ...) list[#list + 1] = form:format(...) end

-- Words in a line of their own below all else.
local function add_words(sheet, words, line, font)
    sheet.height = sheet.height + line
    add(sheet.words, "set label %s at %d, %g font ',%d'\n", quote(words), MARGIN, sheet.height - line // 2, font)
    widen(sheet, MARGIN + width_of(words, font))
end

-- Dots of a curve, block number `index` of the panel's data, and how it is plotted. One with a name and a single dot has its
-- value beside it.
local function add_curve(sheet, curve, index, right, plots)
    local name, has_errors, has_hollow = curve.name or "", false, false
    add(sheet.panels, index > 0 and "\n\n" or "")
    for _, dot in ipairs(curve.dots) do
        add(sheet.panels, "%.15g\t%.15g\t%.15g\t%d\n", dot.x, dot.y, dot.error or 0, dot.is_hollow and 1 or 0)
        has_errors, has_hollow = has_errors or (dot.error or 0) > 0, has_hollow or dot.is_hollow
    end
    widen(sheet, right + (name ~= "" and SAMPLE or 0) + width_of(name, FONT))
    add(plots, "%s$dots index %d @line %d title %s", index > 0 and ", \\\n    " or "", index, curve.look, quote(name))
    if has_errors then add(plots, ", '' index %d @bars %d", index, curve.look) end
    if has_hollow then add(plots, ", '' index %d @hollow", index) end
    if #curve.dots == 1 and name ~= "" then add(plots, ", '' index %d @value", index) end
end

local function add_panel(sheet, panel, left, right)
    local plots, top = {}, sheet.height + ABOVE
    add(sheet.panels, "$dots << END\n")
    for i, curve in ipairs(panel.curves) do add_curve(sheet, curve, i - 1, right, plots) end
    add(sheet.panels, "END\nset lmargin at screen %g / width\nset rmargin at screen %g / width\n", left, left + WIDTH)
    add(sheet.panels, "set tmargin at screen 1 - %g / height\nset bmargin at screen 1 - %g / height\n", top, top + HEIGHT)
    add(sheet.panels, "set title %s\nset xlabel %s\n@%s\nplot %s\nset key off\n", quote(panel.above), quote(panel.below),
        panel.is_linear and "linear" or "logarithmic", table.concat(plots))
end

-- Panels beside each other, with the names of the first one's curves behind them.
local function add_panels(sheet, panels)
    local right = (LEFT + WIDTH) * #panels + LEGEND
    add(sheet.panels, "set key on at screen %g / width, screen 1 - %g / height\n", right, sheet.height + ABOVE)
    for i, panel in ipairs(panels) do add_panel(sheet, panel, (LEFT + WIDTH) * (i - 1) + LEFT, right) end
    sheet.height = sheet.height + ABOVE + math.max(HEIGHT + BELOW, #panels[1].curves * LEGEND_LINE)
end

-- The script of a sheet, a list of { title }, { line }, { panels } and { gap }, true. A panel has `above` and `below`, words,
-- `is_linear` and `curves`: `look`, a number, `name` or none, and `dots`: `x`, `y`, `error`, its bar's half, `is_hollow`.
local function script_of(items)
    local sheet = { width = 0, height = 0, panels = {}, words = {} }
    for _, item in ipairs(items) do
        if item.title then add_words(sheet, item.title, TITLE, TITLE_FONT) end
        if item.line then add_words(sheet, item.line, LINE, FONT) end
        if item.panels then add_panels(sheet, item.panels) end
        sheet.height = sheet.height + (item.gap and GAP or 0)
    end
    return ("width = %.1f\nheight = %.1f\n%s%s%s%splot NaN\nunset multiplot\n"):format(math.ceil(sheet.width),
        math.ceil(sheet.height + MARGIN), looks, table.concat(sheet.panels), words_begin, table.concat(sheet.words))
end

-- ---- benches, as the papers draw them: time, speed-up and memory reduction ----
--
--     title of the strip: fractal, workload, device
--     what is not drawn, and why
--   +-----------------+   +-----------------+   +-----------------+
--   | ms a step       |   | speed-up        |   | memory          |   -o- map choice
--   |                 |   |                 |   |                 |   -o- map choice
--   +-----------------+   +-----------------+   +-----------------+
--         n or rho              n or rho              n or rho                    and so on, strip below strip

local TIME, SPEEDUP, MEMORY = 1, 2, 3
local titles = { "time of a step, ms", "speed-up over bb, times", "memory reduction against bb, times" }
local RHO_SWEEP = 3 -- tiles that make a sweep over rho

-- What a row's curve is called, "lambda --tc=1", over rho without the tile.
local function name_of(row, of_rho)
    local choice = row.choice
    if of_rho then choice = choice:gsub(" ?%-%-tile [^ ]*", "", 1):gsub("^ ", "") end
    return row.map .. (choice ~= "" and " " or "") .. choice
end

-- A row as a point of a curve in a strip, over n or over rho; its figures are 0 where there is nothing to compare with.
local function point_of(row, of_rho)
    local size = row.n > 0 and (" n = %d"):format(row.n) or (" r = %d"):format(row.r)
    local law = row.program ~= "" and row.program or row.rule
    return {
        strip = ("%s%s, %s%s%s, %s"):format(row.fractal, of_rho and size or "", row.workload, law ~= "" and " " or "", law, row.device),
        name = name_of(row, of_rho), of_rho = of_rho, is_bb = row.map == "bb", is_doubted = row.doubt ~= nil,
        x = of_rho and math.max(row.tile_x, row.tile_y) or math.max(row.n_x, row.n_y),
        row.ms_median, row.speedup or 0, row.memory_reduction or 0,
    }
end

-- Strips of points, curve by curve, from left to right. A row of a sweep over rho is drawn there; against n too when its tile is
-- the plan's own.
local function gather(bench)
    local tiles, points, strips, curves = {}, {}, {}, { count = 0 }
    local function like(row) return size_of(row) .. "\0" .. work_of(bench, row) .. "\0" .. name_of(row, true) end
    for _, row in ipairs(bench.rows) do
        tiles[like(row)] = (tiles[like(row)] or 0) + (row.skipped and 0 or 1)
    end
    for _, row in ipairs(bench.rows) do
        local in_rho_sweep = not row.skipped and row.tile_x > 0 and tiles[like(row)] >= RHO_SWEEP
        if not row.skipped and not (in_rho_sweep and row.choice:find("--tile ", 1, true)) then
            points[#points + 1] = point_of(row, false)
        end
        if in_rho_sweep then points[#points + 1] = point_of(row, true) end
    end
    for i, point in ipairs(points) do
        if not curves[point.name] then curves.count = curves.count + 1 end
        curves[point.name] = curves[point.name] or curves.count
        point.number, point.look = i, curves[point.name]
        if not strips[point.strip] then
            strips[point.strip] = { title = point.strip }
            strips[#strips + 1] = strips[point.strip]
        end
        table.insert(strips[point.strip], point)
    end
    for _, strip in ipairs(strips) do
        table.sort(strip, function(a, b)
            if a.look ~= b.look then return a.look < b.look end
            return a.x < b.x or a.x == b.x and a.number < b.number
        end)
    end
    return strips
end

-- Whether a figure compares anything: more than one value, or one of a row other than bb, which is 1 time bb; and so is a memory
-- that is as bb's.
local function has(strip, figure)
    local any = figure == TIME
    for _, point in ipairs(strip) do
        local value = point[figure]
        any = any or value > 0 and not point.is_bb and (figure ~= MEMORY or math.abs(value - 1) > 0.01)
    end
    return any
end

-- What a reader would look for in vain.
local function caption_of(strip)
    local has_others, has_doubts = false, false
    for _, point in ipairs(strip) do
        has_others, has_doubts = has_others or not point.is_bb, has_doubts or point.is_doubted
    end
    return (not has_others and "Only bb was measured: nothing is compared with it. "
            or not has(strip, SPEEDUP) and "bb was not measured: there is no speed-up, and no memory to compare. "
            or not has(strip, MEMORY) and "All take as much memory as bb. " or "")
        .. (has_doubts and "Hollow dots: doubtful times." or "")
end

local function panel_of(strip, figure)
    local curves = {}
    for _, point in ipairs(strip) do
        if point[figure] > 0 then
            local curve = curves[#curves]
            if not curve or curve.look ~= point.look then
                curve = { look = point.look, name = point.name, dots = {} }
                curves[#curves + 1] = curve
            end
            table.insert(curve.dots, { x = point.x, y = point[figure], is_hollow = point.is_doubted and figure ~= MEMORY })
        end
    end
    return { above = titles[figure], below = strip[1].of_rho and "rho, cells a side of a tile" or "n, cells a side", curves = curves }
end

-- A point of a strip that has but one n or rho: a panel would hold dots one above the other.
local function words_of(point)
    local words = ("%s: %.4g ms a step at %s = %.0f"):format(point.name, point[TIME], point.of_rho and "rho" or "n", point.x)
    if point[SPEEDUP] > 0 and not point.is_bb then
        words = words .. (", %.3g times as fast as bb, %.3g times less memory"):format(point[SPEEDUP], point[MEMORY])
    end
    return words .. (point.is_doubted and " (doubtful)" or "")
end

local function add_strip(items, strip)
    local differ, panels = false, {}
    items[#items + 1] = { title = strip.title }
    for _, point in ipairs(strip) do differ = differ or point.x ~= strip[1].x end
    if differ then
        local caption = caption_of(strip)
        if caption ~= "" then items[#items + 1] = { line = caption } end
        for figure = TIME, MEMORY do
            if has(strip, figure) then panels[#panels + 1] = panel_of(strip, figure) end
        end
        items[#items + 1] = { panels = panels }
    else
        for _, point in ipairs(strip) do items[#items + 1] = { line = words_of(point) } end
    end
    items[#items + 1] = { gap = true }
end

-- For each device, fractal, workload and rule a strip of panels, milliseconds a step, speed-up over bb and memory reduction
-- against bb over n, all axes logarithmic, a curve for each choice. A panel that would compare nothing is left out, and the strip
-- says why; a strip of a single n is said in words. Choices that differ in --tile alone, three or more at one level, are a sweep
-- over rho: they have a strip of their own, against rho. The last line has program, commit, date, devices and drivers.
local function bench(whole)
    local items, origin = {}, ("%s, commit %s, %s"):format(whole.program, whole.commit, whole.date)
    for _, strip in ipairs(gather(whole)) do add_strip(items, strip) end
    for _, device in ipairs(whole.devices) do
        origin = ("%s; %s%s%s"):format(origin, device.name, device.driver ~= "" and ", driver " or "", device.driver)
    end
    items[#items + 1] = { line = origin }
    return script_of(items)
end

-- ---- ensembles: a panel for each observable over the values of the sweep, three in a row ----

local function ensemble(scan)
    local items = { { title = scan.title } }
    for i, name in ipairs(scan.names) do
        local dots, error = {}, name:gsub("%.mean$", "") .. ".error"
        for _, row in ipairs(scan.rows) do -- without what is no finite number
            dots[#dots + 1] = row[name] and { x = row[scan.parameter], y = row[name], error = row[error] }
        end
        if i % 3 == 1 then items[#items + 1] = { panels = {} } end
        table.insert(items[#items].panels, { above = name, below = scan.parameter, is_linear = true,
            curves = { { look = 1, dots = dots } } })
    end
    return script_of(items)
end

-- The drawing with words for its description, which gnuplot makes its own name.
local function described(drawn)
    local words = shown(drawn.words):gsub("[&<]", { ["&"] = "&amp;", ["<"] = "&lt;" })
    return (drawn.svg:gsub("<desc>.-</desc>", function() return "<desc>" .. words .. "</desc>" end, 1))
end

return { script = script_of, bench = bench, ensemble = ensemble, described = described }
