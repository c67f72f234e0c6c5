/* random_program.c - draws a program's fields, neighbours and statements; expressions come from a table of forms. */
#include "random_program.h"

#include "gen/domain/state.h"
#include "gen/program/program.h"

#include <stdlib.h>
#include <string.h>

enum { FIELDS_MOST = 4, PARAMETERS_MOST = 4, LOCALS_MOST = 6, LIST_MOST = 6, DEPTH = 3 };

typedef enum drawn_type { INT, REAL, BOOL, TYPES } drawn_type;

/* A program on its way. */
typedef struct draft {
    uint64_t state; /* of the generator */
    random_run run;
    bool bits; /* all fields are uN */
    int fields;
    nbb_field_kind kinds[FIELDS_MOST];
    int field_bits[FIELDS_MOST];
    int parameters;
    const char *list; /* a name, or NULL: */
    nbb_neighbours offsets;
    int locals[TYPES]; /* in scope, by type: their names count from 0 */
    int declared;      /* of all types: names are never used again */
    int names[TYPES][LOCALS_MOST];
} draft;

/* Where an expression stands. */
typedef enum place { IN_INIT, IN_UPDATE, IN_REDUCTION, IN_OBSERVE } place;

static int below(draft *d, int count)
{
    d->state = nbb_mix(d->state);
    return (int)((d->state >> 32) % (uint64_t)count);
}

static bool one_in(draft *d, int count)
{
    return below(d, count) == 0;
}

/* --- expressions: forms, in which $ and a letter stand for what is drawn --- */

enum {
    LEAF = 1,     /* has no parts */
    UPDATE = 2,   /* in update alone, outside reductions */
    NO_TOTAL = 4, /* not in observe, and not in reductions */
    WIDE = 8,     /* not of a program of bits */
};

/* $i $r $b: an expression of a type. $I $R $B: the same in a reduction. $f $g: a field, int or real. $t $T $u: a
   local. $k: a literal. $K: one from 1 to 8. $c: a real one. $p: a parameter. $o: an offset. */
typedef struct form {
    const char *text;
    int flags;
} form;

static const form ints[] = {
    { "$f", LEAF },
    { "$f", LEAF },
    { "$t", LEAF },
    { "$k", LEAF },
    { "degree", LEAF },
    { "maxdegree", LEAF },
    { "$f", LEAF },
    { "($i + $i)", 0 },
    { "($i - $i)", 0 },
    { "($i * $k)", 0 },
    { "($b ? $i : $i)", 0 },
    { "abs($i)", 0 },
    { "min($i, $i)", 0 },
    { "max($i, $i)", 0 },
    { "($i & $i)", 0 },
    { "($i ^ $i)", 0 },
    { "($i | $K)", 0 },
    { "($i >> $K)", 0 },
    { "(($i & 7) << 2)", 0 },
    { "($i % $K)", 0 },
    { "($i / $K)", 0 },
    { "~$i", 0 },
    { "(-$i)", 0 },
    { "count($B)", UPDATE },
    { "count($B)", UPDATE },
    { "sum($I)", UPDATE },
    { "min($I)", UPDATE },
    { "max($I)", UPDATE },
    { "$f[$o]", UPDATE | LEAF },
    { "uniform($K)", NO_TOTAL | LEAF },
    { "(step & 3)", UPDATE | LEAF },
    { "($i * $i)", WIDE },
    { "($i / $i)", WIDE },
    { "($i % $i)", WIDE },
    { "int($r)", WIDE },
    { "(x & 7)", WIDE | LEAF },
    { "(y - x0)", WIDE | LEAF },
    { "n", WIDE | LEAF },
};

static const form bools[] = {
    { "($i == $i)", 0 },
    { "($i < $i)", 0 },
    { "($i >= $i)", 0 },
    { "($i != $i)", 0 },
    { "($f == $k)", LEAF },
    { "($f > $k)", LEAF },
    { "$u", LEAF },
    { "($b && $b)", 0 },
    { "($b || $b)", 0 },
    { "!$b", 0 },
    { "any($B)", UPDATE },
    { "all($B)", UPDATE },
    { "exists[$o]", UPDATE | LEAF },
    { "chance($p)", NO_TOTAL | LEAF },
    { "chance($c)", NO_TOTAL | LEAF },
    { "chance($p * $i)", NO_TOTAL },
    { "chance(exp(-$p * abs($i)))", NO_TOTAL },
    { "($r < $r)", WIDE },
    { "($r >= $r)", WIDE },
    { "chance($r)", NO_TOTAL | WIDE },
    { "first", WIDE | LEAF },
};

