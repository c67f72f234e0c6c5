/* rows.c - a file that grows by whole rows. */
#include "runtime/run/observed.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

nbb_status nbb_rows_check(const char *option, const char *path)
{
    NBB_DONE_IF(nbb_ends_in(path, ".csv") || nbb_ends_in(path, ".json"));
    static const char *const ends[] = { "csv", "json" };
    NBB_LOCAL_TEXT near = NBB_TEXT_EMPTY;
    const char *dot = strrchr(path, '.');
    int number = dot != NULL ? nbb_near_miss(dot + 1, ends, 2) : -1;
    NBB_TEXT_ADD_IF(number >= 0, &near, ": did you mean '%.*s.%s'?", (int)(dot - path), path, ends[number]);
    return NBB_REFUSE("--%s %s: expected a name that ends in .csv, or in .json for an object a line%s", option, path,
                      nbb_text_string(&near));
}

static nbb_status fail_write(const nbb_rows *rows, int error)
{
    return nbb_fail_at(NBB_ERROR_RUN, rows->path, 0, "cannot be written: %s", strerror(error));
}

/* The lines in front of rows wait to be written: all of them, or nothing. */
static nbb_status take_columns(nbb_rows *rows, const nbb_list *columns, const char *provenance)
{
    int length = provenance != NULL ? (int)strcspn(provenance, "\n") : 0;
    NBB_TEXT_ADD_IF(length > 0, &rows->pending, rows->is_json ? "{\"provenance\": %.*s}\n" : "# %.*s\n", length,
                    provenance);
    rows->names = rows->pending.length;
    for (size_t i = 0; i < columns->count; ++i) {
        NBB_TRY(nbb_list_add(&rows->columns, columns->items[i], SIZE_MAX));
        nbb_text_add(&rows->pending, "%s%s", rows->is_json || i == 0 ? "" : ",",
                     rows->is_json ? "" : columns->items[i]);
    }
    nbb_text_add(&rows->pending, "%s", rows->is_json ? "" : "\n");
    return nbb_text_status(&rows->pending, "rows of a series");
}

/* The file of a run that ended early, while its rows are read. */
typedef struct earlier {
    nbb_rows *rows;
    int64_t before;      /* bytes of rows that are not looked at */
    int64_t step, every; /* that is gone on from; from row to row */
    int64_t last;        /* the number of the row before, or -1 */
    int leads;           /* columns before the step: an ensemble has several rows of one */
    bool is_named;       /* the line of names was read, or there is none */
} earlier;

/* Fails where rows are missing between the one before and what follows at `next`. */
static nbb_status check_gap(const earlier *file, int64_t next)
{
    int64_t from = nbb_every_next(file->every, file->last), to = nbb_every_last(file->every, next - 1);
    NBB_DONE_IF(file->last < 0 || next == file->last || to <= file->last);
    return nbb_fail_at(
        NBB_ERROR_USAGE, file->rows->path, 0,
        "of every %s%" PRId64 " steps, rows %" PRId64 " to %" PRId64
        " are missing before the checkpoint of step %" PRId64 ": go on from one before them, or name a new file",
        file->every < 0 ? "log:" : "", file->every < 0 ? -file->every : file->every, from, to, file->step);
}

/* What is behind the first such text of a line, or NULL. */
static const char *after(const char *line, const char *text)
{
    const char *found = strstr(line, text);
    return found != NULL ? found + strlen(text) : NULL;
}

/* Whether the line, the first one, says where the file comes from. */
static bool is_provenance(const nbb_rows *rows, const char *line)
{
    return rows->whole == 0 && strncmp(line, rows->is_json ? "{\"provenance\"" : "# ", rows->is_json ? 13 : 2) == 0;
}

/* Fails where that names another domain, program or seed than this run's. Parameters, which stand before the seed,
   may have changed at the checkpoint. */
static nbb_status check_provenance(const nbb_rows *rows, const char *line)
{
    static const char *const keys[] = { "\"fractal\": ", "\"simplex\": ",      "\"r\": ",
                                        "\"n\": ",       "\"program_hash\": ", "}, \"seed\": " };
    for (int i = 0; i < NBB_COUNT(keys); ++i) {
        const char *there = after(line, keys[i]), *here = after(nbb_text_string(&rows->pending), keys[i]);
        int length = here != NULL ? (int)strcspn(here, ",}") : 0;
        NBB_FAIL_IF(there != NULL && here != NULL && strncmp(there, here, (size_t)length + 1) != 0,
                    NBB_REFUSE_AT(rows->path, "its rows are of another run: there %s%.*s, here %.*s; name a new file",
                                  strchr(keys[i], '"'), (int)strcspn(there, ",}"), there, length, here));
    }
    return NBB_OK;
}

