/* test_lanes_program.c - programs lowered to words do what the evaluator of their trees does, lane by lane. */
#include "gen/lanes/lanes_rows.h"
#include "unit.h"
#include "programs.h"
#include "tests/programs/random_program.h"
#include "tests/unit/lowered.h"

enum { RANDOM_PROGRAMS = 2000 };

static void check_lanes(const sample *drawn, const uint32_t *values, const nbb_value *next, const char *text)
{
    for (int lane = 0; lane < LANES; ++lane) {
        one_lane wanted = { .drawn = drawn, .lane = lane };
        run_lane(drawn, &wanted);
        for (int i = 0; (drawn->given[GIVEN_ACTS] >> lane & 1) && i < drawn->program.field_count; ++i) {
            const nbb_field *field = &drawn->program.fields[i];
            int64_t made = 0;
            for (int bit = 0; bit < field->bits; ++bit) {
                made |= (int64_t)(values[next[field->plane + bit]] >> lane & 1) << bit;
            }
            if (made != wanted.fields[i].integer) {
                fail_msg("sample %d, lane %d: %s is %d, not %d, of %s", (int)drawn->seed, lane, field->name,
                         (int)made, (int)wanted.fields[i].integer, text);
            }
        }
    }
}

/* The words that are left over by covering compute the same. */
static void check_covered(sample *drawn, const char *text)
{
    nbb_code covered;
    nbb_value next[NBB_PLANES_MAX];
    memcpy(next, drawn->next, sizeof next);
    assert_int_equal(nbb_code_cover(&drawn->arena, &drawn->code, next, (size_t)drawn->program.planes, 0, 0, &covered),
                     NBB_OK);
    uint32_t *values = values_of(drawn, &covered);
    check_lanes(drawn, values, next, text);
    free(values);
}

/* Whether lanes take the program; the next states of a cell are checked then. */
static bool check_cell(const char *text, int axes, uint64_t seed)
{
    static sample drawn;
    bool taken = begin(&drawn, text, axes, seed);
    drawn.cell.once = seed % 2 == 1;
    drawn.lowering.by_rows = seed % 3 == 0;
    taken = taken && nbb_lowering_cell(&drawn.lowering, &drawn.code, &drawn.cell, drawn.next) == NBB_OK;
    if (taken) {
        fill_arguments(&drawn);
        uint32_t *values = values_of(&drawn, &drawn.code);
        check_lanes(&drawn, values, drawn.next, text);
        free(values);
        check_covered(&drawn, text);
    }
    end(&drawn);
    return taken;
}

static void check_program(const char *text, int samples)
{
    for (int seed = 0; seed < samples; ++seed) {
        if (!check_cell(text, 2, (uint64_t)seed)) {
            fail_with_message(text);
        }
    }
}

/* A program of its own for each thing that an expression may hold; fields a u3, b u1, c u8. */
#define ODD(statements)                                                                      \
    "return program { state = { a = 'u3', b = 'u1', c = 'u8' }, neighbours = 'triangular', " \
    "param = { p = 0.3, q = 5, r = 2.5 }, init = { a = '1' }, update = [[ " statements       \
    " int unused = int(p + q + r); ]] }"

