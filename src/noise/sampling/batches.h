// A node that samples its source at positions of its own, such as those in stamps: it names them
// in batches, the caller samples the source there, and the node makes its output from the results.
#pragma once

#include <memory>

#include "noise/kernel.h"
#include "noise/sampling/scratch.h"

namespace cobble {

// The state of one node on one thread. For each run, the caller calls Begin; then Next, until it
// returns 0; and after each other Next, Place and Combine. Arrays are padded like those of a Slot.
class Batches {
 public:
  virtual ~Batches() = default;

  // Starts a run at n positions: arrays of x, y and z. In: of the source at these positions, null
  // if the node does not sample it there. Out: the node's output.
  virtual void Begin(const double* const* positions, int n, const Slot& in, const Slot& to) = 0;
  // Returns the number of positions in the next batch, at most that of the columns. Returns 0 if
  // the output is complete.
  virtual int Next() = 0;
  // Writes the positions of the batch. An axis that is null is left out.
  virtual void Place(double* const* local) const = 0;
  // Takes the values of the source at these positions, and its slopes there, null if they are 0.
  virtual void Combine(const Slot& source) = 0;
};

// Makes the state of a node for runs of at most `columns` samples, with arrays from `memory`, which
// is zeroed; without memory, the state is only good for counting its bytes. In: args, which must
// stay valid.
using MakeBatches = std::shared_ptr<Batches> (*)(const void* args, int columns, Scratch* memory);

}  // namespace cobble
