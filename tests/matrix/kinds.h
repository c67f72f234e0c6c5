/* kinds.h - each kind of kernel that simplices have. */
#ifndef NBB_KINDS_H
#define NBB_KINDS_H

#include "case.h"

/* Tries the kinds of kernels on a simplex: automata and programs of the checkout at `top` by bits, by strips and by
   tiles of bytes. Covers, storages, rules and programs alternate with the side. Fails where a program cannot be
   loaded and where a plan refuses a case. */
nbb_status try_kinds(const char *top, const nbb_domain *domain, sink *into);

#endif
