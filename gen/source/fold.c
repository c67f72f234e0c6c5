/* fold.c - breaks long lines of C. */
#include "gen/source/template.h"

enum { CODE_INDENT = 4, BLOCK_INDENT = 8, COMMAND_INDENT = 4, EARLY = NBB_COLUMNS / 2, WORSE = 1 << 16 };

/* How bad a break is, among those in as many parentheses; from AT_BLANK on, worse than any other. */
typedef enum badness {
    AT_COMMA,                                         /* or at a semicolon, "&&", "||", "?", ":" */
    AT_OPERATOR,                                      /* or behind "=" */
    AT_FACTOR,
    AT_BLANK,                                         /* between any two tokens */
    IN_STRING,                                        /* between two literals that are one */
    BADNESS_COUNT
} badness;

/* A place to break: what is before it stays, a blank behind it goes unless it is in a literal. */
typedef struct candidate {
    size_t at;                                        /* 0: none yet */
    int cost;
    bool in_string;
} candidate;

static bool begins(const char *text, size_t length, const char *with)
{
    return length >= strlen(with) && strncmp(text, with, strlen(with)) == 0;
}

static size_t blanks(const char *text, size_t length)
{
    size_t count = 0;
    while (count < length && text[count] == ' ') {
        ++count;
    }
    return count;
}

/* The last blank between words, the second of which begins so, that leaves a line of NBB_COLUMNS bytes, behind
   `from`; or `from`. */
static size_t gap(const char *text, size_t from, const char *word)
{
    size_t at = NBB_COLUMNS;
    while (at > from
           && (text[at] != ' ' || text[at - 1] == ' ' || text[at + 1] == ' '
               || strncmp(text + at + 1, word, strlen(word)) != 0)) {
        --at;
    }
    return at;
}

/* Where the words of a comment begin. */
static size_t comment_prefix(const char *line, size_t length)
{
    size_t slashes = blanks(line, length) + 2;
    return slashes + blanks(line + slashes, length - slashes);
}

/* Whether a comment's line ends within a sentence that the next one takes up. */
static bool goes_on(const char *line, size_t length, const char *next, size_t next_length)
{
    size_t indent = blanks(line, length), prefix = indent + 3;
    return strchr(".:", line[length - 1]) == NULL && comment_prefix(line, length) == prefix && next_length > prefix
           && strncmp(next, line, prefix) == 0 && next[prefix] != ' ';
}

static size_t line_length(const char *text, size_t length)
{
    const char *end = memchr(text, '\n', length);
    return end != NULL ? (size_t)(end - text) : length;
}

/* Where a word that is as long as a line goes on: behind its last comma or slash that fits, or at the line's end,
   where no character of several bytes is cut. */
static size_t seam(const char *text, size_t from)
{
    size_t at = NBB_COLUMNS, end = NBB_COLUMNS;
    while (at > from && strchr(",/", text[at - 1]) == NULL) {
        --at;
    }
    while (end + 4 > NBB_COLUMNS && ((unsigned char)text[end] & 0xC0) == 0x80) {
        --end;
    }
    return at > from ? at : end;
}

/* Prints what of the line fits; what is left over begins as the line does, `inner` blanks behind the slashes, with
   such a word where there is one in time. */
static void cut(nbb_text *line, size_t inner, const char *word, nbb_text *folded)
{
    size_t indent = blanks(line->data, line->length), prefix = comment_prefix(line->data, line->length);
    size_t end = gap(line->data, prefix, word);
    end = end > prefix ? end : gap(line->data, prefix, "");
    bool is_blank = end > prefix;
    end = is_blank ? end : seam(line->data, prefix);
    nbb_text rest = NBB_TEXT_EMPTY;
    nbb_text_add(&rest, "%*s//%*s%s", (int)indent, "", (int)inner, "", line->data + end + is_blank);
    nbb_text_put(folded, line->data, end);
    nbb_text_add(folded, "\n");
    nbb_text_free(line);
    *line = rest;
}

