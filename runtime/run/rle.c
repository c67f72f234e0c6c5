/* rle.c - writes patterns of automata, and reads them and nothing that only looks like one:

     pattern = { "#" text newline } header newline { run } "!" anything
     header  = "x" "=" number "," "y" "=" number [ "," "rule" "=" text ]
     run     = [ number ] ( "b" | "." | "o" | "A" to "X" | "p" to "y" "A" to "X" | "$" )

   Blanks and line ends may stand between any of these, line ends not in the header. */
#include "runtime/run/npy.h"

#include "runtime/device/machine.h"

enum { LETTERS = 24, SHOWN_MAX = 20 };
#define SIDE_MAX INT32_MAX

static int column_of(const nbb_rle *rle, const char *at)
{
    return (int)(at - rle->line_begin) + 1; /* files are shorter than 2^31 bytes */
}

nbb_status nbb_rle_fail(const nbb_rle *rle, const char *at, const char *what)
{
    return nbb_fail_at(NBB_ERROR_USAGE, rle->path, rle->line, "column %d: %s", column_of(rle, at), what);
}

static nbb_status fail_expected(const nbb_rle *rle, const char *expected)
{
    size_t line = strcspn(rle->at, "\r\n");
    NBB_LOCAL_TEXT what = nbb_text_of("expected %s, found %s%.*s%s", expected, line > 0 ? "'" : "",
                                      (int)(line < SHOWN_MAX ? line : SHOWN_MAX), rle->at,
                                      line > 0             ? "'"
                                      : rle->at < rle->end ? "the line's end"
                                                           : "the file's end");
    return nbb_rle_fail(rle, rle->at, nbb_text_string(&what));
}

static bool is_at_line_end(const nbb_rle *rle)
{
    return strchr("\r\n", *rle->at) != NULL; /* or the text's */
}

static void skip_blanks(nbb_rle *rle)
{
    rle->at += strspn(rle->at, " \t");
}

/* Steps over a line's end: LF or CR LF. */
static void skip_line_end(nbb_rle *rle)
{
    rle->at += *rle->at == '\r';
    if (*rle->at == '\n') {
        ++rle->at;
        ++rle->line;
        rle->line_begin = rle->at;
    }
}

/* Takes the word, and blanks behind it, if it is what follows. */
static bool take(nbb_rle *rle, const char *word)
{
    size_t length = strlen(word);
    NBB_RETURN_IF(strncmp(rle->at, word, length) != 0, false);
    rle->at += length;
    skip_blanks(rle);
    return true;
}

/* Takes digits; -1 where there are none, SIDE_MAX + 1 for anything past that. */
static int64_t take_number(nbb_rle *rle)
{
    char *end = NULL;
    int64_t number = isdigit((unsigned char)*rle->at) ? strtoll(rle->at, &end, 10) : -1;
    rle->at = number >= 0 ? end : rle->at;
    return number <= SIDE_MAX ? number : (int64_t)SIDE_MAX + 1;
}

/* #CXRLE's words: Pos is taken, others are Golly's own. */
static nbb_status read_words(nbb_rle *rle)
{
    while (!is_at_line_end(rle)) {
        bool is_place = take(rle, "Pos=");
        for (int axis = 0; axis < 2 && is_place; ++axis) {
            bool is_negative = take(rle, "-");
            int64_t number = take_number(rle);
            NBB_FAIL_IF(number < 0 || number > SIDE_MAX || (axis == 0 && !take(rle, ",")),
                        fail_expected(rle, "Pos=X,Y, two whole numbers"));
            rle->pos.at[axis] = is_negative ? -number : number;
        }
        rle->at += strcspn(rle->at, " \t\r\n");
        skip_blanks(rle);
    }
    return NBB_OK;
}

static nbb_status read_side(nbb_rle *rle, const char *name, int axis)
{
    int64_t side = take(rle, name) && take(rle, "=") ? take_number(rle) : -1;
    NBB_FAIL_IF(side < 0 || side > SIDE_MAX,
                fail_expected(rle, axis == 0 ? "the header, x = WIDTH, y = HEIGHT" : "y = HEIGHT"));
    rle->side.at[axis] = side;
    skip_blanks(rle);
    return NBB_OK;
}

static nbb_status read_rule(nbb_rle *rle)
{
    NBB_FAIL_IF(!take(rle, "rule") || !take(rle, "=") || is_at_line_end(rle), fail_expected(rle, "rule = RULE"));
    rle->rule = rle->at;
    rle->at += strcspn(rle->at, "\r\n");
    rle->rule_length = (int)(rle->at - rle->rule < SHOWN_MAX * 50 ? rle->at - rle->rule : SHOWN_MAX * 50);
    while (rle->rule_length > 0 && strchr(" \t", rle->rule[rle->rule_length - 1]) != NULL) {
        --rle->rule_length;
    }
    return NBB_OK;
}

