// A node that samples its source at its own positions, in stamps for example. It names them in
// batches, the caller samples the source there, and the node computes its output from the results.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "noise/kernel.h"
#include "noise/sampling/scratch.h"

namespace cobble {

// Nodes that sample at the same positions are computed together, as outputs of one. Unused slots
// are empty.
inline constexpr std::size_t kMaxOutputs = 3;
using OutputSlots = std::array<Slot, kMaxOutputs>;

// The state of one node on one thread. Calls per run: Begin, then Next, Place and Combine until
// Next returns 0. Arrays are padded like a Slot's.
class Batches {
 public:
  virtual ~Batches() = default;

  // Starts a run at n positions: arrays of x, y and z. In: `in`, the source at these positions,
  // null if the node does not sample it there. Out: `to`, the node's outputs.
  virtual void Begin(const double* const* positions, int n, const Slot& in,
                     const OutputSlots& to) = 0;
  // Returns the number of positions in the next batch, at most `columns`, or 0 when done.
  virtual int Next() = 0;
  // Writes the batch's positions, except on axes that are null.
  virtual void Place(double* const* local) const = 0;
  // Takes the values and slopes at these positions of each output's source. Null slopes are 0.
  virtual void Combine(const OutputSlots& sources) = 0;
};

// Makes a node's state for runs of at most `columns` samples, with arrays from `memory`, which is
// zeroed. Without memory, the state only counts its bytes. `args` must stay valid.
using MakeBatches = std::shared_ptr<Batches> (*)(const void* args, int columns, Scratch* memory);

}  // namespace cobble
