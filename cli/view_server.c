/* view_server.c - who asks must know the key, which stands in the page's address alone, and come from the page:
   browsers say where a request was made (Origin, Sec-Fetch-Site), and by which name the server is called (Host),
   which no page that a foreign name led here can change. Sockets never wait for who reads slowly; who is silent is
   hung up on. */
#include "cli/viewed.h"

#include <microhttpd.h>
#include <netdb.h>
#include <poll.h>
#include <strings.h>
#include <sys/random.h>
#include <unistd.h>

enum { SENT_MAX = 1 << 20, CONNECTIONS = 64, SILENCE = 20 /* seconds */, A_SECOND = 1000 /* requests */, SHARE = 8 };
enum { MOMENT = 10 }; /* milliseconds in which a new connection is read and answered */

/* Of a connection: what was sent so far. */
typedef struct talk {
    nbb_text sent;
    bool is_large;
} talk;

/* --- who may ask --- */

static const char *header(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* It takes as long for every key. */
static bool is_key(const nbb_server *server, const char *given)
{
    unsigned differs = 0;
    NBB_RETURN_IF(given == NULL || strlen(given) != 2 * NBB_SERVER_KEY_BYTES, false);
    for (int i = 0; i < 2 * NBB_SERVER_KEY_BYTES; ++i) {
        differs |= (unsigned)(server->key[i] ^ given[i]);
    }
    return differs == 0;
}

/* Host is a number or this machine's name, with any port: one that is forwarded is another one. A name that somebody
   else gave this address is refused. */
static bool is_host(const nbb_server *server, const char *host)
{
    char own[256] = "", name[256];
    size_t length = host == NULL ? 0 : *host == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
    NBB_RETURN_IF(length == 0 || length >= sizeof name || strlen(host) < length, false);
    memcpy(name, host, length);
    name[length] = '\0';
    bool is_here = strcmp(name, "127.0.0.1") == 0 || strcasecmp(name, "localhost") == 0 || strcmp(name, "[::1]") == 0;
    NBB_RETURN_IF(is_here || strcmp(server->listens, "127.0.0.1") == 0, is_here);
    return name[strspn(name, "0123456789.")] == '\0' || name[0] == '['
           || (gethostname(own, sizeof own - 1) == 0 && strcasecmp(name, own) == 0);
}

/* The page may be shown in another's frame, as a notebook does, by who knows the key; what the page asks comes from
   it. */
static bool is_own(struct MHD_Connection *connection, const char *url)
{
    const char *origin = header(connection, "Origin"), *site = header(connection, "Sec-Fetch-Site");
    const char *mode = header(connection, "Sec-Fetch-Mode");
    bool is_page = strcmp(url, "/") == 0 && mode != NULL && strcmp(mode, "navigate") == 0;
    NBB_RETURN_IF(origin != NULL
                      && (strncmp(origin, "http://", 7) != 0 || strcmp(origin + 7, header(connection, "Host")) != 0),
                  false);
    return site == NULL || is_page || strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0;
}

/* Why it is refused, and the code of HTTP; or NULL. */
static const char *refuse(nbb_server *server, struct MHD_Connection *connection, const char *url, const char *method,
                          unsigned *code)
{
    bool is_post = strcmp(method, "POST") == 0;
    time_t now = time(NULL);
    server->in_second = now == server->second ? server->in_second + 1 : 0;
    server->second = now;
    *code = MHD_HTTP_FORBIDDEN;
    if (server->in_second > A_SECOND) {
        *code = MHD_HTTP_TOO_MANY_REQUESTS;
        return "too many requests\n";
    }
    NBB_RETURN_IF(!is_host(server, header(connection, "Host")), "the address is not this server's\n");
    NBB_RETURN_IF(!is_own(connection, url), "another site's page may not ask this\n");
    NBB_RETURN_IF(!is_key(server, MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "key")),
                  "the key is missing or not right: open the address that nbbgen view printed\n");
    if (!is_post && strcmp(method, "GET") != 0) {
        *code = MHD_HTTP_METHOD_NOT_ALLOWED;
        return "expected GET or POST\n";
    }
    return NULL;
}

/* --- answers --- */

static enum MHD_Result send_answer(struct MHD_Connection *connection, nbb_query *query)
{
    static const char *const headers[][2] = {
        { "Cache-Control", "no-store" },
        { "Referrer-Policy", "no-referrer" },
        { "X-Content-Type-Options", "nosniff" },
        { "Cross-Origin-Resource-Policy", "same-origin" },
        { "Content-Security-Policy",
          "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
          "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'" },
    };
    nbb_text *answer = &query->answer;
    if (answer->failed) {
        nbb_text_free(answer);
        return MHD_NO;
    }
    bool has_bytes = answer->length > 0; /* which the library frees */
    struct MHD_Response *response = MHD_create_response_from_buffer(
        answer->length, has_bytes ? answer->data : (char[1]){ "" },
        has_bytes ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_MUST_COPY);
    NBB_RETURN_IF(response == NULL, MHD_NO);
    MHD_add_response_header(response, "Content-Type",
                            query->type != NULL ? query->type : "text/plain; charset=utf-8");
    for (int i = 0; i < NBB_COUNT(headers); ++i) {
        MHD_add_response_header(response, headers[i][0], headers[i][1]);
    }
    enum MHD_Result result = MHD_queue_response(connection, query->code, response);
    MHD_destroy_response(response);
    return result;
}

