/* ensemble_asked.c - which copies an ensemble is of: what --sweep, --seed A..B and --exchange ask for. Copies have
   numbers: the last sweep's values change faster than those before it, and seeds fastest of all. */
#include "library/job.h"

/* --- what a sweep's text says: a name and its values --- */

static bool read_number(const char *text, size_t length, double *number)
{
    char *end = NULL;
    NBB_LOCAL_TEXT word = nbb_text_of("%.*s", (int)length, text);
    *number = strtod(nbb_text_string(&word), &end);
    return length > 0 && *end == '\0' && isfinite(*number);
}

/* "1.0..2.0/21": evenly spaced values, both ends met exactly; of sizes also "3..7". 0 values where it is no range. */
static nbb_status read_range(nbb_arena *arena, const char *text, const char *dots, bool is_size, nbb_swept *swept)
{
    const char *slash = strchr(dots, '/'), *second = dots + strlen("..");
    double from, to, count = 0;
    bool are = read_number(text, (size_t)(dots - text), &from) && read_number(second, strcspn(second, "/"), &to)
               && (slash == NULL || read_number(slash + 1, strlen(slash + 1), &count));
    count = are && slash == NULL && is_size ? to - from + 1 : count;
    NBB_DONE_IF(!are || count < (slash != NULL ? 2 : 1) || count > NBB_SCAN_VALUES_MAX || count != floor(count));
    swept->count = (int64_t)count;
    NBB_TRY(NBB_ARRAYS(arena, NBB_ARRAY(swept->values, swept->count)));
    for (int64_t i = 0; i < swept->count; ++i) {
        double between = slash == NULL ? (double)i : (to - from) * ((double)i / (count - 1));
        swept->values[i] = i + 1 == swept->count ? to : from + between;
    }
    return NBB_OK;
}

/* "1.0,1.2,1.5"; 0 values where it is no list. */
static nbb_status read_list(nbb_arena *arena, const char *text, nbb_swept *swept)
{
    int64_t count = 0;
    NBB_TRY(NBB_ARRAYS(arena, NBB_ARRAY(swept->values, strlen(text) / 2 + 1)));
    while (read_number(text, strcspn(text, ","), &swept->values[count++])) {
        text += strcspn(text, ",");
        if (*text++ == '\0') {
            swept->count = count <= NBB_SCAN_VALUES_MAX ? count : 0;
            break;
        }
    }
    return NBB_OK;
}

/* Reads "T=1.0..2.0/21" or "T=1,1.2,1.5", and of the size, by this name or NULL, whole numbers, "r=3..7". */
static nbb_status read_swept(nbb_arena *arena, const char *text, const char *size, nbb_swept *swept)
{
    const char *equals = strchr(text, '='), *dots = equals != NULL ? strstr(equals, "..") : NULL;
    bool is_size = false;
    dots += dots != NULL && dots[2] == '.'; /* "1...2" begins with "1." */
    *swept = (nbb_swept){ .text = text, .parameter = -1 };
    if (equals != NULL && equals > text) {
        swept->name = nbb_arena_copy(arena, text, (size_t)(equals - text));
        NBB_FAIL_IF(swept->name == NULL, NBB_ERROR_RUN);
        is_size = size != NULL && strcmp(swept->name, size) == 0;
        NBB_TRY(dots != NULL ? read_range(arena, equals + 1, dots, is_size, swept)
                             : read_list(arena, equals + 1, swept));
    }
    const double *values = swept->values;
    bool are_whole = swept->count > 0
                     && NBB_ALL(i, swept->count,
                                values[i] >= 0 && values[i] <= INT32_MAX && values[i] == floor(values[i]));
    NBB_REFUSE_IF(is_size && !are_whole, "--sweep %s: expected whole numbers, as %s=3..7 or %s=3,5,7", text, size,
                  size);
    NBB_REFUSE_IF(swept->count == 0,
                  "--sweep %s: expected NAME=FROM..TO/COUNT, as T=1.0..2.0/21, COUNT from 2 to %d, or NAME=V,V,...,"
                  " as T=1,1.2,1.5",
                  text, NBB_SCAN_VALUES_MAX);
    return NBB_OK;
}

/* --- which copies there are --- */

