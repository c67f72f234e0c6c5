/* help.c - commands and options as JSON, of which --help and other pages are made; pages of docs/ as topics. */
#include "cli/commands.h"
#include "library/option_row.h"
#include "runtime/base/search.h"

/* A group holds the table's rows from the named one on, up to the next group's. */
enum { TO_RUN, COMPARISONS, TO_WRITE, GROUPS };
static const struct {
    const char *first, *title;
} groups[GROUPS] = { [TO_RUN] = { "r", "What to run" },
                     [COMPARISONS] = { "map", "How, for comparisons" },
                     [TO_WRITE] = { "device", "Where, and what to write" } };

/* What --help adds below the options. */
static const char *const notes[NBB_COMMAND_COUNT] = {
    [NBB_COMMAND_BENCH] =
        "The options of kernels and --device take lists: 12..16 or 12,14,16; bb,lambda; none,1; all. Every "
        "combination is measured, or listed with the reason why it is impossible. \"default\" (\"none\" for --tc) "
        "leaves the choice to the plan. FRACTAL@R gives a fractal its own levels, sierpinski@12..16, and a simplex "
        "its own sides, triangle@1024,4096; the others take --r or --n. FRACTAL@R:RULE adds a rule, "
        "xfractal@14:B13/S02. Without FRACTAL, bench takes all of 'nbbgen list' that have a size. Defaults: ca, all "
        "maps, no tensor cores, and those of run.\n\n"
        "  nbbgen bench sierpinski@10..16 vicsek@8,9 --map bb,lambda,lanes --csv times.csv\n"
        "  nbbgen bench triangle@1000 -w sw --map bb,lambda --from default,below"
};

static json_t *describe_row(const nbb_option_row *row, int group)
{
    static const char *const kinds[] = { NBB_OPTION_KINDS(NBB_SPELLING) };
    const char letter[] = { (char)row->short_name, '\0' };
    nbb_text maps = NBB_TEXT_EMPTY;
    if (group == COMPARISONS) {
        nbb_constraints_print_maps(row->name, &maps);
    }
    json_t *object = json_pack(
        "{s:s, s:s*, s:s*, s:s, s:o, s:s, s:s, s:b, s:b, s:b}", "name", row->name, "argument", row->argument, "short",
        row->short_name != 0 ? letter : NULL, "help", row->help, "maps", nbb_json_take(&maps), "group",
        groups[group].title, "kind", kinds[row->kind], "listed", (row->commands & NBB_OPTION_LISTED) != 0, "library",
        (row->commands & NBB_OPTION_LIBRARY) != 0, "whole", (row->commands & NBB_OPTION_WHOLE) != 0);
    for (int command = 0; command < NBB_COMMAND_COUNT; ++command) {
        nbb_json_set(object, nbb_command_names[command], json_boolean(row->commands >> command & 1));
    }
    NBB_JSON_SET_IF(row->choices != NULL, object, "choices",
                    nbb_json_words(row->choices->names, (size_t)row->choices->count));
    return object;
}

json_t *nbb_describe_manual(void)
{
    static const char *const named[] = { "", "FRACTAL", "[FRACTAL[@R[:RULE]]|SIMPLEX[@N[:RULE]]...]" };
    json_t *rows = json_array(), *commands = json_array(), *former = json_array();
    for (int i = 0, group = TO_RUN; i < nbb_option_row_count; ++i) {
        group += group + 1 < GROUPS && strcmp(nbb_option_rows[i].name, groups[group + 1].first) == 0;
        nbb_json_add(rows, describe_row(&nbb_option_rows[i], group));
    }
    for (int i = 0; i < NBB_FORMER_NAMES; ++i) {
        nbb_json_add(former, nbb_json_words(nbb_former_names[i], 2));
    }
#define X(name, text, subjects, purpose)                                                                    \
    nbb_json_add(commands, json_pack("{s:s, s:s, s:s, s:s*}", "name", text, "purpose", purpose, "subjects", \
                                     named[subjects < 2 ? subjects : 2], "notes", notes[NBB_COMMAND_##name]));
    NBB_COMMANDS(X)
#undef X
    return json_pack("{s:s, s:o, s:o, s:o, s:[s, s, s]}", "version", NBB_VERSION, "rows", rows, "former", former,
                     "commands", commands, "groups", groups[TO_RUN].title, groups[TO_WRITE].title,
                     groups[COMPARISONS].title);
}

/* --- pages --- */

enum { PAGE_MAX = 1 << 20 };
static const char suffix[] = ".md";

/* A page of help.lua. */
static nbb_status print(const char *page, json_t *known)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_page_print(&nbb_help_pages, page, known, &text));
    fwrite(nbb_text_string(&text), 1, text.length, stdout); /* main asks whether the output could be written */
    return NBB_OK;
}

/* Adds the pages' names, sorted. */
static nbb_status list_topics(nbb_list *topics)
{
    NBB_LOCAL_TEXT folder = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_share_folder("docs", &folder));
    NBB_TRY(nbb_search_names(nbb_text_string(&folder), suffix, NBB_ERROR_RUN, topics));
    nbb_list_sort(topics);
    return NBB_OK;
}

