/* given.h - initial values of a program's fields that come from .npy files. */
#ifndef NBB_GIVEN_H
#define NBB_GIVEN_H

#include "gen/domain/domain.h"
#include "gen/program/program.h"
#include "runtime/run/npy.h"

/* The type of a field's array. */
nbb_npy_type nbb_field_npy_type(const nbb_field *field);

typedef struct nbb_given_fields {
    const nbb_program *program;
    nbb_vector side;                                  /* of the box */
    void *at[NBB_FIELDS_MAX];                         /* its values of a field in reading order, as they are stored
                                                         cell by cell; NULL: the program's init says them */
} nbb_given_fields;

/* Reads a field's array, array[y][x] or array[z][y][x] of the whole box, in the field's own type (that of --npy).
   Fails
   (usage) with what was found where it is anything else; on a value that the field cannot hold, and on one that is
   not
   0 where the domain has no cell, with the first place. nbb_given_free is due in every case. */
nbb_status nbb_given_read(const char *path, int field, const nbb_program *program, const nbb_domain *domain,
                          nbb_given_fields *given);

/* Bytes of a field's array. */
uint64_t nbb_given_bytes(const nbb_given_fields *given, int field);

/* For nbb_program_case: `context` is the given fields, whose bits are put in. */
void nbb_given_cell(const void *context, nbb_vector cell, uint64_t *bits);

void nbb_given_free(nbb_given_fields *given);

#endif
