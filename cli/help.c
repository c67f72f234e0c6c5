/* help.c - help: prints the list of commands and topics, or a page. */
#include "cli/parse.h"

#include "library/kinds.h"

enum { PAGE_MAX = 1 << 20 };
static const char suffix[] = ".md";

nbb_status nbb_help_topics(nbb_list *topics)
{
    NBB_LOCAL_TEXT folder = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_share_folder("docs", &folder));
    NBB_TRY(nbb_search_names(nbb_text_string(&folder), suffix, topics));
    nbb_list_sort(topics);
    return NBB_OK;
}

static nbb_status read_page(const char *topic, nbb_text *page)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_share_folder("docs", &path));
    nbb_text_add(&path, "/%s%s", topic, suffix);
    return nbb_text_read_file(page, nbb_text_string(&path), PAGE_MAX, NBB_ERROR_RUN);
}

nbb_status nbb_help_print(void)
{
    NBB_LOCAL_LIST topics = { NULL, 0 };
    puts("usage: nbbgen COMMAND [FRACTAL] [OPTION...]\n"
         "       nbbgen help [COMMAND|TOPIC]\nMakes CUDA or C kernels for one fractal, and runs work on them.\n");
    for (int i = 0; i < NBB_COMMAND_COUNT; ++i) {
        printf("  %-8s %s\n", nbb_command_names[i], nbb_command_purposes[i]);
    }
    puts("\nFRACTAL is a name that 'nbbgen list' shows, or the path of a .lua file. Names are those of the\n"
         "definitions that come with nbbgen, then of those in the folders of $NBBGEN_FRACTALS (A:B:C).\n'nbbgen"
         " COMMAND --help' lists a command's options.\nCompiled modules are kept in $XDG_CACHE_HOME/nbbgen or"
         " ~/.cache/nbbgen, at most 256 MiB.\nExit codes: 0 done, 1 run time, 2 usage, 3 definition, 4 device or"
         " compiler, 5 verification failed,\n130 and 143 interrupted.\n\n  nbbgen run vicsek --r 12 --tc          run"
         " the default automaton, maps on tensor cores\n  nbbgen emit sierpinski --r 16 -o s.cu  one kernel file that"
         " needs only nvcc\n\nTopics of 'nbbgen help TOPIC':\n");
    nbb_status status = nbb_help_topics(&topics);
    for (size_t i = 0; i < topics.count; ++i) {
        NBB_LOCAL_TEXT page = NBB_TEXT_EMPTY;
        if (read_page(topics.items[i], &page) == NBB_OK) {
            const char *title = nbb_text_string(&page) + strspn(nbb_text_string(&page), "# ");
            printf("  %-13s %.*s\n", topics.items[i], (int)strcspn(title, "\n"), title);
        }
    }
    return status;
}

/* The address of the link "[words](address)" that begins here, or NULL where none does. */
static const char *link_address(const char *line, const char *end)
{
    const char *close = memchr(line, ']', (size_t)(end - line));
    return *line == '[' && close != NULL && close + 1 < end && close[1] == '(' ? close + 2 : NULL;
}

/* A line of a page: a link as its words; not a picture. */
static void print_line(const char *line, const char *end)
{
    if (end - line > 1 && strncmp(line, "![", 2) == 0) {
        return;
    }
    for (const char *c = line; c < end; ++c) {
        const char *address = strncmp(line, "    ", 4) != 0 ? link_address(c, end) : NULL;
        if (address != NULL) {
            const char *close = memchr(address, ')', (size_t)(end - address));
            printf("%.*s", (int)(address - 2 - (c + 1)), c + 1);
            c = close != NULL ? close : end - 1;
        } else {
            putchar(*c);
        }
    }
    putchar('\n');
}

/* Fails on a topic that is none, with the page about things like that which the word names, or is near to. */
static nbb_status fail_thing(const char *word)
{
    static const char *const pages[NBB_NAMED_KINDS] = { [NBB_NAMED_FRACTAL] = "definitions",
                                                       [NBB_NAMED_PROGRAM] = "programs",
                                                       [NBB_NAMED_RULE] = "first-steps",
                                                       [NBB_NAMED_WORKLOAD] = "maps" };
    NBB_LOCAL_HEAP char *name = NULL;
    nbb_named_kind kind = nbb_kind_of(word, &name);
    if (kind == NBB_NAMED_KINDS) {
        nbb_fail(NBB_ERROR_USAGE, "unknown topic '%s'; see nbbgen help", word);
    } else if (strcmp(name, word) == 0) {
        nbb_fail(NBB_ERROR_USAGE, "unknown topic '%s': it is a %s; see nbbgen help %s", word, nbb_kind_name(kind),
                 pages[kind]);
    } else {
        nbb_fail(NBB_ERROR_USAGE, "unknown topic '%s': did you mean the %s '%s'? See nbbgen help %s", word,
                 nbb_kind_name(kind), name, pages[kind]);
    }
    return NBB_ERROR_USAGE;
}

/* Fails with what is near among the commands and the topics; where these are NULL, among what stands in a command's
   place. */
static nbb_status fail_near(const char *what, const char *word, const nbb_list *topics)
{
    static const char *const others[] = { "help", "--help", "--version" };
    const char *const *names = topics != NULL ? (const char *const *)topics->items : others;
    int near = nbb_near_miss(word, nbb_command_names, NBB_COMMAND_COUNT);
    const char *meant = near >= 0 ? nbb_command_names[near] : NULL;
    if (meant == NULL) {
        near = nbb_near_miss(word, names, topics != NULL ? (int)topics->count : 3);
        meant = near >= 0 ? names[near] : NULL;
    }
    NBB_FAIL_IF(meant == NULL && topics != NULL, fail_thing(word));
    const char *where = topics != NULL ? "nbbgen help" : "nbbgen --help";
    return meant != NULL
               ? nbb_fail(NBB_ERROR_USAGE, "unknown %s '%s': did you mean '%s'? See %s", what, word, meant, where)
                         : nbb_fail(NBB_ERROR_USAGE, "unknown %s '%s'; see %s", what, word, where);
}

nbb_status nbb_help_topic(const char *topic)
{
    NBB_LOCAL_LIST topics = { NULL, 0 };
    NBB_LOCAL_TEXT page = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_help_topics(&topics));
    size_t i = 0;
    while (i < topics.count && strcmp(topics.items[i], topic) != 0) {
        ++i;
    }
    NBB_TRY(i < topics.count ? read_page(topic, &page) : fail_near("topic", topic, &topics));
    const char *line = nbb_text_string(&page), *all = line + page.length;
    for (const char *end; line < all; line = end + 1) {
        end = memchr(line, '\n', (size_t)(all - line));
        end = end != NULL ? end : all;
        print_line(line, end);
    }
    return NBB_OK;
}

nbb_status nbb_help_unknown(const char *word)
{
    return fail_near("command", word, NULL);
}
