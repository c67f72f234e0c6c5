/* view_server.h - a small HTTP server for one page: who may ask, and how much. What is asked is answered by the
   thread that opened the server, between other work. */
#pragma once

#include "gen/base/base.h"

/* What was asked, and the answer. */
typedef struct nbb_query {
    const char *path;
    bool is_post;
    const nbb_text *sent;                             /* with a POST */
    void *connection;
    unsigned code;                                    /* of HTTP */
    const char *type;                                 /* of what is answered, or NULL: words */
    nbb_text answer;
} nbb_query;

/* The value of ?NAME=VALUE, or NULL; and as a whole number: `otherwise` if it is not there, false where it is none.
   */
bool nbb_query_number(const nbb_query *request, const char *name, int64_t otherwise, int64_t *number);

typedef struct nbb_server nbb_server;

/* Listens at an address in numbers, and a port, or a free one for 0. Fails (usage) on what is no address, and (run)
   where it cannot be had. */
nbb_status nbb_server_open(const char *address, int port, nbb_server **server);

/* "http://127.0.0.1:41234/?key=..." and its port. */
const char *nbb_server_address(const nbb_server *server);
int nbb_server_port(const nbb_server *server);

/* Waits until something is asked, at most so many milliseconds: NULL then. The answer is sent by nbb_server_answer.
   */
nbb_query *nbb_server_wait(nbb_server *server, int milliseconds);
void nbb_server_answer(nbb_server *server);

/* Ends it; who is waiting for an answer gets none. */
void nbb_server_close(nbb_server *server);