/* The parameter is the program's, and is given its values once. */
static nbb_status find_parameter(const nbb_options *options, nbb_ensemble *ensemble, nbb_swept *swept)
{
    NBB_LOCAL_TEXT asked = nbb_text_of("--sweep %s", swept->text);
    NBB_LOCAL_TEXT_OF(first, "a parameter's value", "%s=%.17g", swept->name, swept->values[0]);
    NBB_TRY(nbb_program_set(ensemble->program, nbb_text_string(&asked), first.data));
    swept->parameter = nbb_program_parameter_index(ensemble->program, swept->name);
    NBB_REFUSE_IF(nbb_options_name(&options->assignments, swept->name),
                  "--sweep %s and --set %s=...: give the parameter its values once", swept->text, swept->name);
    const nbb_swept *all = ensemble->swept,
                    *same = all + NBB_FIND(i, swept - all, all[i].parameter == swept->parameter);
    NBB_REFUSE_IF(same < swept, "--sweep %s and --sweep %s: give the parameter its values once", same->text,
                  swept->text);
    return NBB_OK;
}

/* A sweep of r or n is of the size, which changes slowest; where that is given, of a parameter of this name. */
static nbb_status read_sweeps(const nbb_options *options, const char *size, nbb_ensemble *ensemble)
{
    bool is_given = nbb_options_given(options, size);
    bool is_parameter = is_given && nbb_program_parameter_index(ensemble->program, size) >= 0;
    for (int i = 0; i < options->sweeps.count; ++i) {
        nbb_swept *swept = &ensemble->swept[ensemble->swept_count];
        NBB_TRY(read_swept(&ensemble->arena, options->sweeps.items[i], is_parameter ? NULL : size, swept));
        if (!is_parameter && strcmp(swept->name, size) == 0) {
            NBB_REFUSE_IF(ensemble->sizes.count > 0, "--sweep %s and --sweep %s: give the size its values once",
                          ensemble->sizes.text, swept->text);
            NBB_REFUSE_IF(is_given, "--sweep %s and --%s: give the size its values once", swept->text, size);
            NBB_TRY(nbb_options_refuse(options, "exchange",
                                       " and a --sweep of the size: rates of acceptance are of one size"));
            ensemble->sizes = *swept;
            continue;
        }
        NBB_REFUSE_IF(options->program_name == NULL,
                      "--sweep %s: without --program there are no parameters; a sweep of the size is %s=3..7",
                      swept->text, size);
        ++ensemble->swept_count;
        NBB_TRY(find_parameter(options, ensemble, swept));
        double least = swept->values[0], most = least;
        for (int64_t value = 1; value < swept->count; ++value) {
            least = fmin(least, swept->values[value]);
            most = fmax(most, swept->values[value]);
        }
        const nbb_program *program = ensemble->program;
        nbb_parameter *parameter = &program->parameters[nbb_program_parameter_index(program, swept->name)];
        parameter->is_swept = true;
        parameter->swept[0] = least;
        parameter->swept[1] = most;
        ensemble->copies *= ensemble->copies <= NBB_COPIES_MAX ? swept->count : 1;
    }
    return NBB_OK;
}

uint64_t nbb_ensemble_seed_of(const nbb_ensemble *ensemble, int64_t copy)
{
    return ensemble->given_seeds != NULL ? ensemble->given_seeds[copy]
                                         : ensemble->seed + (uint64_t)((ensemble->first + copy) % ensemble->seeds);
}

/* As nbb_run_choose has it. With noise of their own values have other seeds, and init's is that of all. */
static uint64_t choose(void *context, int64_t copy)
{
    nbb_ensemble *ensemble = context;
    int64_t number = ensemble->first + copy, values = number / ensemble->seeds;
    for (int i = ensemble->swept_count - 1; i >= 0; --i) {
        const nbb_swept *swept = &ensemble->swept[i];
        ensemble->program->parameters[swept->parameter].value = swept->values[values % swept->count];
        values /= swept->count;
    }
    for (int i = 0; i < ensemble->program->parameter_count; ++i) {
        double *value = &ensemble->program->parameters[i].value;
        *value = ensemble->given[i] != NULL ? ensemble->given[i][copy] : *value;
    }
    NBB_RETURN_IF(!ensemble->own_noise, nbb_ensemble_seed_of(ensemble, copy));
    if (!ensemble->init_apart) {
        ensemble->program->seeds_apart = true;
        ensemble->program->init_seed = nbb_ensemble_seed_of(ensemble, copy);
    }
    return nbb_ensemble_seed_of(ensemble, copy) + ((uint64_t)(number / ensemble->seeds) << 32);
}

