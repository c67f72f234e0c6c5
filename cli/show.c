/* show.c - what a command prints: JSON, and what is said of its members. */
#include "cli/show.h"

#include "gen/base/json.h"
#include "library/describe.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_printed;

void nbb_print_report(const char *bytes, size_t length)
{
    is_printed = true;
    fwrite(bytes, 1, length, stdout);                 /* main asks whether the output could be written */
    fflush(stdout);                                   /* a device takes its time to close; the reader need not wait */
}

nbb_status nbb_print_json(json_t *value)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_json_print(value, 2, "a JSON value", &text));
    nbb_print_report(text.data, text.length);
    return NBB_OK;
}

static bool asks_json(int argc, char **argv)
{
    bool asks = false;
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        asks = asks || strcmp(argv[i], "--json") == 0 || strncmp(argv[i], "--json=", 7) == 0;
    }
    return asks;
}

void nbb_print_failure(int argc, char **argv)
{
    nbb_failed failure = nbb_failure_take();
    nbb_lost_use(false);                         /* what was lost is the failure's, not the object's */
    if (asks_json(argc, argv) && !is_printed) {
        nbb_print_json(json_pack("{s:o}", "error", nbb_describe_failure(&failure)));
        nbb_message_free();
    }
    nbb_failure_give(&failure);
}

int64_t nbb_show_number(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

const char *nbb_show_text(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

/* A member of a member, "checked.tiles", or an element, "s.0". */
static const json_t *find(const json_t *object, const char *path)
{
    for (size_t length; *path != '\0'; path += length + (path[length] == '.')) {
        char name[40];
        length = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        object = json_is_array(object) ? json_array_get(object, strtoul(name, NULL, 10))
                                       : json_object_get(object, name);
    }
    return object;
}

static void show_value(const json_t *value, const char *as)
{
    char form[24];
    bool is_real = strpbrk(as, "fg") != NULL, is_plural = strcmp(as, "s") == 0;
    snprintf(form, sizeof form, "%%%s%s", as, is_real ? "" : json_is_string(value) ? "s" : PRId64);
    if (is_plural) {
        fputs(json_integer_value(value) == 1 ? "" : "s", stdout);
    } else if (is_real) {
        printf(form, json_number_value(value));
    } else if (json_is_string(value)) {
        printf(form, json_string_value(value));
    } else {
        printf(form, (int64_t)json_integer_value(value));
    }
}

void nbb_show(const json_t *object, const char *form)
{
    while (*form != '\0') {
        size_t plain = strcspn(form, "{"), length = strcspn(form + plain, "}");
        char path[64];
        printf("%.*s", (int)plain, form);
        form += plain;
        if (*form == '{') {
            snprintf(path, sizeof path, "%.*s", (int)length - 1, form + 1);
            char *as = strchr(path, ':');
            if (as != NULL) {
                *as++ = '\0';
            }
            show_value(find(object, path), as != NULL ? as : "");
            form += length + 1;
        }
    }
}
