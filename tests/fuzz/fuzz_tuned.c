/* fuzz_tuned.c - tuned.json is refused by its path, or prints as a file of the same rows. */
#include "tests/works.h"
#include "tests/fuzz/fuzz.h"

#include "library/bench/bench.h"
#include "runtime/device/machine.h"

static void check_print(const json_t *bench)
{
    NBB_LOCAL_TEXT once = NBB_TEXT_EMPTY, twice = NBB_TEXT_EMPTY;
    json_auto_t *again = nbb_bench_new("c", "d");
    FUZZ_REQUIRE(nbb_bench_print_json(bench, &once) == NBB_OK);
    FUZZ_REQUIRE(nbb_bench_parse_json("again", &once, false, again) == NBB_OK);
    for (int i = 0; i < 2; ++i) {
        const char *name = i == 0 ? "rows" : "cards";
        FUZZ_REQUIRE(json_array_size(json_object_get(again, name)) == json_array_size(json_object_get(bench, name)));
    }
    FUZZ_REQUIRE(nbb_bench_print_json(again, &twice) == NBB_OK);
    FUZZ_REQUIRE(strcmp(nbb_text_string(&once), nbb_text_string(&twice)) == 0);
}

/* What asks of the file in the cache's folder, where reading it fails or not. */
static void check_recall(const nbb_text *content, bool is_read)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY, choice = NBB_TEXT_EMPTY, remark = NBB_TEXT_EMPTY;
    nbb_request request = { .fractal = fuzz_gasket(4).fractal, .r = 4 };
    NBB_AT_END(nbb_plan_free) nbb_plan plan;
    nbb_card card;
    const nbb_card *found;
    nbb_options options = nbb_options_defaults(NBB_COMMAND_RUN);
    FUZZ_REQUIRE(choose_plan(&request, &plan) == NBB_OK);
    FUZZ_REQUIRE(nbb_cache_folder(&path));
    nbb_text_add(&path, "/tuned.json");
    FUZZ_REQUIRE(nbb_cache_put(nbb_text_string(&path), content) == NBB_OK);
    nbb_status status = nbb_tuned_recall_card("a device", &card, &found, &remark);
    FUZZ_REQUIRE((status == NBB_OK) == is_read && (found == NULL || card.grid_ns > 0));
    options.r = request.r;
    nbb_tuned_recall("a device", &options, &plan, &choice, &remark);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    NBB_LOCAL_TEXT content = NBB_TEXT_EMPTY;
    json_auto_t *bench = nbb_bench_new("c", "d");
    fuzz_folder();
    nbb_text_put(&content, length > 0 ? (const char *)bytes : "", length);
    nbb_status status = nbb_bench_parse_json("tuned.json", &content, false, bench);
    FUZZ_REQUIRE(status == NBB_OK || strncmp(nbb_message(), "tuned.json:", 11) == 0);
    if (status == NBB_OK) {
        check_print(bench);
    }
    check_recall(&content, status == NBB_OK);
    return 0;
}