/* Looks at a line: of a row, whose step sets `*at`; of the names of columns; or of where the file comes from. */
static nbb_status read_line(earlier *file, char *line, size_t length, int64_t *at)
{
    const nbb_rows *rows = file->rows;
    NBB_DONE_IF(is_provenance(rows, line));
    const char *number = rows->is_json ? after(line, "\"step\": ") : line;
    char *end = line;
    for (int i = 0; number != NULL && !rows->is_json && i < file->leads; ++i) {
        number = after(number, ",");
    }
    bool is_names = !file->is_named, is_next = false;
    file->is_named = true;
    if (!is_names && number != NULL) {
        *at = strtoll(number, &end, 10);
        is_next = end != number && (*at > file->last || (file->leads > 0 && *at == file->last));
    }
    NBB_DONE_IF(is_names ? strcmp(line, nbb_text_string(&rows->pending) + rows->names) == 0 : is_next);
    line[length - 1] = '\0';
    return NBB_REFUSE_AT(rows->path, "cannot go on behind '%s': that is no row of this run's", line);
}

/* Finds the bytes of the file up to its first row that is not below the step, or that is torn. */
static nbb_status measure_rows(earlier *job, FILE *file)
{
    NBB_LOCAL_HEAP char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, file)) > 0 && line[length - 1] == '\n') {
        int64_t at = -1;
        bool is_before = job->is_named && job->rows->whole < job->before;
        NBB_TRY_IF(is_provenance(job->rows, line), check_provenance(job->rows, line));
        NBB_TRY_IF(!is_before, read_line(job, line, (size_t)length, &at));
        if (at >= job->step) {
            break;
        }
        if (!is_before) {
            NBB_TRY(check_gap(job, at));
            job->rows->begins = job->last < 0 ? at : job->rows->begins;
            job->last = at;
        }
        job->rows->whole += length;
    }
    NBB_FAIL_IF(job->before > 0 && job->rows->whole < job->before,
                NBB_REFUSE_AT(job->rows->path,
                              "rows of copies that are over are missing before the checkpoint of step %" PRId64
                              ": %" PRId64 " bytes are there, %" PRId64 " were",
                              job->step, job->rows->whole, job->before));
    return check_gap(job, job->step);
}

/* Cuts the file to the rows that stay, unless another process writes it. */
static nbb_status keep_rows(nbb_rows *rows, int64_t before, int64_t step, int64_t every)
{
    earlier job = { rows, before, step, every, -1, 0, rows->is_json };
    job.leads = NBB_FIND(i, rows->columns.count, strcmp(rows->columns.items[i], "step") == 0);
    NBB_DONE_IF(nbb_file_way(rows->path) != rows->path);
    FILE *file = fopen(rows->path, "rbe");
    NBB_FAIL_IF(file == NULL, nbb_fail_at(NBB_ERROR_RUN, rows->path, 0, "cannot be read: %s", strerror(errno)));
    nbb_status status = measure_rows(&job, file);
    fclose(file);
    NBB_TRY(status);
    rows->whole = job.is_named ? rows->whole : 0;
    NBB_FAIL_IF(ftruncate(rows->file, (off_t)rows->whole) != 0
                    || lseek(rows->file, 0, SEEK_END) != (off_t)rows->whole,
                fail_write(rows, errno));
    if (rows->whole > 0) {
        nbb_text_free(&rows->pending);
    }
    return NBB_OK;
}

nbb_status nbb_rows_open(const char *path, const nbb_list *columns, const char *provenance, int64_t before,
                         int64_t step, int64_t every, nbb_rows *rows)
{
    *rows = (nbb_rows){
        .path = path, .is_json = nbb_ends_in(path, ".json"), .begins = -1, .pending = NBB_TEXT_EMPTY
    };
    rows->file = open(nbb_file_way(path), O_WRONLY | O_CREAT | (step > 0 ? 0 : O_TRUNC) | O_CLOEXEC, 0666);
    NBB_FAIL_IF(rows->file < 0, nbb_fail_at(NBB_ERROR_RUN, path, 0, "cannot be created: %s", strerror(errno)));
    nbb_status status = take_columns(rows, columns, provenance);
    status = status == NBB_OK && step > 0 ? keep_rows(rows, before, step, every) : status;
    if (status != NBB_OK) {
        nbb_text_free(&rows->pending); /* nothing is added to what is not this run's */
    }
    status = status == NBB_OK ? nbb_rows_flush(rows) : status;
    return status == NBB_OK ? NBB_OK : nbb_rows_close(rows, status);
}