static const char *const odd[] = {
    ODD("a = a + 3 * b - 2; c = c * a;"),
    ODD("c = c / 7 + c % 5; a = c / (a - 3);"),
    ODD("c = (c - 100) / 7 - (c - 100) % (a - 2);"),
    ODD("c = c << a; a = (c >> b) ^ ~a; b = a & c | b;"),
    ODD("c = (c - 90) * 16000000 >> (a + 24);"),
    ODD("a = sum(a); b = sum(b - here.b) > 1; c = sum(c) - sum(a * here.a);"),
    ODD("a = min(a) + sum(a - 4); c = max(c - here.c);"),
    ODD("b = all(a > 2) || any(c == here.c); a = count(a == here.a);"),
    ODD("a = abs(a - 4); c = max(c, 17) - min(a, b);"),
    ODD("a = a[1, 0] + a[-1, -1]; b = exists[0, 1] && b[0, 1]; c = c[1, 1] - c;"),
    ODD("a = sum(degree) - degree; c = count(a < degree) + count(a < here.a);"),
    ODD("if (a > 2) { int t = a - 2; if (b) c = t; else { c = c + t; b = 1; } a = t; } else b = !b;"),
    ODD("int t = a * a - 20; if (t < -10) t = -t; c = t;"),
    ODD("b = count(b) > r; a = int(r * a); c = int(q) + int(q * 2) * a;"),
    ODD("b = 0.5 * degree < count(b == here.b); a = a * 1.5 > r ? 1 : int(a / r);"),
    ODD("a = uniform(8); b = uniform(2); c = uniform(200);"),
    ODD("a = uniform(degree); c = uniform(a + 1) + uniform(min(int(q), 16));"),
    ODD("real t = p * a; b = chance(t); real u = t * count(b); if (u > r) { real v = u / 3; a = int(v + q); }"),
    ODD("real t = exp(-p * count(a > here.a)); if (b) a = a + chance(t); else c = c + chance(t * 0.5);"),
    ODD("a = uniform(int(q)); c = (c + 1) % int(q) + int(floor(r * q)) * (a >= int(q));"),
    ODD("int o = uniform(int(q)); int d = (o - a) * int(q); b = chance(exp(p * (o - a))); "
        "a = chance(p * d) ? o : a;"),
    ODD("b = uniform(7); a = uniform(3) + 2 * uniform(23);"),
    ODD("if (chance(p)) b = chance(a / 7.0); c = c + (b ? chance(p * a) : 0);"),
    ODD("b = chance(p); a = chance(a / 7.0) ? a + 1 : uniform(5); c = chance(c / 256.0) ? c : c + a;"),
    ODD("b = uniform() < p; a = int(uniform() * 5); c = floor(uniform() * 256);"),
    ODD("real t = uniform(); if (t < 0.1 * a) b = 1; else if (t < p + 0.1 * a) c = c + 1; "
        "else if (1 - t <= p) a = 3;"),
    ODD("b = exp(-count(b) / r) > uniform(); a = p * a < uniform() * 2 - 1; c = int(a - 5 * uniform());"),
    ODD("a = int(3 - 6 * uniform()) + int(round(uniform() / -0.4)); c = c + int(sign(uniform() - 0.5)) * a;"),
    ODD("real t = a > 3 ? 1 - uniform() : p; if (b) t = 0.3; b = t >= 0.45; "
        "c = max(0.2, uniform() - 0.3) * a > count(b);"),
    ODD("real t = uniform(); b = sqrt(t) >= 0.5; a = t < p; c = chance(exp(-(int(4 * uniform()) - a) / r)) ? a : c;"),
    ODD("real t = uniform() * (1 + r); b = t < p; a = t <= r * a ? 1 : int(uniform() * q); "
        "c = p * r * uniform() < 0.2;"),
    ODD("real t = uniform(); b = t <= 0.1 * a; "
        "a = (t < 0.1 * a) + 2 * (exp(-count(b) / r) >= t) + 4 * (uniform() >= p); "
        "c = int(q * uniform()) * int(0.75 * a >= uniform());"),
    ODD("int me = 2 * b - 1; int f = count(b) - 3; real d = 2 * r * me * f; "
        "a = chance(exp(-d / p)) + 2 * (uniform() < exp(-d / r)) + 4 * (exp(-0.1 * f * me) > uniform());"),
    ODD("c = p * a * count(b) == p * (a * count(b)); b = uniform() / (a + 1) < 0.1 * count(b);"),
    ODD("int me = 2 * b - 1; real d = p * me * (a - 3); b = chance(1 / d); "
        "c = chance(pow(d, -1.0)) + 2 * (d > r * degree);"),
    ODD("real d = p * (a - 3) * (c % 3 - 1); b = d * (a > 2) > -0.2; "
        "c = uniform() < d ? 1 : uniform() < -d / 3 ? 2 : 3;"),
    ODD("b = chance(p * count(b) / degree); a = chance(a * b * p) + chance(0) + 2 * chance(1);"),
    ODD("if (chance(p)) { if (chance(0.5)) a = 1; else b = chance(count(a == here.a) / 6.0); } c = c + a;"),
    ODD("b = step % 3 == 1; c = step; a = first ? 7 : maxdegree - n;"),
    ODD("b = step % int(q) == a; c = c + (step / 7 - 90000) % int(q); a = a + int(step * p) + (step + n > 5);"),
    ODD("b = (x + step) % 2 == 1; a = a + (x + y + c) % 2; c = c + ((x * y ^ a) & 1);"),
    ODD("b = (x - y + a) % 2 != 0; if ((y - x) % 2) a = count((there.x + here.y) % 2 == 0) + ((x | a & ~y) & 1);"),
    ODD("b = abs(y - x) % 2 == a & 1; c = c + ((step - x) & 1) * (x % 2);"),
    ODD("c = sum(x & 1) + 10 * count((y ^ c) & 1); b = chance((x & 1) == 1 ? p : 0.9) != chance(p * (x % 2));"),
    ODD("a = count(b) + b; c = sum(b) + c; b = sum(a) + a > 9;"),
    ODD("a = count(!b) + b; c = sum(b ? 3 : 5) + b; b = count(a > 3) + c % 2 > 2;"),
    ODD("a = count(b) + a; c = sum(b) + c % 2; b = count(a > 3) + b > 2;"),
    ODD("c = sum(b ? 3 : -2); a = sum(here.b != b ? a : 1);"),
    ODD("real t = p * a; a = 2; b = chance(t);"),
    ODD("real u = p * a; if (b) a = 3; real t = u * chance(u * a) + p * chance(u); b = chance(t); c = int(t * r);"),
    ODD("real t = p; if (b) t = p * a; b = chance(t); c = c + chance(t / 2);"),
    ODD("real t = p; if (chance(p)) { t = p * a; a = 3; } else if (a > 2) t = t * t; b = chance(t);"),
    ODD("int o = uniform(3); real d = r * count(b) * (o - a); if (chance(exp(-d / p))) a = o;"),
    ODD("int f = 2 * count(b) - degree; b = chance(f <= 0 ? 1 : exp(-p * f)) ^ chance(min(1, exp(-f * r * 2 / p)));"),
    ODD("real d = r * (count(b) - 3); a = chance(exp(-max(0, d))) + 2 * chance(d <= 0 ? 1 : exp(-d)) "
        "+ 4 * chance(d * p <= 0.3 ? p : p * degree);"),
    ODD("c = 1000000 * a * a * a * c; a = -2147483647 - 1 - a < c;"),
    ODD("a = sum(b == here.b ? 1 : -1) + sum(1); c = count(!b) * 3 - count(b && here.b);"),
};

