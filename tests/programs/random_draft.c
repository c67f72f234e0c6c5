/* random_draft.c - expressions by a table of forms. */
#include "random_draft.h"

#include "gen/domain/domain.h"

int draw_below(random_draft *d, int count)
{
    d->state = nbb_mix(d->state);
    return (int)((d->state >> 32) % (uint64_t)count);
}

bool draw_one_in(random_draft *d, int count)
{
    return draw_below(d, count) == 0;
}

/* --- expressions: forms, as draft_put takes them --- */

enum {
    LEAF = 1,     /* has no parts */
    UPDATE = 2,   /* in update alone, outside reductions */
    NO_TOTAL = 4, /* not in observe, and not in reductions */
    WIDE = 8,     /* not of a plain program of bits */
    THERE = 16,   /* in reductions alone */
};

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
    { "($i << 33)", 0 },
    { "sign($i)", 0 },
    { "c[($i & 7) - 1]", 0 },
    { "($i >> ($i & 63))", WIDE },
    { "($i << $i)", WIDE },
    { "($i * 2147483647)", WIDE },
    { "($i % ($i - $i))", WIDE },
    { "int($r * 1e12)", WIDE },
    { "(-$i)", 0 },
    { "count($L$B)", UPDATE },
    { "count($L$B)", UPDATE },
    { "sum($L$I)", UPDATE },
    { "min($L$I)", UPDATE },
    { "max($L$I)", UPDATE },
    { "$f[$o]", UPDATE | LEAF },
    { "uniform($K)", NO_TOTAL | LEAF },
    { "int($k - uniform() * $k)", NO_TOTAL | LEAF },
    { "(step & 3)", UPDATE | LEAF },
    { "((x + step) % 2)", UPDATE | LEAF },
    { "((x ^ y) & 1)", LEAF },
    { "($i * $i)", WIDE },
    { "($i / $i)", WIDE },
    { "($i % $i)", WIDE },
    { "int($r)", WIDE },
    { "(x & 7)", WIDE | LEAF },
    { "(y - x0)", WIDE | LEAF },
    { "n", WIDE | LEAF },
    { "(dx * dx + $k)", THERE | LEAF },
    { "(dy - dx)", THERE | LEAF },
};

static const form bools[] = {
    { "($i == $i)", 0 },
    { "($i < $i)", 0 },
    { "($i >= $i)", 0 },
    { "($i != $i)", 0 },
    { "($f == $k)", LEAF },
    { "($f > $k)", LEAF },
    { "$u", LEAF },
    { "(($i + x - y) % 2 != 0)", 0 },
    { "($b && $b)", 0 },
    { "($b || $b)", 0 },
    { "!$b", 0 },
    { "any($L$B)", UPDATE },
    { "all($L$B)", UPDATE },
    { "exists[$o]", UPDATE | LEAF },
    { "chance($p)", NO_TOTAL | LEAF },
    { "chance($c)", NO_TOTAL | LEAF },
    { "chance($p * $i)", NO_TOTAL },
    { "chance(exp(-$p * abs($i)))", NO_TOTAL },
    { "(uniform() < $p)", NO_TOTAL | LEAF },
    { "(exp(-$c * $i) >= 1 - uniform())", NO_TOTAL },
    { "($r < $r)", WIDE },
    { "($r >= $r)", WIDE },
    { "chance($r)", NO_TOTAL | WIDE },
    { "chance(20.0 / cells)", NO_TOTAL | WIDE | LEAF },
    { "chance(0.02 * (x + y))", NO_TOTAL | WIDE | LEAF },
    { "first", WIDE | LEAF },
    { "(dx + dy > $k - 2)", THERE | LEAF },
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
    { "($r / 0)", 0 },
    { "($r * 1e38)", 0 },
    { "abs($r)", 0 },
    { "sqrt(abs($r))", 0 },
    { "floor($r)", 0 },
    { "round($r) * sign($r)", 0 },
    { "fmod($r, $c + 1)", 0 },
    { "w[($i)]", 0 },
    { "min($r, $r)", 0 },
    { "max($r, $r)", 0 },
    { "($b ? $r : $r)", 0 },
    { "real($i)", 0 },
    { "sum($L$R)", UPDATE },
    { "sum($L$R)", UPDATE },
    { "min($L$R)", UPDATE },
    { "max($L$R)", UPDATE },
    { "$g[$o]", UPDATE | LEAF },
    { "uniform()", NO_TOTAL | LEAF },
    { "(0.125 * x - 0.25 * y)", WIDE | LEAF },
    { "exp(-$c * (dx * dx + dy * dy))", THERE | LEAF },
    { "($p * dx - dy)", THERE | LEAF },
};

