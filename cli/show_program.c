/* show_program.c - what list and check say of a program. */
#include "cli/show.h"

#include "gen/base/say.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Appends the file's first line without its "-- ", if it is a comment. */
static void add_purpose(const char *path, nbb_text *text)
{
    char line[256] = "";
    FILE *file = fopen(path, "r");
    if (file == NULL || fgets(line, sizeof line, file) == NULL) {
        line[0] = '\0';
    }
    if (file != NULL) {
        fclose(file);
    }
    if (strncmp(line, "--", 2) == 0) {
        const char *words = line + 2 + strspn(line + 2, " ");
        nbb_text_show(text, words, strcspn(words, "\r\n"));
    }
}

static nbb_status list_program(const char *name)
{
    nbb_text path = NBB_TEXT_EMPTY, remark = NBB_TEXT_EMPTY, shown = NBB_TEXT_EMPTY, purpose = NBB_TEXT_EMPTY;
    nbb_status status = nbb_search_find(&nbb_program_search, name, &path, &remark);
    if (status == NBB_OK) {
        nbb_text_show(&shown, name, strlen(name));
        add_purpose(nbb_text_string(&path), &purpose);
        printf("%-15s program: %s\n", nbb_text_string(&shown), nbb_text_string(&purpose));
    }
    nbb_text_free(&path);
    nbb_text_free(&remark);
    nbb_text_free(&shown);
    nbb_text_free(&purpose);
    return status;
}

nbb_status nbb_list_programs(void)
{
    char **names = NULL;
    size_t count = 0;
    NBB_TRY(nbb_search_list(&nbb_program_search, &names, &count));
    nbb_status status = NBB_OK;
    for (size_t i = 0; i < count; ++i) {
        status = status == NBB_OK ? list_program(names[i]) : status;
        free(names[i]);
    }
    free(names);
    return status;
}

/* ---- check ---- */

/* "u1", "i32" */
static void print_cell(const nbb_program *program)
{
    static const char *const kinds[] = {
#define X(name, text, bytes, bits) text,
        NBB_FIELD_KINDS(X)
#undef X
    };
    uint32_t bytes = 0;
    printf("cell       ");
    for (int i = 0; i < program->field_count; ++i) {
        const nbb_field *field = &program->fields[i];
        bytes += nbb_field_bytes(field);
        printf("%s%s %s", i > 0 ? ", " : "", field->name, kinds[field->kind]);
        if (field->kind == NBB_FIELD_BITS) {
            printf("%d", field->bits);
        }
    }
    printf(program->bits ? "; %d bit%s, " : "; ", program->planes, program->planes == 1 ? "" : "s");
    printf("%" PRIu32 " byte%s\n", bytes, bytes == 1 ? "" : "s");
}

/* "x + 2 y" */
static void add_factors(const nbb_colouring *colouring, nbb_text *text)
{
    static const char *const axes[] = { "x", "y", "z" };
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        int factor = colouring->factors[axis];
        if (factor != 0) {
            nbb_text_add(text, "%s", text->length > 0 ? " + " : "");
            if (factor > 1) {
                nbb_text_add(text, "%d ", factor);
            }
            nbb_text_add(text, "%s", axes[axis]);
        }
    }
}

static void print_order(const nbb_program *program)
{
    nbb_text factors = NBB_TEXT_EMPTY;
    if (program->sublattices) {
        add_factors(&program->colouring, &factors);
        printf("order      sublattices, %d colours: (%s) mod %d\n", program->colouring.q, nbb_text_string(&factors),
               program->colouring.q);
    } else {
        printf("order      synchronous\n");
    }
    nbb_text_free(&factors);
}

/* What holds on every domain of the axes that the program is bound to. */
static void print_program(const nbb_program *program)
{
    print_cell(program);
    printf("neighbours %s%s%d offsets\n", program->neighbours.name != NULL ? program->neighbours.name : "",
           program->neighbours.name != NULL ? ", " : "", program->neighbours.count);
    print_order(program);
    printf("draws      %d a cell and step%s\n", program->update.requests, program->bits ? ", by planes" : "");
    if (program->inexact) {
        printf("rounding   differs between targets: results are compared with a tolerance\n");
    }
}

/* Binds it to the plane, or where it cannot be to space. */
static nbb_status bind_anywhere(nbb_program *program)
{
    nbb_text why = NBB_TEXT_EMPTY;
    nbb_status status = nbb_program_bind(program, 2, NULL);
    if (status != NBB_OK) {
        nbb_text_add(&why, "%s", nbb_message());
        status = nbb_program_bind(program, 3, NULL) == NBB_OK ? NBB_OK
                                                              : nbb_fail(status, "%s", nbb_text_string(&why));
    }
    nbb_text_free(&why);
    return status;
}

nbb_status nbb_check_program(nbb_program *program)
{
    nbb_text text = NBB_TEXT_EMPTY;
    NBB_TRY(bind_anywhere(program));
    NBB_TRY(nbb_program_require(program));
    nbb_program_print(program, &text);
    nbb_status status = nbb_text_status(&text, "a program");
    if (status == NBB_OK) {
        printf("%s: a valid program\n", program->path);
        print_program(program);
        printf("%s", nbb_text_string(&text));
    }
    nbb_text_free(&text);
    return status;
}
