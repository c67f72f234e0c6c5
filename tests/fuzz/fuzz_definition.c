/* fuzz_definition.c - a definition is refused by file and line, or is a domain whose cells are numbered well. */
#include "tests/fuzz/fuzz.h"

#include "gen/definition/definition.h"

enum { PLACES_MAX = 4096 };

static void check_cells(const nbb_domain *domain)
{
    nbb_vector side = nbb_domain_side(domain);
    int64_t members = 0;
    for (int64_t i = 0; i < nbb_domain_places(domain); ++i) {
        nbb_vector cell = nbb_box_place((nbb_vector){ { 0 } }, side, i);
        int64_t index = nbb_domain_index(domain, cell);
        FUZZ_REQUIRE(nbb_domain_member(domain, cell) == (index >= 0));
        if (index >= 0) {
            nbb_vector again = nbb_domain_cell(domain, index);
            FUZZ_REQUIRE(index < nbb_domain_cells(domain) && memcmp(&again, &cell, sizeof cell) == 0);
            ++members;
        }
    }
    FUZZ_REQUIRE(members == nbb_domain_cells(domain));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    NBB_AT_END(nbb_definition_free) nbb_definition definition;
    const char *path = fuzz_file(bytes, length);
    nbb_status status = nbb_definition_read(NULL, path, &definition);
    FUZZ_REQUIRE(status == NBB_OK || status == NBB_ERROR_DEFINITION);
    FUZZ_REQUIRE(status == NBB_OK || strncmp(nbb_message(), path, strlen(path)) == 0);
    for (int64_t size = 1; status == NBB_OK && size <= 3; ++size) {
        nbb_domain domain = nbb_definition_domain(&definition, size);
        if (nbb_domain_check_size(&domain) == NBB_OK && nbb_domain_places(&domain) <= PLACES_MAX) {
            check_cells(&domain);
        }
    }
    return 0;
}
