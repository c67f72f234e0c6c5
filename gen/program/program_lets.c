/* program_lets.c - named expressions: `let = { ["eq(w, c)"] = "w * (1 + 3 * c)" }`. */

#include "gen/program/program_checker.h"

/* ---- taken from the file ---- */

static nbb_status fail_head(const nbb_draft_item *item)
{
    return nbb_field_fail_whole(
        &item->text, "'%s' names no expression: a name is expected, or one with formals, as eq(w, c)", item->name);
}

/* Reads "name" or "name(a, b)", which has been parsed as an expression. */
static nbb_status take_head(nbb_program *program, const nbb_draft_item *item, const nbb_syntax *head, nbb_let *let)
{
    bool is_call = head->kind == NBB_SYNTAX_CALL;
    NBB_FAIL_IF(head->owner != NBB_OWNER_NONE || (!is_call && head->kind != NBB_SYNTAX_NAME), fail_head(item));
    for (int i = 0; i < head->part_count; ++i) {
        const nbb_syntax *formal = head->parts[i];
        NBB_FAIL_IF(formal->kind != NBB_SYNTAX_NAME || formal->owner != NBB_OWNER_NONE
                        || nbb_word_as(formal->name) != NULL,
                    fail_head(item));
        for (int j = 0; j < i; ++j) {
            NBB_FAIL_FIELD_IF(strcmp(let->formals[j], formal->name) == 0, &item->text,
                              "the formal '%s' of '%s' is there twice", formal->name, item->name);
        }
        let->formals[let->count++] = formal->name;
    }
    let->name = head->name;
    return nbb_reserved_as(let->name) == NULL && nbb_program_meaning(program, NBB_NAMED_LET, let->name) == NULL
               ? NBB_OK
               : nbb_field_fail_whole(&item->text, "'%s' means something already: an expression needs another name",
                                      let->name);
}

nbb_status nbb_let_take(nbb_program *program, const nbb_draft_item *item)
{
    nbb_let let = { .count = 0 };
    nbb_syntax *head = NULL;
    nbb_field_text *name;
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(name, 1)));
    *name = item->text;
    name->text = item->name;
    name->found = false;
    NBB_TRY(nbb_program_parse_expression(program->arena, name, false, &head));
    NBB_TRY(take_head(program, item, head, &let));
    NBB_TRY(nbb_program_parse_expression(program->arena, &item->text, false, &let.body));
    return NBB_ARENA_APPEND(program->arena, program->lets, program->let_count, let);
}

/* ---- expanded ---- */

/* A copy of the tree, which is the let's body or a part of it, with what the call gives in the places of formals. */
static nbb_syntax *substitute(nbb_arena *arena, const nbb_let *let, const nbb_syntax *call, nbb_syntax *tree)
{
    const nbb_spellings formals = { let->formals, let->count };
    bool may_be = tree->kind == NBB_SYNTAX_NAME && tree->owner == NBB_OWNER_NONE;
    int formal = may_be ? nbb_spelling_index(&formals, tree->name) : -1;
    nbb_syntax *made = formal >= 0 ? call->parts[formal] : nbb_arena_take(arena, sizeof *made);
    NBB_FAIL_IF(formal >= 0 || made == NULL, made);
    *made = *tree;
    made->within = call->within + 1;
    for (int i = 0; i < made->part_count; ++i) {
        made->parts[i] = substitute(arena, let, call, tree->parts[i]);
        NBB_FAIL_IF(made->parts[i] == NULL, NULL);
    }
    return made;
}

nbb_expression *nbb_let_expand(nbb_checker *checker, const nbb_syntax *call)
{
    nbb_program *program = checker->program;
    const nbb_let *let = &program->lets[nbb_program_find(program, NBB_NAMED_LET, call->name)];
    NBB_FAIL_IF(!nbb_check_arguments(call, let->count, let->count), NULL);
    NBB_FAIL_SYNTAX_IF(call->within == NBB_LETS_DEEP_MAX, call,
                       "%s is expanded within %d others: does it name itself?", let->name, NBB_LETS_DEEP_MAX);
    NBB_FAIL_SYNTAX_IF(++program->let_uses > NBB_LETS_EXPANDED_MAX, call,
                       "up to %s named expressions are expanded more than %d times", let->name,
                       NBB_LETS_EXPANDED_MAX);
    nbb_syntax *body = substitute(program->arena, let, call, let->body);
    return body != NULL ? checker->check(checker, body) : NULL;
}