nbb_status nbb_rle_open(const char *path, const char *text, size_t length, nbb_rle *rle)
{
    *rle = (nbb_rle){
        .path = path, .line_begin = text, .at = text, .end = text + length, .line = 1, .side = { { 0, 0, 1 } }
    };
    while (rle->at < rle->end && (*rle->at == '#' || is_at_line_end(rle))) {
        NBB_TRY_IF(take(rle, "#CXRLE"), read_words(rle));
        const char *before = rle->at += strcspn(rle->at, "\r\n");
        skip_line_end(rle);
        NBB_FAIL_IF(rle->at == before && rle->at < rle->end, fail_expected(rle, "a line's end"));
    }
    skip_blanks(rle);
    NBB_TRY(read_side(rle, "x", 0));
    NBB_TRY(take(rle, ",") ? read_side(rle, "y", 1) : fail_expected(rle, ", y = HEIGHT"));
    NBB_TRY_IF(take(rle, ","), read_rule(rle));
    return is_at_line_end(rle) ? NBB_OK : fail_expected(rle, ", rule = RULE or the line's end");
}

/* Takes the letters of a state; -1 where there are none. */
static int take_state(nbb_rle *rle)
{
    int first = *rle->at, prefix = first >= 'p' && first <= 'y' ? first - 'p' + 1 : 0;
    rle->at += prefix > 0;
    int letter = *rle->at, state = -1;
    if (letter >= 'A' && letter < 'A' + LETTERS) {
        state = prefix * LETTERS + letter - 'A' + 1;
    } else if (prefix == 0 && (letter == 'b' || letter == '.' || letter == 'o')) {
        state = letter == 'o';
    }
    rle->at += state >= 0;
    return state < NBB_RLE_STATES ? state : -1;
}

/* Takes a run of places; what begins at `begin` has `count` of them. */
static nbb_status take_places(nbb_rle *rle, const char *begin, int64_t count, nbb_rle_run *run)
{
    int state = take_state(rle);
    if (state < 0) {
        rle->at = begin;
        return fail_expected(rle, "b, o, a state's letters, $ or !");
    }
    NBB_FAIL_IF(count > rle->side.at[0] - rle->x || rle->y >= rle->side.at[1],
                nbb_rle_fail(rle, begin, "a place beside the x = WIDTH, y = HEIGHT of the header"));
    *run = (nbb_rle_run){ { { rle->x, rle->y, 0 } }, count, state, rle->line, column_of(rle, begin) };
    rle->x += count;
    return NBB_OK;
}

nbb_status nbb_rle_next(nbb_rle *rle, nbb_rle_run *run)
{
    *run = (nbb_rle_run){ .count = 0 };
    while (run->state == 0) {
        for (const char *before = NULL; before != rle->at;) {
            before = rle->at;
            skip_blanks(rle);
            skip_line_end(rle);
        }
        const char *begin = rle->at;
        int64_t number = take_number(rle), count = number < 0 ? 1 : number;
        NBB_FAIL_IF(rle->at == rle->end, fail_expected(rle, "more places, or the ! that ends a pattern"));
        NBB_FAIL_IF(
            number == 0 || number > SIDE_MAX || (number > 0 && *rle->at == '!'),
            nbb_rle_fail(rle, begin, "a number here is from 1 to 2^31 - 1 and stands before b, o, a state or $"));
        if (*rle->at == '!') {
            run->count = 0;
            return NBB_OK;
        }
        if (*rle->at != '$') {
            NBB_TRY(take_places(rle, begin, count, run));
            continue;
        }
        ++rle->at;
        rle->x = 0;
        rle->y += count;
        NBB_FAIL_IF(rle->y > SIDE_MAX, nbb_rle_fail(rle, begin, "more rows than a pattern can have"));
    }
    return NBB_OK;
}

enum { LINE_MAX_LETTERS = 70, CHUNK_BYTES = 1 << 20 };

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
        end = x + 1 + NBB_FIND(more, width - x - 1, states[x + 1 + more] != states[x]);
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
    NBB_TRY(nbb_text_status(&job->pending, "a pattern"));
    NBB_TRY(nbb_file_write(&job->file, nbb_text_string(&job->pending), job->pending.length));
    nbb_text_free(&job->pending);
    return NBB_OK;
}

static nbb_status write_rows(writing *job, const nbb_rle_pattern *pattern, nbb_npy_rows *fill, void *context)
{
    int64_t chunk = pattern->width < CHUNK_BYTES ? CHUNK_BYTES / pattern->width : 1;
    NBB_LOCAL_MAKE(unsigned char, states, chunk * pattern->width, "rows of a pattern");
    for (int64_t first = 0; first < pattern->height; first += chunk) {
        int64_t left = pattern->height - first, count = left < chunk ? left : chunk;
        NBB_TRY(nbb_interrupt_check());
        NBB_TRY(fill(context, first, count, states));
        for (int64_t row = 0; row < count; ++row) {
            put_row(job, states + row * pattern->width, pattern->width);
        }
        NBB_TRY(flush(job));
    }
    return NBB_OK;
}

nbb_status nbb_rle_write(const char *path, const nbb_rle_pattern *pattern, nbb_npy_rows *fill, void *context)
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