int64_t nbb_ensemble_levels(const nbb_ensemble *ensemble)
{
    return ensemble->sizes.count > 0 ? ensemble->sizes.count : 1;
}

/* Options that an ensemble does not go with, and those that need one. */
static nbb_status check_options(const nbb_options *options, const nbb_ensemble *ensemble)
{
    NBB_FAIL_IF(ensemble->copies == 0,
                nbb_options_refuse(options, "csv plot copy batch own-noise",
                                   " has no effect without --sweep or --seed A..B: it is of an ensemble"));
    NBB_REFUSE_IF(options->own_noise && ensemble->swept_count == 0,
                  "--own-noise has no effect without --sweep of a parameter: seeds have noise of their own");
    NBB_TRY(nbb_job_check_steps(options, options->sweeps.count > 0 ? "sweep" : "seed A..B"));
    NBB_TRY_IF(ensemble->sizes.count != 0, nbb_options_refuse(options, "checkpoint resume",
                                                              " and --sweep of a size: a checkpoint is of one size"));
    NBB_TRY(nbb_options_refuse(options, "frames apng",
                               " and --sweep or --seed A..B: the file is of one run; --set a value, give a seed"));
    NBB_REFUSE_IF(options->plot != NULL && options->sweeps.count != 1,
                  "--plot %s: it draws over the values of one --sweep, here are %d", options->plot,
                  options->sweeps.count);
    NBB_REFUSE_IF(options->copy >= ensemble->copies * nbb_ensemble_levels(ensemble),
                  "--copy %" PRId64 ": the copies have numbers from 0 to %" PRId64, options->copy,
                  ensemble->copies * nbb_ensemble_levels(ensemble) - 1);
    NBB_TRY_IF(options->csv != NULL, nbb_rows_check("csv", options->csv));
    return options->plot != NULL ? nbb_plot_check(options->plot) : NBB_OK;
}

static void say_swept(const nbb_swept *swept, nbb_text *said)
{
    NBB_TEXT_ADD_IF(swept->count > 0, said, "; %s = ", swept->name);
    for (int64_t value = 0; value < swept->count; ++value) {
        nbb_text_add(said, "%s", value > 0 ? ", " : "");
        nbb_number_print(nbb_number_of_real(swept->values[value]), false, said);
    }
}

/* Values that say the same are the same in another form. */
static nbb_status say(const nbb_options *options, nbb_ensemble *ensemble)
{
    nbb_text *said = &ensemble->said;
    nbb_text_add(said, "%" PRId64 " seed%s", ensemble->seeds, ensemble->seeds > 1 ? "s" : "");
    say_swept(&ensemble->sizes, said);
    for (int i = 0; i < ensemble->swept_count; ++i) {
        say_swept(&ensemble->swept[i], said);
    }
    nbb_text_add(said, "%s", options->own_noise ? "; noise of their own" : "");
    NBB_TEXT_ADD_IF(options->exchange > 0, said, "; exchange every %" PRId64 " steps", options->exchange);
    return nbb_text_status(said, "what an ensemble is");
}

