/* program_lets.c - named expressions: `let = { ["eq(w, c)"] = "w * (1 + 3 * c)" }`. */
#include "gen/program/program_draft.h"

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
            NBB_FAIL_IF(strcmp(let->formals[j], formal->name) == 0,
                        nbb_field_fail_whole(&item->text, "the formal '%s' of '%s' is there twice", formal->name,
                                             item->name));
        }
        let->formals[let->count++] = formal->name;
    }
    let->name = head->name;
    return nbb_reserved_as(let->name) == NULL && nbb_program_meaning(program, NBB_NAMED_LET, let->name) == NULL
               ? NBB_OK
               : nbb_field_fail_whole(&item->text, "'%s' means something already: an expression needs another name",
                                      let->name);
}

static nbb_status take_let(nbb_program *program, const nbb_draft_item *item, nbb_let *let)
{
    nbb_syntax *head = NULL;
    nbb_field_text *name;
    NBB_TRY(nbb_program_make_items(program, &name, 1, sizeof *name));
    *name = item->text;
    name->text = item->name;
    name->found = false;
    NBB_TRY(nbb_program_parse_expression(program->arena, name, false, &head));
    NBB_TRY(take_head(program, item, head, let));
    let->text = &item->text;
    return nbb_program_parse_expression(program->arena, &item->text, false, &let->body);
}

nbb_status nbb_lets_take(nbb_program *program, const struct nbb_draft_items *items)
{
    NBB_TRY(nbb_program_make_items(program, &program->lets, items->count, sizeof *program->lets));
    for (int i = 0; i < items->count; ++i, ++program->let_count) {
        NBB_TRY(take_let(program, &items->items[i], &program->lets[i]));
    }
    return NBB_OK;
}

/* ---- expanded ---- */

/* Whether the call fits, and is within the limits; else fails. */
static bool may_expand(nbb_checker *checker, const nbb_let *let, const nbb_syntax *call, int depth)
{
    NBB_FAIL_IF(!nbb_check_arguments(checker, call, let->count, let->count), false);
    if (depth > NBB_LETS_DEEP_MAX) {
        nbb_field_fail(checker->text, call->at, "%s is expanded within %d others: does it name itself?", let->name,
                       NBB_LETS_DEEP_MAX);
        return false;
    }
    if (++checker->program->let_uses > NBB_LETS_EXPANDED_MAX) {
        nbb_field_fail(checker->text, call->at, "up to %s named expressions are expanded more than %d times",
                       let->name, NBB_LETS_EXPANDED_MAX);
        return false;
    }
    return true;
}

nbb_expression *nbb_let_expand(nbb_checker *checker, const nbb_syntax *call)
{
    const nbb_let *let = &checker->program->lets[nbb_program_find(checker->program, NBB_NAMED_LET, call->name)];
    nbb_expansion *outer = checker->expansion;
    nbb_expansion own = { let, call, checker->text, outer, outer != NULL ? outer->depth + 1 : 1 };
    NBB_FAIL_IF(!may_expand(checker, let, call, own.depth), NULL);
    checker->expansion = &own;
    checker->text = let->text;
    nbb_expression *made = checker->check(checker, let->body);
    checker->text = own.text;
    checker->expansion = outer;
    return made;
}

/* The number of the formal that a name is, or -1. */
static int formal_of(const nbb_checker *checker, const nbb_syntax *name)
{
    bool may_be = checker->expansion != NULL && name->kind == NBB_SYNTAX_NAME && name->owner == NBB_OWNER_NONE;
    const nbb_let *let = may_be ? checker->expansion->let : NULL;
    for (int i = 0; may_be && i < let->count; ++i) {
        if (strcmp(let->formals[i], name->name) == 0) {
            return i;
        }
    }
    return -1;
}

bool nbb_let_takes(nbb_checker *checker, const nbb_syntax *name, nbb_expression **given)
{
    int formal = formal_of(checker, name);
    NBB_FAIL_IF(formal < 0, false);
    nbb_expansion *own = checker->expansion;
    const nbb_field_text *text = checker->text;
    checker->expansion = own->outer;
    checker->text = own->text;
    *given = checker->check(checker, own->call->parts[formal]);
    checker->expansion = own;
    checker->text = text;
    return true;
}

const nbb_syntax *nbb_let_meant(const nbb_checker *checker, const nbb_syntax *name)
{
    int formal = formal_of(checker, name);
    const nbb_syntax *meant = formal >= 0 ? checker->expansion->call->parts[formal] : name;
    return meant->kind == NBB_SYNTAX_NAME ? meant : name;
}