/* As MHD_AccessHandlerCallback: first without what is sent, then with pieces of it, then with none. */
static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              NBB_UNUSED const char *version, const char *piece, size_t *length, void **of_connection)
{
    nbb_server *server = context;
    talk *said = *of_connection;
    if (said == NULL) {
        unsigned code;
        const char *why = refuse(server, connection, url, method, &code);
        NBB_RETURN_IF(why != NULL,
                      send_answer(connection, &(nbb_query){ .code = code, .answer = nbb_text_of("%s", why) }));
        *of_connection = calloc(1, sizeof *said);
        server->talks += *of_connection != NULL;
        return *of_connection != NULL ? MHD_YES : MHD_NO;
    }
    if (*length > 0) {
        said->is_large |= *length > SENT_MAX - said->sent.length;
        if (!said->is_large) {
            nbb_text_put(&said->sent, piece, *length);
        }
        *length = 0;
        return MHD_YES;
    }
    nbb_query request = { .path = url,
                          .is_post = strcmp(method, "POST") == 0,
                          .sent = &said->sent,
                          .connection = connection,
                          .code = said->is_large ? MHD_HTTP_CONTENT_TOO_LARGE : MHD_HTTP_OK };
    if (said->is_large) {
        nbb_text_add(&request.answer, "expected at most 1 MiB\n");
    } else {
        nbb_view_answer(server->view, &request);
    }
    return send_answer(connection, &request);
}

/* As MHD_RequestCompletedCallback. */
static void forget(void *context, NBB_UNUSED struct MHD_Connection *connection, void **of_connection,
                   NBB_UNUSED enum MHD_RequestTerminationCode why)
{
    nbb_server *server = context;
    talk *said = *of_connection;
    if (said != NULL) {
        --server->talks;
        nbb_text_free(&said->sent);
        free(said);
    }
}

static void ignore(NBB_UNUSED void *context, NBB_UNUSED const char *format, NBB_UNUSED va_list arguments)
{
}

/* --- the server --- */

static nbb_status listen_at(nbb_server *server, const char *address, int port)
{
    const struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
                                    .ai_socktype = SOCK_STREAM };
    struct addrinfo *found = NULL;
    char number[16];
    snprintf(number, sizeof number, "%d", port);
    NBB_REFUSE_IF(getaddrinfo(address, number, &hints, &found) != 0,
                  "--listen %s: expected an address in numbers, as 127.0.0.1 or 0.0.0.0", address);
    unsigned flags = MHD_USE_EPOLL | (found->ai_family == AF_INET6 ? MHD_USE_IPv6 : 0);
    errno = 0;
    server->daemon = MHD_start_daemon(flags, 0, NULL, NULL, handle, server, MHD_OPTION_EXTERNAL_LOGGER, ignore, NULL,
                                      MHD_OPTION_SOCK_ADDR, found->ai_addr, MHD_OPTION_CONNECTION_LIMIT,
                                      (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SILENCE,
                                      MHD_OPTION_NOTIFY_COMPLETED, forget, server, MHD_OPTION_END);
    freeaddrinfo(found);
    NBB_STOP_IF(server->daemon == NULL, NBB_ERROR_RUN, "cannot listen at %s, port %d: %s", address, port,
                strerror(errno));
    server->port = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
    return NBB_OK;
}

nbb_status nbb_server_open(nbb_server *server, const char *address, int port)
{
    bool is_six = strchr(address, ':') != NULL;
    unsigned char key[NBB_SERVER_KEY_BYTES];
    server->listens = address;
    NBB_STOP_IF(getrandom(key, sizeof key, 0) != sizeof key, NBB_ERROR_RUN, "no random numbers for a key: %s",
                strerror(errno));
    for (int i = 0; i < NBB_SERVER_KEY_BYTES; ++i) {
        snprintf(server->key + 2 * i, 3, "%02x", key[i]);
    }
    NBB_TRY(listen_at(server, address, port));
    nbb_text_add(&server->address, "http://%s%s%s:%d/?key=%s", is_six ? "[" : "", address, is_six ? "]" : "",
                 server->port, server->key);
    return nbb_text_status(&server->address, "an address");
}

/* Whether there is more to do at once, or for who is being answered in so many milliseconds. */
static bool has_more(const nbb_server *server, double milliseconds)
{
    MHD_UNSIGNED_LONG_LONG due = 1;
    int events = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
    struct pollfd ready = { .fd = events, .events = POLLIN };
    return (MHD_get_timeout(server->daemon, &due) == MHD_YES && due == 0)
           || poll(&ready, 1, server->talks > 0 ? (int)ceil(milliseconds) : 0) > 0;
}

/* The library takes a connection, reads it, and writes as much as its socket holds in a round each. Who no longer
   reads has a share of the time. */
void nbb_server_work(nbb_server *server, int milliseconds, double most)
{
    MHD_run_wait(server->daemon, milliseconds);
    for (double begin = nbb_milliseconds();
         nbb_milliseconds() - begin < (server->talks > 0 ? most : MOMENT) && has_more(server, most / SHARE);) {
        MHD_run_wait(server->daemon, 0);
    }
}

void nbb_server_close(nbb_server *server)
{
    if (server->daemon != NULL) {
        MHD_stop_daemon(server->daemon);
    }
    nbb_text_free(&server->address);
}
