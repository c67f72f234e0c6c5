local reason = "nobody said where\0 it was"
error(reason, 0)
