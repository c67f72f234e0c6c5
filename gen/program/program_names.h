/* program_names.h - what a name means in a program, and which names can be given. */
#ifndef NBB_PROGRAM_NAMES_H
#define NBB_PROGRAM_NAMES_H

#include "gen/program/program_checker.h"

/* The index of the name in the spellings, or -1. */
int nbb_spelling_index(const nbb_spellings *spellings, const char *name);

/* The number of the program's field or parameter of this name, or -1. */
int nbb_program_field_index(const nbb_program *program, const char *name);
int nbb_program_parameter_index(const nbb_program *program, const char *name);

/* The local that the name means, or NULL. */
const nbb_binding *nbb_check_local(const nbb_checker *checker, const char *name);

/* What the name already means, so that nothing else can be called so: "a builtin", "a function", "a word of the
   language", "a word of C"; NULL: it is free. Fields and parameters are not asked. */
const char *nbb_reserved_as(const char *name);

/* Whether the text is a C identifier of at most NBB_IDENTIFIER_MAX characters. */
bool nbb_is_identifier(const char *text);

/* Records "unknown name" with the near miss among all that has a value here. Returns NULL. */
nbb_expression *nbb_check_fail_unknown(const nbb_checker *checker, const char *name, size_t at);

#endif
