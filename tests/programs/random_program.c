/* random_program.c - draws a program's fields, neighbours, statements and observables. */
#include "random_draft.h"

#include "gen/domain/domain.h"

/* --- statements --- */

static void indent(int depth, nbb_text *to)
{
    nbb_text_add(to, "%*s", 4 + 2 * depth, "");
}

/* Reals stay between -4 and 4, and a NaN becomes -4: targets have bits of their own for it. */
static void put_assignment(random_draft *d, int field, int depth, nbb_text *to)
{
    static const char *const operators[] = { "=", "=", "=", "+=", "-=" };
    indent(depth, to);
    if (draft_is_real(d, field)) {
        nbb_text_add(to, "f%d = ", field);
        draft_put(d, IN_UPDATE, DEPTH, "min(4.0, max(-4.0, $r));\n", to);
    } else {
        nbb_text_add(to, "f%d %s ", field, operators[draw_below(d, 5)]);
        draft_put(d, IN_UPDATE, DEPTH, "$i;\n", to);
    }
}

static void put_declaration(random_draft *d, int depth, nbb_text *to)
{
    static const char *const types[TYPES] = { [INT] = "int", [REAL] = "real", [BOOL] = "bool" };
    static const char *const values[TYPES] = { [INT] = "$i;\n", [REAL] = "$r;\n", [BOOL] = "$b;\n" };
    drawn_type type = (drawn_type)draw_below(d, TYPES);
    if (d->locals[type] == LOCALS_MOST || (type == REAL && d->plain)) {
        type = BOOL;
    }
    if (d->locals[type] == LOCALS_MOST) {
        return;
    }
    indent(depth, to);
    nbb_text_add(to, "%s t%d = ", types[type], d->declared);
    draft_put(d, IN_UPDATE, DEPTH, values[type], to);
    d->names[type][d->locals[type]++] = d->declared++;
}

static void put_statement(random_draft *d, int depth, nbb_text *to);

static void put_block(random_draft *d, int depth, nbb_text *to)
{
    int locals[TYPES];
    memcpy(locals, d->locals, sizeof locals);
    nbb_text_add(to, "{\n");
    for (int i = 1 + draw_below(d, 2); i > 0; --i) {
        put_statement(d, depth + 1, to);
    }
    indent(depth, to);
    nbb_text_add(to, "}");
    memcpy(d->locals, locals, sizeof locals);
}

static void put_if(random_draft *d, int depth, nbb_text *to)
{
    indent(depth, to);
    draft_put(d, IN_UPDATE, DEPTH - 1, "if ($b) ", to);
    put_block(d, depth, to);
    if (draw_one_in(d, 2)) {
        nbb_text_add(to, " else ");
        put_block(d, depth, to);
    }
    nbb_text_add(to, "\n");
}

static void put_statement(random_draft *d, int depth, nbb_text *to)
{
    int kind = draw_below(d, 6);
    if (kind < 2) {
        put_declaration(d, depth, to);
    } else if (kind == 2 && depth < 2) {
        put_if(d, depth, to);
    } else if (kind == 3 && d->locals[INT] > 0) {
        indent(depth, to);
        draft_put(d, IN_UPDATE, DEPTH - 1, "$t += $i;\n", to);
    } else {
        put_assignment(d, draw_below(d, d->fields), depth, to);
    }
}

/* --- the parts of a file --- */

static void draw_fields(random_draft *d)
{
    static const nbb_field_kind wide[] = { NBB_FIELD_BITS, NBB_FIELD_I32, NBB_FIELD_U32,
                                           NBB_FIELD_F32,  NBB_FIELD_F64, NBB_FIELD_F32 };
    int planes = NBB_PLANES_MAX;
    d->bits = draw_one_in(d, 2);
    d->plain = d->bits && !draw_one_in(d, 3);
    d->draws = draw_one_in(d, 2);
    d->fields = 1 + draw_below(d, d->bits ? FIELDS_MOST : 3);
    for (int i = 0; i < d->fields; ++i) {
        int most = planes - (d->fields - 1 - i) < 8 ? planes - (d->fields - 1 - i) : 8;
        d->kinds[i] = d->bits ? NBB_FIELD_BITS : wide[draw_below(d, 6)];
        d->field_bits[i] = draw_one_in(d, 3) ? 1 + draw_below(d, most) : 1 + draw_below(d, most < 3 ? most : 3);
        planes -= d->field_bits[i];
    }
    d->kinds[0] = d->bits || d->kinds[0] != NBB_FIELD_BITS ? d->kinds[0] : NBB_FIELD_F32;
}

