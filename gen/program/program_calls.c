/* program_calls.c - types calls: functions, conversions, reductions, draws, totals. */
#include "gen/program/program_checker.h"
#include "gen/program/program_value.h"

/* A global, a value of the whole state before a step, is a parameter with a schedule that is made of totals. Sums of
   reals would depend on their order, so a real e is summed as two integers, exactly:

         floor(e * 2^16)                       the higher part, in units of 2^-16
         (e * 2^16 - floor(e * 2^16)) * 2^24   the lower part, in units of 2^-40

   The sum is (higher + lower * 2^-24) * 2^-16, unless these cannot hold it: a third part, real, adds up |e|, less
   2^-24 where e is no multiple of 2^-40. From 2^46 on, or below 0, where less than 2^-16 of the sum is sure, the
   global is no number. */
static const char *const globals_parts[] = {
    "int(floor(a * 65536.0))", "int((a * 65536.0 - floor(a * 65536.0)) * 16777216.0)",
    "abs(a) - (a * 1099511627776.0 == floor(a * 1099511627776.0) ? 0.0 : 5.9604644775390625e-08)"
};

typedef nbb_expression *maker(nbb_checker *checker, const nbb_syntax *call);

/* ---- functions ---- */

static nbb_expression *make_conversion(nbb_checker *checker, const nbb_syntax *call)
{
    NBB_FAIL_IF(!nbb_check_arguments(call, 1, 1), NULL);
    nbb_type type = strcmp(call->name, "int") == 0 ? checker->integer : checker->real;
    nbb_expression *given = checker->check(checker, call->parts[0]);
    bool was_written = given != NULL && given->is_written;
    nbb_expression *made = nbb_check_convert(checker, given, type);
    if (made != NULL) {
        made->is_written = made != given || was_written;
    }
    return made;
}

static nbb_expression *make_function(nbb_checker *checker, const nbb_syntax *call)
{
    int function = NBB_OP_COUNT + nbb_spelling_index(&nbb_function_names, call->name);
    int words = nbb_operations[function].words;
    NBB_FAIL_IF(!nbb_check_arguments(call, words, words), NULL);
    nbb_expression *a = checker->check(checker, call->parts[0]);
    nbb_expression *b = a != NULL && words == 2 ? checker->check(checker, call->parts[1]) : a;
    NBB_FAIL_IF(a == NULL || b == NULL, NULL);
    /* The first four are of ints too. */
    nbb_type type = function <= NBB_OP_SIGN ? nbb_check_common(checker, a, b) : checker->real;
    a = nbb_check_operand(checker, a, type);
    b = words == 2 ? nbb_check_operand(checker, b, type) : NULL;
    return NBB_CHECK_NODE(checker, call, NBB_EXPRESSION_OPERATOR, type, function, NBB_CHECK_PARTS(words, a, b));
}

/* ---- draws ---- */

/* Fails where no random numbers can be drawn, or the arguments are not so many. */
static nbb_status check_draw(nbb_checker *checker, const nbb_syntax *call, int least, int most)
{
    NBB_FAIL_PLACE_IF(checker->section == NULL, call->place, "%s draws, and only init and update may draw",
                      call->name);
    NBB_FAIL_PLACE_IF(
        checker->reach == NBB_REACH_NEIGHBOURS, call->place,
        "%s cannot stand in a reduction over neighbours: a cell draws for itself; put it into a local before",
        call->name);
    return nbb_check_arguments(call, least, most) ? NBB_OK : nbb_failure();
}

/* chance(p); uniform(), a real, or uniform(m), an int. */
static nbb_expression *make_draw(nbb_checker *checker, const nbb_syntax *call)
{
    bool is_chance = strcmp(call->name, "chance") == 0;
    NBB_FAIL_IF(check_draw(checker, call, is_chance, 1) != NBB_OK, NULL);
    nbb_type type = is_chance || call->part_count == 0 ? checker->real : checker->integer; /* of the argument */
    int request = checker->section->requests++, parts = call->part_count;
    nbb_expression *of = parts > 0 ? nbb_check_convert(checker, checker->check(checker, call->parts[0]), type) : NULL;
    return NBB_CHECK_NODE(checker, call, is_chance ? NBB_EXPRESSION_CHANCE : NBB_EXPRESSION_UNIFORM,
                          is_chance ? NBB_TYPE_BOOL : type, request, NBB_CHECK_PARTS(parts, of));
}

