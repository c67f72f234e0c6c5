/* disk.c - transfers in pieces, as many at once as a disk is fastest with. */
#include "runtime/run/disk.h"

#include <fcntl.h>
#include <liburing.h>
#include <unistd.h>

enum { AT_ONCE = 32, FEW = 3 /* pieces, which are moved one by one */ };

typedef struct piece {
    int file, rest; /* the second one for what is left where less was moved, which may be not aligned */
    bool writes;
    unsigned char *memory;
    uint64_t place, bytes, done;
    int error;
} piece;

/* The pieces of a part of a transfer, from one place of its file to another. */
static piece *add_range(const nbb_disk_transfer *of, int file, uint64_t from, uint64_t to, piece *pieces)
{
    for (uint64_t at = from; at < to; at += NBB_DISK_PIECE) {
        uint64_t bytes = to - at < NBB_DISK_PIECE ? to - at : NBB_DISK_PIECE;
        *pieces++ = (piece){ file, of->file, of->writes, of->memory - of->place + at, at, bytes, 0, 0 };
    }
    return pieces;
}

/* What is read comes with all up to aligned places; what is written outside these goes by the system's cache. */
static piece *add_transfer(const nbb_disk_transfer *of, piece *pieces)
{
    uint64_t end = of->place + of->bytes, first = nbb_disk_up(of->place), last = end - end % NBB_DISK_ALIGNED;
    NBB_RETURN_IF(of->direct < 0 || (of->writes && first >= last), add_range(of, of->file, of->place, end, pieces));
    NBB_RETURN_IF(!of->writes,
                  add_range(of, of->direct, of->place - of->place % NBB_DISK_ALIGNED, nbb_disk_up(end), pieces));
    pieces = add_range(of, of->file, of->place, first, pieces);
    pieces = add_range(of, of->direct, first, last, pieces);
    return add_range(of, of->file, last, end, pieces);
}

/* The rest of a piece. A file may end within what is read up to an aligned place. */
static void finish(piece *left)
{
    while (left->error == 0 && left->done < left->bytes) {
        unsigned char *memory = left->memory + left->done;
        size_t bytes = (size_t)(left->bytes - left->done);
        off_t place = (off_t)(left->place + left->done);
        int file = left->done > 0 ? left->rest : left->file;
        ssize_t moved = left->writes ? pwrite(file, memory, bytes, place) : pread(file, memory, bytes, place);
        NBB_LEAVE_IF(moved == 0);
        left->error = moved < 0 && errno != EINTR ? errno : 0;
        left->done += moved > 0 ? (uint64_t)moved : 0;
    }
}

/* All pieces by one ring, whose answers come in any order. */
static void do_by_ring(struct io_uring *ring, piece *pieces, int count)
{
    for (int begun = 0, ended = 0; ended < count;) {
        for (; begun < count && begun - ended < AT_ONCE; ++begun) {
            piece *next = &pieces[begun];
            struct io_uring_sqe *asked = io_uring_get_sqe(ring);
            io_uring_prep_rw(next->writes ? IORING_OP_WRITE : IORING_OP_READ, asked, next->file, next->memory,
                             (unsigned)next->bytes, next->place);
            io_uring_sqe_set_data(asked, next);
        }
        int status = io_uring_submit_and_wait(ring, 1); /* a signal ends it earlier */
        NBB_LEAVE_IF(status < 0 && status != -EINTR && status != -EAGAIN && status != -EBUSY); /* others finish */
        struct io_uring_cqe *answer;
        for (; io_uring_peek_cqe(ring, &answer) == 0; ++ended) {
            piece *moved = io_uring_cqe_get_data(answer);
            moved->done = answer->res > 0 ? (uint64_t)answer->res : 0;
            moved->error = answer->res < 0 && answer->res != -EINTR && answer->res != -EAGAIN ? -answer->res : 0;
            io_uring_cqe_seen(ring, answer);
        }
    }
}

int nbb_disk_do(const nbb_disk_transfer *transfers, int count)
{
    struct io_uring ring;
    uint64_t most = NBB_SUM(i, count, transfers[i].bytes / NBB_DISK_PIECE + 4); /* ends have pieces of their own */
    piece *pieces = malloc((most > 0 ? most : 1) * sizeof *pieces), *end = pieces;
    NBB_RETURN_IF(pieces == NULL, ENOMEM);
    for (int i = 0; i < count; ++i) {
        end = add_transfer(&transfers[i], end);
    }
    int piece_count = (int)(end - pieces);
    if (piece_count > FEW && io_uring_queue_init(AT_ONCE, &ring, 0) == 0) {
        do_by_ring(&ring, pieces, piece_count);
        io_uring_queue_exit(&ring);
    }
#pragma omp parallel for schedule(dynamic) if (piece_count > FEW)
    for (int i = 0; i < piece_count; ++i) {
        finish(&pieces[i]);
    }
    int failed = NBB_FIND(i, piece_count, pieces[i].error != 0);
    int error = failed < piece_count ? pieces[failed].error : 0;
    free(pieces);
    return error;
}

int nbb_disk_open(int folder, const char *name)
{
    _Alignas(NBB_DISK_ALIGNED) unsigned char first[NBB_DISK_ALIGNED];
    int direct = openat(folder, name, O_RDWR | O_DIRECT | O_NOFOLLOW | O_CLOEXEC);
    if (direct >= 0 && pread(direct, first, sizeof first, 0) < 0) {
        close(direct);
        direct = -1;
    }
    return direct;
}
