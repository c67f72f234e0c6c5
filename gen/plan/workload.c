/* workload.c - the rows of workloads, and of the kernels that they are made of. */
#include "gen/plan/workload.h"

#include "gen/base/text.h"
#include "gen/program/program_rule.h"

#include <string.h>

#define X(name, suffix, signature, program) suffix,
const char *const nbb_entry_suffixes[NBB_ENTRY_COUNT] = { NBB_ENTRIES(X) };
#undef X
#define SIGNATURE(letters) { letters, letters "I", letters "QQ", letters "QQp" },
#define X(name, suffix, own, program) { SIGNATURE(own) SIGNATURE(program) },
const nbb_signature nbb_signatures[NBB_ENTRY_COUNT][2] = { NBB_ENTRIES(X) };
#undef X

#define X(name, text, bytes, found, none) { NBB_CELL_##name, text, bytes, found, none },
const nbb_cell_type nbb_cell_types[NBB_CELL_COUNT] = { NBB_CELLS(X) };
#undef X

#define X(name, text, cell, start, law, pass, limit)                                             \
    { text,                                                                                     \
      &nbb_cell_types[NBB_CELL_##cell],                                                                             \
      NBB_START_##start,                                                                        \
      NBB_LAW_##law,                                                                            \
      NBB_LAW_##law != NBB_LAW_NONE,                                                            \
      NBB_ENTRY_##pass,                                                                         \
      NBB_LIMIT_##limit },
const nbb_workload_row nbb_workload_rows[NBB_WORKLOAD_COUNT] = { NBB_WORKLOADS(X) };
#undef X
#define X(name, text, ...) text,
static const char *const spelled[] = { NBB_WORKLOADS(X) };
#undef X
const char *const nbb_law_names[NBB_LAW_COUNT] = { "none", "rule", "program" };
const nbb_spellings nbb_workload_names = { spelled, NBB_WORKLOAD_COUNT };

const nbb_workload_row *nbb_workload_named(const char *name)
{
    for (int i = 0; i < NBB_WORKLOAD_COUNT; ++i) {
        if (strcmp(nbb_workload_rows[i].name, name) == 0) {
            return &nbb_workload_rows[i];
        }
    }
    return NULL;
}

/* The text of the program, from which a file's would be read as well. */
static void print_program(const nbb_workload_row *work, nbb_rule rule, int axes, nbb_text *text)
{
    bool is_drawn = work->start == NBB_START_DRAWN;
    nbb_text_add(text, "return program { state = { alive = \"u1\" }, neighbours = \"moore\", %s update = \"",
                 is_drawn ? "param = { density = 0.5 }, init = { alive = \"chance(density)\" }," : "");
    if (work->law == NBB_LAW_RULE) {
        nbb_rule_print_update(rule, axes, "alive", "living", text);
    } else {
        nbb_text_add(text, "alive = %s;", work->pass == NBB_ENTRY_WRITE ? "true" : "alive");
    }
    nbb_text_add(text, "\" }\n");
}

nbb_status nbb_workload_program(const nbb_workload_row *work, nbb_rule rule, int axes, double density,
                                nbb_program *program)
{
    nbb_text text = NBB_TEXT_EMPTY;
    *program = (nbb_program){ .name = NULL };
    if (work->start == NBB_START_POINTS || work->start == NBB_START_PROGRAM) {
        return NBB_OK;
    }
    print_program(work, rule, axes, &text);
    nbb_status status = nbb_text_status(&text, "a workload's program");
    status = status == NBB_OK ? nbb_program_read(nbb_text_string(&text), work->name, program) : status;
    nbb_text_free(&text);
    NBB_TRY(status);
    if (program->parameter_count > 0) {
        program->parameters[0].value = density;
    }
    return nbb_program_bind(program, axes, NULL);
}