/* normal() by Box and Muller; uniform53(), of 27 and 26 bits, in which nothing is rounded. */
static nbb_expression *make_composed(nbb_checker *checker, const nbb_syntax *call)
{
    bool is_normal = strcmp(call->name, "normal") == 0;
    NBB_FAIL_IF(check_draw(checker, call, 0, 0) != NBB_OK, NULL);
    NBB_FAIL_SYNTAX_IF(!is_normal && checker->real != NBB_TYPE_F64, call,
                       "uniform53 is for programs whose reals are f64: no field is one");
    return nbb_check_formula(checker, call, NULL,
                             is_normal
                                 ? "sqrt(-2.0 * log(1.0 - uniform())) * cos(6.283185307179586 * uniform())"
                                 : "(uniform(134217728) * 67108864.0 + uniform(67108864)) * 1.1102230246251565e-16");
}

/* ---- reductions over neighbours ---- */

/* Weights: what a reduction computes of its neighbours' offsets alone.

         sum(far, exp(-(dx * dx + dy * dy) / w) * (u - here.u))      exp(-(dx * dx + dy * dy) / w) is a weight
         count(far, dx > 0 && s == 1)                                dx > 0 is one, a BOOL

   A weight is a largest subexpression of dx, dy, dz, numbers and parameters alone that holds one of the first three.
   Before a launch it is evaluated for each offset of the list in F64, rounded once to its type. In kernels it is a
   number of the text where parameters do not change it and neighbours stand one by one, else of the arguments'. */

/* The reduced expression with nodes around its weights. NULL stays NULL. */
static nbb_expression *find_weights(nbb_checker *checker, nbb_expression *reduced, int list)
{
    uint64_t asked = reduced != NULL ? nbb_asks(reduced) : 0;
    NBB_FAIL_IF((asked & NBB_ASKS_OFFSET) == 0, reduced);
    if ((asked & ~(NBB_ASKS_OFFSET | NBB_ASKS(PARAMETER))) == 0) {
        nbb_type type = reduced->type;
        nbb_cases_retype(reduced, &(nbb_cases){ 0 }, NBB_TYPE_F64);
        return NBB_CHECK_NODE(checker, NULL, NBB_EXPRESSION_WEIGHT, type, checker->program->weight_count++,
                              .list = list, .place = reduced->place, NBB_CHECK_PARTS(1, reduced));
    }
    for (int i = 0; i < reduced->from_count; ++i) {
        reduced->from[i] = find_weights(checker, reduced->from[i], list);
        NBB_FAIL_IF(reduced->from[i] == NULL, NULL);
    }
    return reduced;
}

static nbb_expression *fail_reduction(nbb_checker *checker, const nbb_syntax *call)
{
    NBB_FAIL_SYNTAX_IF(nbb_check_made_of(checker->part) != NULL, call, "%s: there are no cells",
                       nbb_check_made_of(checker->part));
    NBB_FAIL_SYNTAX_IF(checker->part == NBB_PART_INIT, call,
                       "%s reduces over neighbours, which hold nothing yet: it is for update", call->name);
    NBB_FAIL_SYNTAX_IF(checker->part == NBB_PART_OBSERVE && checker->reach == NBB_REACH_NONE, call,
                       "%s is of a cell's neighbours: of all cells there are sum, min, "
                       "max, pairs and at; sum(e) counts where e is a bool",
                       call->name);
    return NBB_CHECK_FAIL(call, "%s cannot stand inside of another reduction%s", call->name,
                          checker->part == NBB_PART_OBSERVE ? "" : ": put one of them into a local before");
}

/* The list that a call names first, its number among the program's lists; -1: none. Other names hide lists'. */
static int named_list(const nbb_checker *checker, const nbb_syntax *call)
{
    const nbb_syntax *first = call->parts[0];
    bool is_name = call->part_count == 2 && first->kind == NBB_SYNTAX_NAME && first->owner == NBB_OWNER_NONE
                   && nbb_check_local(checker, first->name) == NULL
                   && nbb_program_find(checker->program, NBB_NAMED_FIELD, first->name) < 0
                   && nbb_program_parameter_index(checker->program, first->name) < 0;
    return is_name ? nbb_program_find(checker->program, NBB_NAMED_LIST, first->name) : -1;
}

static nbb_expression *fail_list(nbb_checker *checker, const nbb_syntax *call)
{
    const nbb_syntax *first = call->parts[0];
    const char *names[NBB_LISTS_MAX + 1], *name = first->kind == NBB_SYNTAX_NAME ? first->name : "";
    nbb_field_fail_near(first->place.text, first->place.offset, name, names,
                        nbb_program_names(checker->program, NBB_NAMED_LIST, names),
                        "%s takes one argument, or a list of 'neighbours' and one, and this names no list",
                        call->name);
    return NULL;
}

