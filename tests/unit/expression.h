/* expression.h - computes the functions of bits that emitted text has. After cmocka.h. */
#ifndef NBB_EXPRESSION_H
#define NBB_EXPRESSION_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Words of an expression of C: their names and values. */
typedef struct nbb_named {
    const char *const *names;
    const uint64_t *values;
    int count;
} nbb_named;

static inline bool take(const char **at, const char *token)
{
    size_t length = strlen(token);
    bool takes = strncmp(*at, token, length) == 0;
    *at += takes ? length : 0;
    return takes;
}

static inline uint64_t evaluate_joined(const char **at, const nbb_named *words);

static inline uint64_t evaluate_factor(const char **at, const nbb_named *words)
{
    for (int i = 0; i < words->count; ++i) {
        if (take(at, words->names[i])) {
            return words->values[i];
        }
    }
    if (take(at, "~")) {
        return ~evaluate_factor(at, words);
    }
    if (take(at, "(")) {
        uint64_t value = evaluate_joined(at, words);
        assert_true(take(at, ")"));
        return value;
    }
    assert_true(take(at, "0u"));
    return 0;
}

/* Factors joined by one operator: others stand in parentheses. */
static inline uint64_t evaluate_joined(const char **at, const nbb_named *words)
{
    uint64_t value = evaluate_factor(at, words);
    const char operator[] = { ' ', (*at)[0] == ' ' ? (*at)[1] : '?', ' ', 0 };
    while (take(at, operator)) {
        uint64_t other = evaluate_factor(at, words);
        value = operator[1] == '&' ? value & other : operator[1] == '|' ? value | other : value ^ other;
    }
    return value;
}

static inline uint64_t evaluate_text(const char *text, nbb_named words)
{
    uint64_t value = evaluate_joined(&text, &words);
    assert_string_equal(text, "");
    return value;
}

#endif
