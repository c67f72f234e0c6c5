/* test_program_print.c - a program that is printed and read again is the same tree, and prints the same. */
#include "library/program_text.h"
#include "unit.h"
#include "programs.h"
#include "tests/programs/random_program.h"

static void same_expressions(const nbb_expression *a, const nbb_expression *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->type, b->type);
    assert_int_equal(a->number, b->number);
    assert_int_equal(a->whose, b->whose);
    assert_int_equal(a->list, b->list);
    assert_int_equal(a->integer, b->integer);
    assert_true(a->real == b->real);
    assert_memory_equal(&a->offset, &b->offset, sizeof a->offset);
    assert_int_equal(a->neighbour, b->neighbour);
    assert_int_equal(a->on_processor, b->on_processor);
    assert_true(a->low == b->low && a->high == b->high);
    assert_int_equal(a->from_count, b->from_count);
    for (int i = 0; i < a->from_count; ++i) {
        same_expressions(a->from[i], b->from[i]);
    }
}

static void same_statements(const nbb_statement *a, const nbb_statement *b)
{
    for (; a != NULL && b != NULL; a = a->next, b = b->next) {
        assert_int_equal(a->kind, b->kind);
        assert_int_equal(a->number, b->number);
        assert_int_equal(a->declares, b->declares);
        assert_int_equal(a->value != NULL, b->value != NULL);
        if (a->value != NULL) {
            same_expressions(a->value, b->value);
        }
        same_statements(a->body, b->body);
        same_statements(a->otherwise, b->otherwise);
    }
    assert_true(a == NULL && b == NULL);
}

static void same_sections(const nbb_section *a, const nbb_section *b)
{
    assert_int_equal(a->requests, b->requests);
    assert_int_equal(a->local_count, b->local_count);
    for (int i = 0; i < a->local_count; ++i) {
        assert_string_equal(a->locals[i].name, b->locals[i].name);
        assert_int_equal(a->locals[i].type, b->locals[i].type);
    }
    same_statements(a->first, b->first);
}

static void same_totals(const nbb_program *a, const nbb_program *b)
{
    assert_int_equal(a->total_count, b->total_count);
    for (int i = 0; i < a->total_count; ++i) {
        assert_int_equal(a->totals[i].kind, b->totals[i].kind);
        same_expressions(a->totals[i].value, b->totals[i].value);
        for (int axis = 0; axis < NBB_AXES_MAX && a->totals[i].at[axis] != NULL; ++axis) {
            same_expressions(a->totals[i].at[axis], b->totals[i].at[axis]);
        }
    }
    assert_int_equal(a->observable_count, b->observable_count);
    for (int i = 0; i < a->observable_count; ++i) {
        assert_string_equal(a->observables[i].name, b->observables[i].name);
        same_expressions(a->observables[i].value, b->observables[i].value);
    }
    assert_int_equal(a->requirement_count, b->requirement_count);
    for (int i = 0; i < a->requirement_count; ++i) {
        same_expressions(a->requirements[i].value, b->requirements[i].value);
    }
}

static void same_programs(const nbb_program *a, const nbb_program *b)
{
    assert_int_equal(a->field_count, b->field_count);
    for (int i = 0; i < a->field_count; ++i) {
        assert_string_equal(a->fields[i].name, b->fields[i].name);
        assert_int_equal(a->fields[i].kind, b->fields[i].kind);
        assert_int_equal(a->fields[i].bits, b->fields[i].bits);
    }
    assert_int_equal(a->parameter_count, b->parameter_count);
    for (int i = 0; i < a->parameter_count; ++i) {
        assert_string_equal(a->parameters[i].name, b->parameters[i].name);
        assert_true(a->parameters[i].value == b->parameters[i].value);
    }
    assert_int_equal(a->sublattices, b->sublattices);
    assert_memory_equal(a->neighbours.offsets, b->neighbours.offsets,
                        (size_t)a->neighbours.count * sizeof *a->neighbours.offsets);
    same_sections(&a->init, &b->init);
    same_sections(&a->update, &b->update);
    same_totals(a, b);
    assert_int_equal(a->average_count, b->average_count);
}

/* Reads the program, prints it, reads the print and prints that. */
static void round_trip(const char *text, int axes)
{
    NBB_LOCAL_TEXT once = NBB_TEXT_EMPTY, twice = NBB_TEXT_EMPTY;
    LOCAL_PROGRAM program = read_program("text.lua", axes, "%s", text), again;
    nbb_program_print(&program, &once);
    if (nbb_program_read(nbb_text_string(&once), "again.lua", &again) != NBB_OK
        || nbb_program_bind(&again, axes, NULL) != NBB_OK) {
        fail_msg("%s\n%s", nbb_message(), nbb_text_string(&once));
    }
    same_programs(&program, &again);
    nbb_program_print(&again, &twice);
    assert_string_equal(nbb_text_string(&once), nbb_text_string(&twice));
}

