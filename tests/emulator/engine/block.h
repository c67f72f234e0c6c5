// block.h - blocks that run at the same time, for those parts of the engine that run them.
#pragma once

#include "engine.h"

#include <unordered_map>

namespace emu {

enum class State : unsigned char { ready, in_warp, in_block, in_cluster, asleep, exited };

struct Thread {
    uint3 index;
    State state;
    Operation operation;  // what it waits at, in_warp, in_block or in_cluster
    Lanes mask;
    unsigned source;
    std::uint64_t value;  // brought to the operation, then its result
    Operation matrix_operation;  // the last load or store of a matrix,
    std::uint64_t matrix_history;  // and a hash of them all
    bool arrived;    // at the cluster's barrier, without a wait since,
    unsigned phase;  // in this phase of it
};

using HandOvers = std::unordered_map<std::uint64_t, unsigned>;  // by warp of the launch: the last one

struct Warp {
    unsigned given;   // how often it handed over what it had stored
    HandOvers taken;  // what it may store to again
};

struct Block;

struct Cluster {
    std::vector<Block *> blocks;  // by rank
    unsigned phase;               // times that its barrier was completed
    unsigned threads, arrived;    // that have not exited; of these, those that have arrived in this phase
    HandOvers given;              // of its warps, until its last phase ended
};

struct Block {
    std::uint64_t number;
    uint3 index;
    unsigned place, first_fiber;  // among the blocks that run at the same time: its shared memory's, its threads'
    Cluster *cluster;
    unsigned rank;  // in its cluster
    std::vector<Thread> threads;
    std::vector<Warp> warps;
    std::vector<Lanes> live;
    std::size_t slices; // that it had; each begins with another warp
    bool finished;
};

// The block that runs, and of it:
extern Block *block;
extern Thread *threads;
extern Lanes *live;    // of each warp, the lanes that exist and have not exited
extern unsigned count;    // threads of the block
extern unsigned current;  // the one that runs

// block.cpp
uint3 block_index(std::uint64_t number);
Block make_block(std::uint64_t number, unsigned place);
void make_current(Block &made);  // `block` and what hangs on it
void set_current(unsigned thread);
void wait(State state, Operation operation);  // the current thread, until its state is ready again
void run_slice(Block &block);  // runs it to its end, until it can't go on before another block has, or is interrupted
[[noreturn]] void report_stuck();  // no thread can run: names one that waits, and one it waits for in vain

// warp.cpp; `first` is a warp's first thread
bool complete_collectives(unsigned first);  // all those whose lanes have all arrived; false if there was none
unsigned missing_lane(const Thread &thread, unsigned first);  // not where `thread` waits, and should be; `warp`: none
void check_matrix_history(unsigned first);  // faults unless all 32 lanes have loaded and stored the same matrices

// cluster.cpp
void leave_cluster(const Thread &thread);  // which exits
void wake_in_cluster();  // the block's threads that need not wait at the cluster's barrier any more

// shared.cpp: the shared memory of the block that runs, and a place for that of each block that does not.
void shared_fill(unsigned place, unsigned char poison);
void shared_restore(unsigned place);
void shared_save(unsigned place);
void shared_close(unsigned place);  // until it is filled again an access is a fault
void *shared_kept(const void *address, unsigned place);  // what is at `address` in another block; null: not shared

// writers.cpp. What the current thread's warp or block has stored is for whoever acquires the word later.
void release_warp(const void *word);
void acquire_warp(const void *word);
void release_block(const void *word);
void acquire_block(const void *word);
void release_cluster(Cluster &cluster);  // the same of all its blocks, for warps that come to the end of their wait
void acquire_cluster();

}  // namespace emu