/* Folds the comment's line that the text begins with, and lines behind it that take up what is left over. A command
   goes on further in, at an option. Returns the bytes that were read. */
static size_t fold_comment(const char *text, size_t length, nbb_text *folded)
{
    size_t count = line_length(text, length), read = count, indent = blanks(text, count);
    size_t prefix = comment_prefix(text, count), inner = prefix - indent - 2;
    NBB_LOCAL_TEXT line = NBB_TEXT_EMPTY;
    nbb_text_put(&line, text, count);
    bool is_command = begins(text + prefix, count - prefix, "nbbgen ");
    inner += is_command ? COMMAND_INDENT : 0;
    while (!line.failed && line.length > NBB_COLUMNS) {
        cut(&line, inner, is_command ? "--" : "", folded);
        const char *next = text + read + 1;
        size_t next_count = read < length ? line_length(next, length - read - 1) : 0;
        if (line.length <= NBB_COLUMNS && goes_on(text + read - count, count, next, next_count)) {
            nbb_text_add(&line, " %.*s", (int)(next_count - prefix), next + prefix);
            count = next_count;
            read += count + 1;
        }
    }
    nbb_text_add(folded, "%s\n", nbb_text_string(&line));
    return read;
}

/* The byte behind the literal that begins at `at`. */
static size_t literal_end(const char *line, size_t length, size_t at)
{
    size_t end = at + 1;
    while (end < length && line[end] != line[at]) {
        end += line[end] == '\\' ? 2 : 1;
    }
    return end < length ? end + 1 : length;
}

/* Where the comment behind the code begins, or the length. */
static size_t code_end(const char *line, size_t length)
{
    for (size_t at = 0; at < length;) {
        if (begins(line + at, length - at, "//")) {
            return at;
        }
        at = line[at] == '"' || line[at] == '\'' ? literal_end(line, length, at) : at + 1;
    }
    return length;
}

static badness badness_of(const char *line, size_t at)
{
    char before = line[at - 1], after = line[at + 1];
    bool is_pair = after == line[at + 2];
    bool is_binary = line[at + 2 + (is_pair || line[at + 2] == '=' ? 1 : 0)] == ' ';
    if (before == ',' || before == ';' || after == '?' || after == ':' || (is_pair && strchr("&|", after) != NULL)) {
        return AT_COMMA;
    }
    if (before == '=' && at > 1 && strchr("=!<>", line[at - 2]) == NULL) {
        return AT_OPERATOR;
    }
    return !is_binary || (after == '=' && !is_pair) ? AT_BLANK
           : strchr("*/%", after) != NULL           ? AT_FACTOR
           : strchr("+-&|^<>=!", after) != NULL     ? AT_OPERATOR
                                                    : AT_BLANK;
}

/* Takes the place if it is better, or later and as good. One in the line's first half is worse than one two
   parentheses further in. */
static void offer(candidate *best, size_t at, int depth, badness how)
{
    int cost = depth * BADNESS_COUNT + (int)how + (at < EARLY ? 2 * BADNESS_COUNT : 0);
    cost += how == IN_STRING ? 2 * WORSE : how == AT_BLANK ? WORSE + 2 * depth * BADNESS_COUNT : 0;
    if (best->at == 0 || cost <= best->cost) {
        *best = (candidate){ at, cost, how == IN_STRING };
    }
}

