/* folder.h - folders that no other user can write to, for compiled modules and tuned choices.

   The rule is ssh's. A folder is used only if it and every folder above it belong to this user or to root, and nobody
   else can write to them. A folder above it that others can write to is accepted where it is sticky, as /tmp is:
   there nobody can rename or replace what belongs to another user. A link on the way is followed only if it belongs
   to this user or to root, and its target is held to the same rule. This user is the effective one. An access list
   that lets others write shows in the group's bits, so that it is refused too.

   What the rule proves once holds while the program runs: only this user and root could undo it. So a file that was
   read and checked in such a folder may be loaded by its path later. The launcher, the script nbbgen, keeps the same
   rule for the folder it builds in (its function `trusted`). */
#pragma once

#include "gen/base/base.h"

/* Opens the folder, for openat and fdopendir; the caller closes it. `make` makes what is missing, of mode 0700;
   otherwise *folder is -1 where there is none. Fails (device) with the part of the path that breaks the rule. */
nbb_status nbb_folder_open(const char *path, bool make, int *folder);

/* Appends the file `name` of an opened folder, at most `limit` bytes; *found tells whether there is one. Fails
   (device) on what is no regular file, belongs to others, or can be written by others: the name is opened without
   following a link, and what was opened is checked. */
nbb_status nbb_folder_read(int folder, const char *name, size_t limit, nbb_text *text, bool *found);

/* Makes a folder of one's own in $TMPDIR or /tmp, which goes with nbb_ending_remove (gen/base/ending.h); `path`
   becomes its name. Fails (device), also where the temporary
   folder is one in which others could replace it. */
nbb_status nbb_folder_temporary(nbb_text *path);
