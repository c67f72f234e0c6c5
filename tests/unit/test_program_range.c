/* test_program_range.c - every integer of a program lies in the range that binding found for it: programs are
   evaluated on cells drawn at random, and each value is looked at. */
#include "gen/program/program_value.h"
#include "unit.h"
#include "programs.h"
#include "tests/programs/random_program.h"

enum { ROUNDS = 100 };

/* A cell and its neighbours. */
typedef struct cell {
    const nbb_expression *skipped; /* is evaluated, not asked for again */
    nbb_value_of *fields;
    uint32_t existing; /* neighbours, a bit each */
    long checked;
} cell;

static uint64_t drawn = 88172645463325252u;

static uint64_t draw(void)
{
    drawn ^= drawn << 13;
    drawn ^= drawn >> 7;
    drawn ^= drawn << 17;
    return drawn;
}

/* A number that a field may hold; the ends are drawn often. */
static nbb_value_of draw_field(const nbb_field *field)
{
    if (field->kind == NBB_FIELD_F32 || field->kind == NBB_FIELD_F64) {
        return (nbb_value_of){ .real = (double)(int64_t)(draw() % 2001) / 100 - 10 };
    }
    uint64_t ones = (UINT64_C(1) << field->bits) - 1, bits = draw() % 3 == 0 ? ones * (draw() % 2) : draw() & ones;
    return (nbb_value_of){ .integer = nbb_field_wrapped(field, (int64_t)bits) };
}

static nbb_value_of ask_builtin(const nbb_program *program, const cell *asked, const nbb_expression *e, int there)
{
    int64_t value = (int64_t)(draw() % 100);
    if (e->number == NBB_BUILTIN_DEGREE) {
        int near = nbb_program_near(program);
        value = there < 0 ? __builtin_popcount(asked->existing & ((UINT32_C(1) << near) - 1))
                          : (int64_t)(draw() % (uint64_t)(near + 1));
    } else if (e->number == NBB_BUILTIN_FIRST) {
        value %= 2;
    } else if ((e->number == NBB_BUILTIN_Z || e->number == NBB_BUILTIN_Z0) && program->neighbours.axes == 2) {
        value = 0;
    }
    return (nbb_value_of){ .integer = value };
}

static nbb_value_of ask(const nbb_evaluation *evaluation, const nbb_expression *e, nbb_value_of argument, int there)
{
    const cell *asked = evaluation->context;
    switch (e->kind) {
    case NBB_EXPRESSION_FIELD:
        return e->whose == NBB_HERE ? asked->fields[e->number] : draw_field(&evaluation->program->fields[e->number]);
    case NBB_EXPRESSION_OFFSET:
        return asked->existing >> e->neighbour & 1 ? draw_field(&evaluation->program->fields[e->number])
                                                   : (nbb_value_of){ .integer = 0 };
    case NBB_EXPRESSION_EXISTS:
        return (nbb_value_of){ .integer = asked->existing >> e->neighbour & 1 };
    case NBB_EXPRESSION_BUILTIN:
        return ask_builtin(evaluation->program, asked, e, there);
    case NBB_EXPRESSION_CHANCE:
        return (nbb_value_of){ .integer = (int64_t)(draw() & 1) };
    case NBB_EXPRESSION_UNIFORM:
        return e->from_count == 0     ? (nbb_value_of){ .real = 0.25 }
               : argument.integer > 0 ? (nbb_value_of){ .integer = (int64_t)(draw() % (uint64_t)argument.integer) }
                                      : (nbb_value_of){ .integer = 0 };
    default:
        return (nbb_value_of){ .integer = 0 };
    }
}

static bool exists(const nbb_evaluation *evaluation, int number)
{
    return ((const cell *)evaluation->context)->existing >> number % 32 & 1; /* of long lists several have a bit */
}

/* Evaluates the expression and looks at its value; inside of reductions values are not looked at. */
static bool look(const nbb_evaluation *evaluation, const nbb_expression *e, nbb_value_of *value)
{
    cell *asked = evaluation->context;
    if (asked->skipped == e) {
        asked->skipped = NULL;
        return false;
    }
    nbb_evaluation inner = *evaluation;
    inner.given = e->kind == NBB_EXPRESSION_REDUCE ? NULL : look;
    asked->skipped = e->kind == NBB_EXPRESSION_REDUCE ? NULL : e;
    *value = nbb_value_evaluate(&inner, e, -1);
    bool whole = e->type != NBB_TYPE_F32 && e->type != NBB_TYPE_F64;
    if (whole && (value->integer < e->low || value->integer > e->high)) {
        nbb_text text = NBB_TEXT_EMPTY;
        nbb_expression_print(evaluation->program, &evaluation->program->update, e, &text);
        fail_msg("%s is %lld, not in %lld .. %lld", nbb_text_string(&text), (long long)value->integer,
                 (long long)e->low, (long long)e->high);
    }
    asked->checked += whole;
    return true;
}

