/* run_tempered.h - copies that exchange on the device: kernel TEMPER gives neighbouring copies each other's places.
   What the host knows of places is older then, until it asks. */
#pragma once

#include "runtime/run/run_state.h"

/* Tells the kernel each copy's value, parameters and place, as they are in the step that the run has come to. */
nbb_status nbb_run_fill_tempered(nbb_run *run);

/* Copies with odd values, or with even ones, exchange with the next ones by their totals, which are of the state as
   it is (nbb_run_slot). Waits for nothing. */
nbb_status nbb_run_temper(nbb_run *run, nbb_address totals, int64_t step, bool odd);

/* Brings places and counts from the device where copies have exchanged: due before the host asks for a
   copy's. */
nbb_status nbb_run_settle(nbb_run *run);
