/* loaded.h - libraries loaded at run time, and the functions found in them. */
#pragma once

#include "gen/base/base.h"

#include <pthread.h>

typedef void (*nbb_function)(void);

nbb_function nbb_loaded_function(void *library, const char *name);

/* A library that is loaded on first use. Its table and its symbols are made of a list X(name, parameters, result). */
typedef struct nbb_loaded {
    const char *variable;                           /* of the environment, which names it, or ... */
    bool (*find)(nbb_text *path, nbb_text *looked); /* ... what says its file and adds folders without, or NULL; */
    const char *const *names;                       /* else the first of these that is there, up to NULL */
    const char *none, *help;                        /* what is said before and after why there is none */
    const char *remedy;                             /* what would have a symbol that is missing */
    const char *const *symbols; /* to be found, up to NULL, and ... */
    void *table;                /* ... a struct of pointers to them in this order, once it is loaded */
    void *library;
    pthread_mutex_t lock; /* its own: libraries may be loaded side by side */
} nbb_loaded;

/* Names are what the system's loader knows, patterns of files, or of files beside this Python package. */
#define NBB_LOADED_BESIDE "@"

#define NBB_LOADED_MEMBER(name, parameters, result) result(*name) parameters;
#define NBB_LOADED_NAME(name, ...) #name,

/* The variable's value, or NULL where it is unset or empty. */
const char *nbb_loaded_chosen(const nbb_loaded *loaded);

/* Loads it, unless it is loaded. Fails (device). */
nbb_status nbb_loaded_once(nbb_loaded *loaded);

/* The file that the system's loader took, or NULL and dlerror's words. */
const char *nbb_loaded_file(const nbb_loaded *loaded);