static const form reals[] = {
    { "$g", LEAF },
    { "$g", LEAF },
    { "$g", LEAF },
    { "$T", LEAF },
    { "$c", LEAF },
    { "$p", LEAF },
    { "($r + $r)", 0 },
    { "($r - $r)", 0 },
    { "($r * $r)", 0 },
    { "($r / $r)", 0 },
    { "(-$r)", 0 },
    { "abs($r)", 0 },
    { "sqrt(abs($r))", 0 },
    { "floor($r)", 0 },
    { "min($r, $r)", 0 },
    { "max($r, $r)", 0 },
    { "($b ? $r : $r)", 0 },
    { "real($i)", 0 },
    { "sum($R)", UPDATE },
    { "sum($R)", UPDATE },
    { "min($R)", UPDATE },
    { "max($R)", UPDATE },
    { "$g[$o]", UPDATE | LEAF },
    { "uniform()", NO_TOTAL | LEAF },
};

static bool is_real(const draft *d, int field)
{
    return d->kinds[field] == NBB_FIELD_F32 || d->kinds[field] == NBB_FIELD_F64;
}

/* A field of the kind that is asked for, or -1. */
static int draw_field(draft *d, bool real)
{
    int fitting[FIELDS_MOST], count = 0;
    for (int i = 0; i < d->fields; ++i) {
        if (is_real(d, i) == real) {
            fitting[count++] = i;
        }
    }
    return count > 0 ? fitting[below(d, count)] : -1;
}

static void put(draft *d, place where, int depth, const char *text, nbb_text *to);

static void put_expression(draft *d, place where, int depth, drawn_type type, nbb_text *to)
{
    static const form *const forms[TYPES] = { [INT] = ints, [REAL] = reals, [BOOL] = bools };
    static const int counts[TYPES] = { [INT] = sizeof ints / sizeof *ints,
                                       [REAL] = sizeof reals / sizeof *reals,
                                       [BOOL] = sizeof bools / sizeof *bools };
    const form *drawn;
    bool fits;
    do {
        drawn = &forms[type][below(d, counts[type])];
        fits = (depth > 0 || (drawn->flags & LEAF) != 0) && ((drawn->flags & UPDATE) == 0 || where == IN_UPDATE)
               && ((drawn->flags & NO_TOTAL) == 0 || where == IN_INIT || where == IN_UPDATE)
               && ((drawn->flags & WIDE) == 0 || !d->bits);
    } while (!fits);
    put(d, where, depth - 1, drawn->text, to);
}

/* A field's name, with whose it is where there is a choice; a literal where there is no such field, as in init. */
static void put_field(draft *d, place where, bool real, nbb_text *to)
{
    static const char *const whose[] = { "", "", "there.", "here." };
    int field = where == IN_INIT ? -1 : draw_field(d, real);
    if (field < 0) {
        nbb_text_add(to, real ? "0.75" : "2");
    } else {
        nbb_text_add(to, "%sf%d", where == IN_REDUCTION ? whose[below(d, 4)] : "", field);
    }
}

/* A field's name alone, before an offset; of one that there is not, a literal in whose place no offset may stand. */
static void put_at_offset(draft *d, bool real, nbb_text *to)
{
    int field = draw_field(d, real);
    if (field < 0) {
        nbb_text_add(to, real ? "0.5" : "1");
        return;
    }
    nbb_text_add(to, "f%d[", field);
    put(d, IN_UPDATE, 0, "$o]", to);
}

static void put_offset(draft *d, nbb_text *to)
{
    nbb_vector offset = d->offsets.offsets[below(d, d->offsets.count)];
    for (int axis = 0; axis < d->run.axes; ++axis) {
        nbb_text_add(to, "%s%d", axis > 0 ? ", " : "", (int)offset.at[axis]);
    }
}

static void put_parameter(draft *d, nbb_text *to)
{
    int number = below(d, PARAMETERS_MOST);
    if (number >= d->parameters) {
        number = d->parameters++;
    }
    nbb_text_add(to, "p%d", number);
}