bool draft_is_real(const random_draft *d, int field)
{
    return d->kinds[field] == NBB_FIELD_F32 || d->kinds[field] == NBB_FIELD_F64;
}

/* A field of the kind that is asked for, or -1. */
static int draw_field(random_draft *d, bool real)
{
    int fitting[FIELDS_MOST], count = 0;
    for (int i = 0; i < d->fields; ++i) {
        if (draft_is_real(d, i) == real) {
            fitting[count++] = i;
        }
    }
    return count > 0 ? fitting[draw_below(d, count)] : -1;
}

static void put_expression(random_draft *d, place where, int depth, drawn_type type, nbb_text *to)
{
    static const form *const forms[TYPES] = { [INT] = ints, [REAL] = reals, [BOOL] = bools };
    static const int counts[TYPES] = { [INT] = sizeof ints / sizeof *ints,
                                       [REAL] = sizeof reals / sizeof *reals,
                                       [BOOL] = sizeof bools / sizeof *bools };
    const form *drawn;
    bool fits;
    do {
        drawn = &forms[type][draw_below(d, counts[type])];
        fits = (depth > 0 || (drawn->flags & LEAF) != 0) && ((drawn->flags & UPDATE) == 0 || where == IN_UPDATE)
               && ((drawn->flags & NO_TOTAL) == 0 || where == IN_INIT || (where == IN_UPDATE && d->draws))
               && ((drawn->flags & WIDE) == 0 || !d->plain) && ((drawn->flags & THERE) == 0 || where == IN_REDUCTION);
    } while (!fits);
    draft_put(d, where, depth - 1, drawn->text, to);
}

/* A field's name, with whose it is where there is a choice; a literal where there is no such field, as in init. */
static void put_field(random_draft *d, place where, bool real, nbb_text *to)
{
    static const char *const whose[] = { "", "", "there.", "here." };
    int field = where == IN_INIT ? -1 : draw_field(d, real);
    if (field < 0) {
        nbb_text_add(to, real ? "0.75" : "2");
    } else {
        nbb_text_add(to, "%sf%d", where == IN_REDUCTION ? whose[draw_below(d, 4)] : "", field);
    }
}

/* A field's name alone, before an offset; of one that there is not, a literal in whose place no offset may stand. */
static void put_at_offset(random_draft *d, bool real, nbb_text *to)
{
    int field = draw_field(d, real);
    if (field < 0) {
        nbb_text_add(to, real ? "0.5" : "1");
        return;
    }
    nbb_text_add(to, "f%d[", field);
    draft_put(d, IN_UPDATE, 0, "$o]", to);
}

void draft_put_offset(nbb_vector offset, int axes, nbb_text *to)
{
    for (int axis = 0; axis < axes; ++axis) {
        nbb_text_add(to, "%s%d", axis > 0 ? ", " : "", (int)offset.at[axis]);
    }
}

static void put_parameter(random_draft *d, nbb_text *to)
{
    int number = draw_below(d, PARAMETERS_MOST);
    if (number >= d->parameters) {
        number = d->parameters++;
    }
    nbb_text_add(to, "p%d", number);
}

static void put_local(random_draft *d, drawn_type type, nbb_text *to)
{
    static const char *const otherwise[TYPES] = { [INT] = "3", [REAL] = "0.25", [BOOL] = "(1 < 2)" };
    if (d->locals[type] == 0) {
        nbb_text_add(to, "%s", otherwise[type]);
    } else {
        nbb_text_add(to, "t%d", d->names[type][draw_below(d, d->locals[type])]);
    }
}

static void put_drawn(random_draft *d, place where, int depth, char letter, nbb_text *to)
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
        nbb_text_add(to, "%d", draw_below(d, 5));
    } else if (letter == 'K') {
        nbb_text_add(to, "%d", 1 + draw_below(d, 8));
    } else if (letter == 'c') {
        nbb_text_add(to, "%.3g", 0.125 * draw_below(d, 9) + 0.01 * draw_below(d, 3));
    } else if (letter == 'L') {
        nbb_text_add(to, "%s", d->far != NULL && draw_one_in(d, 3) ? "far, " : "");
    } else if (letter == 'p') {
        put_parameter(d, to);
    } else {
        draft_put_offset(d->offsets.offsets[draw_below(d, d->offsets.count)], d->run.axes, to);
    }
}

void draft_put(random_draft *d, place where, int depth, const char *text, nbb_text *to)
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