/* { "name", "page" }: its name and text. */
static nbb_status read_page(const char *topic, json_t **page)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    nbb_text text = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_share_folder("docs", &path));
    nbb_text_add(&path, "/%s%s", topic, suffix);
    NBB_TRY_OR(nbb_text_read_file(&text, nbb_text_string(&path), PAGE_MAX, NBB_ERROR_RUN), nbb_text_free(&text));
    *page = json_pack("{s:s, s:o}", "name", topic, "page", nbb_json_take(&text));
    return NBB_OK;
}

/* The commands, and the pages as topics. */
static nbb_status print_overview(void)
{
    NBB_LOCAL_LIST topics = { NULL, 0 };
    nbb_status status = list_topics(&topics);
    json_t *known = nbb_describe_manual(), *pages = json_array(), *page;
    for (size_t i = 0; i < topics.count; ++i) {
        if (read_page(topics.items[i], &page) == NBB_OK) {
            nbb_json_add(pages, page);
        }
    }
    nbb_json_set(known, "topics", pages);
    nbb_status printed = print("overview", known);
    return status == NBB_OK ? printed : status;
}

/* Names that cannot be known are none. */
nbb_status nbb_help_complete(int count, char **words)
{
    static const char *const kinds[] = { "fractals", "programs", "topics" };
    nbb_list lists[3] = { { NULL, 0 } };
    json_t *known = nbb_describe_manual();
    nbb_search_list(&nbb_definition_search, &lists[0]);
    nbb_search_list(&nbb_program_search, &lists[1]);
    list_topics(&lists[2]);
    for (int i = 0; i < 3; ++i) {
        nbb_json_set(known, kinds[i], nbb_json_words((const char *const *)lists[i].items, lists[i].count));
        nbb_list_free(&lists[i]);
    }
    nbb_json_set(known, "words", nbb_json_words((const char *const *)words, (size_t)count));
    return print("complete", known);
}

nbb_status nbb_help_command(nbb_command command, const char *asked)
{
    json_t *known = nbb_describe_manual();
    nbb_json_set(known, "command", json_integer(command + 1)); /* as Lua counts */
    nbb_json_set(known, "all", json_boolean(strcmp(asked, "--help-all") == 0));
    NBB_TRY(print(strcmp(asked, "--usage") == 0 ? "usage" : "help", known));
    NBB_TRY(nbb_print_end());
    exit(NBB_OK);
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
    NBB_REFUSE_IF(kind == NBB_NAMED_KINDS, "unknown topic '%s'; see nbbgen help", word);
    NBB_REFUSE_IF(strcmp(name, word) == 0, "unknown topic '%s': it is a %s; see nbbgen help %s", word,
                  nbb_kind_names[kind], pages[kind]);
    return NBB_REFUSE("unknown topic '%s': did you mean the %s '%s'? See nbbgen help %s", word, nbb_kind_names[kind],
                      name, pages[kind]);
}

nbb_status nbb_help_unknown(const char *word, const nbb_list *topics)
{
    static const char *const others[] = { "help", "--help", "--version" };
    const char *const *names = topics != NULL ? (const char *const *)topics->items : others;
    int command = nbb_near_miss(word, nbb_command_names, NBB_COMMAND_COUNT);
    int other = nbb_near_miss(word, names, topics != NULL ? (int)topics->count : 3);
    const char *meant = command >= 0 ? nbb_command_names[command] : other >= 0 ? names[other] : NULL;
    NBB_FAIL_IF(meant == NULL && topics != NULL, fail_thing(word));
    const char *what = topics != NULL ? "topic" : "command",
               *where = topics != NULL ? "nbbgen help" : "nbbgen --help";
    return meant != NULL ? NBB_REFUSE("unknown %s '%s': did you mean '%s'? See %s", what, word, meant, where)
                         : NBB_REFUSE("unknown %s '%s'; see %s", what, word, where);
}

nbb_status nbb_help(const char *topic)
{
    NBB_LOCAL_LIST topics = { NULL, 0 };
    json_t *page = NULL;
    NBB_RETURN_IF(topic == NULL, print_overview());
    int command = nbb_spelling_index(&(nbb_spellings){ nbb_command_names, NBB_COMMAND_COUNT }, topic);
    NBB_RETURN_IF(command >= 0, nbb_help_command((nbb_command)command, "--help"));
    NBB_TRY(list_topics(&topics));
    const nbb_spellings names = { (const char *const *)topics.items, (int)topics.count };
    NBB_TRY(nbb_spelling_index(&names, topic) >= 0 ? read_page(topic, &page) : nbb_help_unknown(topic, &topics));
    return print("topic", page);
}
