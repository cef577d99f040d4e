// Windows of cells, and the table of known cells.
#include "noise/waves/cells.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/math.h"
#include "noise/math/hash.h"

namespace cobble {
namespace {

// Cells in a window, unless a single sample needs more.
constexpr int kWindowCells = 1024;
// Known cells that are kept.
constexpr int kKeptCells = 8192;
// Exceeds the error of cell coordinates.
constexpr double kSlack = 0x1p-8;
// Windows with at least so many cells per sample have some that reach none.
constexpr int kSparse = 6;

double CoordinateOf(const Octave& octave, int axis, double position) {
  return position * octave.frequency[axis] + octave.scatter[axis];
}

// Returns the cells of octave o along an axis for a sample that needs `finer` of octave o + 1.
int WidthBelow(const std::vector<Octave>& octaves, std::size_t o, int axis, int finer) {
  const double ratio = octaves[o].frequency[axis] / octaves[o + 1].frequency[axis];
  return static_cast<int>((finer - 2 * kPointJitter) * ratio + 2 * kSlack) + 4;
}

// Returns the sides of a single sample's windows.
std::array<std::array<int, 2>, kMaxOctaves> SidesOf(const WaveArgs& args) {
  const std::vector<Octave>& octaves = args.octaves;
  std::array<std::array<int, 2>, kMaxOctaves> sides;
  sides.fill({3, 3});
  if (!args.is_nested) return sides;
  for (std::size_t o = octaves.size() - 1; o-- > 0;)
    for (int a = 0; a < 2; ++a)
      sides[o][static_cast<std::size_t>(a)] =
          WidthBelow(octaves, o, a, sides[o + 1][static_cast<std::size_t>(a)]);
  return sides;
}

}  // namespace

bool WaveWindow::Contains(const WaveWindow& other) const {
  for (int a = 0; a < 2; ++a)
    if (other.low[a] < low[a] || other.low[a] + other.size[a] > low[a] + size[a]) return false;
  return true;
}

void WaveCell::SetWave(const std::array<double, 2>& turns, double weight) {
  for (std::size_t a = 0; a < 2; ++a) {
    const double per_cell = 2 * kPi * turns[a] / kWindowSlope;
    wide.turns[a] = turns[a];
    wide.of_sin[a] = -per_cell;
    wide.of_cos[a] = per_cell;
    narrow.turns[a] = static_cast<float>(turns[a]);
    narrow.of_sin[a] = static_cast<float>(-per_cell);
    narrow.of_cos[a] = static_cast<float>(per_cell);
  }
  wide.weight = weight;
  narrow.weight = static_cast<float>(weight);
  wide.has_weight = weight > 0;
  narrow.has_weight = narrow.weight > 0;
}

WaveCells::WaveCells(const WaveArgs& args, Scratch* memory)
    : args_(&args), octaves_(args.octaves.size()) {
  const auto sides = SidesOf(args);
  for (std::size_t o = 0; o < octaves_; ++o) {
    capacity_[o] = std::max(kWindowCells, sides[o][0] * sides[o][1]);
    room_ += capacity_[o];
    windows_[o].cells = memory->Take<const WaveCell*>(static_cast<std::size_t>(capacity_[o]));
    missing_[o] = memory->Take<Missing>(static_cast<std::size_t>(capacity_[o]));
  }
  reaches_ = memory->Take<bool>(static_cast<std::size_t>(std::ranges::max(capacity_)));
  room_ = std::max(room_, kKeptCells);
  cells_ = memory->Take<WaveCell>(static_cast<std::size_t>(room_));
  const std::size_t keys = std::bit_ceil(static_cast<std::size_t>(room_) * 2);
  keys_ = memory->Take<Key>(keys);
  key_mask_ = static_cast<uint32_t>(keys - 1);
}

// An octave's window holds the cells around the samples and, if octaves are nested, around the
// points of the next octave's window.
void WaveCells::SetWindows(const double* const* positions, int n, WaveWindow* windows) const {
  for (int a = 0; a < 2; ++a) {
    const auto [low, high] = std::minmax_element(positions[a], positions[a] + n);
    for (std::size_t o = octaves_; o-- > 0;) {
      const Octave& octave = args_->octaves[o];
      double first = CoordinateOf(octave, a, *low), last = CoordinateOf(octave, a, *high);
      if (args_->is_nested && o + 1 < octaves_) {
        const Octave& finer = args_->octaves[o + 1];
        const WaveWindow& window = windows[o + 1];
        const auto coordinate = [&](double cell) {
          return CoordinateOf(octave, a, (cell - finer.scatter[a]) / finer.frequency[a]);
        };
        const double begin = static_cast<double>(window.low[a]) + 0.5;
        first = std::min(first, coordinate(begin - kPointJitter) - kSlack);
        last = std::max(last, coordinate(begin + window.size[a] - 1 + kPointJitter) + kSlack);
      }
      const double below = std::floor(first), above = std::floor(last);
      windows[o].low[a] = static_cast<int64_t>(below) - 1;
      windows[o].size[a] = static_cast<int>(std::min(above - below, 1e6)) + 3;
    }
  }
}

bool WaveCells::MoveTo(const double* x, const double* y, int n) {
  const double* const positions[2] = {x, y};
  WaveWindow windows[kMaxOctaves];
  SetWindows(positions, n, windows);
  int64_t added = 0;
  for (std::size_t o = 0; o < octaves_; ++o) {
    const int64_t area = int64_t{windows[o].size[0]} * windows[o].size[1];
    if (area > capacity_[o]) return false;
    added += area;
  }
  if (count_ + added > room_) {
    ++generation_;
    count_ = 0;
    for (WaveWindow& window : windows_) window.size[0] = window.size[1] = 0;
  }
  // Fine octaves first, since the points of their missing cells need cells of coarser ones.
  for (std::size_t o = octaves_; o-- > 0;) {
    missing_counts_[o] = 0;
    const bool has_moved = !windows_[o].Contains(windows[o]);
    if (has_moved) {
      std::ranges::copy(windows[o].low, windows_[o].low);
      std::ranges::copy(windows[o].size, windows_[o].size);
      Fill(o);
    }
    if (has_moved || !windows_[o].is_complete) ListMissing(o, positions, n);
  }
  return true;
}

void WaveCells::Fill(std::size_t octave) {
  const WaveWindow& window = windows_[octave];
  const WaveCell** cell = window.cells;
  for (int x = 0; x < window.size[0]; ++x)
    for (int y = 0; y < window.size[1]; ++y)
      *cell++ = Find(octave, window.low[0] + x, window.low[1] + y);
}

void WaveCells::ListMissing(std::size_t octave, const double* const* positions, int n) {
  WaveWindow& window = windows_[octave];
  const int rows = window.size[1], area = window.size[0] * rows;
  const bool is_sparse = area >= kSparse * n;
  if (is_sparse) MarkReaching(octave, positions, n);
  window.is_complete = true;
  for (int k = 0; k < area; ++k) {
    const auto index = static_cast<int32_t>(window.cells[k] - cells_);
    WaveCell::State& state = cells_[index].state;
    if (state == WaveCell::kListed) continue;
    if (is_sparse && !reaches_[k]) {
      state = WaveCell::kLeftOut;
      window.is_complete = false;
      continue;
    }
    if (state == WaveCell::kLeftOut) ++window.edition;
    state = WaveCell::kListed;
    missing_[octave][missing_counts_[octave]++] = {
        index, {window.low[0] + k / rows, window.low[1] + k % rows}};
  }
}

void WaveCells::MarkReaching(std::size_t octave, const double* const* positions, int n) {
  const WaveWindow& window = windows_[octave];
  std::fill_n(reaches_, window.size[0] * window.size[1], false);
  for (int k = 0; k < n; ++k)
    MarkAround(octave, PlaceOf(octave, {positions[0][k], positions[1][k]}, {}));
  if (!args_->is_nested) return;
  for (std::size_t o = octave + 1; o < octaves_; ++o)
    for (int k = 0; k < missing_counts_[o]; ++k) {
      const Missing& cell = missing_[o][k];
      MarkAround(octave, PlaceOf(octave, PointOf(o, cell), PeriodsOf(o, cell)));
    }
}

void WaveCells::MarkAround(std::size_t octave, const WavePlace& place) {
  constexpr double kMargin = 0x1p-10;  // exceeds the error of samples
  const WaveWindow& window = windows_[octave];
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j) {
      const int at = (place.cell[0] + i) * window.size[1] + place.cell[1] + j;
      const double* const point = window.cells[at]->wide.point;
      const double x = place.fraction[0] - i - point[0], y = place.fraction[1] - j - point[1];
      if (WindowLeft(x, y) > -kMargin) reaches_[at] = true;
    }
}

