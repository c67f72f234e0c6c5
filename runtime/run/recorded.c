/* recorded.c - rows of observables as columns of an archive. */
#include "runtime/run/recorded.h"

#include "runtime/run/npz.h"

void nbb_recorded_add(nbb_recorded *recorded, const nbb_program *program, int64_t step, const nbb_number *observables)
{
    nbb_text_put(&recorded->rows, (const char *)&step, sizeof step);
    for (int i = 0; i < program->observable_count; ++i) {
        nbb_text_put(&recorded->rows, (const char *)&observables[i].of, sizeof observables[i].of);
    }
    ++recorded->count;
}

/* The columns first .. first + count - 1, [look][column]. */
static void add_columns(const nbb_recorded *recorded, nbb_npz *archive, const char *name, size_t columns,
                        size_t first, int count, bool is_real)
{
    NBB_LOCAL_TEXT values = NBB_TEXT_EMPTY;
    nbb_npy_shape shape = { count > 0 ? 2 : 1, { recorded->count, count }, is_real ? NBB_NPY_F64 : NBB_NPY_I64 };
    for (size_t look = 0; look < (size_t)recorded->count; ++look) {
        nbb_text_put(&values, recorded->rows.data + (look * columns + first) * sizeof(int64_t),
                     (size_t)(count > 0 ? count : 1) * sizeof(int64_t));
    }
    nbb_npz_add_array(archive, name, shape, nbb_text_string(&values));
}

nbb_status nbb_recorded_write(const nbb_recorded *recorded, const nbb_program *program, const char *provenance,
                              const char *path)
{
    NBB_AT_END(nbb_npz_free) nbb_npz archive = { .bytes = NBB_TEXT_EMPTY, .index = NBB_TEXT_EMPTY };
    NBB_TRY(nbb_text_status((nbb_text *)(uintptr_t)&recorded->rows, "samples"));
    if (recorded->count > 0) {
        add_columns(recorded, &archive, "step", (size_t)program->observable_count + 1, 0, 0, false);
        size_t columns = (size_t)program->observable_count + 1;
        for (int i = 0, elements; i < program->observable_count; i += elements) {
            const nbb_observable *observable = &program->observables[i];
            const char *array = observable->array;
            elements = 1;
            while (array != NULL && i + elements < program->observable_count && observable[elements].element > 0) {
                ++elements;
            }
            add_columns(recorded, &archive, array != NULL ? array : observable->name, columns, (size_t)i + 1,
                        array != NULL ? elements : 0, nbb_is_real(observable->value->type));
        }
    }
    nbb_npz_add(&archive, "provenance.json", provenance, strlen(provenance));
    return nbb_npz_write(&archive, path);
}
