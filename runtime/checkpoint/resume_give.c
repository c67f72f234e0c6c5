/* resume_give.c - gives a checkpoint's cells, piece by piece, from the parts that have them. */
#include "runtime/checkpoint/resume.h"

#include "runtime/device/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static nbb_status fail_part(const nbb_resumption *resumption, const char *what)
{
    return nbb_fail(NBB_ERROR_USAGE, "%s/%s: %s", nbb_text_string(&resumption->path),
                    resumption->manifest.parts[resumption->part].file, what);
}

/* Opens the part that has a cell of a column. They are sorted, and mostly asked for in this order. */
static nbb_status open_part(nbb_resumption *resumption, int column, int64_t cell)
{
    const nbb_manifest *manifest = &resumption->manifest;
    int i = 0;
    while (manifest->parts[i].column != column || cell >= manifest->parts[i].first + manifest->parts[i].cells) {
        ++i; /* nbb_manifest_bind knows that there is one */
    }
    int last = resumption->part;
    resumption->part = i;
    if (resumption->file >= 0 && strcmp(manifest->parts[i].file, manifest->parts[last].file) == 0) {
        return NBB_OK;
    }
    if (resumption->file >= 0) {
        close(resumption->file);
    }
    resumption->file = openat(resumption->folder, manifest->parts[i].file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    return resumption->file >= 0 ? NBB_OK : fail_part(resumption, strerror(errno));
}

static nbb_status read_bytes(const nbb_resumption *resumption, uint64_t offset, size_t length, char *into)
{
    while (length > 0) {
        ssize_t found = pread(resumption->file, into, length, (off_t)offset);
        if (found == 0 || (found < 0 && errno != EINTR)) {
            return fail_part(resumption, found == 0 ? "ends too early: it was changed" : strerror(errno));
        }
        into += found > 0 ? found : 0;
        offset += found > 0 ? (uint64_t)found : 0;
        length -= found > 0 ? (size_t)found : 0;
    }
    return NBB_OK;
}

/* Pieces and parts begin at multiples of NBB_SAVED_CELLS: between two bytes. */
static nbb_status give_piece(nbb_resumption *resumption, int column, nbb_piece piece)
{
    nbb_column what = resumption->columns[column];
    for (int64_t done = 0, cells; done < piece.count; done += cells) {
        NBB_TRY(open_part(resumption, column, piece.first + done));
        const nbb_part *part = &resumption->manifest.parts[resumption->part];
        int64_t skipped = piece.first + done - part->first, left = part->cells - skipped;
        cells = left < piece.count - done ? left : piece.count - done;
        NBB_TRY(read_bytes(resumption, part->offset + nbb_column_bytes(what, skipped), nbb_column_bytes(what, cells),
                           (char *)piece.elements + nbb_column_bytes(what, done)));
    }
    return NBB_OK;
}

nbb_status nbb_resume_give(void *context, int column, const nbb_piece *pieces, int count)
{
    for (int i = 0; i < count; ++i) {
        NBB_TRY(nbb_interrupt_check());
        NBB_TRY(give_piece(context, column, pieces[i]));
    }
    return NBB_OK;
}