static nbb_expression *make_reduction(nbb_checker *checker, const nbb_syntax *call)
{
    NBB_FAIL_IF(checker->part != NBB_PART_UPDATE || checker->reach != NBB_REACH_CELL, fail_reduction(checker, call));
    int list = call->part_count == 2 ? named_list(checker, call) : 0;
    NBB_FAIL_IF(list < 0, fail_list(checker, call));
    NBB_FAIL_IF(!nbb_check_arguments(call, 1, 2), NULL);
    nbb_reduction reduction = (nbb_reduction)nbb_spelling_index(&nbb_reduction_names, call->name);
    checker->reach = NBB_REACH_NEIGHBOURS;
    checker->list = list;
    nbb_expression *value = checker->check(checker, call->parts[call->part_count - 1]);
    bool is_bool = reduction == NBB_REDUCTION_COUNT || nbb_is_of(NBB_LOGICAL, nbb_reduction_operations[reduction]);
    value = is_bool ? nbb_check_convert(checker, value, NBB_TYPE_BOOL) : nbb_check_number(checker, value);
    value = find_weights(checker, value, list);
    checker->reach = NBB_REACH_CELL;
    NBB_FAIL_IF(value == NULL, NULL);
    return NBB_CHECK_NODE(checker, call, NBB_EXPRESSION_REDUCE,
                          reduction == NBB_REDUCTION_COUNT ? checker->integer : value->type, (int)reduction,
                          .list = list, NBB_CHECK_PARTS(1, value));
}

/* ---- totals over all cells ---- */

nbb_expression *nbb_check_total(nbb_checker *checker, const nbb_syntax *call, nbb_total total)
{
    nbb_program *program = checker->program;
    const int more = NBB_COUNT(globals_parts) - 1;
    NBB_FAIL_SYNTAX_IF(program->total_count >= NBB_TOTALS_MAX - more * checker->of_global, call,
                       "a program's observables have at most %d sums and other totals", NBB_TOTALS_MAX);
    bool is_real = total.value != NULL && nbb_is_real(total.value->type);
    total.value = is_real ? nbb_check_operand(checker, total.value, NBB_TYPE_F64) : total.value;
    NBB_FAIL_IF(total.value == NULL, NULL);
    bool adds = total.kind != NBB_TOTAL_MIN && total.kind != NBB_TOTAL_MAX && total.kind != NBB_TOTAL_AT;
    bool is_fixed = checker->of_global && adds && is_real;
    nbb_type type = total.value->type;
    int number = program->total_count;
    total.fixed = is_fixed ? total.value : NULL;
    for (int part = 0; part <= more * is_fixed; ++part) {
        nbb_expression *own = is_fixed ? nbb_check_make(checker, call, *total.fixed) : NULL;
        total.value = is_fixed ? nbb_check_formula(checker, call, &own, "%s", globals_parts[part]) : total.value;
        NBB_FAIL_IF(total.value == NULL
                        || NBB_ARENA_APPEND(program->arena, program->totals, program->total_count, total) != NBB_OK,
                    NULL);
    }
    return NBB_CHECK_NODE(checker, call, NBB_EXPRESSION_TOTAL, type, number, .is_fixed = is_fixed);
}

nbb_expression *nbb_check_summed(nbb_checker *checker, const nbb_syntax *value, nbb_reach reach)
{
    checker->reach = reach;
    checker->real = checker->program->real;
    nbb_expression *made = nbb_check_number(checker, checker->check(checker, value));
    checker->reach = NBB_REACH_NONE;
    checker->real = NBB_TYPE_F64;
    return made;
}

static nbb_expression *make_total(nbb_checker *checker, const nbb_syntax *call)
{
    nbb_total total = { .kind = (nbb_total_kind)nbb_spelling_index(&nbb_total_names, call->name),
                        .place = call->place };
    bool at = total.kind == NBB_TOTAL_AT;
    NBB_FAIL_IF(!nbb_check_arguments(call, at ? 3 : 1, at ? 4 : 1), NULL);
    for (int i = 0; i + 1 < call->part_count; ++i) {
        /* at(x, y, e): coordinates are ints without cells' values. */
        total.at[i] = nbb_check_integer(checker, checker->check(checker, call->parts[i]), "a coordinate");
        NBB_FAIL_IF(total.at[i] == NULL, NULL);
    }
    total.value = nbb_check_summed(checker, call->parts[call->part_count - 1],
                                   total.kind == NBB_TOTAL_PAIRS ? NBB_REACH_PAIRS : NBB_REACH_CELL);
    return nbb_check_total(checker, call, total);
}

