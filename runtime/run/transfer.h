/* transfer.h - moves cells between a run's state and arrays in digit order, whatever the map.

   A state is columns: of a program the bits of its uN fields, a plane each, and its other fields, values of four or
   eight bytes; of an automaton one plane, whether cells live. A column is an array over the cells by number
   (nbb_domain_index): a bit each, the first cell's the lowest of the first byte, or a value each as the machine has
   it. Columns are read and written piece by piece, through one buffer of the device.

   Of a run that ranks share each moves its own cells: those of others are read as 0, and not written.

   Whole states go from a run to a receiver, or from a source to a run. Of a run that ranks share each rank takes its
   part of the digit order (nbb_plan_saved), and is sent the cells there that others have. */
#pragma once

#include "runtime/run/lane_streams.h"
#include "runtime/run/run_state.h"

enum { NBB_COLUMNS_MAX = NBB_FIELDS_MAX * 8, NBB_TRANSFER_BYTES = 1 << 20 /* of a piece at most */ };

typedef struct nbb_column {
    const char *name; /* the field's */
    int field;        /* its number */
    int bit;          /* of the field's value; 0 where it is no plane */
    int bits;         /* of an element: 1, 32 or 64 */
    int plane;        /* of words that lanes share, where they have the bit */
} nbb_column;

/* The columns of cells' fields, by field and bit; returns how many. */
int nbb_columns_of(const nbb_traits *traits, nbb_column columns[NBB_COLUMNS_MAX]);

/* Bytes of so many elements, the last one filled up. */
uint64_t nbb_column_bytes(nbb_column column, int64_t count);

typedef struct nbb_transfer {
    nbb_run *run;
    nbb_module *module;
    nbb_kernel *gather[2], *scatter[2]; /* of bits, and of words; NULL where the state has none */
    nbb_address buffer, arrived;        /* the second where ranks share the run, else 0 */
    nbb_room pieces, streams;           /* of the host, for whole states and lane_streams.h */
    const nbb_given_fields *given;      /* of whole states these fields alone are moved; NULL: all */
} nbb_transfer;

/* Compiles the kernels for the plan, whose workload evolves, and allocates the buffer. On failure nothing is held. */
nbb_status nbb_transfer_open(nbb_run *run, nbb_transfer *transfer);

/* The elements of a piece: a multiple of 64, but of a column's last one. */
int64_t nbb_transfer_piece(nbb_column column);

/* Reads or writes elements first .. first + count - 1 of a column, a piece of it: `count` is at most
   nbb_transfer_piece. Waits. To write waits for no signal either: a state is never half of one file's. */
nbb_status nbb_transfer_read(const nbb_transfer *transfer, nbb_column column, int64_t first, int64_t count,
                             void *elements);
nbb_status nbb_transfer_write(const nbb_transfer *transfer, nbb_column column, int64_t first, int64_t count,
                              const void *elements);

void nbb_transfer_close(nbb_transfer *transfer);

/* Takes the memory that a whole state passes through, which would else be taken when it is moved first. */
nbb_status nbb_transfer_prepare(nbb_transfer *transfer);

/* All columns from the run to who takes them, of an ensemble copy after copy, whose columns have the next numbers;
   with ranks all call it, each for its part of a column. Signals do not end it. Where it `restores`, from who gives
   them to the run: of ranks each asks for the pieces that it may have cells of. */
nbb_status nbb_transfer_move(nbb_transfer *transfer, bool restores, nbb_transfer_pieces_of *other, void *context);
