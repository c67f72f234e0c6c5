/* support.h - what the runtime's unit tests share: a folder of their own, and the lines written to standard error. */
#ifndef NBB_SUPPORT_H
#define NBB_SUPPORT_H

#include "runtime/device/device.h"

/* cmocka's setup and teardown of one test: a fresh folder, in which XDG_CACHE_HOME (FOLDER/cache) and TMPDIR
   (FOLDER/tmp) are for the time of the test; removed with all that is in it. */
int support_enter(void **state);
int support_leave(void **state);

/* The same over the fake driver and its NVRTC (fake_driver.h), with nothing set to fail and no calls counted. */
int support_enter_cuda(void **state);

/* The fake driver's first device, and the processor, which open. */
nbb_device *support_open_cuda(void);
nbb_device *support_open_host(void);

/* Before a device's variable: it is closed at the end of its block. */
void support_close(nbb_device *const *device);
#define LOCAL_DEVICE NBB_AT_END(support_close) nbb_device *

/* The fake library's functions, once support_enter_cuda has run. */
int support_fake_calls(const char *symbol);
size_t support_fake_used(void);

/* FOLDER/name as a text; the caller frees it. The folder itself for "". */
nbb_text support_path(const char *name);

/* Writes a file FOLDER/name, in folders that are made where there are none; `mode` as of chmod. */
void support_write(const char *name, const char *content, unsigned mode);

/* Loads `source` as the module nbb_test; `hit` becomes whether it came from the cache. */
nbb_status support_load(nbb_device *device, const char *source, bool use_cache, nbb_module **module, bool *hit);

/* The same where it succeeds, and a kernel of it by name, which takes what the letters say. */
nbb_kernel *support_kernel(nbb_device *device, const char *source, const char *name, const char *signature,
                           nbb_module **module);

/* A kernel of a module. */
nbb_kernel *support_find(nbb_device *device, nbb_module *module, const char *name, const char *signature);

/* Memory of a device, of so many bytes, and of none: filled, moved both ways, copied, freed. */
void support_check_memory(nbb_device *device, uint64_t bytes);

/* Marks tell the time between them, but for one that was not set. */
void support_check_marks(nbb_device *device);

/* Between these two, standard error goes into a text, which the caller frees. */
void support_capture(void);
nbb_text support_captured(void);

/* The number of entries in FOLDER/name, 0 where there is no such folder. */
int support_count_files(const char *name);

#endif