/* Every kind of node, and conversions that are and are not written. */
static const char every[] =
    "return program {\n"
    "  state = { a = 'u3', b = 'u1', i = 'i32', u = 'u32', f = 'f32', d = 'f64', ['end'] = 'u2' },\n"
    "  neighbours = { near = { {1,0}, {-1,0}, {0,1}, {0,-1}, {2,-3} }, far = diamond(7), ['then'] = 'moore' },\n"
    "  const = { c = { 3, -2, 1 }, w = { 1/3, -2.5e-300, 4 } },\n"
    "  let = { ['l(e)'] = 'sum(far, e) + c[e]', ['m(list, e)'] = 'l(e) - max(list, e)', tau = '2 * pi' },\n"
    "  order = 'sublattices', param = { T = 1 / 3, ['local'] = -2.5e-300, q = 4 },\n"
    "  require = { 'T * maxdegree < 10', 'q', '!(q > 100)' },\n"
    "  init = [[ a = uniform(q); b = chance(0.25 + T / 10); f = uniform(); d = real(x) / n;\n"
    "    if (exists[1, 0]) i = y;\n"
    "    u = 3000000000; ]],\n"
    "  update = [[\n"
    "    int k, m = -2147483648, mm = - - -+3; real r; bool t = true, w = a; w = f; w = t == w;\n"
    "    int h = t + w; h = t ? int(w) : int(t); h = t ? w : t; h = t ? 1 : w; r = t ? w : 0.5;\n"
    "    r = t ? real(w) : k;\n"
    "    r = real(k) / m; r = k / m; r = k / real(m); r = real(k / m) + (k + m); r = real(k) + real(m);\n"
    "    k = r; k = int(r) & 3; k = f; k = int(d) % 4 - -m; k = abs(-r); k = abs(t); r = abs(real(k)); r = f;\n"
    "    k = min(a, 2.5); r = min(real(a), k); r = max(real(a), real(k)); k = max(t, w);\n"
    "    r = pow(k, 2) + floor(k);\n"
    "    r += sqrt(r) * exp(-r) - log(1 + r * r) / (sin(r) + cos(r)) - tanh(r);\n"
    "    k -= a - (b - i); k = a - b - i; k *= a * (b * i); k <<= 2; k >>= a; k |= a ^ b & ~i;\n"
    "    k %= u; k /= 3; r /= 2;\n"
    "    w = !a && (b || i) || f > d; w = !(a == b); w = !t; k = !a; w = 1.5; k = -t; k = ~t;\n"
    "    r = -(-r); r = -real(k);\n"
    "    k = sum(a) + sum(a == here.a) + count(b) + any(b) + all(there.b) + min(i) + max(here.degree - degree);\n"
    "    k = sum(far, -(-dx) * a) + count(far, (dx > 0) + !dy) + min(then, dx - a) * sum(then, 2 - dx);\n"
    "    r = sum(far, f * exp(-dx * q)) + sum(dx > 0 ? 1.5 : dy) + sum(then, real(dz) / 2) + count(0.1 * dx);\n"
    "    k = m(then, a) + sign(a - 2) * sign(r) + c[-k] + w[b + 1] - l(3); r = w[c[t] ] * round(r) + fmod(-r, tau);\n"
    "    r = atan2(r, k) + hypot(k, r) + normal() - uniform53(); d = normal();\n"
    "    r = sum(f - here.f) * sum(real(a)) + max(here.x - x) + first;\n"
    "    k = a[1, 0] + b[2, -3] + exists[-1, 0] + (exists[0, 1] ? f[0, 1] : 0) + i[0, -1];\n"
    "    if (t) { int k = 1; a = k; { int k = 2; a += k; } } else if (w) a = 1; else { if (k) b = 1; i = 2; }\n"
    "    if (a) ; else ; if (a) if (b) i = 1; else i = 2;\n"
    "    if (chance(exp(-a / T))) b = chance(f); end = uniform(a + 1); r = uniform();\n"
    "    k = step + cells + n + x0 + y0;\n"
    "    f = r; d = f + r; f = 1; d = a; u = -1; i = u; b = t; d = chance(1 / 3.0) ? 1e300 : .5;\n"
    "  ]],\n"
    "  observe = { s = 'sum(a)', ['then'] = 'sum(f) / cells * T', p = 'pairs(here.a == there.a && here.first)',\n"
    "    x1 = 'max(real(a)) - min(f) + at(0, n - 1, d)', q1 = 'sum(a > 2) % 7', r1 = 'sum(real(a))',\n"
    "    o = 'sum(f[1, 0] + exists[1, 0])', e = '-T * (T - local)' },\n"
    "  average = { 's', 'abs(p)', 'p^2' },\n"
    "}\n";

TEST(test_every_node)
{
    round_trip(every, 2);
}

/* A call of a function of one's own is its text with the call's arguments. */
TEST(calls_are_written_out)
{
    static const char *const ways[] = {
        "let = { ['l(e, f)'] = 'sum(e) - f * e', ['m(e)'] = 'l(e + 1, 2)' }, update = 'a = l(a, 3) + m(a);' }",
        "update = 'a = (sum(a) - 3 * a) + (sum(a + 1) - 2 * (a + 1));' }",
    };
    static const char format[] = "return program { state = { a = 'i32' }, neighbours = 'moore', %s";
    LOCAL_PROGRAM one = read_program("text.lua", 2, format, ways[0]),
                  other = read_program("text.lua", 2, format, ways[1]);
    same_programs(&one, &other);
}

TEST(test_random)
{
    for (uint64_t seed = 1; seed <= 300; ++seed) {
        NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
        random_run run = random_program(seed, &text);
        round_trip(nbb_text_string(&text), run.axes);
    }
}
