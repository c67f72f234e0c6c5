/* rle_write.c - writes patterns of automata. */
#include "runtime/run/rle.h"

#include "gen/base/file.h"
#include "runtime/device/interrupt.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LINE_MAX_LETTERS = 70, CHUNK_BYTES = 1 << 20, LETTERS = 24 };

/* What was written: rows that ended, then the run that goes on. Dead places at a row's end are not written. */
typedef struct writing {
    nbb_file file;
    bool is_automaton;
    nbb_text pending; /* not yet in the file */
    int column;
    int64_t rows; /* that ended behind the last place written */
} writing;

/* Appends a count and what is counted; lines are short, and break between these. */
static void put(writing *job, int64_t count, const char *letters)
{
    char word[32];
    int length = count > 1 ? snprintf(word, sizeof word, "%" PRId64 "%s", count, letters)
                           : snprintf(word, sizeof word, "%s", letters);
    bool breaks = job->column + length > LINE_MAX_LETTERS;
    nbb_text_add(&job->pending, "%s%s", breaks ? "\n" : "", word);
    job->column = breaks ? length : job->column + length;
}

static void put_places(writing *job, int64_t count, int state)
{
    char letters[3] = { 0 };
    if (job->is_automaton || state == 0) {
        letters[0] = job->is_automaton ? (state != 0 ? 'o' : 'b') : '.';
    } else if (state <= LETTERS) {
        letters[0] = (char)('A' + state - 1);
    } else {
        letters[0] = (char)('p' + (state - 1) / LETTERS - 1);
        letters[1] = (char)('A' + (state - 1) % LETTERS);
    }
    put(job, count, letters);
}

static void put_row(writing *job, const unsigned char *states, int64_t width)
{
    int64_t end;
    for (int64_t x = 0; x < width; x = end) {
        end = x + 1;
        while (end < width && states[end] == states[x]) {
            ++end;
        }
        if (states[x] == 0 && end == width) {
            break;
        }
        if (job->rows > 0) {
            put(job, job->rows, "$");
            job->rows = 0;
        }
        put_places(job, end - x, states[x]);
    }
    ++job->rows;
}

static nbb_status flush(writing *job)
{
    nbb_status status = nbb_text_status(&job->pending, "a pattern");
    status = status == NBB_OK ? nbb_file_write(&job->file, nbb_text_string(&job->pending), job->pending.length)
                              : status;
    nbb_text_free(&job->pending);
    return status;
}

static nbb_status write_rows(writing *job, const nbb_rle_pattern *pattern, nbb_rle_rows *fill, void *context)
{
    int64_t chunk = pattern->width < CHUNK_BYTES ? CHUNK_BYTES / pattern->width : 1;
    size_t bytes = (size_t)(chunk * pattern->width);
    unsigned char *states = malloc(bytes);
    nbb_status status = states != NULL ? NBB_OK : nbb_fail_memory(bytes, "rows of a pattern");
    for (int64_t first = 0; first < pattern->height && status == NBB_OK; first += chunk) {
        int64_t left = pattern->height - first, count = left < chunk ? left : chunk;
        status = nbb_interrupt_check();
        status = status == NBB_OK ? fill(context, first, count, states) : status;
        for (int64_t row = 0; row < count && status == NBB_OK; ++row) {
            put_row(job, states + row * pattern->width, pattern->width);
        }
        status = status == NBB_OK ? flush(job) : status;
    }
    free(states);
    return status;
}

nbb_status nbb_rle_write(const char *path, const nbb_rle_pattern *pattern, nbb_rle_rows *fill, void *context)
{
    writing job = { .is_automaton = pattern->is_automaton, .pending = NBB_TEXT_EMPTY };
    NBB_TRY(nbb_file_create(path, &job.file));
    nbb_text_add(&job.pending, "#CXRLE Pos=0,0 Gen=%" PRId64 "\nx = %" PRId64 ", y = %" PRId64 "%s%s\n",
                 pattern->step, pattern->width, pattern->height, *pattern->rule != '\0' ? ", rule = " : "",
                 pattern->rule);
    nbb_status status = write_rows(&job, pattern, fill, context);
    nbb_text_add(&job.pending, "!\n");
    status = status == NBB_OK ? flush(&job) : status;
    nbb_text_free(&job.pending);
    return nbb_file_close(&job.file, status);
}