const WaveCell* WaveCells::Find(std::size_t octave, int64_t x, int64_t y) {
  const int64_t* const period = args_->octaves[octave].period;
  const int64_t place[2] = {Reduce(x, period[0]), Reduce(y, period[1])};
  const auto number = static_cast<int32_t>(octave);
  uint32_t hash = static_cast<uint32_t>(number);
  for (const int64_t each : place) hash = HashEat(hash, static_cast<uint32_t>(each));
  for (uint32_t at = HashValue(hash);; ++at) {
    Key& key = keys_[at & key_mask_];
    if (key.generation != generation_) {
      key = {{place[0], place[1]}, number, count_++, generation_};
      MakeKernel(octave, place, &cells_[key.index]);
      return &cells_[key.index];
    }
    if (key.octave == number && key.place[0] == place[0] && key.place[1] == place[1])
      return &cells_[key.index];
  }
}

uint32_t WaveCells::AccumulatorAt(std::size_t octave, const int64_t* place) const {
  uint32_t accumulator = args_->octaves[octave].seed;
  for (int a = 0; a < 2; ++a) accumulator = HashEat(accumulator, static_cast<uint32_t>(place[a]));
  return accumulator;
}

uint32_t WaveCells::AccumulatorOf(std::size_t octave, const Missing& cell) const {
  const int64_t* const period = args_->octaves[octave].period;
  const int64_t place[2] = {Reduce(cell.place[0], period[0]), Reduce(cell.place[1], period[1])};
  return AccumulatorAt(octave, place);
}