static void put_local(draft *d, drawn_type type, nbb_text *to)
{
    static const char *const otherwise[TYPES] = { [INT] = "3", [REAL] = "0.25", [BOOL] = "(1 < 2)" };
    if (d->locals[type] == 0) {
        nbb_text_add(to, "%s", otherwise[type]);
    } else {
        nbb_text_add(to, "t%d", d->names[type][below(d, d->locals[type])]);
    }
}

static void put_drawn(draft *d, place where, int depth, char letter, nbb_text *to)
{
    static const char types[] = "irb", inside[] = "IRB", locals[] = "tTu";
    if (strchr(types, letter) != NULL) {
        put_expression(d, where, depth, (drawn_type)(strchr(types, letter) - types), to);
    } else if (strchr(inside, letter) != NULL) {
        put_expression(d, IN_REDUCTION, depth, (drawn_type)(strchr(inside, letter) - inside), to);
    } else if (strchr(locals, letter) != NULL) {
        put_local(d, (drawn_type)(strchr(locals, letter) - locals), to);
    } else if (letter == 'f' || letter == 'g') {
        put_field(d, where, letter == 'g', to);
    } else if (letter == 'k') {
        nbb_text_add(to, "%d", below(d, 5));
    } else if (letter == 'K') {
        nbb_text_add(to, "%d", 1 + below(d, 8));
    } else if (letter == 'c') {
        nbb_text_add(to, "%.3g", 0.125 * below(d, 9) + 0.01 * below(d, 3));
    } else if (letter == 'p') {
        put_parameter(d, to);
    } else {
        put_offset(d, to);
    }
}

static void put(draft *d, place where, int depth, const char *text, nbb_text *to)
{
    if (strcmp(text, "$f[$o]") == 0 || strcmp(text, "$g[$o]") == 0) {
        put_at_offset(d, text[1] == 'g', to);
        return;
    }
    for (; *text != '\0'; ++text) {
        if (*text == '$') {
            put_drawn(d, where, depth, *++text, to);
        } else {
            nbb_text_put(to, text, 1);
        }
    }
}

/* --- statements --- */

static void indent(int depth, nbb_text *to)
{
    nbb_text_add(to, "%*s", 4 + 2 * depth, "");
}

/* Reals stay between -4 and 4, and a NaN becomes -4: targets have bits of their own for it. */
static void put_assignment(draft *d, int field, int depth, nbb_text *to)
{
    static const char *const operators[] = { "=", "=", "=", "+=", "-=" };
    indent(depth, to);
    if (is_real(d, field)) {
        nbb_text_add(to, "f%d = ", field);
        put(d, IN_UPDATE, DEPTH, "min(4.0, max(-4.0, $r));\n", to);
    } else {
        nbb_text_add(to, "f%d %s ", field, operators[below(d, 5)]);
        put(d, IN_UPDATE, DEPTH, "$i;\n", to);
    }
}

static void put_declaration(draft *d, int depth, nbb_text *to)
{
    static const char *const types[TYPES] = { [INT] = "int", [REAL] = "real", [BOOL] = "bool" };
    static const char *const values[TYPES] = { [INT] = "$i;\n", [REAL] = "$r;\n", [BOOL] = "$b;\n" };
    drawn_type type = (drawn_type)below(d, TYPES);
    if (d->locals[type] == LOCALS_MOST || (type == REAL && d->bits)) {
        type = BOOL;
    }
    if (d->locals[type] == LOCALS_MOST) {
        return;
    }
    indent(depth, to);
    nbb_text_add(to, "%s t%d = ", types[type], d->declared);
    put(d, IN_UPDATE, DEPTH, values[type], to);
    d->names[type][d->locals[type]++] = d->declared++;
}

static void put_statement(draft *d, int depth, nbb_text *to);

static void put_block(draft *d, int depth, nbb_text *to)
{
    int locals[TYPES];
    memcpy(locals, d->locals, sizeof locals);
    nbb_text_add(to, "{\n");
    for (int i = 1 + below(d, 2); i > 0; --i) {
        put_statement(d, depth + 1, to);
    }
    indent(depth, to);
    nbb_text_add(to, "}");
    memcpy(d->locals, locals, sizeof locals);
}

static void put_if(draft *d, int depth, nbb_text *to)
{
    indent(depth, to);
    put(d, IN_UPDATE, DEPTH - 1, "if ($b) ", to);
    put_block(d, depth, to);
    if (one_in(d, 2)) {
        nbb_text_add(to, " else ");
        put_block(d, depth, to);
    }
    nbb_text_add(to, "\n");
}