/* Reads --exchange, which points at the sweeps' values. Fails (usage) where there is nothing to exchange. */
static nbb_status read_exchange(const nbb_options *options, nbb_ensemble *ensemble, nbb_tempering *tempering)
{
    const nbb_program *program = ensemble->program;
    NBB_DONE_IF(options->exchange == 0);
    NBB_REFUSE_IF(options->program_name == NULL || !program->exchanges,
                  "--exchange %" PRId64 ": %s does not say what is exchanged, as a program does by"
                  " exchange = { parameter = \"T\", energy = \"e\" }",
                  options->exchange, options->program_name != NULL ? program->name : "an automaton");
    NBB_REFUSE_IF(program->stop != NULL,
                  "--exchange %" PRId64 ": program %s ends copies by its stop, and those that"
                  " exchange go on together",
                  options->exchange, program->name);
    const nbb_swept *swept = NULL;
    int64_t stride = ensemble->seeds;
    for (int i = ensemble->swept_count - 1; i >= 0 && swept == NULL; --i) {
        swept = ensemble->swept[i].parameter == program->exchanged ? &ensemble->swept[i] : NULL;
        stride *= swept == NULL ? ensemble->swept[i].count : 1;
    }
    const char *name = program->parameters[program->exchanged].name;
    NBB_REFUSE_IF(swept == NULL,
                  "--exchange %" PRId64 ": program %s exchanges copies with neighbouring values of %s: give them"
                  " by --sweep %s=FROM..TO/COUNT",
                  options->exchange, program->name, name, name);
    int zero = NBB_FIND(value, swept->count, swept->values[value] == 0);
    NBB_REFUSE_IF(zero < swept->count, "--sweep %s: an exchange divides by %s, and value %d is 0", swept->text, name,
                  zero);
    NBB_TRY(nbb_options_refuse(options, "verify",
                               " and --exchange: the brute force knows one copy, and no others' states"));
    *tempering = (nbb_tempering){
        .every = options->exchange, .values = swept->values, .count = swept->count, .stride = stride
    };
    return NBB_ARRAYS(&ensemble->arena, NBB_ARRAY(tempering->tried, tempering->count),
                      NBB_ARRAY(tempering->accepted, tempering->count));
}

nbb_status nbb_ensemble_begin(const nbb_options *options, const nbb_domain *domain, nbb_program *program,
                              nbb_ensemble *ensemble)
{
    *ensemble = (nbb_ensemble){ .arena = { .purpose = "values of a sweep" },
                                .program = program,
                                .seed = options->seed,
                                .average = options->average,
                                .seeds = (int64_t)(options->last_seed - options->seed) + 1,
                                .own_noise = options->own_noise,
                                .init_apart = nbb_options_given(options, "init-seed"),
                                .rows = { .file = -1 },
                                .kept.series.file = -1 };
    ensemble->copies = ensemble->seeds;
    NBB_TRY(read_sweeps(options, nbb_domain_size_name(domain), ensemble));
    const nbb_swept *sizes = &ensemble->sizes;
    nbb_list *leads = &ensemble->kept.leads; /* the names of what distinguishes copies */
    NBB_TRY_IF(sizes->count > 0, nbb_list_add(leads, sizes->name, SIZE_MAX));
    NBB_TRY(NBB_EACH(i, ensemble->swept_count, nbb_list_add(leads, ensemble->swept[i].name, SIZE_MAX)));
    NBB_TRY_IF(ensemble->seeds > 1, nbb_list_add(leads, "seed", SIZE_MAX));
    NBB_REFUSE_IF(ensemble->copies > NBB_COPIES_MAX, "--sweep and --seed: they come to more than %d copies",
                  NBB_COPIES_MAX);
    bool is_ensemble = ensemble->seeds > 1 || ensemble->swept_count > 0 || ensemble->sizes.count > 0;
    ensemble->copies = is_ensemble ? ensemble->copies : 0;
    ensemble->kept.copies = is_ensemble ? ensemble->copies * nbb_ensemble_levels(ensemble) : 1;
    NBB_TRY(read_exchange(options, ensemble, &ensemble->tempering));
    NBB_TRY_IF(ensemble->copies > 0, say(options, ensemble));
    NBB_TRY(check_options(options, ensemble));
    for (int64_t values = ensemble->swept_count > 0 ? ensemble->copies / ensemble->seeds - 1 : -1; values >= 0;
         --values) {
        choose(ensemble, values * ensemble->seeds);
        NBB_TRY(nbb_program_require(program));
    }
    return NBB_OK;
}

/* The copies that exchange stand side by side in a batch. */
static nbb_status fit_batch(const nbb_options *options, nbb_ensemble *ensemble, const nbb_run *run)
{
    const nbb_tempering *tempering = &ensemble->tempering;
    int64_t together = tempering->count * tempering->stride;
    ensemble->batch = run->request.copies;
    NBB_DONE_IF(tempering->every == 0);
    NBB_REFUSE_IF(run->request.ranks != NULL,
                  "--exchange %" PRId64 ": ranks that share a state advance one copy at a time;"
                  " copies that exchange stand side by side, on one device",
                  tempering->every);
    NBB_REFUSE_IF(ensemble->batch < together,
                  "--exchange %" PRId64 ": %" PRId64 " copies that exchange must stand side by side, and %" PRId64
                  " do (by --batch or by memory): give fewer seeds, or sweep what is not exchanged first",
                  tempering->every, together, ensemble->batch);
    ensemble->batch -= ensemble->batch % together;
    NBB_REMARK_IF(!options->own_noise, options,
                  "--exchange without --own-noise: copies of a seed draw the same random numbers, and what"
                  " depends on each other exchanges with other weights than Boltzmann's");
    return NBB_OK;
}

