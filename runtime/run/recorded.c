/* recorded.c - rows of observables as columns of an archive. */
#include "runtime/run/recorded.h"

#include "runtime/run/npz.h"

nbb_status nbb_recorded_open(const nbb_program *program, int leads, int64_t copies, nbb_recorded *recorded)
{
    *recorded = (nbb_recorded){ .copies = copies, .width = leads + 1 + program->observable_count, .leads = leads };
    NBB_TRY(NBB_MAKE(recorded->rows, copies, "samples"));
    return NBB_MAKE(recorded->first, recorded->width, "samples");
}

void nbb_recorded_free(nbb_recorded *recorded)
{
    for (int64_t copy = 0; recorded->rows != NULL && copy < recorded->copies; ++copy) {
        nbb_text_free(&recorded->rows[copy]);
    }
    free(recorded->rows);
    free(recorded->first);
    *recorded = (nbb_recorded){ .copies = 0 };
}

void nbb_recorded_add(nbb_recorded *recorded, int64_t copy, const nbb_number *row)
{
    for (int i = 0; i < recorded->width; ++i) {
        recorded->first[i] = row[i];
        nbb_text_put(&recorded->rows[copy], (const char *)&row[i].of, sizeof row[i].of);
    }
}

static size_t looks_of(const nbb_recorded *recorded, int64_t copy)
{
    return recorded->rows[copy].length / ((size_t)recorded->width * sizeof(nbb_value_of));
}

/* The copy that was looked at the most often. */
static int64_t longest(const nbb_recorded *recorded)
{
    int64_t found = 0;
    for (int64_t copy = 1; copy < recorded->copies; ++copy) {
        found = looks_of(recorded, copy) > looks_of(recorded, found) ? copy : found;
    }
    return found;
}

/* The columns first .. first + count - 1 of a copy's first looks: behind its last one that one again. */
static void put_columns(const nbb_recorded *recorded, int64_t copy, int64_t looks, int first, int count,
                        nbb_text *values)
{
    size_t width = (size_t)recorded->width * sizeof(nbb_value_of), own = looks_of(recorded, copy);
    for (size_t look = 0; look < (size_t)looks; ++look) {
        const char *row = recorded->rows[copy].data + (look < own ? look : own - 1) * width;
        nbb_text_put(values, row + (size_t)first * sizeof(nbb_value_of), (size_t)count * sizeof(nbb_value_of));
    }
}

/* An array: of copies, where there are some; of looks, where there are some; of elements, where there are some. */
static void add_array(const nbb_recorded *recorded, nbb_npz *archive, const char *name, int64_t copies, int64_t looks,
                      int first, int elements)
{
    NBB_LOCAL_TEXT values = NBB_TEXT_EMPTY;
    nbb_npy_shape shape = { 0, { 0 }, recorded->first[first].is_real ? NBB_NPY_F64 : NBB_NPY_I64 };
    const int64_t sides[] = { copies, looks, elements };
    for (int i = 0; i < 3; ++i) {
        if (sides[i] > 0) {
            shape.at[shape.axes++] = sides[i];
        }
    }
    int64_t from = copies > 0 ? 0 : longest(recorded), end = copies > 0 ? copies : from + 1;
    for (int64_t copy = from; copy < end; ++copy) {
        put_columns(recorded, copy, looks > 0 ? looks : 1, first, elements > 0 ? elements : 1, &values);
    }
    nbb_npz_add_array(archive, name, shape, nbb_text_string(&values));
}

static void add_observables(const nbb_recorded *recorded, const nbb_program *program, int64_t looks, nbb_npz *archive)
{
    int64_t copies = recorded->leads > 0 ? recorded->copies : 0;
    for (int i = 0, elements; i < program->observable_count; i += elements) {
        const nbb_observable *observable = &program->observables[i];
        const char *array = observable->array;
        elements = 1;
        while (array != NULL && i + elements < program->observable_count && observable[elements].element > 0) {
            ++elements;
        }
        add_array(recorded, archive, array != NULL ? array : observable->name, copies, looks, recorded->leads + 1 + i,
                  array != NULL ? elements : 0);
    }
}

nbb_status nbb_recorded_write(const nbb_recorded *recorded, const nbb_program *program, const nbb_list *leads,
                              const char *provenance, const char *path)
{
    NBB_AT_END(nbb_npz_free) nbb_npz archive = { .bytes = NBB_TEXT_EMPTY, .index = NBB_TEXT_EMPTY };
    int64_t looks = INT64_MAX;
    for (int64_t copy = 0; copy < recorded->copies; ++copy) {
        NBB_TRY(nbb_text_status(&recorded->rows[copy], "samples"));
        looks = (int64_t)looks_of(recorded, copy) < looks ? (int64_t)looks_of(recorded, copy) : looks;
    }
    if (looks > 0) { /* each copy has one */
        looks = (int64_t)looks_of(recorded, longest(recorded));
        for (int i = 0; i < recorded->leads; ++i) {
            add_array(recorded, &archive, leads->items[i], recorded->copies, 0, i, 0);
        }
        add_array(recorded, &archive, "step", 0, looks, recorded->leads, 0);
        add_observables(recorded, program, looks, &archive);
    }
    nbb_npz_add(&archive, "provenance.json", provenance, strlen(provenance));
    return nbb_npz_write(&archive, path);
}