static void put_statement(draft *d, int depth, nbb_text *to)
{
    int kind = below(d, 6);
    if (kind < 2) {
        put_declaration(d, depth, to);
    } else if (kind == 2 && depth < 2) {
        put_if(d, depth, to);
    } else if (kind == 3 && d->locals[INT] > 0) {
        indent(depth, to);
        put(d, IN_UPDATE, DEPTH - 1, "$t += $i;\n", to);
    } else {
        put_assignment(d, below(d, d->fields), depth, to);
    }
}

/* --- the parts of a file --- */

static void draw_fields(draft *d)
{
    static const nbb_field_kind wide[] = { NBB_FIELD_BITS, NBB_FIELD_I32, NBB_FIELD_U32,
                                           NBB_FIELD_F32,  NBB_FIELD_F64, NBB_FIELD_F32 };
    int planes = NBB_PLANES_MAX;
    d->bits = one_in(d, 2);
    d->fields = 1 + below(d, d->bits ? FIELDS_MOST : 3);
    for (int i = 0; i < d->fields; ++i) {
        int most = planes - (d->fields - 1 - i) < 8 ? planes - (d->fields - 1 - i) : 8;
        d->kinds[i] = d->bits ? NBB_FIELD_BITS : wide[below(d, 6)];
        d->field_bits[i] = one_in(d, 3) ? 1 + below(d, most) : 1 + below(d, most < 3 ? most : 3);
        planes -= d->field_bits[i];
    }
    d->kinds[0] = d->bits || d->kinds[0] != NBB_FIELD_BITS ? d->kinds[0] : NBB_FIELD_F32;
}

