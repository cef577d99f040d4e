// Renders several maps of a program in one run, as float32.
#pragma once

#include <vector>

#include "cobble/program.h"
#include "cobble/render.h"
#include "core/band_sink.h"
#include "core/maps.h"

namespace cobble::test {

class FloatSink final : public BandSink {
 public:
  FloatSink(int64_t width, const std::vector<PictureMap>& maps);

  RowFormat row_format() const override;
  void Write(const Band& band, const Chunk& chunk) override;

  int channels() const { return channels_; }
  std::vector<float>& samples() { return samples_; }

 private:
  int64_t width_;
  int channels_ = 0;
  std::vector<float> samples_;
};

// Returns the interleaved channels of all `maps`, in the order given.
Image RenderMaps(const Program& program, const std::vector<PictureMap>& maps,
                 const RenderOptions& options = {});

}  // namespace cobble::test
