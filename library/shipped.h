/* shipped.h - the files that come with nbbgen: "fractals/bottles.lua fractals/candy.lua ...". */
#pragma once

extern const char nbb_shipped[];
