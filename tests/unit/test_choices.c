/* test_choices.c - no choice is ignored: on each map, target and workload it changes the code, or it is refused, and
   what a refusal advises leads out of it; what each pair of map and storage means. */
#include "tests/works.h"
#include "gen/plan/plan_record.h"
#include "unit.h"
#include "sources.h"

/* Appends the text without the lines that are comments: these tell the choices. */
static void add_code(nbb_text *code, const nbb_text *source)
{
    const char *next, *end = source->data + source->length;
    for (const char *line = source->data; line < end; line = next) {
        next = (const char *)memchr(line, '\n', (size_t)(end - line)) + 1;
        if (strncmp(line + strspn(line, " "), "//", 2) != 0) {
            nbb_text_put(code, line, (size_t)(next - line));
        }
    }
}

/* The code for a request, its kernels of one name whatever was chosen; false where the plan refuses it. */
static bool print_code(const nbb_request *request, nbb_text *code)
{
    nbb_plan plan;
    if (choose_plan(request, &plan) != NBB_OK) {
        return false;
    }
    snprintf(plan.name, sizeof plan.name, "nbb_kernel");
    NBB_LOCAL_TEXT source = print_plan(&plan, true);
    add_code(code, &source);
    nbb_plan_free(&plan);
    return true;
}

/* Adds choice number i to the request and returns its name, or NULL behind the last. */
static const char *choose(int i, nbb_request *request)
{
    static const char *const names[] = {
        "--tc=1",       "--tc=2",      "--tc=3",         "--tc=4",        "--eval shuffle", "--hash shared",
        "--hash arith", "--intra lut", "--intra unroll", "--halo direct", "--tile 2",       "--eval, not the default"
    };
    request->tc = i < NBB_TC_BYTES ? i + 1 : NBB_TC_NONE;
    request->eval = i == 4                            ? NBB_EVAL_SHUFFLE
                    : i != 11                         ? NBB_EVAL_AUTO
                    : request->map == NBB_MAP_COMPACT ? NBB_EVAL_UNROLLED
                                                      : NBB_EVAL_GROUPED;
    request->hash = i == 5 ? NBB_HASH_SHARED : i == 6 ? NBB_HASH_ARITH : NBB_HASH_TABLE;
    request->intra = i == 7 ? NBB_INTRA_LUT : i == 8 ? NBB_INTRA_UNROLL : NBB_INTRA_BOX;
    request->halo = i == 9 ? NBB_HALO_DIRECT : NBB_HALO_SHARED;
    request->tile = i == 10 ? 2 : request->tile;
    return i < (int)(sizeof names / sizeof names[0]) ? names[i] : NULL;
}

/* Tries every choice beside `request`; returns how many were had. */
static int try_choices(const nbb_request *request)
{
    NBB_LOCAL_TEXT plain = NBB_TEXT_EMPTY;
    nbb_request chosen = *request;
    const char *name;
    int had = 0;
    assert_true(print_code(request, &plain));
    for (int i = 0; (name = choose(i, &chosen)) != NULL; ++i) {
        NBB_LOCAL_TEXT code = NBB_TEXT_EMPTY;
        if (print_code(&chosen, &code)) {
            ++had;
            if (strcmp(nbb_text_string(&code), nbb_text_string(&plain)) == 0) {
                fail_msg("%s changes nothing on map %s, target %s, workload %s, and is not refused", name,
                         nbb_map_names.names[request->map], nbb_target_names.names[request->target],
                         nbb_workload_rows[request->workload].name);
            }
        }
        chosen.tile = request->tile;
    }
    return had;
}

/* The gasket with tiles of 4 x 4 at r = 5: levels are left for lambda to sum. */
TEST(test_no_choice_is_ignored)
{
    LOCAL_FRACTAL fractal = load_fractal("sierpinski");
    int had[NBB_MAP_LANES + 1] = { 0 };
    (void)state;
    for (int i = 0; i < 2 * 3 * 4; ++i) {
        nbb_map map = (nbb_map)(NBB_MAP_BB + i % 4);
        nbb_request request = { .fractal = &fractal,
                                .r = 5,
                                .map = map,
                                .workload = (nbb_workload)(i / 4 % 3),
                                .target = (nbb_target)(i / 12),
                                .tile = map == NBB_MAP_BB ? 0 : 4 };
        had[map] += try_choices(&request);
    }
    assert_int_equal(had[NBB_MAP_BB], 0);
    assert_int_equal(had[NBB_MAP_LAMBDA], 3 * 11 + 3 * 9); /* all but the halo; on the host no warps, none shared */
    assert_int_equal(had[NBB_MAP_COMPACT], 10 + 7 + 4 * 3); /* ca without variants 2 and 3; sw and rd: intra, tile */
    assert_int_equal(had[NBB_MAP_LANES], 6);               /* the tile */
}

/* Whether the word stands in the text by itself. */
static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    const char *at = strstr(text, word);
    while (at != NULL && (isalnum((unsigned char)at[-1]) || isalnum((unsigned char)at[length]))) {
        at = strstr(at + length, word);
    }
    return at != NULL;
}

/* Follows what refusals advise, "; use lambda or compact", from the request's map on: none leads back to a map that
   was `seen`. Returns how many were followed. */
