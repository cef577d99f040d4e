// The maps that a recipe defines: its own maps, views of its nodes, and packs of several maps.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "core/suggest.h"
#include "render/maps/table.h"

namespace cobble {
namespace {

// Consecutive planes of the program's maps, unchanged.
class ProgramPlanes final : public MapFunction {
 public:
  ProgramPlanes(int first, int count) : first_(first), count_(count) {}

  void Run(const MapInput& in, int, float* const*, const float** planes) const noexcept override {
    std::copy_n(in.maps + first_, count_, planes);
  }

 private:
  int first_, count_;
};

// A number everywhere.
class NumberMap final : public MapFunction {
 public:
  explicit NumberMap(float number) : number_(number) {}

  void Run(const MapInput&, int n, float* const* scratch,
           const float** planes) const noexcept override {
    std::fill_n(scratch[0], n, number_);
    planes[0] = scratch[0];
  }

 private:
  float number_;
};

// A channel of a map, or 1 - the channel; of a signed map, minus the channel.
class ChannelMap final : public MapFunction {
 public:
  ChannelMap(const MapSetup& setup, const PictureMap& map)
      : function_(MakeMap(setup, *map.whole)),
        channel_(static_cast<std::size_t>(map.channel)),
        channels_(static_cast<std::size_t>(map.whole->channels)),
        invert_(map.invert),
        one_(map.range == SampleRange::kSigned ? 0.0F : 1.0F) {}

  void Run(const MapInput& in, int n, float* const* scratch,
           const float** planes) const noexcept override {
    std::array<float*, kMaxMapChannels> own{};
    std::array<const float*, kMaxMapChannels> all{};
    std::copy_n(scratch, channels_, own.begin());
    std::swap(own[0], own[channel_]);  // the first is kept, others are written again
    function_->Run(in, n, own.data(), all.data());
    planes[0] = all[channel_];
    if (!invert_) return;
    std::transform(planes[0], planes[0] + n, scratch[0], [&](float x) { return one_ - x; });
    planes[0] = scratch[0];
  }

 private:
  std::unique_ptr<const MapFunction> function_;
  std::size_t channel_, channels_;
  bool invert_;
  float one_;
};

class Pack final : public MapFunction {
 public:
  Pack(const MapSetup& setup, const std::vector<PictureMap>& parts) {
    std::size_t channel = 0;
    for (const PictureMap& part : parts) {
      parts_.push_back({MakeMap(setup, part), static_cast<std::size_t>(part.channels)});
      if (part.weight) weights_.push_back(channel);
      channel += parts_.back().channels;
    }
  }

  void Run(const MapInput& in, int n, float* const* scratch,
           const float** planes) const noexcept override {
    std::size_t channel = 0;
    for (const Part& part : parts_) {
      part.function->Run(in, n, scratch + channel, planes + channel);
      channel += part.channels;
    }
    if (!weights_.empty()) Weigh(n, scratch, planes);
  }

 private:
  struct Part {
    std::unique_ptr<const MapFunction> function;
    std::size_t channels;
  };

  // Divides the weights by their sum.
  void Weigh(int n, float* const* scratch, const float** planes) const {
    constexpr float kMaxWeight = 1e37F;  // so that the sum is finite
    for (int i = 0; i < n; ++i) {
      float sum = 0;
      for (const std::size_t k : weights_) {
        scratch[k][i] = std::clamp(planes[k][i], 0.0F, kMaxWeight);
        sum += scratch[k][i];
      }
      if (sum > 0)
        for (const std::size_t k : weights_) scratch[k][i] /= sum;
      else
        scratch[weights_.front()][i] = 1;
    }
    for (const std::size_t k : weights_) planes[k] = scratch[k];
  }

  std::vector<Part> parts_;
  std::vector<std::size_t> weights_;  // their channels
};

}  // namespace

std::unique_ptr<const MapFunction> MakeMap(const MapSetup& setup, const PictureMap& map) {
  if (map.whole) return std::make_unique<ChannelMap>(setup, map);
  if (map.number) return std::make_unique<NumberMap>(static_cast<float>(*map.number));
  if (map.built_in) return MakerOf(*map.built_in).make(setup);
  if (!map.parts.empty()) return std::make_unique<Pack>(setup, map.parts);
  int first = 0;
  for (const ProgramMap& each : setup.program_maps) {
    const auto channels = static_cast<int>(each.buffers.size());
    if (each.name == map.name) {
      const HeightRange range = RangeOfNode(map, each.shown);
      if (!map.IsNumberNode() || range.keep)
        return std::make_unique<ProgramPlanes>(first, channels);
      return MakeNodeHeight(setup, HeightScaleOf(setup.recipe, range), first);
    }
    first += channels;
  }
  throw Error(ErrorKind::kUsage, "",
              "the map " + Quoted(map.name) + " needs a program compiled with it",
              "set CompileOptions::maps");
}

}  // namespace cobble