/* Makes some integers narrow, as another generator chooses. */
static void draw_narrow(random_draft *d, uint64_t seed)
{
    for (int i = 0; i < d->fields; ++i) {
        uint64_t drawn = nbb_mix(seed ^ (uint64_t)(i + 1)) % 4;
        bool is_int = d->kinds[i] == NBB_FIELD_I32, is_narrow = drawn > 1 && (is_int || d->kinds[i] == NBB_FIELD_U32);
        d->kinds[i] = !is_narrow ? d->kinds[i] : !is_int ? NBB_FIELD_U16 : drawn == 2 ? NBB_FIELD_I8 : NBB_FIELD_I16;
    }
}

static void put_fields(const random_draft *d, nbb_text *to)
{
    static const char *const spellings[] = { "u", "i8", "i16", "u16", "i32", "u32", "f32", "f64" };
    nbb_text_add(to, "  state = { ");
    for (int i = 0; i < d->fields; ++i) {
        nbb_text_add(to, "%sf%d = \"%s", i > 0 ? ", " : "", i, spellings[d->kinds[i]]);
        if (d->kinds[i] == NBB_FIELD_BITS) {
            nbb_text_add(to, "%d", d->field_bits[i]);
        }
        nbb_text_add(to, "\"");
    }
    nbb_text_add(to, " },\n");
}

/* Of a third of the programs whose list has all opposites and whose fields leave room. Another generator chooses: the
   other programs stay as they are. */
static void draw_bond(random_draft *d, uint64_t seed)
{
    int planes = 0, forward = d->offsets.count / 2;
    for (int i = 0; i < d->fields; ++i) {
        planes += d->field_bits[i];
    }
    bool fits = d->bits ? planes + forward <= NBB_PLANES_MAX : d->fields + forward <= NBB_FIELDS_MAX;
    bool is_wanted = nbb_mix(seed ^ UINT64_C(0x626f6e6473)) % 3 == 0;
    d->bond = !is_wanted || !fits || d->list == NULL ? NULL : d->bits ? "u1" : draft_is_real(d, 0) ? "f32" : "i32";
}

/* The same of globals, of a quarter of the programs. */
static void draw_global(random_draft *d, uint64_t seed)
{
    d->global = nbb_mix(seed ^ UINT64_C(0x676c6f62616c)) % 4 == 0;
}

/* A value for a field at first. */
static void put_initial(random_draft *d, int field, nbb_text *to)
{
    if (draft_is_real(d, field)) {
        draft_put(d, IN_INIT, 1, draw_one_in(d, 3) ? "(first ? 1 : $c)" : "uniform() - $c", to);
    } else if (d->kinds[field] == NBB_FIELD_BITS) {
        nbb_text_add(to, "uniform(%d)", 1 << d->field_bits[field]);
    } else {
        draft_put(d, IN_INIT, 1, "uniform(200) - 20 * $k", to);
    }
}

static void put_init(random_draft *d, nbb_text *to)
{
    bool block = draw_one_in(d, 3);
    const char *end = block ? ";\n" : "\", ";
    nbb_text_add(to, "  init = %s", block ? "[[\n" : "{ ");
    if (d->bond != NULL) {
        nbb_text_add(to, "%sb = %s%s%s", block ? "    " : "", block ? "" : "\"",
                     d->bits ? "uniform(2) * (dx >= 0)" : "uniform(9) - 4 * dy + dx", end);
    }
    for (int i = 0; i < d->fields; ++i) {
        nbb_text_add(to, "%sf%d = %s", block ? "    " : "", i, block ? "" : "\"");
        put_initial(d, i, to);
        nbb_text_add(to, "%s", end);
    }
    nbb_text_add(to, "%s,\n", block ? "  ]]" : "}");
}

/* An assignment that reads bonds. */
static void put_bond_read(random_draft *d, nbb_text *to)
{
    static const char *const reads[] = { "sum(b * $I)", "count(b == $k)", "b[$o]", "max(b + $I)" };
    bool is_real = draft_is_real(d, 0);
    nbb_text_add(to, is_real ? "    f0 = min(4.0, max(-4.0, f0 + 0.125 * " : "    f0 += ");
    draft_put(d, IN_UPDATE, 2, reads[draw_below(d, 4)], to);
    nbb_text_add(to, is_real ? "));\n" : ";\n");
}

