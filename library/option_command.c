/* option_command.c - options and plans as the text of a command line. */

#include "library/option_row.h"

/* Quoted beyond names and paths, on one line, controls as $'\ooo'. */
void nbb_add_word(nbb_text *command, const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./-+,:=@%";
    if (word[strspn(word, plain)] == '\0') {
        nbb_text_add(command, "%s", word);
        return;
    }
    nbb_text_add(command, "'");
    for (size_t length = strlen(word), count; length > 0; word += count, length -= count) {
        count = *word != '\'' ? nbb_printable(word, length) : 0;
        if (count > 0) {
            nbb_text_put(command, word, count);
        } else {
            nbb_text_add(command, "'$'\\%03o''", (unsigned)(unsigned char)*word);
            count = 1;
        }
    }
    nbb_text_add(command, "'");
}

static void add_words(const char *const *words, int count, nbb_text *command)
{
    for (int i = 0; i < count; ++i) {
        nbb_text_add(command, " ");
        nbb_add_word(command, words[i]);
    }
}

/* An option and its value, if it has one. */
static void add_option(const char *name, const char *value, nbb_text *command)
{
    nbb_text_add(command, " --%s", name);
    if (value != NULL) {
        nbb_text_add(command, strcmp(name, "tc") == 0 ? "=" : " ");
        nbb_add_word(command, value);
    }
}

/* What was given by calls of the library, in the order of the table. */
static void add_given(const nbb_options *options, nbb_text *command)
{
    nbb_text_add(command, " %s", nbb_command_names[options->command]);
    add_words((const char *const *)options->subjects, options->subject_count, command);
    add_words(&options->subject, options->subject_count == 0 && options->subject != NULL, command);
    if (options->program_name != NULL && !nbb_options_given(options, "program")) {
        add_option("program", options->program_name, command);
    }
    for (int i = 0; i < nbb_option_row_count; ++i) {
        const nbb_option_row *row = &nbb_option_rows[i];
        bool is_swept = options->sweeps_size && strlen(row->name) == 1; /* r or n */
        if (!options->given[i] || is_swept || (row->commands >> options->command & 1) == 0) {
            continue;
        }
        /* As often as it was given. */
        const nbb_option_texts *all = row->kind == SET ? &options->assignments
                                                       : (const void *)((const char *)options + row->offset);
        if (row->kind != TEXTS && (row->kind != SET || options->set >= 0)) {
            add_option(row->name, row->kind == SET ? nbb_bench_set_names.names[options->set] : options->texts[i],
                       command);
        }
        for (int text = 0; (row->kind == TEXTS || row->kind == SET) && text < all->count; ++text) {
            add_option(row->name, all->items[text], command);
        }
    }
}

void nbb_options_command(const nbb_options *options, nbb_text *command)
{
    if (options->origin != NULL) {
        nbb_text_add(command, "%s", options->origin);
        return;
    }
    nbb_text_add(command, "nbbgen");
    add_words((const char *const *)options->words, options->word_count, command);
    if (options->words == NULL) {
        add_given(options, command);
    }
}

void nbb_emit_command(const nbb_options *options, const nbb_plan *plan, bool standalone, nbb_text *command)
{
    nbb_text_add(command, "nbbgen emit ");
    nbb_add_word(command, options->subject);
    nbb_text_add(command, " --%s %" PRId64 " --workload %s", nbb_domain_size_name(&plan->asked.domain),
                 plan->asked.domain.size, plan->asked.work->name);
    if (plan->asked.work->law == NBB_LAW_PROGRAM) {
        add_option("program", options->program_name, command);
        if (options->neighbours != NULL) {
            add_option("neighbours", options->neighbours, command);
        }
        /* What parameters are is an argument of kernels: text that says it would be another one for each value. */
        for (int i = 0; standalone && i < options->assignments.count; ++i) {
            add_option("set", options->assignments.items[i], command);
        }
    } else if (plan->asked.work->law == NBB_LAW_RULE) {
        nbb_text_add(command, " --rule ");
        nbb_rule_print_on(plan->asked.rule, nbb_domain_axes(&plan->asked.domain), command);
    }
    nbb_text_add(command, " --map %s", nbb_map_names.names[plan->space.map]);
    NBB_TEXT_ADD_IF(plan->asked.work->start == NBB_START_POINTS, command, " --dimensions %d --out %s",
                    plan->asked.dimensions, nbb_out_names.names[plan->asked.out]);
    nbb_plan_print_options(plan, command);
    if (standalone) {
        nbb_text_add(command, " --steps %" PRId64, options->steps);
        bool is_random = plan->asked.work->start == NBB_START_DRAWN;
        NBB_TEXT_ADD_IF(plan->asked.work->start != NBB_START_EMPTY, command, " --seed %" PRIu64, options->seed);
        NBB_TEXT_ADD_IF(nbb_options_given(options, "init-seed"), command, " --init-seed %" PRIu64,
                        options->init_seed);
        NBB_TEXT_ADD_IF(is_random, command, " --density %.17g", options->density);
    }
    nbb_text_add(command, " --target %s%s", nbb_target_names.names[plan->asked.target],
                 standalone ? "" : " --kernel-only");
}