static int follow_advice(nbb_request request, const char *choice, unsigned seen)
{
    LOCAL_PLAN plan = { 0 };
    char message[500];
    int followed = 0;
    bool refused = choose_plan(&request, &plan) != NBB_OK;
    snprintf(message, sizeof message, "%s", refused ? nbb_message() : "");
    const char *advice = strstr(message, "; use ");
    seen |= 1u << request.map;
    for (int map = NBB_MAP_BB; map <= NBB_MAP_LANES && advice != NULL; ++map) {
        if (has_word(advice, nbb_map_names.names[map])) {
            if ((seen >> map & 1) != 0) {
                fail_msg("%s goes in circles: %s", choice, message);
            }
            request.map = (nbb_map)map;
            followed += 1 + follow_advice(request, choice, seen);
        }
    }
    return followed;
}

TEST(test_advice_leads_out)
{
    LOCAL_FRACTAL fractal = load_fractal("sierpinski");
    const char *name;
    int followed = 0;
    (void)state;
    for (int i = 0; i < 2 * 3 * 4; i += nbb_unit_is_quick() ? 5 : 1) {
        nbb_request request = { .fractal = &fractal,
                                .r = 5,
                                .map = (nbb_map)(NBB_MAP_BB + i % 4),
                                .workload = (nbb_workload)(i / 4 % 3),
                                .target = (nbb_target)(i / 12) };
        for (int choice = 0; (name = choose(choice, &request)) != NULL; ++choice) {
            followed += follow_advice(request, name, 0);
        }
    }
    assert_true(followed > 20);
}

/* By --map down and --storage across: the plan's map and storage; "" where the pair is refused. */
typedef const char *meanings[6][5];
static const meanings on_fractal = {
    /* auto               embedded           packed            lanes          bits */
    { "auto auto", "lambda embedded", "compact packed", "lanes lanes", "" }, /* auto */
    { "bb embedded", "bb embedded", "", "", "" },                            /* bb */
    { "lambda embedded", "lambda embedded", "compact packed", "", "" },      /* lambda */
    { "compact packed", "", "compact packed", "", "" },                      /* compact */
    { "lanes lanes", "", "", "lanes lanes", "" },                            /* lanes */
    { "", "", "", "", "" },                                                  /* enum */
};
static const meanings on_simplex = {
    { "auto auto", "lambda embedded", "lambda packed", "", "lambda bits" },
    { "bb embedded", "bb embedded", "", "", "" },
    { "lambda auto", "lambda embedded", "lambda packed", "", "lambda bits" },
    { "lambda packed", "", "lambda packed", "", "" },
    { "", "", "", "", "" },
    { "enum auto", "enum embedded", "enum packed", "", "enum bits" },
};
static const nbb_simplex triangle = { .name = "triangle", .m = 2 };

static void print_pair(nbb_map map, nbb_storage storage, char pair[32])
{
    snprintf(pair, 32, "%s %s", nbb_map_names.names[map], nbb_storage_names.names[storage]);
}

/* A plan has what is settled, and has chosen what was left open. */
static void check_plan(const nbb_request *request, nbb_map map, nbb_storage storage)
{
    LOCAL_PLAN plan;
    assert_ok(choose_plan(request, &plan));
    assert_int_equal(plan.space.map, map != NBB_MAP_AUTO        ? map
                                     : request->simplex != NULL ? NBB_MAP_LAMBDA
                                                                : NBB_MAP_LANES);
    assert_int_not_equal(plan.space.storage, NBB_STORAGE_AUTO);
    assert_true(storage == NBB_STORAGE_AUTO || plan.space.storage == storage);
    if (request->fractal != NULL) {
        assert_int_equal(plan.space.storage, nbb_storage_of_fractal(plan.space.map));
    }
}

static void check_pair(nbb_request request, const meanings *expected)
{
    char asked[32], found[32] = "";
    nbb_map map;
    nbb_storage storage;
    print_pair(request.map, request.storage, asked);
    bool is_had = nbb_storage_settle(&request, &map, &storage) == NBB_OK;
    if (is_had) {
        print_pair(map, storage, found);
        check_plan(&request, map, storage);
    } else {
        nbb_plan plan;
        assert_int_equal(choose_plan(&request, &plan), NBB_ERROR_USAGE);
    }
    if (strcmp(found, (*expected)[request.map][request.storage]) != 0) {
        fail_msg("%s on a %s: %s", asked, request.simplex != NULL ? "simplex" : "fractal", found);
    }
}

TEST(test_every_pair)
{
    LOCAL_FRACTAL fractal = load_fractal("vicsek");
    (void)state;
    assert_int_equal(nbb_map_names.count * nbb_storage_names.count, sizeof(meanings) / sizeof(char *));
    for (int i = 0; i < nbb_map_names.count * nbb_storage_names.count; ++i) {
        nbb_request request = { .r = 3,
                                .n = 20,
                                .map = (nbb_map)(i / nbb_storage_names.count),
                                .storage = (nbb_storage)(i % nbb_storage_names.count),
                                .workload = NBB_WORKLOAD_CA };
        request.fractal = &fractal;
        check_pair(request, &on_fractal);
        request.fractal = NULL;
        request.simplex = &triangle;
        check_pair(request, &on_simplex);
    }
    nbb_message_free();
}