/* One that reads the global. */
static void put_global_read(random_draft *d, nbb_text *to)
{
    nbb_text_add(to, draft_is_real(d, 0) ? "    f0 = min(4.0, max(-4.0, f0 + 0.25 * g / (1 + abs(g))));\n"
                     : d->plain          ? "    f0 = f0 ^ (g > 20);\n"
                                         : "    f0 += int(min(1e6, max(-1e6, g)));\n");
}

/* One text, or a list of stages. */
static void put_update(random_draft *d, nbb_text *to)
{
    int stages = draw_one_in(d, 5) ? 2 + draw_below(d, 2) : 1;
    nbb_text_add(to, "  update = %s", stages > 1 ? "{ " : "");
    for (int stage = 0; stage < stages; ++stage) {
        memset(d->locals, 0, sizeof d->locals);
        nbb_text_add(to, "[[\n");
        for (int i = 1 + draw_below(d, 4); i > 0; --i) {
            put_statement(d, 0, to);
        }
        put_assignment(d, draw_below(d, d->fields), 0, to);
        if (d->bond != NULL) {
            put_bond_read(d, to);
        }
        if (d->global) {
            put_global_read(d, to);
        }
        nbb_text_add(to, "  ]], ");
    }
    nbb_text_add(to, stages > 1 ? "},\n" : "\n");
}

/* An expression over here's and there's fields. */
static void put_pairs(random_draft *d, nbb_text *to)
{
    int field = draw_below(d, d->fields);
    if (d->bond != NULL) {
        nbb_text_add(to, "pairs(b * (2 * here.f%d - there.f%d))", field, field);
    } else if (draw_one_in(d, 2)) {
        nbb_text_add(to, "pairs(here.f%d == there.f%d ? 1 : -1)", field, field);
    } else {
        nbb_text_add(to, "pairs(abs(here.f%d - there.f%d))", field, field);
    }
}

/* Reals are summed within bounds that fields keep. */
static void put_global(random_draft *d, nbb_text *to)
{
    static const char *const forms[] = { "sum($i)", "max($i) - min($i)", "sum($b ? 1 : 0) / 4.0", "sum($g)" };
    d->locals[INT] = d->locals[REAL] = d->locals[BOOL] = 0;
    nbb_text_add(to, "  global = { g = \"");
    if (draw_one_in(d, 4)) {
        put_pairs(d, to);
    } else {
        draft_put(d, IN_OBSERVE, 2, forms[draw_below(d, d->bits ? 3 : 4)], to);
    }
    nbb_text_add(to, "\" },\n");
}

static void put_observables(random_draft *d, nbb_text *to)
{
    static const char *const forms[] = { "sum($i)", "sum($i << 60)", "max($i)", "min($f) + sum($b ? 1 : 0)",
                                         "sum($f)", "sum($g)" };
    int count = draw_below(d, 4);
    d->locals[INT] = d->locals[REAL] = d->locals[BOOL] = 0;
    nbb_text_add(to, "  observe = { ");
    for (int i = 0; i < count; ++i) {
        nbb_text_add(to, "o%d = \"", i);
        if (draw_one_in(d, 4)) {
            put_pairs(d, to);
        } else {
            draft_put(d, IN_OBSERVE, 2, forms[draw_below(d, d->bits ? 5 : 6)], to);
        }
        nbb_text_add(to, "\", ");
    }
    nbb_text_add(to, "},\n");
}

static void put_parameters(random_draft *d, nbb_text *to)
{
    static const char *const values[] = { "0.5", "0.05", "0.3", "1.25", "-0.2", "0.9", "2" };
    for (int i = 0; i < d->parameters; ++i) {
        nbb_text_add(to, "%sp%d = %s%s", i > 0 ? "" : "  param = { ", i, values[draw_below(d, 7)],
                     i + 1 < d->parameters ? ", " : " },\n");
    }
    if (d->parameters > 0 && draw_one_in(d, 2)) {
        nbb_text_add(to, "  schedule = { p0 = \"p0 * cos(step / %d.0) + 0.25\" },\n", 1 + draw_below(d, 3));
    }
}

