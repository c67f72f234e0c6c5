/* library_draw.c - pictures of what a job describes, before anything is planned. */
#include "library/reading.h"

#include "gen/base/text.h"
#include "gen/base/say.h"
#include "library/draw.h"
#include "library/request.h"

#include <string.h>

static nbb_status draw_cells(const nbb_reading *read, nbb_text *made)
{
    uint32_t scale;
    NBB_TRY(nbb_draw_cells(&read->domain, &scale, made));
    if (scale > 1) {
        nbb_say("the picture is scaled down, a pixel stands for %u x %u cells", scale, scale);
    }
    return NBB_OK;
}

static nbb_status draw_text(const nbb_reading *read, nbb_text *made)
{
    return nbb_draw_text(&read->domain, made);
}

static nbb_status draw_maps(const nbb_reading *read, nbb_text *made)
{
    if (read->domain.fractal == NULL || read->options.program_name != NULL) {
        return nbb_fail(NBB_ERROR_USAGE, "the maps are drawn of a fractal with --r, and without --program");
    }
    return nbb_draw_maps(read->domain.fractal, (int)read->domain.size, made);
}

/* What can be drawn. */
static const struct {
    const char *name;
    nbb_status (*draw)(const nbb_reading *read, nbb_text *made);
} drawings[] = { { "cells", draw_cells }, { "maps", draw_maps }, { "text", draw_text } };
enum { DRAWINGS = sizeof drawings / sizeof drawings[0] };

static nbb_status find(const char *what, int *number)
{
    nbb_text message = NBB_TEXT_EMPTY;
    const char *names[DRAWINGS];
    *number = -1;
    for (int i = 0; i < DRAWINGS; ++i) {
        names[i] = drawings[i].name;
        *number = strcmp(what, names[i]) == 0 ? i : *number;
    }
    if (*number >= 0) {
        return NBB_OK;
    }
    nbb_text_add(&message, "no drawing '%s': expected cells, maps or text", what);
    nbb_add_near(&message, what, names, DRAWINGS);
    nbb_status status = nbb_fail(NBB_ERROR_USAGE, "%s", nbb_text_string(&message));
    nbb_text_free(&message);
    return status;
}

static nbb_status draw(const nbbgen_job *job, const char *what, nbb_text *made)
{
    nbb_reading read;
    int number;
    NBB_TRY(nbb_library_check_text(what, "what is drawn"));
    NBB_TRY(find(what, &number));
    nbb_status status = nbb_reading_open(job, NBB_COMMAND_RENDER, &read);
    if (status == NBB_OK && !read.is_sized) {
        status = nbb_options_domain(&read.options, &read.domain); /* tells which size is missing */
    }
    status = status == NBB_OK ? drawings[number].draw(&read, made) : status;
    nbb_reading_close(&read);
    return status;
}

nbbgen_status nbbgen_draw(nbbgen_job *job, const char *what, const char **bytes, size_t *length)
{
    nbb_library_enter(job);
    nbb_text_free(&job->answer);
    nbb_status status = draw(job, what, &job->answer);
    *bytes = nbb_text_string(&job->answer);
    *length = job->answer.length;
    return nbb_library_leave(job, status);
}
