// Waves in batches: the kernels' points that a run needs, coarse octaves first, then its samples.
#pragma once

#include <cstddef>

#include "noise/kernel.h"
#include "noise/sampling/batches.h"
#include "noise/sampling/scratch.h"
#include "noise/waves/cells.h"
#include "noise/waves/tables.h"
#include "noise/waves/waves.h"

namespace cobble {

class WaveBatches : public Batches {
 public:
  // In: args, which must stay valid; has_source, whether a source is sampled at the points.
  WaveBatches(const WaveArgs& args, bool has_source, int columns, Scratch* memory)
      : args_(&args),
        has_source_(has_source),
        columns_(columns),
        cells_(args, memory),
        tables_(args.octaves.size(), columns, memory) {}

  void Begin(const double* const* positions, int n, const Slot& in, const OutputSlots& to) final;
  int Next() final;
  void Place(double* const* local) const final;
  void Combine(const OutputSlots& sources) final;

 protected:
  WaveCells& cells() { return cells_; }
  WaveTables& tables() { return tables_; }
  std::size_t octave() const { return octave_; }

 private:
  // Sets the waves of a batch of cells of octave(). In: source, maybe empty.
  virtual void SetWaves(const WaveCells::Missing* batch, int count, const Slot& source) = 0;
  // Computes samples first .. end - 1 of the run.
  virtual void Sum(const double* const* positions, int first, int end, const Slot& in,
                   const OutputSlots& to) = 0;

  // Moves on to the next piece: as many samples as the cells have room for.
  void NextPiece();

  const WaveArgs* args_;
  bool has_source_;
  int columns_;
  WaveCells cells_;
  WaveTables tables_;

  // The run.
  const double* positions_[3];
  int n_ = 0;
  Slot in_;
  OutputSlots to_;
  // The piece: samples first_ .. end_ - 1, and the octave whose cells are missing.
  int first_ = 0, end_ = 0;
  std::size_t octave_ = 0;
  // The batch: some of the missing cells.
  int batch_ = 0, batch_end_ = 0;
};

}  // namespace cobble