TEST(known_programs)
{
    static const char *const programs[] = {
        ISING("vonneumann"), ISING("moore"), ISING("triangular"), WIREWORLD, FOREST, SANDPILE, POTTS
    };
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; ++i) {
        check_program(programs[i], 30);
    }
}

TEST(odd_programs)
{
    /* (J * h) * b is no number where J * h is past all floats and b is 0. */
    check_program(
        "return program { state = { b = 'u1', c = 'u1' }, neighbours = 'moore', param = { J = 2e38 }, init = "
        "{ b = '1' }, update = 'int h = count(b); c = J * h * b < 1; b = J * h * (2 * b - 1) < 0;' }",
        12);
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; ++i) {
        check_program(odd[i], 12);
    }
}

/* Checks a program's code with another value of its parameter q, for which it was not made. */
static void check_with(sample *drawn, double q, const char *text)
{
    drawn->program.parameters[1].value = q;
    assert_int_equal(nbb_bounds_check(&drawn->program, drawn->lowering.bounds, drawn->lowering.relies), NBB_OK);
    fill_arguments(drawn);
    uint32_t *values = values_of(drawn, &drawn->code);
    check_lanes(drawn, values, drawn->next, text);
    free(values);
}

/* Code is made for the values up to the next power of two, or those that the program requires, and for no others. */
TEST(bounds)
{
    static const struct {
        const char *required;
        double made, least, most;
    } cases[] = {
        { "q < 100", 5, 0, 8 },
        { "q < 100", 8, 0, 8 },
        { "q > -4", -3, -4, 0 },
        { "q >= 2", 3, 2, 4 },
        { "6 > q", 5, 0, 5.9375 },
        { "int(q) <= 6 && r > 1", 5, 0, 6.9375 },
        { "2 <= q && q <= 5", 4.5, 2, 5 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        static sample drawn;
        NBB_LOCAL_TEXT text = nbb_text_of(
            "return program { state = { a = 'u3', b = 'u1' }, neighbours = 'triangular', param = { p = 0.3, "
            "q = %g, r = 2.5 }, require = { '%s' }, init = { a = '1' }, update = [[ int m = int(q) - int(p);"
            " a = uniform(int(q)) + (a + 1) %% int(q) + a / m; b = m < count(b); real u = r; ]] }",
            cases[i].made, cases[i].required);
        assert_true(begin(&drawn, text.data, 2, i));
        assert_int_equal(nbb_lowering_cell(&drawn.lowering, &drawn.code, &drawn.cell, drawn.next), NBB_OK);
        for (int part = 0; part <= 16; ++part) {
            check_with(&drawn, cases[i].least + (cases[i].most - cases[i].least) * part / 16, text.data);
        }
        for (int beyond = -1; beyond <= 1; beyond += 2) {
            drawn.program.parameters[1].value = beyond < 0 ? cases[i].least - 0.0625 : cases[i].most + 0.0625;
            assert_int_equal(nbb_bounds_check(&drawn.program, drawn.lowering.bounds, drawn.lowering.relies),
                             NBB_ERROR_USAGE);
            assert_non_null(strstr(nbb_message(), "for which these kernels are made, and not"));
        }
        end(&drawn);
    }
}

/* What is random up to a parameter has as many bits as its bounds say. */
TEST(scaled)
{
    const char *text = "return program { state = { a = 'u8' }, neighbours = 'moore', "
                       "param = { p = 0.3, q = 8.25, w = -1 }, require = { 'q <= 8.5' }, init = { a = '1' }, "
                       "update = "
                       "'a = int(uniform() * q) + 16 * (uniform() * q < p) + 32 * (uniform() * w < -0.3);' }";
    for (uint64_t seed = 0; seed < 8; ++seed) {
        static sample drawn;
        assert_true(begin(&drawn, text, 2, seed));
        assert_int_equal(nbb_lowering_cell(&drawn.lowering, &drawn.code, &drawn.cell, drawn.next), NBB_OK);
        for (int eighths = 0; eighths <= 68; eighths += 4) {
            check_with(&drawn, eighths / 8.0, text);
        }
        end(&drawn);
    }
}

/* Programs drawn at random: those of bits, most of which lanes take. */
TEST(random_programs)
{
    const int programs = nbb_unit_is_quick() ? RANDOM_PROGRAMS / 16 : RANDOM_PROGRAMS;
    int taken = 0, refused = 0;
    for (int seed = 0; seed < programs; ++seed) {
        NBB_LOCAL_TEXT text = { 0 };
        random_run run = random_program((uint64_t)seed, &text);
        bool takes = check_cell(text.data, run.axes, (uint64_t)seed);
        taken += takes;
        refused += !takes;
    }
    assert_true(taken > programs / 4 && refused > 0);
}

static void refuses(const char *text, const char *says)
{
    LOCAL_PROGRAM program = read_program("sample.lua", 2, "%s", text);
    NBB_LOCAL_ARENA arena = { 0 };
    nbb_lowering lowering;
    assert_int_equal(nbb_lowering_begin(&arena, &program, nbb_spans_take(&program, 0), 0, &lowering),
                     NBB_ERROR_USAGE);
    if (strstr(nbb_message(), says) == NULL || strstr(nbb_message(), "bits of words") == NULL) {
        fail_msg("'%s' does not say '%s'", nbb_message(), says);
    }
    assert_true(!program.bits || strstr(nbb_message(), "sample.lua: update:1:") != NULL
                || strstr(nbb_message(), "sample.lua:1: update:") != NULL);
}

/* Eight locals. */
#define LOCALS(name)                                                                                   \
    "int " name "0=0;int " name "1=0;int " name "2=0;int " name "3=0;int " name "4=0;int " name "5=0;" \
    "int " name "6=0;int " name "7=0;"

/* Texts that would take code without end; all of them are refused at once. */
TEST(long_programs)
{
    static const struct {
        const char *begin, *often, *says;
        int times;
    } rows[] = {
        { "int t = c * 1000 + step;", "t = t * t / (t + 7) % 1000003;", "16384 operations", 64 },
        { "real t = p * a;", "t = t * t;", "512 parts", 64 },
        { LOCALS("d") LOCALS("e") LOCALS("f") LOCALS("g"), "if(b)a=a;", "the update is too long", 6500 },
        { "", "b = b != chance(p);", "320 rows", 321 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        NBB_LOCAL_TEXT text = nbb_text_of(
            "return program { state = { a = 'u3', b = 'u1', c = 'u8' }, neighbours = 'moore', param = "
            "{ p = 0.3 }, init = { a = 'chance(p)' }, update = [[ %s",
            rows[i].begin);
        for (int j = 0; j < rows[i].times; ++j) {
            nbb_text_add(&text, "%s", rows[i].often);
        }
        nbb_text_add(&text, "]] }");
        refuses(nbb_text_string(&text), rows[i].says);
    }
}

/* Programs that lanes refuse, and what the message says beside the place. */
TEST(refusals)
{
    static const struct {
        const char *text, *says;
    } refused[] = {
        { ODD("b = uniform() * uniform() < 0.5;"), "a random real in a formula" },
        { ODD("b = uniform() / p < 0.5;"), "a random real in a formula" },
        { ODD("b = (p - r) * uniform() < 0.5;"), "a random real in a formula" },
        { ODD("b = uniform() < p * step;"), "step has too many values" },
        { "return program { state = { b = 'u1' }, neighbours = 'moore', param = { r = 2, w = -1 }, "
          "init = { b = '1' }, update = 'b = uniform() * (r + w) < 0.5;' }",
          "a random real in a formula" },
        { ODD("c = int(-q * uniform());"), "parameters change the range of a random real" },
        { ODD("real t = uniform(); b = t * t < 0.5;"), "a random real in a formula" },
        { ODD("b = uniform() == 0.5;"), "a random real in a formula" },
        { ODD("real t = uniform(); real u = b ? t : 1 - t; a = u < p;"), "a random real in a formula" },
        { ODD("b = uniform() * (a - 3) < 0.2;"), "a random real in a formula" },
        { ODD("b = uniform() / a < 0.2;"), "a random real in a formula" },
        { ODD("b = sqrt(uniform() - 0.5) < 0.3;"), "a random real in a formula" },
        { ODD("b = uniform() * 1e38 <= r;"), "a random real in a formula" },
        { "return program { state = { b = 'u1' }, neighbours = 'moore', param = { J = 1e30 }, init = { b = '1' }, "
          "update = 'b = uniform() * J <= 3;' }",
          "a random real in a formula" },
        { ODD("b = uniform() * 9 * 9 * 9 * 9 * 9 * 9 < r;"), "a random real in a formula" },
        { ODD("c = int(3 * uniform() + p);"), "parameters change the range of a random real" },
        { ODD("c = int(300 * uniform());"), "more than 256 values together" },
        { ODD("a = x;"), "cells of a word differ in coordinates" },
        { ODD("a = (x - y) % 2 + 1;"), "the remainder may be -1" },
        { ODD("b = chance(c * a / 2000.0);"), "more than 256 values together" },
        { ODD("real t = p; if (b) t = uniform(); b = chance(t);"), "a random real in a formula" },
        { ODD("real t = r; t = t * t; t = t * t; t = t * t; t = t * t; t = t * t; t = t * t; t = t * t; t = t * t; "
              "t = t * t; b = t > r;"),
          "more than 512 parts" },
        { ODD("b = chance(step * p);"), "step has too many values; a schedule" },
        { ODD("a = uniform(int(200 * q));"), "uniform's argument may be more than 256" },
        { ODD("b = any(first);"), "which neighbour is the first" },
        { "return program { state = { f = 'f32' }, neighbours = 'moore', init = { f = '1' }, update = 'f = 2;' }",
          "fields of u1 to u8 alone" },
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; ++i) {
        refuses(refused[i].text, refused[i].says);
    }
}

/* The operations of a cell of which the list's first neighbours exist, `count` of them. */
static int operations_of(const char *text, int count, int *draw_words)
{
    static sample drawn;
    assert_true(begin(&drawn, text, 2, 0));
    for (int i = 0; i < drawn.program.neighbours.count; ++i) {
        drawn.cell.neighbours[i].exists = i < count ? NBB_ONES : NBB_ZERO;
        for (int j = 0; j < NBB_NEIGHBOURS_UNROLLED_MAX; ++j) {
            drawn.far[i][j] = NBB_ONES;
        }
    }
    drawn.cell.acts = NBB_ONES;
    assert_int_equal(nbb_lowering_cell(&drawn.lowering, &drawn.code, &drawn.cell, drawn.next), NBB_OK);
    nbb_code covered;
    size_t planes = (size_t)drawn.program.planes;
    assert_int_equal(nbb_code_cover(&drawn.arena, &drawn.code, drawn.next, planes, 0, 0, &covered), NBB_OK);
    int operations = nbb_code_operations(&covered, covered.uses);
    *draw_words = covered.draw_word_count;
    end(&drawn);
    return operations;
}

/* Operations of cells with 1, 2, 4, 6 and 8 neighbours, and the words that their draws take, rows among them. They
   must not grow unnoticed: by hand Ising takes about 10 with 4 neighbours. */
typedef struct pinned {
    const char *text;
    int operations[5], draw_words[5];
} pinned;

TEST(operations)
{
    static const int neighbours[] = { 1, 2, 4, 6, 8 };
    static const pinned cells[] = {
        { ISING("vonneumann"), { 4, 7, 12 }, { 1, 1, 2 } },
        { ISING("triangular"), { 4, 7, 12, 16 }, { 1, 1, 2, 3 } },
        { ISING("moore"), { 4, 7, 12, 16, 24 }, { 1, 1, 2, 3, 4 } },
        { WIREWORLD, { 2, 4, 10, 16, 22 }, { 0 } },
        { FOREST, { 8, 9, 12 }, { 2, 2, 2 } },
        { SANDPILE, { 29, 32, 43, 53 }, { 0 } },
        { POTTS, { 17, 30, 56 }, { 4, 5, 7 } },
    };
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; ++i) {
        for (int j = 0; j < 5 && cells[i].operations[j] > 0; ++j) {
            int draw_words, made = operations_of(cells[i].text, neighbours[j], &draw_words);
            if (made != cells[i].operations[j] || draw_words != cells[i].draw_words[j]) {
                fail_msg("%d neighbours: %d operations, not %d, and %d words of draws, not %d, of %s", neighbours[j],
                         made, cells[i].operations[j], draw_words, cells[i].draw_words[j], cells[i].text);
            }
        }
    }
}

/* Of a cell of which two neighbours may not exist no more are alike than there are: 4 sizes of a field, from 1 to 4,
   for the two signs share a threshold and 0 needs none. */
TEST(edge)
{
    static sample drawn;
    assert_true(begin(&drawn, ISING("vonneumann"), 2, 0));
    for (int i = 0; i < 4; ++i) {
        drawn.cell.neighbours[i].exists = i < 2 ? NBB_ONES : nbb_code_word(&drawn.code, NBB_GIVEN, i);
        nbb_code_bound(&drawn.code, drawn.planes[i][0], i < 2 ? NBB_ZERO : drawn.cell.neighbours[i].exists);
    }
    assert_int_equal(nbb_lowering_cell(&drawn.lowering, &drawn.code, &drawn.cell, drawn.next), NBB_OK);
    assert_int_equal(drawn.lowering.row_count, 4);
    end(&drawn);
}