nbb_status nbb_ensemble_attach(const nbb_options *options, bool is_whole, nbb_ensemble *ensemble, nbb_run *run)
{
    const nbb_series_request request = { .program = ensemble->program,
                                         .domain = &run->request.plan->asked.domain,
                                         .leads = &ensemble->kept.leads,
                                         .kept = &ensemble->kept.series,
                                         .copies = run->request.copies,
                                         .every = 1,
                                         .average_from = -1 };
    NBB_DONE_IF(ensemble->copies == 0);
    NBB_TRY(fit_batch(options, ensemble, run));
    run->tempered.count = ensemble->tempering.count;
    run->tempered.stride = ensemble->tempering.stride;
    run->choose = choose;
    run->chooser = ensemble;
    run->copies = ensemble->batch;
    NBB_STOP_IF(!is_whole && ensemble->batch < ensemble->copies, NBB_ERROR_DEVICE,
                "%" PRId64 " copies: this program and device advance %" PRId64
                " at once; nbbgen_run advances batches, one after another",
                ensemble->copies, ensemble->batch);
    NBB_DONE_IF(is_whole || ensemble->tempering.every == 0);
    NBB_TRY(nbb_series_open(&request, &ensemble->energies));
    ensemble->has_energies = true;
    nbb_tempering_watch(&ensemble->tempering, &ensemble->energies, run);
    return NBB_OK;
}

/* --- --exchange: which copies exchange their states --- */

void nbb_tempering_add(const nbb_tempering *tempering, const nbb_run *run, int64_t *accepted)
{
    for (int64_t copy = 0; tempering->every > 0 && copy < run->copies; ++copy) {
        accepted[copy / tempering->stride % tempering->count] += run->each[copy].accepted;
    }
}

/* As nbb_run_watch's: an attempt after each `every`-th step, before others look. Even values exchange with the next
   ones in even attempts, odd values in odd ones. */
static nbb_status temper(void *context, nbb_run *run, int64_t step)
{
    nbb_tempering *tempering = context;
    nbb_series *series = tempering->series;
    int64_t odd = step / tempering->every % 2;
    /* a run that a signal ends may have done the step and not come to its attempt */
    NBB_DONE_IF(step <= tempering->last || step % tempering->every != 0);
    if (!nbb_run_has_exchanged(run, step)) {
        NBB_TRY(nbb_series_count(series, run, step));
        NBB_TRY(nbb_run_temper(run, nbb_run_slot(run, series->waiting), step, odd == 1));
        series->counted = nbb_run_totals_change(series->request.program) ? -1 : series->counted;
    }
    tempering->last = step;
    for (int64_t value = odd; value + 1 < tempering->count; value += 2) {
        tempering->tried[value] += run->copies / tempering->count;
    }
    return NBB_OK;
}

void nbb_tempering_watch(nbb_tempering *tempering, nbb_series *series, nbb_run *run)
{
    tempering->series = series;
    run->watches[NBB_RUN_EXCHANGE] = (nbb_run_watch){ .every = tempering->every,
                                                      .by_totals = true,
                                                      .see = tempering->every > 0 ? temper : NULL,
                                                      .context = tempering };
}

void nbb_ensemble_free(nbb_ensemble *ensemble)
{
    nbb_scan_free(&ensemble->scan);
    json_decref(ensemble->described);
    if (ensemble->has_energies) {
        nbb_series_close(&ensemble->energies);
    }
    nbb_text_free(&ensemble->said);
    nbb_list_free(&ensemble->kept.leads);
    nbb_recorded_free(&ensemble->kept.recorded);
    for (int i = 0; i < NBB_PARAMETERS_MAX; ++i) {
        free(ensemble->given[i]);
    }
    free(ensemble->given_seeds);
    nbb_arena_free(&ensemble->arena);
    *ensemble = (nbb_ensemble){ .program = NULL, .rows = { .file = -1 }, .kept.series.file = -1 };
}