// The kernel has no direction yet.
void WaveCells::MakeKernel(std::size_t octave, const int64_t* place, WaveCell* cell) const {
  const uint32_t hash = HashValue(AccumulatorAt(octave, place));
  *cell = {};
  for (int a = 0; a < 2; ++a) {
    cell->wide.point[a] = PointInCell(hash, static_cast<uint32_t>(a), 2 * kPointJitter);
    cell->narrow.point[a] = static_cast<float>(cell->wide.point[a]);
  }
  cell->wide.phase = (hash >> 16) * 0x1p-16;
  cell->narrow.phase = static_cast<float>(cell->wide.phase);
}

std::array<double, 2> WaveCells::PointOf(std::size_t octave, const Missing& cell) const {
  const Octave& each = args_->octaves[octave];
  std::array<double, 2> point;
  for (std::size_t a = 0; a < 2; ++a) {
    const auto place = static_cast<double>(Reduce(cell.place[a], each.period[a]));
    point[a] = (place + cells_[cell.index].wide.point[a] - each.scatter[a]) / each.frequency[a];
  }
  return point;
}

std::array<int64_t, 2> WaveCells::PeriodsOf(std::size_t octave, const Missing& cell) const {
  const int64_t* const period = args_->octaves[octave].period;
  std::array<int64_t, 2> periods{};
  for (std::size_t a = 0; a < 2; ++a)
    if (period[a] > 0) periods[a] = (cell.place[a] - Reduce(cell.place[a], period[a])) / period[a];
  return periods;
}

WavePlace WaveCells::PlaceOf(std::size_t octave, const std::array<double, 2>& position,
                             const std::array<int64_t, 2>& periods) const {
  const Octave& each = args_->octaves[octave];
  WavePlace place;
  for (std::size_t a = 0; a < 2; ++a) {
    const double coordinate = CoordinateOf(each, static_cast<int>(a), position[a]);
    const double whole = std::floor(coordinate);
    place.fraction[a] = coordinate - whole;
    place.cell[a] = static_cast<int>(static_cast<int64_t>(whole) + periods[a] * each.period[a] -
                                     windows_[octave].low[a]);
  }
  return place;
}

double WaveReach(const WaveArgs& args, int axis) {
  double reach = 0;
  for (const Octave& octave : args.octaves) {
    reach += (2 + kPointJitter) / octave.frequency[axis];
    if (!args.is_nested) break;  // later octaves are finer
  }
  return reach;
}

std::vector<double> WavePointsPerSample(const WaveArgs& args, double cells_per_sample) {
  const auto sides = SidesOf(args);
  const double* const first = args.octaves.front().frequency;
  std::vector<double> points;
  for (std::size_t o = 0; o < args.octaves.size(); ++o) {
    const double* const frequency = args.octaves[o].frequency;
    const double finer = frequency[0] / first[0] * (frequency[1] / first[1]);
    points.push_back(std::min(cells_per_sample * finer, double{1} * sides[o][0] * sides[o][1]));
  }
  return points;
}

}  // namespace cobble
