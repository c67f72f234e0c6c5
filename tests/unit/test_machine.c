/* test_machine.c - memory figures from a made-up /proc and /sys, and the thread count. */
#include "unit.h"
#include "runtime/device/machine.h"
#include "support.h"

#define KIB UINT64_C(1024)

/* 8000 KiB of memory, 6000 of them available; `groups` is /proc/self/cgroup. */
static void make_proc(const char *groups)
{
    support_write("proc/meminfo", "MemTotal:    8000 kB\nMemFree:   100 kB\nMemAvailable:    6000 kB\n", 0600);
    support_write("proc/self/cgroup", groups, 0600);
}

static void expect_figures(uint64_t wanted_total, uint64_t wanted_available)
{
    uint64_t total = 0;
    uint64_t available = 0;
    NBB_LOCAL_TEXT root = support_path("");
    assert_int_equal(nbb_machine_memory(root.data, &total, &available), NBB_OK);
    assert_int_equal(total, wanted_total);
    assert_int_equal(available, wanted_available);
}

TEST_BETWEEN(test_no_groups, support_enter, support_leave)
{
    make_proc("");
    expect_figures(8000 * KIB, 6000 * KIB);
}

/* The outer group has the tighter limit, and file pages that can be dropped. */
TEST_BETWEEN(test_groups_of_version_2, support_enter, support_leave)
{
    make_proc("0::/outer/inner\n");
    support_write("sys/fs/cgroup/outer/memory.max", "4096000\n", 0600);
    support_write("sys/fs/cgroup/outer/memory.current", "3000000\n", 0600);
    support_write("sys/fs/cgroup/outer/memory.stat", "anon 5\nactive_file 7\ninactive_file 1000000\n", 0600);
    support_write("sys/fs/cgroup/outer/inner/memory.max", "max\n", 0600);
    support_write("sys/fs/cgroup/outer/inner/memory.current", "1000\n", 0600);
    expect_figures(4096000, 2096000);
}

/* A container sees its own group as the mount's root, whatever path the kernel gives. */
TEST_BETWEEN(test_groups_of_version_1, support_enter, support_leave)
{
    make_proc("9:name=systemd:/\n5:pids,freeze:/other\n4:cpu,memory:/hidden/path\n0::/\n");
    support_write("sys/fs/cgroup/memory/other/memory.limit_in_bytes", "1000\n", 0600);
    support_write("sys/fs/cgroup/memory/other/memory.usage_in_bytes", "500\n", 0600);
    support_write("sys/fs/cgroup/memory/memory.limit_in_bytes", "2000000\n", 0600);
    support_write("sys/fs/cgroup/memory/memory.usage_in_bytes", "500000\n", 0600);
    support_write("sys/fs/cgroup/memory/memory.stat", "inactive_file 9\ntotal_inactive_file 200000\n", 0600);
    expect_figures(2000000, 1700000);
}

TEST_BETWEEN(test_group_without_limit, support_enter, support_leave)
{
    make_proc("4:memory:/");
    support_write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n", 0600);
    support_write("sys/fs/cgroup/memory/memory.usage_in_bytes", "500000\n", 0600);
    expect_figures(8000 * KIB, 6000 * KIB);
}

TEST_BETWEEN(test_group_past_its_limit, support_enter, support_leave)
{
    make_proc("0::/\n");
    support_write("sys/fs/cgroup/memory.max", "1000\n", 0600);
    support_write("sys/fs/cgroup/memory.current", "2000\n", 0600);
    expect_figures(1000, 0);
}

TEST_BETWEEN(test_no_proc, support_enter, support_leave)
{
    uint64_t total = 0;
    uint64_t available = 0;
    NBB_LOCAL_TEXT root = support_path("");
    assert_int_equal(nbb_machine_memory(root.data, &total, &available), NBB_ERROR_DEVICE);
}

TEST_BETWEEN(test_threads, support_enter, support_leave)
{
    unsetenv("OMP_NUM_THREADS");
    uint32_t processors = nbb_machine_threads();
    assert_in_range(processors, 1, 1 << 20);
    static const char *const plain[] = { "", "0", "-3", "4,2", "many" };
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        setenv("OMP_NUM_THREADS", plain[i], 1);
        assert_int_equal(nbb_machine_threads(), processors);
    }
    setenv("OMP_NUM_THREADS", "77", 1);
    assert_int_equal(nbb_machine_threads(), 77);
    assert_int_equal(nbb_machine_use_threads(3), 0);
    assert_int_equal(nbb_machine_threads(), 3);
    assert_int_equal(nbb_machine_share(2), 3);
    assert_int_equal(nbb_machine_use_threads(0), 3);
    assert_int_equal(nbb_machine_threads(), 77);
    unsetenv("OMP_NUM_THREADS");
}
