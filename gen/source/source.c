/* source.c - prepares a plan's code and expands the templates. */
#include "gen/source/source.h"

#include "gen/source/source_values.h"
#include "gen/source/template.h"

/* Appends what the template at `path` expands to, in lines that are not too long. */
static nbb_status expand_folded(nbb_template *engine, const char *path, nbb_text *source)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_template_expand(engine, path, &text));
    nbb_fold(nbb_text_string(&text), text.length, source);
    return nbb_text_status(source, "source text");
}

/* The folder of a target's own sections: GPUs have one in common. */
static const char *folder_of(nbb_target target)
{
    return target == NBB_TARGET_HOST ? "host" : "cuda";
}

static void free_made(nbb_source_made *made)
{
    nbb_arguments_free(&made->arguments);
}

static void close_engine(nbb_template **engine)
{
    nbb_template_close(*engine);
}

/* Expands the template at `path` with the plan's values. */
static nbb_status expand(const nbb_source_request *request, const char *path, nbb_text *source)
{
    NBB_AT_END(free_made) nbb_source_made made = { .request = request };
    NBB_AT_END(close_engine) nbb_template *engine = NULL;
    const nbb_plan *plan = request->plan;
    nbb_target target = plan->asked.target;
    nbb_formulas_find(&made.formulas);
    NBB_TRY(plan->asked.program != NULL ? nbb_plan_build_arguments(plan, &made.arguments) : NBB_OK);
    NBB_TRY(nbb_template_open(&engine, request->templates, folder_of(target)));
    NBB_TRY(nbb_template_define(engine, nbb_source_define, &made));
    /* How the target spells things, after what GPUs have in common. */
    NBB_LOCAL_TEXT_OF(dialect, "a file name", "dialects/%s.lua", nbb_target_names.names[target]);
    const char *const files[] = { "dialects/gpu.lua", nbb_text_string(&dialect), "prelude.lua", "schedule.lua",
                                  "words.lua",        "expressions.lua",         "program.lua" };
    for (size_t i = target == NBB_TARGET_HOST; i < sizeof files / sizeof *files; ++i) {
        NBB_TRY(nbb_template_run(engine, files[i]));
    }
    return expand_folded(engine, path, source);
}

/* ---- what is known of a text once it is whole: the names that are its own, and whether it is linked with -lm ----

   A text of kernels alone may be included beside others. Each of its names that begins with nbb_ is made one that
   begins with the plan's by a definition ahead of it, "#define nbb_mix NBB_OWN(nbb_mix)", which is the same in all
   texts; macros are undefined behind it. Both places are comments that the templates print. */

static const char names_mark[] = "// Names of what follows.\n", macros_mark[] = "// No macro of these stays.\n";
static const char math_mark[] = "//   cc ";

static size_t word_length(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_') {
        ++length;
    }
    return length;
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static bool is_math(const char *text, size_t length)
{
    static const char *const functions[] = { "sqrt", "exp", "log", "pow", "sin", "cos", "tanh", "floor" };
    bool is = false;
    length -= length > 1 && text[length - 1] == 'f';
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; ++i) {
        is = is || is_word(text, length, functions[i]);
    }
    return is;
}

/* Adds it if it is not there. */
static nbb_status add_once(nbb_list *list, const char *word, size_t length)
{
    for (size_t i = 0; i < list->count; ++i) {
        if (is_word(word, length, list->items[i])) {
            return NBB_OK;
        }
    }
    return nbb_list_add(list, word, length);
}

/* Behind a literal or a comment that begins here, which has no names; or `text`. */
static const char *skip(const char *text)
{
    if (text[0] == '/' && text[1] == '/') {
        return text + strcspn(text, "\n");
    }
    if (*text == '"' || *text == '\'') {
        const char quote = *text++;
        while (*text != quote && *text != '\0') {
            text += *text == '\\' ? 2 : 1;
        }
        return text + (*text != '\0');
    }
    return text;
}

