/* complete.h - completions for shells, each a script that names every command, option and value. */
#ifndef NBB_COMPLETE_H
#define NBB_COMPLETE_H

#include "gen/base/text.h"

/* Append the script of a shell. Fail (run) when the shares cannot be read. */
nbb_status nbb_complete_bash(nbb_text *script);
nbb_status nbb_complete_fish(nbb_text *script);
nbb_status nbb_complete_zsh(nbb_text *script);

#endif
