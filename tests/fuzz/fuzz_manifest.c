/* fuzz_manifest.c - a checkpoint's manifest is refused by its path, or prints as itself, and names parts that cover
   the state or are refused. */
#include "tests/works.h"
#include "tests/fuzz/fuzz.h"

#include "runtime/checkpoint/checkpoint.h"

static const char path[] = "manifest.json";

static bool never_differs(const void *context, const char *parameter)
{
    (void)context;
    (void)parameter;
    return false;
}

static void check_print(const nbb_manifest *manifest)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    nbb_manifest again;
    FUZZ_REQUIRE(nbb_manifest_print(manifest, "nbbgen run", &text) == NBB_OK);
    FUZZ_REQUIRE(nbb_manifest_parse(path, &text, &again) == NBB_OK);
    FUZZ_REQUIRE(again.step == manifest->step && json_equal(again.identity, manifest->identity));
    FUZZ_REQUIRE(again.part_count == manifest->part_count);
    for (int i = 0; i < again.part_count; ++i) {
        FUZZ_REQUIRE(strcmp(again.parts[i].file, manifest->parts[i].file) == 0);
        FUZZ_REQUIRE(again.parts[i].hash == manifest->parts[i].hash);
    }
    nbb_manifest_free(&again);
}

/* Refused by its path, or the parts hold each cell of each column once. */
static void check_parts(nbb_manifest *manifest)
{
    enum { CELLS = 81 };
    int64_t held = 0;
    nbb_traits traits = nbb_traits_of(life_of((nbb_rule){ 4, 12 }));
    if (nbb_manifest_bind(path, manifest, &traits, CELLS, 1) != NBB_OK) {
        FUZZ_REQUIRE(strncmp(nbb_message(), path, strlen(path)) == 0);
        return;
    }
    for (int i = 0; i < manifest->part_count; ++i) {
        FUZZ_REQUIRE(manifest->parts[i].column == 0 && manifest->parts[i].first == held);
        held += manifest->parts[i].cells;
    }
    FUZZ_REQUIRE(held == CELLS);
}

static void check_identity(const nbb_manifest *manifest)
{
    nbb_request request = { .fractal = fuzz_gasket(4).fractal, .r = 4, .workload = NBB_WORKLOAD_CA };
    NBB_AT_END(nbb_plan_free) nbb_plan plan;
    FUZZ_REQUIRE(choose_plan(&request, &plan) == NBB_OK);
    const nbb_run_origin origin = nbb_run_origin_of(NULL);
    json_t *here = nbb_identity_of(&plan, 1, &origin, NULL);
    nbb_status status = nbb_identity_check(path, manifest->identity, here, never_differs, NULL);
    FUZZ_REQUIRE(status == NBB_OK || !json_equal(manifest->identity, here));
    FUZZ_REQUIRE(status != NBB_OK
                 || json_equal(json_object_get(manifest->identity, "rule"), json_object_get(here, "rule")));
    json_decref(here);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    NBB_LOCAL_TEXT content = NBB_TEXT_EMPTY;
    nbb_manifest manifest;
    nbb_text_put(&content, length > 0 ? (const char *)bytes : "", length);
    if (nbb_manifest_parse(path, &content, &manifest) == NBB_OK) {
        check_print(&manifest);
        check_identity(&manifest);
        check_parts(&manifest);
    } else {
        FUZZ_REQUIRE(strncmp(nbb_message(), path, strlen(path)) == 0);
    }
    nbb_manifest_free(&manifest);
    return 0;
}
