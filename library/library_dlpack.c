/* library_dlpack.c - a field of the state as a tensor of DLPack [dmlc/dlpack, dlpack.h], which owns a reference. */
#include "library/library_job.h"

#include <stdlib.h>

enum { DL_CPU = 1, DL_CUDA = 2 };
enum { DL_INT, DL_UINT, DL_FLOAT };
enum { VERSION_MAJOR = 1, VERSION_MINOR = 0 };

typedef struct dl_tensor {
    void *data;
    int32_t device_type, device_id;
    int32_t axes;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} dl_tensor;

typedef struct dl_managed {
    dl_tensor tensor;
    void *context;
    void (*deleter)(struct dl_managed *self);
} dl_managed;

typedef struct dl_versioned {
    uint32_t major, minor;
    void *context;
    void (*deleter)(struct dl_versioned *self);
    uint64_t flags;
    dl_tensor tensor;
} dl_versioned;

/* A tensor and all that it points at. */
typedef struct exported {
    nbbgen_job *job;
    nbb_lie lie;
    dl_managed managed;
    dl_versioned versioned;
} exported;

static void let_go(exported *of)
{
    nbbgen_job *job = of->job;
    free(of);
    nbb_library_drop(job);
}

static void delete_managed(dl_managed *self)
{
    let_go(self->context);
}

static void delete_versioned(dl_versioned *self)
{
    let_go(self->context);
}

static dl_tensor tensor_of(exported *of)
{
    nbb_lie *lie = &of->lie;
    int device = nbb_library_device(of->job);
    char letter = lie->type[1];
    return (dl_tensor){ .data = (void *)(uintptr_t)(of->job->run.state + lie->offset),
                        .device_type = device < 0 ? DL_CPU : DL_CUDA,
                        .device_id = device < 0 ? 0 : device,
                        .axes = lie->axes,
                        .code = letter == 'i'   ? DL_INT
                                : letter == 'u' ? DL_UINT
                                                : DL_FLOAT,
                        .bits = (uint8_t)(8 * (lie->type[2] - '0')),
                        .lanes = 1,
                        .shape = lie->shape,
                        .strides = lie->strides };
}

static nbb_status export(nbbgen_job *job, int field, bool is_versioned, void **tensor)
{
    NBB_TRY(nbb_library_check_field(job, field));
    exported *of = NULL;
    NBB_TRY(NBB_MAKE(of, 1, "a tensor"));
    of->job = job;
    nbb_library_lie(job, field, &of->lie);
    of->managed = (dl_managed){ tensor_of(of), of, delete_managed };
    of->versioned = (dl_versioned){ VERSION_MAJOR, VERSION_MINOR, of, delete_versioned, 0, tensor_of(of) };
    *tensor = is_versioned ? (void *)&of->versioned : (void *)&of->managed;
    atomic_fetch_add(&job->holders, 1);
    return NBB_OK;
}

nbbgen_status nbbgen_dlpack(nbbgen_job *job, int field, int is_versioned, void **tensor)
{
    nbb_library_enter(job);
    *tensor = NULL;
    return nbb_library_leave(job, export(job, field, is_versioned != 0, tensor));
}