static bool is_total(const nbb_checker *checker)
{
    return checker->part == NBB_PART_OBSERVE && checker->reach == NBB_REACH_NONE;
}

/* sum, min and max are of all cells around observables, of neighbours elsewhere; min and max of two are functions. */
static nbb_expression *make_ambiguous(nbb_checker *checker, const nbb_syntax *call)
{
    bool is_function = call->part_count == 2 && nbb_spelling_index(&nbb_function_names, call->name) >= 0
                       && named_list(checker, call) < 0;
    return is_function ? make_function(checker, call)
                       : (is_total(checker) ? make_total : make_reduction)(checker, call);
}

static nbb_expression *make_outer_total(nbb_checker *checker, const nbb_syntax *call)
{
    NBB_FAIL_SYNTAX_IF(!is_total(checker), call,
                       checker->part == NBB_PART_OBSERVE ? "%s cannot stand inside of another reduction"
                                                         : "%s is for observe alone",
                       call->name);
    return make_total(checker, call);
}

/* ---- means ---- */

nbb_expression *nbb_check_mean(nbb_checker *checker, nbb_expression *of)
{
    nbb_program *program = checker->program;
    of = nbb_check_convert(checker, of, NBB_TYPE_F64);
    NBB_FAIL_IF(of == NULL, NULL);
    int number = NBB_FIND(i, program->mean_count, nbb_same_expressions(program->means[i], of));
    NBB_FAIL_IF(number == program->mean_count
                    && NBB_ARENA_APPEND(program->arena, program->means, program->mean_count, of) != NBB_OK,
                NULL);
    return NBB_CHECK_NODE(checker, NULL, NBB_EXPRESSION_TOTAL, NBB_TYPE_F64, number, .place = of->place);
}

/* mean(e) of an average: e's number among what is averaged. */
static nbb_expression *make_mean(nbb_checker *checker, const nbb_syntax *call)
{
    NBB_FAIL_SYNTAX_IF(checker->part != NBB_PART_AVERAGE || checker->reach == NBB_REACH_MEAN, call,
                       checker->part == NBB_PART_AVERAGE ? "%s cannot stand inside of another mean"
                                                         : "%s is for average alone",
                       call->name);
    NBB_FAIL_IF(!nbb_check_arguments(call, 1, 1), NULL);
    checker->reach = NBB_REACH_MEAN;
    nbb_expression *of = checker->check(checker, call->parts[0]);
    checker->reach = NBB_REACH_NONE;
    return nbb_check_mean(checker, of);
}

static nbb_expression *fail_array(NBB_UNUSED nbb_checker *checker, const nbb_syntax *call)
{
    return NBB_CHECK_FAIL(call, "%s is an array: it is an observable by itself, not a part of one", call->name);
}

/* The names that are called, and how; those of functions follow. */
static const struct {
    const char *name;
    maker *make;
} makers[] = {
    { "int", make_conversion },    { "real", make_conversion },   { "chance", make_draw },
    { "uniform", make_draw },      { "normal", make_composed },   { "uniform53", make_composed },
    { "sum", make_ambiguous },     { "min", make_ambiguous },     { "max", make_ambiguous },
    { "count", make_reduction },   { "any", make_reduction },     { "all", make_reduction },
    { "pairs", make_outer_total }, { "at", make_outer_total },    { "mean", make_mean },
    { "histogram", fail_array },   { "correlation", fail_array },
};

nbb_expression *nbb_check_call(nbb_checker *checker, const nbb_syntax *call)
{
    NBB_RETURN_IF(nbb_program_find(checker->program, NBB_NAMED_LET, call->name) >= 0, nbb_let_expand(checker, call));
    int found = NBB_FIND(i, NBB_COUNT(makers), strcmp(call->name, makers[i].name) == 0);
    NBB_RETURN_IF(found < NBB_COUNT(makers), makers[found].make(checker, call));
    NBB_RETURN_IF(nbb_spelling_index(&nbb_function_names, call->name) >= 0, make_function(checker, call));
    const char *names[NBB_COUNT(makers) + NBB_FUNCTION_COUNT + NBB_LETS_MAX];
    int count = 0;
    NBB_FILL(i, NBB_COUNT(makers), names[count++], makers[i].name);
    NBB_FILL(i, NBB_FUNCTION_COUNT, names[count++], nbb_function_names.names[i]);
    count += nbb_program_names(checker->program, NBB_NAMED_LET, names + count);
    nbb_field_fail_near(call->place.text, call->place.offset, call->name, names, count, "unknown function '%s'",
                        call->name);
    return NULL;
}