/* Runs the update on one cell. */
static void run_cell(const nbb_program *program, nbb_value_of *locals, cell *asked)
{
    nbb_value_of fields[NBB_FIELDS_MAX];
    for (int i = 0; i < program->field_count; ++i) {
        fields[i] = draw_field(&program->fields[i]);
    }
    asked->fields = fields;
    asked->existing = (uint32_t)draw();
    nbb_evaluation evaluation = { program, asked, locals, ask, exists, look, NULL, 0, NULL };
    nbb_value_run(&evaluation, &program->update, fields);
}

static long check_program(nbb_program *program)
{
    nbb_value_of *locals = calloc((size_t)program->update.local_count + 1, sizeof *locals);
    cell asked = { .skipped = NULL };
    assert_non_null(locals);
    for (int round = 0; round < ROUNDS; ++round) {
        run_cell(program, locals, &asked);
    }
    free(locals);
    return asked.checked;
}

static void check_text(const char *more, const char *update)
{
    LOCAL_PROGRAM program = read_program(
        "text.lua", 2, "return program { neighbours = 'moore', %s update = [[ %s ]] }", more, update);
    assert_true(check_program(&program) > 0);
}

TEST(test_operators)
{
    static const char *const operators[] = { "+",  "-",  "*",  "/",  "%", "<", "<=", ">",  ">=",
                                             "==", "!=", "&&", "||", "&", "|", "^",  "<<", ">>" };
    for (size_t i = 0; i < sizeof operators / sizeof *operators; ++i) {
        char update[400];
        const char *op = operators[i];
        snprintf(
            update, sizeof update,
            "int p = a %s b; int q = (a - 3) %s (b - 2); int r = (a - 7) %s 3; int t = i %s j; int k = a %s i;"
            " int m = (i %% 9) %s (b - 5); int w = (2 - b) %s (a * a); int v = -5 %s (0 - a); int y2 = (-a) %s b;",
            op, op, op, op, op, op, op, op, op);
        check_text("state = { a = 'u3', b = 'u2', i = 'i32', j = 'i32' },", update);
    }
    check_text("state = { a = 'u3', i = 'i32', u = 'u32', f = 'f32' },",
               "int p = abs(a - 3); p = abs(i); p = -a; p = ~a; p = !a; p = min(a, 2) - max(a, 5); p = int(f); p = f;"
               " p = sum(a) - sum(a - 5); p = min(a) + max(a - 9); p = count(a) * any(a) + all(a); p = u; p = u / 2;"
               " p = uniform(a) + uniform(a - 3); p = a[1, 0] - exists[0, 1]; p = a ? i : a; p = a < 8 ? 1 : 2;"
               " p = sum(i); p = abs(3 - a * 0); p = abs(-3 - a); p = degree - maxdegree + z;");
}

/* What was found where it is known: ranges that are no wider than need be. */
TEST(test_widths)
{
    LOCAL_PROGRAM program = read_program(
        "text.lua", 2,
        "return program { state = { u = 'u8' }, neighbours = 'triangular', update = [[\n"
        "u = u - (u >= degree && degree > 0 ? degree : 0) + count(u >= degree);\n"
        "int k = 3; if (u) k = -2; int m = k * 2; int b = u & 3; int s = sum(u);\n"
        "u = 5; int c = u; int w = 2147483642 + degree; int e = k - 4 && 1; ]] }");
    const int64_t wanted[][2] = { { -6, 261 }, { 3, 3 }, { 0, 1 },
                                  { -4, 6 },   { 0, 3 }, { 0, 1530 },
                                  { 5, 5 },    { 5, 5 }, { INT32_MIN, INT32_MAX },
                                  { 1, 1 } };
    const nbb_statement *statement = program.update.first;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i, statement = statement->next) {
        assert_int_equal(statement->value->low, wanted[i][0]);
        assert_int_equal(statement->value->high, wanted[i][1]);
    }
}

TEST(test_random)
{
    for (uint64_t seed = 1; seed <= 300; ++seed) {
        NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
        random_run run = random_program(seed, &text);
        LOCAL_PROGRAM program = read_program("random.lua", run.axes, "%s", nbb_text_string(&text));
        check_program(&program);
    }
}
