/* draw.c - a domain as a picture, or in characters. */
#include "library/draw.h"

#include "runtime/run/picture.h"

#include <inttypes.h>
#include <stdlib.h>

enum { TERMINAL_SIDE = 128 };

nbb_status nbb_draw_text(const nbb_domain *domain, nbb_text *text)
{
    nbb_vector n = nbb_domain_side(domain);
    const char *size = nbb_domain_size_name(domain);
    if (n.at[0] > TERMINAL_SIDE || n.at[1] > TERMINAL_SIDE) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "%s at %s = %" PRId64 " is %" PRId64 " x %" PRId64 " cells, too wide for"
                        " text (%d); name a PNG file with -o",
                        nbb_domain_name(domain), size, domain->size, n.at[0], n.at[1], TERMINAL_SIDE);
    }
    for (int64_t y = 0; y < n.at[1]; ++y) {
        for (int64_t x = 0; x < n.at[0]; ++x) {
            nbb_text_add(text, "%s", nbb_domain_member(domain, (nbb_vector){ { x, y } }) ? "##" : "  ");
        }
        nbb_text_add(text, "\n");
    }
    return nbb_text_status(text, "a drawing");
}

nbb_status nbb_draw_cells(const nbb_domain *domain, uint32_t *scale, nbb_text *png)
{
    nbb_picture_size size = nbb_picture_fit(nbb_domain_side(domain));
    uint64_t *cells = NULL;
    NBB_TRY(nbb_picture_count(domain, size, &cells));
    nbb_status status = nbb_picture_encode(size, cells, NULL, png);
    free(cells);
    *scale = size.scale;
    return status;
}
