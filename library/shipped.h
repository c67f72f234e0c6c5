/* shipped.h - the files that come with nbbgen: "fractals/bottles.lua fractals/candy.lua ...". */
#ifndef NBB_SHIPPED_H
#define NBB_SHIPPED_H

extern const char nbb_shipped[];

#endif
