/* search.h - which Lua file a name means, and where what comes with nbbgen lies. */
#pragma once

#include "gen/base/base.h"

typedef struct nbb_search {
    const char *what;     /* "fractal" */
    const char *folder;   /* of those that come with nbbgen, among the shares */
    const char *variable; /* of the environment: further folders, with colons between */
    const char *here;     /* where one of one's own may lie that a bare name does not reach: named, never taken */
} nbb_search;

/* Of definitions and of programs: folders of the shares, and of the user. */
extern const nbb_search nbb_definition_search, nbb_program_search;

/* Whether it is a path, not a bare name: it ends in .lua or holds a slash. */
bool nbb_search_is_path(const char *what);

/* Finds the file of `what`: a path as it is, a bare name in the kind's folder,
   then in those of the variable in their order. `remark` gets words only where other files could be meant: of that
   name in a later folder, in the folder `here` or in the current one. An unknown name fails (definition) with such a
   file, or the near miss, and the folders that were searched; a path that is not there with a near one,
   if there is any. */
nbb_status nbb_search_find(const nbb_search *search, const char *what, nbb_text *path, nbb_text *remark);

/* The folders that it searches; the first has the files that come with nbbgen. */
nbb_status nbb_search_folders(const nbb_search *search, nbb_list *folders);

/* Adds the names of a folder's files that end so, without the end, in no order. Fails so when the folder cannot be
   read; where that is NBB_OK it then has none. */
extern const char nbb_search_suffix[]; /* ".lua" */
nbb_status nbb_search_names(const char *folder, const char *suffix, nbb_status failure, nbb_list *names);

/* Adds the names (without .lua) in the folders, sorted, each once. Fails (run) when the folder of those that come
   with nbbgen cannot be read. */
nbb_status nbb_search_list(const nbb_search *search, nbb_list *names);

/* Appends the path of one of their folders. They are found from where the program lies, or the shared library, and
   from nothing else, so that a tree can be moved as a whole: share/nbbgen beside it, a link to the sources that the
   build makes, or NBB_SHARE or NBB_SHARE_FROM_LIBRARY from its folder, where an installation puts them. Where none is
   there it is NBB_SHARE's path. Fails (run) when the system does not say where the program lies. */
nbb_status nbb_share_folder(const char *folder, nbb_text *path);

/* The same of a part of the program that is loaded by need: beside the program, or NBB_PARTS from its folder. */
nbb_status nbb_share_part(const char *file, nbb_text *path);

/* The same of a file of another Python package, "nvidia/nccl/lib/libnccl.so.2", where nbbgen is a Python package
   itself: beside its folder. Nothing is appended elsewhere. */
nbb_status nbb_share_package(const char *file, nbb_text *path);