/* Rows are mostly integers, and printf would take longer than what made them. */
static void print_integer(int64_t number, nbb_text *text)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    digits[--at] = '-';
    at += number >= 0;
    nbb_text_put(text, digits + at, sizeof digits - at);
}

/* The fewest digits that read back to the same. To find them takes a microsecond, and the parameters of copies come
   again in row after row: what was found last is kept. */
static const char *shortest_of(double real)
{
    enum { KEPT_BITS = 10, DIGITS = 15, DIGITS_MOST = 17 };
    static _Thread_local struct {
        uint64_t bits; /* 0: none; 0 itself is printed as an integer */
        char text[32];
    } kept[1 << KEPT_BITS];
    uint64_t bits;
    memcpy(&bits, &real, sizeof bits);
    size_t at = (size_t)((bits * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - KEPT_BITS));
    if (kept[at].bits != bits) {
        int digits = DIGITS;
        do {
            snprintf(kept[at].text, sizeof kept[at].text, "%.*g", digits++, real);
        } while (digits <= DIGITS_MOST && strtod(kept[at].text, NULL) != real);
        kept[at].bits = bits;
    }
    return kept[at].text;
}

void nbb_number_print(nbb_number number, bool as_json, nbb_text *text)
{
    if (!number.is_real) {
        print_integer(number.of.integer, text);
    } else if (fabs(number.of.real) < 1e15 && number.of.real == (double)(int64_t)number.of.real
               && (number.of.real != 0 || !signbit(number.of.real))) { /* by 15 digits */
        print_integer((int64_t)number.of.real, text);
    } else if (isfinite(number.of.real)) {
        nbb_text_add(text, "%s", shortest_of(number.of.real));
    } else {
        nbb_text_add(text, "%s",
                     as_json                 ? "null"
                     : isnan(number.of.real) ? "nan"
                     : number.of.real > 0    ? "inf"
                                             : "-inf");
    }
}

void nbb_rows_add(nbb_rows *rows, const nbb_number *numbers)
{
    nbb_text *text = &rows->pending;
    for (size_t i = 0; i < rows->columns.count; ++i) {
        if (rows->is_json) {
            nbb_text_add(text, "%s\"%s\": ", i > 0 ? ", " : "{", rows->columns.items[i]);
        } else {
            nbb_text_put(text, ",", i > 0);
        }
        nbb_number_print(numbers[i], rows->is_json, text);
    }
    nbb_text_add(text, "%s\n", rows->is_json ? "}" : "");
}

static nbb_status write_rows(nbb_rows *rows)
{
    size_t written = 0;
    while (written < rows->pending.length) {
        ssize_t count = write(rows->file, rows->pending.data + written, rows->pending.length - written);
        if (count < 0 && errno != EINTR) {
            int error = errno;
            nbb_text_free(&rows->pending);
            /* Takes back what was written of a row. What is no regular file cannot be cut. */
            struct stat facts;
            NBB_FAIL_IF(fstat(rows->file, &facts) == 0 && S_ISREG(facts.st_mode)
                            && ftruncate(rows->file, (off_t)rows->whole) != 0,
                        fail_write(rows, errno));
            return fail_write(rows, error);
        }
        written += count > 0 ? (size_t)count : 0;
    }
    rows->whole += (int64_t)written;
    nbb_text_free(&rows->pending);
    return NBB_OK;
}

nbb_status nbb_rows_flush(nbb_rows *rows)
{
    NBB_TRY(nbb_text_status(&rows->pending, "rows of a series"));
    nbb_ending_hold(); /* no row is torn */
    nbb_status status = write_rows(rows);
    nbb_ending_release();
    return status;
}

nbb_status nbb_rows_close(nbb_rows *rows, nbb_status status)
{
    NBB_RETURN_IF(rows->file < 0, status);
    nbb_status flushed = rows->pending.length > 0 ? nbb_rows_flush(rows) : NBB_OK;
    status = status == NBB_OK ? flushed : status;
    status = close(rows->file) != 0 && status == NBB_OK ? fail_write(rows, errno) : status;
    nbb_list_free(&rows->columns);
    nbb_text_free(&rows->pending);
    rows->file = -1;
    return status;
}
