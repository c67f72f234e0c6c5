/* share.h - where the files lie that come with nbbgen: fractals, programs, schemas. */
#ifndef NBB_SHARE_H
#define NBB_SHARE_H

#include "gen/base/text.h"

/* Appends the path of one of their folders. They are found from where the program lies, or the shared library, and
   from nothing else, so that a tree can be moved as a whole: share/nbbgen beside it, a link to the sources that the
   build makes, or NBB_SHARE or NBB_SHARE_FROM_LIBRARY from its folder, where an installation puts them. Where none is
   there it is NBB_SHARE's path. Fails (run) when the system does not tell where the program lies. */
nbb_status nbb_share_folder(const char *folder, nbb_text *path);

/* The same of a part of the program that is loaded by need: beside the program, or NBB_PARTS from its folder. */
nbb_status nbb_share_part(const char *file, nbb_text *path);

#endif