static void put_fields(const draft *d, nbb_text *to)
{
    static const char *const spellings[] = { "u", "i32", "u32", "f32", "f64" };
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

static void draw_own_list(draft *d)
{
    nbb_vector offsets[LIST_MOST];
    int wanted = 1 + below(d, LIST_MOST), count = 0;
    for (int tries = 0; count < wanted && tries < 50; ++tries) {
        nbb_vector offset = { { below(d, 5) - 2, below(d, 5) - 2, d->run.axes > 2 ? below(d, 3) - 1 : 0 } };
        offsets[count] = offset;
        count += nbb_neighbours_listed(offsets, count + 1, d->run.axes, &d->offsets) == NBB_OK;
    }
    if (nbb_neighbours_listed(offsets, count, d->run.axes, &d->offsets) != NBB_OK) {
        abort(); /* 50 tries find one */
    }
}

static void draw_neighbours(draft *d)
{
    static const char *const lists[] = { "vonneumann", "vonneumann", "moore", "triangular", NULL };
    d->list = lists[below(d, 5)];
    if (d->list != NULL && nbb_neighbours_named(d->list, d->run.axes, &d->offsets) != NBB_OK) {
        d->list = NULL; /* triangular in space */
    }
    if (d->list == NULL) {
        draw_own_list(d);
    }
}

static void put_neighbours(const draft *d, nbb_text *to)
{
    if (d->list != NULL) {
        nbb_text_add(to, "  neighbours = \"%s\",\n", d->list);
        return;
    }
    nbb_text_add(to, "  neighbours = { ");
    for (int i = 0; i < d->offsets.count; ++i) {
        nbb_text_add(to, "%s{ ", i > 0 ? ", " : "");
        for (int axis = 0; axis < d->run.axes; ++axis) {
            nbb_text_add(to, "%s%d", axis > 0 ? ", " : "", (int)d->offsets.offsets[i].at[axis]);
        }
        nbb_text_add(to, " }");
    }
    nbb_text_add(to, " },\n");
}

/* A value for a field at first. */
static void put_initial(draft *d, int field, nbb_text *to)
{
    if (is_real(d, field)) {
        put(d, IN_INIT, 1, one_in(d, 3) ? "(first ? 1 : $c)" : "uniform() - $c", to);
    } else if (d->kinds[field] == NBB_FIELD_BITS) {
        nbb_text_add(to, "uniform(%d)", 1 << d->field_bits[field]);
    } else {
        put(d, IN_INIT, 1, "uniform(200) - 20 * $k", to);
    }
}

static void put_init(draft *d, nbb_text *to)
{
    bool block = one_in(d, 3);
    const char *end = block ? ";\n" : "\", ";
    nbb_text_add(to, "  init = %s", block ? "[[\n" : "{ ");
    for (int i = 0; i < d->fields; ++i) {
        nbb_text_add(to, "%sf%d = %s", block ? "    " : "", i, block ? "" : "\"");
        put_initial(d, i, to);
        nbb_text_add(to, "%s", end);
    }
    nbb_text_add(to, "%s,\n", block ? "  ]]" : "}");
}

static void put_update(draft *d, nbb_text *to)
{
    nbb_text_add(to, "  update = [[\n");
    for (int i = 1 + below(d, 4); i > 0; --i) {
        put_statement(d, 0, to);
    }
    put_assignment(d, below(d, d->fields), 0, to);
    nbb_text_add(to, "  ]],\n");
}

/* An expression over here's and there's fields. */
static void put_pairs(draft *d, nbb_text *to)
{
    int field = below(d, d->fields);
    if (one_in(d, 2)) {
        nbb_text_add(to, "pairs(here.f%d == there.f%d ? 1 : -1)", field, field);
    } else {
        nbb_text_add(to, "pairs(abs(here.f%d - there.f%d))", field, field);
    }
}

static void put_observables(draft *d, nbb_text *to)
{
    static const char *const forms[] = { "sum($i)", "max($i)", "min($f) + sum($b ? 1 : 0)", "sum($f)", "sum($g)" };
    int count = below(d, 4);
    d->locals[INT] = d->locals[REAL] = d->locals[BOOL] = 0;
    nbb_text_add(to, "  observe = { ");
    for (int i = 0; i < count; ++i) {
        nbb_text_add(to, "o%d = \"", i);
        if (one_in(d, 4)) {
            put_pairs(d, to);
        } else {
            put(d, IN_OBSERVE, 2, forms[below(d, d->bits ? 4 : 5)], to);
        }
        nbb_text_add(to, "\", ");
    }
    nbb_text_add(to, "},\n");
}

static void put_parameters(draft *d, nbb_text *to)
{
    static const char *const values[] = { "0.5", "0.05", "0.3", "1.25", "-0.2", "0.9", "2" };
    for (int i = 0; i < d->parameters; ++i) {
        nbb_text_add(to, "%sp%d = %s%s", i > 0 ? "" : "  param = { ", i, values[below(d, 7)],
                     i + 1 < d->parameters ? ", " : " },\n");
    }
}

static random_run draw_run(draft *d)
{
    static const random_run runs[] = {
        { "fractals/sierpinski", 5, 0, 2, 0 },     { "fractals/sierpinski", 3, 0, 2, 0 },
        { "fractals/sierpinski", 6, 0, 2, 0 },     { "fractals/carpet", 2, 0, 2, 0 },
        { "fractals/carpet", 3, 0, 2, 0 },         { "fractals/vicsek", 3, 0, 2, 0 },
        { "fractals/candy", 2, 0, 2, 0 },          { "fractals/hfractal", 2, 0, 2, 0 },
        { "tests/fractals/five", 3, 0, 2, 0 },     { "tests/fractals/full", 4, 0, 2, 0 },
        { "fractals/triangle", 37, 1, 2, 0 },      { "fractals/tetrahedron", 9, 1, 3, 0 },
    };
    random_run run = runs[below(d, sizeof runs / sizeof *runs)];
    run.steps = 1 + below(d, 9);
    return run;
}

random_run random_program(uint64_t seed, nbb_text *text)
{
    draft d = { .state = nbb_mix(seed ^ UINT64_C(0x70726f6772616d73)) };
    nbb_text body = NBB_TEXT_EMPTY;
    d.run = draw_run(&d);
    draw_fields(&d);
    draw_neighbours(&d);
    nbb_text_add(text, "-- program %llu\nreturn program {\n", (unsigned long long)seed);
    put_fields(&d, text);
    put_neighbours(&d, text);
    nbb_text_add(text, "  order = \"%s\",\n", below(&d, 5) < 2 ? "sublattices" : "synchronous");
    put_init(&d, &body);
    put_update(&d, &body);
    put_observables(&d, &body);
    put_parameters(&d, text);
    nbb_text_add(text, "%s}\n", nbb_text_string(&body));
    nbb_text_free(&body);
    return d.run;
}
