// Implements PixelRows: sums of samples, and their means.
#include "render/pixel_rows.h"

#include <algorithm>
#include <array>

namespace cobble {
namespace {

constexpr std::size_t kNoisePlanes = 4;  // the value, and its slopes: two, or three of a sphere

std::array<const float*, kNoisePlanes> NoisePlanes(const Slot& slot) {
  return {slot.value, slot.slope[0], slot.slope[1], slot.slope[2]};
}

std::vector<int> MapBuffers(const Program::Impl& program) {
  std::vector<int> buffers;
  for (const ProgramMap& map : program.maps)
    buffers.insert(buffers.end(), map.buffers.begin(), map.buffers.end());
  return buffers;
}

std::size_t PlaneCount(const Program::Impl& program) {
  return kNoisePlanes + MapBuffers(program).size();
}

// Returns the floats of a row of means.
std::size_t MeanSize(int columns) { return (Size(columns).RoundUpTo(kPad) + Size(kPad)).bytes(); }

// Returns the floats of a row of samples.
std::size_t SampleRowSize(int columns, int samples) {
  return (Size(columns) * Size(samples)).RoundUpTo(kPad).bytes();
}

}  // namespace

int PixelRows::MaxColumns(const Program::Impl& program) {
  return std::max(Worker::MaxColumns(program) / program.recipe.samples, 1);
}

Size PixelRows::Bytes(const Program::Impl& program, int columns) {
  const int samples = program.recipe.samples;
  Size worker = Worker::Bytes(program, columns * samples);
  if (program.recipe.domain.IsSphere())
    worker = worker + Size(columns) * Size(samples) * Size(6 * sizeof(double));
  if (samples == 1) return worker;
  const Size sums = Size(columns) * Size(samples) * Size(sizeof(double));
  const Size means = Size(MeanSize(columns)) * Size(sizeof(float));
  const Size pictures = Size(kPictureMaps.size()) * Size(SampleRowSize(columns, samples));
  return worker + Size(PlaneCount(program)) * (sums + means) +
         (program.is_second ? pictures * Size(sizeof(float)) : Size());
}

PixelRows::PixelRows(const Program::Impl& program, int columns)
    : samples_(program.recipe.samples),
      worker_(program, columns * samples_),
      map_buffers_(MapBuffers(program)),
      maps_(map_buffers_.size()) {
  if (program.recipe.domain.IsSphere()) {
    sphere_.emplace(program.recipe, samples_, columns * samples_);
    points_.resize(3 * static_cast<std::size_t>(columns * samples_));
  }
  if (samples_ == 1) return;
  sum_size_ = (Size(columns) * Size(samples_)).bytes();
  mean_size_ = MeanSize(columns);
  sums_.resize(PlaneCount(program) * sum_size_);
  means_ = MakeAlignedFloats(PlaneCount(program) * mean_size_);
  for (std::size_t k = 0; k < kPictureMaps.size(); ++k)
    if (program.reads_picture[k])
      picture_samples_[k] = MakeAlignedFloats(SampleRowSize(columns, samples_));
}

void PixelRows::BeginTile(const Tile& tile) noexcept {
  const Tile samples{tile.first_column * samples_, tile.columns * samples_};
  worker_.BeginTile(samples);
  if (sphere_) sphere_->BeginTile(samples);
}

PixelRow PixelRows::Make(const Run& run, const PictureRows& pictures) noexcept {
  worker_.SetPictureRows(samples_ == 1 ? pictures : SamplesOf(pictures, run.n));
  if (samples_ == 1) return SampleRow(run);
  std::fill(sums_.begin(), sums_.end(), 0.0);
  Run samples{run.i * samples_, run.j * samples_, run.n * samples_};
  PixelRow row;
  for (int k = 0; k < samples_; ++k, ++samples.j) {
    row = SampleRow(samples);
    AddRow(row, samples.n);
  }
  return Mean(row, run.n);
}

PixelRow PixelRows::SampleRow(const Run& run) noexcept {
  PixelRow row{.noise = sphere_ ? SphereRow(run) : worker_.Evaluate(run), .maps = maps_.data()};
  for (std::size_t k = 0; k < maps_.size(); ++k) maps_[k] = worker_.Value(map_buffers_[k]);
  return row;
}

// Evaluates a row of a sphere.
Slot PixelRows::SphereRow(const Run& run) noexcept {
  const auto n = static_cast<std::size_t>(run.n), size = points_.size() / 3;
  double* const points = points_.data();
  sphere_->Directions(run, {points, points + size, points + 2 * size});
  for (double& axis : points_) axis *= kSphereRadius;
  const auto along = [&](std::size_t axis) {
    return std::span<const double>(points + axis * size, n);
  };
  worker_.SetPoints(along(0), along(1), along(2));
  return worker_.Evaluate({0, 0, run.n});
}

// Returns rows in which each sample has what its pixel has. In: n, the number of pixels.
PictureRows PixelRows::SamplesOf(const PictureRows& pictures, int n) noexcept {
  PictureRows rows{};
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (!picture_samples_[k]) continue;
    float* to = picture_samples_[k].get();
    rows[k] = to;
    for (int i = 0; i < n; ++i, to += samples_) std::fill_n(to, samples_, pictures[k][i]);
  }
  return rows;
}

// Adds a row of n samples to the sums of its planes.
void PixelRows::AddRow(const PixelRow& row, int n) {
  const auto add = [&](const float* samples, std::size_t plane) {
    if (samples == nullptr) return;
    double* const sums = sums_.data() + plane * sum_size_;
    for (int k = 0; k < n; ++k) sums[k] += static_cast<double>(samples[k]);
  };
  const auto noise = NoisePlanes(row.noise);
  for (std::size_t plane = 0; plane < kNoisePlanes; ++plane) add(noise[plane], plane);
  for (std::size_t k = 0; k < maps_.size(); ++k) add(row.maps[k], kNoisePlanes + k);
}

// Returns the means of n pixels. In: the last row that was added, whose null planes stay null.
PixelRow PixelRows::Mean(const PixelRow& last, int n) {
  const double weight = 1.0 / (samples_ * samples_);
  const auto mean = [&](const float* samples, std::size_t plane) -> float* {
    if (samples == nullptr) return nullptr;
    const double* sums = sums_.data() + plane * sum_size_;
    float* const means = means_.get() + plane * mean_size_;
    for (int k = 0; k < n; ++k, sums += samples_) {
      double sum = sums[0];
      for (int s = 1; s < samples_; ++s) sum += sums[s];
      means[k] = static_cast<float>(sum * weight);
    }
    return means;
  };
  PixelRow out{.noise = {}, .maps = maps_.data()};
  const auto noise = NoisePlanes(last.noise);
  out.noise.value = mean(noise[0], 0);
  out.noise.slope[0] = mean(noise[1], 1);
  out.noise.slope[1] = mean(noise[2], 2);
  out.noise.slope[2] = mean(noise[3], 3);
  for (std::size_t k = 0; k < maps_.size(); ++k) maps_[k] = mean(maps_[k], kNoisePlanes + k);
  return out;
}

}  // namespace cobble