/* Lists the names and macros of a text, but the plan's own; whether it calls a function of libm. */
static nbb_status find(const char *text, const char *own, nbb_list *names, nbb_list *macros, bool *math)
{
    static const char define[] = "#define ";
    while (*text != '\0') {
        const char *behind = skip(text);
        size_t length = word_length(text);
        if (behind > text) {
            text = behind;
        } else if (strncmp(text, define, strlen(define)) == 0) {
            text += strlen(define);
            NBB_TRY(add_once(macros, text, word_length(text)));
        } else if (length > 0) {
            bool is_kernel = strncmp(text, own, strlen(own)) == 0;
            *math = *math || (text[length] == '(' && is_math(text, length));
            NBB_TRY(!is_kernel && strncmp(text, "nbb_", 4) == 0 ? add_once(names, text, length) : NBB_OK);
            text += length;
        } else {
            ++text;
        }
    }
    return NBB_OK;
}

/* Behind the mark's line, or NULL. */
static const char *behind(const char *text, const char *mark)
{
    const char *at = strstr(text, mark);
    return at != NULL ? at + strlen(mark) : NULL;
}

/* Copies what stands from *from to `to`, which it moves there. */
static void copy(const char **from, const char *to, nbb_text *source)
{
    nbb_text_put(source, *from, (size_t)(to - *from));
    *from = to;
}

/* The text with the definitions that make its names those of the plan, and "-lm" in the compiler's command where it
   calls such a function: each where the text has the comment for it. */
static void put_finished(const char *text, const nbb_list *own, const nbb_list *undone, bool math, nbb_text *source)
{
    const char *command = behind(text, math_mark), *names = behind(text, names_mark);
    const char *macros = names != NULL ? behind(names, macros_mark) : NULL;
    if (command != NULL && math) {
        copy(&text, command + strcspn(command, "\n"), source);
        nbb_text_add(source, " -lm");
    }
    if (macros != NULL) {
        copy(&text, names, source);
        for (size_t i = 0; i < own->count; ++i) {
            nbb_text_add(source, "#define %s NBB_OWN(%s)\n", own->items[i], own->items[i]);
        }
        copy(&text, macros, source);
        for (size_t i = 0; i < undone->count; ++i) {
            nbb_text_add(source, "#undef %s\n", undone->items[i]);
        }
    }
    nbb_text_add(source, "%s", text);
}

/* ---- all ---- */

nbb_status nbb_source_print(const nbb_source_request *request, nbb_text *source)
{
    if (!request->described && !request->standalone) {
        return expand(request, "module.in", source);
    }
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    NBB_TRY(expand(request, "module.in", &text));
    const char *begin = behind(nbb_text_string(&text), names_mark);
    NBB_LOCAL_LIST names = { 0 }, macros = { 0 };
    bool math = false;
    NBB_TRY(find(begin != NULL ? begin : nbb_text_string(&text), request->plan->name, &names, &macros, &math));
    put_finished(nbb_text_string(&text), &names, &macros, math, source);
    return nbb_text_status(source, "source text");
}

nbb_status nbb_source_print_transfer(const nbb_plan *plan, const char *templates, nbb_text *source)
{
    nbb_source_request request = {
        .plan = plan, .command = "", .templates = templates, .steps = 1, .kernels = 1u << NBB_ENTRY_PROBE
    }; /* none whose code takes long to make */
    return expand(&request, "transfer.in", source);
}

nbb_status nbb_source_print_units(const nbb_source_request *request, nbb_units *units)
{
    nbb_source_request unit = *request;
    *units = (nbb_units){ .count = 0 };
    while ((unit.kernels = nbb_plan_unit(request->plan, units->count)) != 0) {
        NBB_TRY(nbb_source_print(&unit, &units->texts[units->count++]));
    }
    return NBB_OK;
}

void nbb_units_free(nbb_units *units)
{
    while (units->count > 0) {
        nbb_text_free(&units->texts[--units->count]);
    }
}

nbb_status nbb_source_print_rates(nbb_target target, const char *templates, nbb_text *source)
{
    static const char *const paths[] = { [NBB_TARGET_HOST] = "host/rates.in", [NBB_TARGET_CUDA] = "cuda/rates.in" };
    NBB_AT_END(close_engine) nbb_template *engine = NULL;
    NBB_TRY(nbb_template_open(&engine, templates, folder_of(target)));
    return expand_folded(engine, paths[target], source);
}
