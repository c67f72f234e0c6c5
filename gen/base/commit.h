/* commit.h - the commit that this program was built from. */
#pragma once

/* As `git describe --always --dirty` put it when the program was built, or $NBB_COMMIT where that was set; "unknown"
   outside a checkout. commit.cmake writes it. */
extern const char nbb_commit[];