/* The best place up to byte `most`. */
static candidate find_break(const char *line, size_t length, size_t most)
{
    candidate best = { 0 };
    size_t opened = 0;                                /* behind the last parenthesis that may stand at a line's end */
    int depth = 0;
    for (size_t at = 0; at < length && at <= most; ++at) {
        if (line[at] == '"' || line[at] == '\'') {
            size_t end = literal_end(line, length, at);
            /* The blanks of a literal, whose last byte is before `end`. */
            for (size_t i = at + 2; line[at] == '"' && i < end - 1 && i < most; ++i) {
                if (line[i - 1] == ' ') {
                    offer(&best, i, 0, IN_STRING);
                }
            }
            at = end - 1;
            continue;
        }
        opened = line[at] == '(' && at < most && at + 1 < length && line[at + 1] != ')' ? at + 1 : opened;
        depth += strchr("([{", line[at]) != NULL ? 1 : strchr(")]}", line[at]) != NULL ? -1 : 0;
        if (line[at] == ' ' && at > 0 && at + 2 < length) {
            if (depth == 0 && line[at - 1] == ')' && isalpha((unsigned char)line[at + 1])) {
                return (candidate){ .at = at };       /* what a head in parentheses is of: a function, a statement */
            }
            offer(&best, at, depth, badness_of(line, at));
        }
    }
    return best.at > 0 ? best : (candidate){ .at = opened };
}

/* Code that begins behind `indent` blanks; it is cut up on the way. A directive, and a line of one, ends in a
   backslash where it goes on. */
static void fold_code(char *code, size_t length, size_t indent, nbb_text *folded)
{
    bool is_macro = code[0] == '#' || code[length - 1] == '\\';
    size_t most = NBB_COLUMNS - (is_macro ? 2 : 0), own = indent;
    size_t inner = indent + (code[length - 1] == '{' ? BLOCK_INDENT : CODE_INDENT);
    for (candidate found; own + length > NBB_COLUMNS; own = inner) {
        found = find_break(code, length, most - own);
        if (found.at == 0) {
            break;
        }
        nbb_text_put(folded, code, found.at);
        nbb_text_add(folded, "%s%s\n%*s", found.in_string ? "\"" : "", is_macro ? " \\" : "", (int)inner, "");
        size_t next = found.in_string ? found.at - 1 : found.at + blanks(code + found.at, length - found.at);
        code += next;
        length -= next;
        code[0] = found.in_string ? '"' : code[0];    /* in place of the blank, which is printed */
    }
    nbb_text_put(folded, code, length);
    nbb_text_add(folded, "\n");
}

/* A line of code that is too long: the comment behind it first, as a line of its own. */
static void fold_line(const char *line, size_t length, size_t end, nbb_text *folded)
{
    size_t indent = blanks(line, length);
    NBB_LOCAL_TEXT part = NBB_TEXT_EMPTY;
    if (end < length) {
        nbb_text_add(&part, "%*s%.*s", (int)indent, "", (int)(length - end), line + end);
        fold_comment(nbb_text_string(&part), part.length, folded);
        part.length = 0;
    }
    while (line[end - 1] == ' ') {
        --end;
    }
    nbb_text_put(&part, line + indent, end - indent);
    nbb_text_add(folded, "%*s", (int)indent, "");
    if (!part.failed) {
        fold_code(part.data, part.length, indent, folded);
    }
}

void nbb_fold(const char *text, size_t length, nbb_text *folded)
{
    bool closes = false;                              /* whether the line before ends a function, a type or a table */
    for (size_t read; length > 0; text += read, length -= read) {
        read = line_length(text, length);
        if (closes && read > 0) {
            nbb_text_add(folded, "\n");
        }
        closes = text[0] == '}' && text[read - 1] != '{';
        size_t end = read > NBB_COLUMNS ? code_end(text, read) : 0;
        bool ends_empty = folded->length > 1 && strncmp(folded->data + folded->length - 2, "\n\n", 2) == 0;
        if (read == 0 && ends_empty) {
            /* a section that ends with what a condition left out, before one that begins so */
        } else if (read <= NBB_COLUMNS) {
            nbb_text_put(folded, text, read);
            nbb_text_add(folded, "\n");
        } else if (end == blanks(text, read)) {
            read = fold_comment(text, length, folded);
        } else {
            fold_line(text, read, end, folded);
        }
        read += read < length;                        /* the newline */
    }
}
