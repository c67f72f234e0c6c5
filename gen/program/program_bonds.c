/* program_bonds.c - bonds: a value for each pair of near neighbours.

   A bond belongs to the cell from which the other one is forward, and is a field of that cell for each forward
   offset. So its fields depend on the list that a program is bound to: it is filled again from its draft then
   (program_file.c). Nothing past gen/program knows more of bonds than that an expression is one of two fields, by the
   neighbour's number. */
#include "gen/program/program_checker.h"

/* ---- offsets ---- */

static nbb_vector opposite(nbb_vector offset)
{
    return (nbb_vector){ { -offset.at[0], -offset.at[1], -offset.at[2] } };
}

static bool is_forward(nbb_vector offset)
{
    for (int axis = NBB_AXES_MAX - 1; axis >= 0; --axis) {
        NBB_RETURN_IF(offset.at[axis] != 0, offset.at[axis] > 0);
    }
    return false;
}

/* The number of the bond's field for an offset, or -1; whose it is. */
static int field_at(const nbb_program *program, int first, nbb_vector offset, nbb_whose *whose)
{
    *whose = is_forward(offset) ? NBB_HERE : NBB_THERE;
    offset = *whose == NBB_HERE ? offset : opposite(offset);
    int i = NBB_FIND(number, program->forward_count,
                     memcmp(&program->fields[first + number].forward, &offset, sizeof offset) == 0);
    return i < program->forward_count ? first + i : -1;
}

nbb_expression nbb_bond_between(const nbb_program *program, const nbb_expression *bond, int there)
{
    nbb_expression field = *bond;
    field.kind = NBB_EXPRESSION_FIELD;
    field.number = field_at(program, bond->number, program->neighbours.offsets[there], &field.whose);
    return field;
}

/* ---- binding ---- */

nbb_status nbb_bonds_find_forward(nbb_program *program, const nbb_neighbours *near)
{
    const nbb_field_text *text = program->lists[0].text;
    program->forward_count = 0;
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(program->forward, near->count)));
    for (int i = 0; i < near->count; ++i) {
        NBB_FAIL_FIELD_IF(
            nbb_neighbours_at(near, opposite(near->offsets[i])) < 0, text,
            "bonds are between neighbours of each other, and offset %d of the list has no opposite in it", i + 1);
        program->forward[program->forward_count] = near->offsets[i];
        program->forward_count += is_forward(near->offsets[i]);
    }
    return NBB_OK;
}

/* ---- in texts ---- */

nbb_expression *nbb_bond_check(nbb_checker *checker, const nbb_syntax *syntax, int field)
{
    bool is_near = checker->reach == NBB_REACH_NEIGHBOURS && checker->list == 0;
    NBB_FAIL_SYNTAX_IF(!is_near && checker->reach != NBB_REACH_PAIRS, syntax,
                       "'%s' is a bond between neighbours: it is for reductions over %s, as in sum(%s), "
                       "and for pairs; %s[dx, dy] is one of them",
                       syntax->name, NBB_NEAR, syntax->name, syntax->name);
    NBB_FAIL_SYNTAX_IF(syntax->owner != NBB_OWNER_NONE, syntax, "'%s' is a bond: write it without here or there",
                       syntax->name);
    return NBB_CHECK_NODE(checker, syntax, NBB_EXPRESSION_BOND, nbb_check_field_type(checker, field), field);
}

nbb_expression *nbb_bond_check_offset(nbb_checker *checker, const nbb_syntax *syntax, int field)
{
    nbb_whose whose;
    int number = field_at(checker->program, field, syntax->offset, &whose);
    bool is_own = number >= 0 && whose == NBB_HERE;
    return NBB_CHECK_NODE(checker, syntax, is_own ? NBB_EXPRESSION_FIELD : NBB_EXPRESSION_OFFSET,
                          nbb_check_field_type(checker, field), number >= 0 ? number : field,
                          .offset = is_own ? (nbb_vector){ { 0 } } : syntax->offset, .neighbour = -1);
}

nbb_expression *nbb_bond_drawn(nbb_checker *checker, const nbb_syntax *syntax, int field, nbb_expression *value)
{
    NBB_FAIL_IF(value == NULL || checker->program->forward_count == 0, value);
    nbb_expression *zero = nbb_check_zero(checker, syntax, value->type);
    nbb_expression *exists = NBB_CHECK_NODE(checker, syntax, NBB_EXPRESSION_EXISTS, NBB_TYPE_BOOL, -1,
                                            .offset = checker->program->fields[field].forward, .neighbour = -1);
    return NBB_CHECK_NODE(checker, syntax, NBB_EXPRESSION_SELECT, value->type, 0,
                          NBB_CHECK_PARTS(3, exists, value, zero));
}