static random_run draw_run(random_draft *d)
{
    static const random_run runs[] = {
        { "fractals/sierpinski", 5, 0, 2, 0, 4, 3 }, { "fractals/sierpinski", 3, 0, 2, 0, 2, 9 },
        { "fractals/sierpinski", 6, 0, 2, 0, 8, 9 }, { "fractals/carpet", 2, 0, 2, 0, 3, 8 },
        { "fractals/carpet", 3, 0, 2, 0, 3, 8 },     { "fractals/vicsek", 3, 0, 2, 0, 9, 5 },
        { "fractals/candy", 2, 0, 2, 0, 4, 12 },     { "fractals/hfractal", 2, 0, 2, 0, 3, 7 },
        { "tests/fractals/five", 3, 0, 2, 0, 5, 9 }, { "tests/fractals/full", 3, 0, 2, 0, 3, 9 },
        { "fractals/triangle", 37, 1, 2, 0, 8, 0 },  { "fractals/tetrahedron", 9, 1, 3, 0, 2, 0 },
        { "examples/cross", 2, 0, 2, 0, 7, 13 },
    };
    static const random_run small[] = {
        { "fractals/triangle", 2, 1, 2, 0, 8, 0 },
        { "fractals/tetrahedron", 3, 1, 3, 0, 2, 0 },
        { "fractals/sierpinski", 0, 0, 2, 0, 1, 1 },
        { "fractals/hfractal", 1, 0, 2, 0, 3, 7 },
    };
    random_run run = draw_one_in(d, 8) ? small[draw_below(d, sizeof small / sizeof *small)]
                                       : runs[draw_below(d, sizeof runs / sizeof *runs)];
    run.steps = 1 + draw_below(d, 9);
    return run;
}

/* A third of the programs run instead on levels that differ, three axes, turned replicas, or replicas by chance.
   Another generator chooses. */
static void draw_space(random_draft *d, uint64_t seed)
{
    static const random_run spaces[] = {
        { "fractals/irregular_gasket", 5, 0, 2, 0, 4, 9 }, { "fractals/mixed_carpet", 3, 0, 2, 0, 3, 8 },
        { "fractals/random_carpet", 3, 0, 2, 0, 3, 7 },    { "examples/thick_gasket", 5, 0, 2, 0, 4, 16 },
        { "examples/relative", 5, 0, 2, 0, 4, 9 },         { "tests/fractals/mirrored", 7, 0, 2, 0, 4, 4 },
        { "tests/fractals/oblongs", 5, 0, 2, 0, 2, 5 },    { "examples/koch", 3, 0, 2, 0, 3, 5 },
        { "fractals/menger", 2, 0, 3, 0, 3, 20 },          { "fractals/tetrix", 4, 0, 3, 0, 2, 16 },
        { "fractals/vicsek3", 3, 0, 3, 0, 3, 7 },          { "fractals/dust3", 2, 0, 3, 0, 3, 8 },
    };
    uint64_t drawn = nbb_mix(seed ^ UINT64_C(0x7370616365));
    if (drawn % 3 == 0) {
        int steps = d->run.steps;
        d->run = spaces[drawn / 3 % (sizeof spaces / sizeof *spaces)];
        d->run.steps = steps;
    }
}

random_run random_program(uint64_t seed, nbb_text *text)
{
    random_draft d = { .state = nbb_mix(seed ^ UINT64_C(0x70726f6772616d73)) };
    NBB_LOCAL_TEXT body = NBB_TEXT_EMPTY;
    d.run = draw_run(&d);
    draw_space(&d, seed);
    draw_fields(&d);
    draw_narrow(&d, seed);
    draft_draw_neighbours(&d, seed);
    nbb_text_add(text, "-- program %llu\nreturn program {\n", (unsigned long long)seed);
    draw_bond(&d, seed);
    draw_global(&d, seed);
    put_fields(&d, text);
    if (d.bond != NULL) {
        nbb_text_add(text, "  bonds = { b = \"%s\" },\n", d.bond);
    }
    draft_put_neighbours(&d, text);
    nbb_text_add(text, "  const = { c = { 3, -1, 4, 1, 5 }, w = { 0.25, -1/3, 2 } },\n");
    bool has_colours = draw_one_in(&d, 3) && d.window.length == 0; /* a window may need too many */
    nbb_text_add(text, "  order = \"%s\",\n", has_colours ? "sublattices" : "synchronous");
    put_init(&d, &body);
    put_update(&d, &body);
    put_observables(&d, &body);
    if (d.global) {
        put_global(&d, &body);
    }
    put_parameters(&d, text);
    nbb_text_add(text, "%s}\n", nbb_text_string(&body));
    nbb_text_free(&d.window);
    return d.run;
}
