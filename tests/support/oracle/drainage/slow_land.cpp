// Computes balances slowly.
#include "support/oracle/drainage/slow_land.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace cobble::test {
namespace {

constexpr std::array kStepX{1, 1, 0, -1, -1, -1, 0, 1}, kStepY{0, 1, 1, 1, 0, -1, -1, -1};
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::size_t Index(int i) { return static_cast<std::size_t>(i); }

uint32_t Mix(uint32_t h) {
  h = (h ^ (h >> 16)) * 0x7FEB352D;
  h = (h ^ (h >> 15)) * 0x846CA68B;
  return h ^ (h >> 16);
}

float JitterOf(uint32_t bits) {
  return static_cast<float>(0.45 * (static_cast<double>(bits) / 32768 - 1));
}

std::array<double, 4> Weights(double t) {
  const double u = 1 - t;
  return {u * u * u / 6, (4 - 6 * (t * t) + 3 * (t * t * t)) / 6,
          (1 + 3 * t + 3 * (t * t) - 3 * (t * t * t)) / 6, t * t * t / 6};
}

double Weighted(const std::array<double, 4>& w, const std::array<double, 4>& v) {
  return (w[0] * v[0] + w[1] * v[1]) + (w[2] * v[2] + w[3] * v[3]);
}

double Log2(int count) {
  int exponent = 0;
  const double mantissa = std::frexp(count, &exponent);
  return exponent - 1 + (2 * mantissa - 1);
}

}  // namespace

SlowLand::SlowLand(const drainage::Settings& settings,
                   const std::function<float(double x, double y)>& source)
    : settings_(settings), blocks_(settings.wraps ? 16 : 18), lift_(Index(blocks_ * blocks_)) {
  SetSource(source);
  for (int across = 32; across <= settings.resolution; across *= 2) {
    SlowLand before = *this;
    StartGrid(across);
    source_ = sources_[Index(static_cast<int>(std::log2(across / 32)))];
    FindOutlets();
    height_ = source_;
    for (int i = 0; i < side_ * side_; ++i)
      if (across > 32 && !is_outlet_[Index(i)])
        height_[Index(i)] = before.Spline(before.Middles(before.height_), before.side_,
                                          (At(i).x + 0.5) / 2 - 0.5, (At(i).y + 0.5) / 2 - 0.5);
    const bool is_last = across == settings.resolution;
    const int first_passes = across == 32 ? 16 : 6;
    for (int pass = 0; pass < (is_last ? 4 : first_passes); ++pass) {
      Pass();
      if (!is_last || across == 32) Lift();
    }
  }
  FillPonds();
  DigChannels();
}

void SlowLand::StartGrid(int across) {
  across_ = across;
  margin_ = settings_.wraps ? 0 : across / 16;
  side_ = across + 2 * margin_;
  jitter_.clear();
  for (int y = 0; y < side_; ++y)
    for (int x = 0; x < side_; ++x) {
      const auto seed = Mix(settings_.seed + static_cast<uint32_t>(side_));
      const auto hash = Mix(static_cast<uint32_t>(x) + Mix(static_cast<uint32_t>(y) + seed));
      jitter_.push_back({JitterOf(hash & 65535), JitterOf(hash >> 16)});
    }
}

void SlowLand::SetSource(const std::function<float(double x, double y)>& source) {
  StartGrid(settings_.resolution);
  Values values;
  for (int i = 0; i < side_ * side_; ++i) {
    const double x = (i % side_ - margin_ + 0.5 + jitter_[Index(i)][0]) / across_ - 0.5;
    const double y = (i / side_ - margin_ + 0.5 + jitter_[Index(i)][1]) / across_ - 0.5;
    values.push_back(source(x, y));
  }
  low_ = std::ranges::min(values);
  high_ = std::ranges::max(values);
  epsilon_ = (high_ - low_) / 1073741824;
  sources_ = {values};
  for (int side = side_; side * across_ / side_ > 32; side /= 2) {
    const Values& fine = sources_.front();
    Values coarse;
    for (int y = 0; y < side; y += 2)
      for (int x = 0; x < side; x += 2) {
        const auto at = [&](int by_x, int by_y) {
          return fine[Index((y + by_y) * side + x + by_x)];
        };
        coarse.push_back(((at(0, 0) + at(1, 0)) + (at(0, 1) + at(1, 1))) / 4);
      }
    sources_.insert(sources_.begin(), coarse);
  }
}

// --- The grid ---

int SlowLand::Fold(int at, int side) const {
  return settings_.wraps ? (at + side) % side : std::clamp(at, 0, side - 1);
}

int SlowLand::Neighbour(int i, int k) const {
  const int x = i % side_ + kStepX[Index(k)], y = i / side_ + kStepY[Index(k)];
  if (!settings_.wraps && (x < 0 || y < 0 || x >= side_ || y >= side_)) return -1;
  return Fold(y, side_) * side_ + Fold(x, side_);
}

SlowLand::Place SlowLand::At(int i) const {
  const auto [x, y] = jitter_[Index(i)];
  return {i % side_ + double{x}, i / side_ + double{y}};
}

SlowLand::Place SlowLand::Link(int i) const {
  const int k = directions_[Index(i)], j = Neighbour(i, k);
  const auto [x, y] = jitter_[Index(i)];
  const auto [to_x, to_y] = jitter_[Index(j)];
  return {kStepX[Index(k)] + (double{to_x} - x), kStepY[Index(k)] + (double{to_y} - y)};
}

double SlowLand::InverseTo(int i, int k) const {
  const int j = Neighbour(i, k);
  const int from = k < 4 ? i : j, to = k < 4 ? j : i;
  const double x = kStepX[Index(k % 4)] + (double{jitter_[Index(to)][0]} - jitter_[Index(from)][0]);
  const double y = kStepY[Index(k % 4)] + (double{jitter_[Index(to)][1]} - jitter_[Index(from)][1]);
  return static_cast<float>(1 / std::sqrt(x * x + y * y));
}

double SlowLand::Spline(const Values& values, int side, double x, double y) const {
  const int column = static_cast<int>(std::floor(x)), row = static_cast<int>(std::floor(y));
  std::array<double, 4> rows{};
  for (int b = 0; b < 4; ++b) {
    std::array<double, 4> four{};
    for (int a = 0; a < 4; ++a)
      four[Index(a)] = values[Index(Fold(row - 1 + b, side) * side + Fold(column - 1 + a, side))];
    rows[Index(b)] = Weighted(Weights(x - column), four);
  }
  return Weighted(Weights(y - row), rows);
}

SlowLand::Values SlowLand::Middles(const Values& at_nodes) const {
  Values out;
  for (int i = 0; i < side_ * side_; ++i) {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0, h = 0, xh = 0, yh = 0, low = 0, high = 0;
    for (int by_y = -1; by_y <= 1; ++by_y)
      for (int by_x = -1; by_x <= 1; ++by_x) {
        int j = i;
        for (int k = 0; k < 8; ++k)
          if (kStepX[Index(k)] == by_x && kStepY[Index(k)] == by_y) j = Neighbour(i, k);
        if (j < 0) continue;
        const double ex = by_x + double{jitter_[Index(j)][0]},
                     ey = by_y + double{jitter_[Index(j)][1]};
        const double root = 1 - (ex * ex + ey * ey) / 4, q = root * root;
        if (root <= 0) continue;
        const double v = at_nodes[Index(j)] - at_nodes[Index(i)];
        low = std::min(low, v);
        high = std::max(high, v);
        n += q, x += q * ex, y += q * ey, xx += q * ex * ex, xy += q * ex * ey, yy += q * ey * ey;
        h += q * v, xh += q * ex * v, yh += q * ey * v;
      }
    const double a = xx * yy - xy * xy, b = x * yy - xy * y, c = x * xy - xx * y;
    const double fitted = (h * a - xh * b + yh * c) / (n * a - x * b + y * c);
    out.push_back(at_nodes[Index(i)] + std::min(high, std::max(low, fitted)));
  }
  return out;
}

// --- Outlets ---

void SlowLand::FindOutlets() {
  sea_ = settings_.sea;
  is_outlet_.assign(source_.size(), false);
  for (std::size_t i = 0; i < source_.size(); ++i) is_outlet_[i] = source_[i] <= sea_;
  if (!settings_.wraps) {
    std::vector<int> edge;
    const int last = side_ - 1;
    for (int x = 0; x < last; ++x) edge.push_back(x);
    for (int y = 0; y < last; ++y) edge.push_back(y * side_ + last);
    for (int x = last; x > 0; --x) edge.push_back(last * side_ + x);
    for (int y = last; y > 0; --y) edge.push_back(y * side_);
    const int count = static_cast<int>(edge.size()), run = across_ / 16;
    const auto land = [&](int place) {
      return source_[Index(edge[Index((place + count) % count)])];
    };
    for (int first = 0; first < count; first += run) {
      int lowest = first;
      for (int place = first; place < std::min(first + run, count); ++place)
        if (land(place) < land(lowest)) lowest = place;
      bool is_dip = true;
      for (int by = -run; by <= run; ++by) is_dip = is_dip && land(lowest + by) >= land(lowest);
      const int i = edge[Index(lowest)], inwards = across_ / 32;
      const int x = std::clamp(i % side_, inwards, last - inwards);
      const int y = std::clamp(i / side_, inwards, last - inwards);
      if (is_dip || land(lowest) < source_[Index(y * side_ + x)]) is_outlet_[Index(i)] = true;
    }
  }
  if (std::ranges::count(is_outlet_, true) == 0) FloodLowest();
}

// Takes the lowest node beside the lake, again and again.
void SlowLand::FloodLowest() {
  std::set<std::pair<double, int>> shore;
  const auto lowest = std::ranges::min_element(source_) - source_.begin();
  shore.emplace(source_[static_cast<std::size_t>(lowest)], static_cast<int>(lowest));
  for (std::size_t flooded = 0; flooded < source_.size() / 64; ++flooded) {
    const auto [height, i] = *shore.begin();
    shore.erase(shore.begin());
    is_outlet_[Index(i)] = true;
    sea_ = std::max(sea_, height);
    for (int k = 0; k < 8; ++k)
      if (const int j = Neighbour(i, k); j >= 0 && !is_outlet_[Index(j)])
        shore.emplace(source_[Index(j)], j);
  }
}

// --- A pass ---

void SlowLand::Pass() {
  FindReceivers();
  DrainPits();
  CountUpstream();
  WidenFloors();
  const Values raised = Raised();
  level_.resize(height_.size());
  Sweep(raised);
  Sweep(raised);
}

void SlowLand::FindReceivers() {
  directions_.assign(source_.size(), -1);
  for (int i = 0; i < side_ * side_; ++i) {
    double steepest = 0;
    for (int k = 0; k < 8 && !is_outlet_[Index(i)]; ++k) {
      const int j = Neighbour(i, k);
      if (j < 0) continue;
      const double slope = (height_[Index(i)] - height_[Index(j)]) * InverseTo(i, k);
      if (slope > steepest) steepest = slope, directions_[Index(i)] = k;
    }
  }
}

int SlowLand::RootOf(int i) const {
  while (directions_[Index(i)] >= 0) i = Neighbour(i, directions_[Index(i)]);
  return i;
}

// Takes the lowest link from land that drains to land that does not, of all, again and again.
void SlowLand::DrainPits() {
  std::vector<int> roots;
  for (int i = 0; i < side_ * side_; ++i) roots.push_back(RootOf(i));
  std::set<int> draining;
  for (int i = 0; i < side_ * side_; ++i)
    if (is_outlet_[Index(i)]) draining.insert(i);
  while (true) {
    std::tuple lowest{kInfinity, 0, 0};
    for (int i = 0; i < side_ * side_; ++i)
      for (int k = 0; k < 4; ++k) {
        const int j = Neighbour(i, k);
        if (j < 0 || draining.contains(roots[Index(i)]) == draining.contains(roots[Index(j)]))
          continue;
        lowest = std::min(lowest, {std::max(height_[Index(i)], height_[Index(j)]), i, k});
      }
    auto [height, i, k] = lowest;
    if (height == kInfinity) return;
    if (draining.contains(roots[Index(i)])) {
      i = Neighbour(i, k);
      k += 4;
    }
    draining.insert(roots[Index(i)]);
    while (true) {
      const int before = std::exchange(directions_[Index(i)], k);
      if (before < 0) break;
      i = Neighbour(i, before);
      k = (before + 4) % 8;
    }
  }
}

void SlowLand::CountUpstream() {
  counts_.assign(source_.size(), 0);
  for (int start = 0; start < side_ * side_; ++start)
    for (int i = start;; i = Neighbour(i, directions_[Index(i)])) {
      ++counts_[Index(i)];
      if (directions_[Index(i)] < 0) break;
    }
}

// Returns the nodes, each after its receiver.
std::vector<int> SlowLand::FromOutlets() const {
  std::vector<int> order;
  for (int i = 0; i < side_ * side_; ++i)
    if (is_outlet_[Index(i)]) order.push_back(i);
  for (std::size_t at = 0; at < order.size(); ++at)
    for (int k = 0; k < 8; ++k) {
      const int j = Neighbour(order[at], k);
      if (j >= 0 && directions_[Index(j)] == (k + 4) % 8) order.push_back(j);
    }
  return order;
}

void SlowLand::WidenFloors() {
  size_.assign(source_.size(), 0);
  floor_.assign(source_.size(), 0);
  for (const int i : FromOutlets()) {
    double& size = size_[Index(i)];
    size = static_cast<float>(std::sqrt(counts_[Index(i)]));
    const int k = directions_[Index(i)];
    if (k < 0 || settings_.floor <= 0) continue;
    const double large = size_[Index(Neighbour(i, k))];
    const double distance = floor_[Index(Neighbour(i, k))] + 1 / InverseTo(i, k);
    const double t = distance / (settings_.floor * large);
    if (t >= 1 || large * (1 - t * t) <= size) continue;
    size = large;
    floor_[Index(i)] = static_cast<float>(distance);
  }
}

void SlowLand::Sweep(const Values& raised) {
  const Values before = height_;
  const double cells = across_ / (12 * settings_.detail);
  const double diffusion = settings_.strength * (cells * cells);
  for (const int i : FromOutlets()) {
    const int k = directions_[Index(i)];
    if (k < 0) {
      height_[Index(i)] = source_[Index(i)];
      level_[Index(i)] = std::max(source_[Index(i)], sea_);
      continue;
    }
    // The weights of the neighbours E, S, W and N.
    std::array<double, 4> x{}, y{}, old{}, u{};
    bool is_inside = true;
    for (int q = 0; q < 4; ++q) {
      const int j = Neighbour(i, 2 * q);
      u[Index(q)] = j < 0 ? 0 : 1;
      is_inside = is_inside && j >= 0;
      if (j < 0) continue;
      old[Index(q)] = before[Index(j)];
      x[Index(q)] = kStepX[Index(2 * q)] + (double{jitter_[Index(j)][0]} - jitter_[Index(i)][0]);
      y[Index(q)] = kStepY[Index(2 * q)] + (double{jitter_[Index(j)][1]} - jitter_[Index(i)][1]);
    }
    if (is_inside) {
      double xx = 0, xy = 0, yy = 0;
      for (int q = 0; q < 4; ++q) {
        xx += x[Index(q)] * x[Index(q)];
        xy += x[Index(q)] * y[Index(q)];
        yy += y[Index(q)] * y[Index(q)];
      }
      const double sum_x = (x[0] + x[2]) + (x[1] + x[3]), sum_y = (y[0] + y[2]) + (y[1] + y[3]);
      const double a = (xy * sum_y - yy * sum_x) / (xx * yy - xy * xy);
      const double b = (xy * sum_x - xx * sum_y) / (xx * yy - xy * xy);
      for (int q = 0; q < 4; ++q)
        u[Index(q)] = static_cast<float>(std::max(0.0, 1 + a * x[Index(q)] + b * y[Index(q)]));
    }
    const double sum = raised[Index(i)] + diffusion * ((u[0] * old[0] + u[2] * old[2]) +
                                                       (u[1] * old[1] + u[3] * old[3]));
    const double weight = 1 + diffusion * ((u[0] + u[2]) + (u[1] + u[3]));
    const double below = level_[Index(Neighbour(i, k))], inverse = InverseTo(i, k);
    if (sum / weight < below - epsilon_) {
      height_[Index(i)] = sum / weight;
      level_[Index(i)] = below;
      continue;
    }
    double size = size_[Index(i)];
    const double t = floor_[Index(i)] / (settings_.floor * size);
    if (floor_[Index(i)] > 0) size = size * (1 - t * t);
    const double wear = settings_.strength * size * inverse;
    double z = std::max((sum + wear * below) / (weight + wear), below + epsilon_ / inverse);
    if (settings_.talus > 0) z = std::min(z, below + settings_.talus / (inverse * across_));
    height_[Index(i)] = level_[Index(i)] = z;
  }
}

// --- Uplift ---

void SlowLand::Lift() {
  if (settings_.uplift <= 0) return;
  const int side = side_ / blocks_;
  for (int block = 0; block < blocks_ * blocks_; ++block) {
    double worn = 0;
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        const int i = (block / blocks_ * side + y) * side_ + block % blocks_ * side + x;
        worn += source_[Index(i)] - level_[Index(i)];
      }
    double& lift = lift_[Index(block)];
    const double mean = worn / (side * side);
    lift = std::max(0.0, lift + 0.5 * (settings_.uplift * (mean + lift) - lift));
  }
}

SlowLand::Values SlowLand::Raised() const {
  Values raised = source_;
  if (settings_.uplift <= 0) return raised;
  for (int y = 0; y < side_; ++y) {
    const double down = (y + 0.5) / side_ * blocks_ - 0.5;
    const int row = static_cast<int>(std::floor(down));
    const auto column = [&](int x) {
      std::array<double, 4> four{};
      for (int b = 0; b < 4; ++b)
        four[Index(b)] = lift_[Index(Fold(row - 1 + b, blocks_) * blocks_ + Fold(x, blocks_))];
      return Weighted(Weights(down - row), four);
    };
    for (int x = 0; x < side_; ++x) {
      const double along = (x + 0.5) / side_ * blocks_ - 0.5;
      const int first = static_cast<int>(std::floor(along)) - 1;
      raised[Index(y * side_ + x)] +=
          Weighted(Weights(along - first - 1),
                   {column(first), column(first + 1), column(first + 2), column(first + 3)});
    }
  }
  return raised;
}

// --- Outputs ---

double SlowLand::NearestOnLink(int i, double from_x, double from_y, double* t) const {
  const Place link = Link(i);
  *t = std::clamp(-(from_x * link.x + from_y * link.y) / (link.x * link.x + link.y * link.y), 0.0,
                  1.0);
  const double near_x = from_x + *t * link.x, near_y = from_y + *t * link.y;
  return near_x * near_x + near_y * near_y;
}

// Returns the shortest way to a place that is `way` away, along an axis.
double SlowLand::Shortest(double way) const {
  const double side = side_;
  if (!settings_.wraps || std::abs(way) <= side / 2) return way;
  return way > 0 ? way - side : way + side;
}

bool SlowLand::IsShore(int i) const {
  bool is_shore = false;
  for (int k = 0; k < 8; ++k)
    if (const int j = Neighbour(i, k); j >= 0 && !IsLake(j)) is_shore = IsLake(i);
  return is_shore;
}

double SlowLand::SmallestRiver() const {
  const double nodes = settings_.river * (static_cast<double>(across_) * across_);
  return settings_.river > 0 ? std::max(nodes, 16.0) : kInfinity;
}

bool SlowLand::IsStream(int i, double smallest) const {
  return counts_[Index(i)] >= smallest && directions_[Index(i)] >= 0;
}

void SlowLand::EachAround(int i, const std::function<void(int j, int x, int y)>& visit) const {
  for (int y = -2; y <= 2; ++y)
    for (int x = -2; x <= 2; ++x) {
      const int column = i % side_ + x, row = i / side_ + y;
      const bool exists =
          settings_.wraps || (column == Fold(column, side_) && row == Fold(row, side_));
      if (exists) visit(Fold(row, side_) * side_ + Fold(column, side_), x, y);
    }
}

std::vector<double> SlowLand::Flow() const {
  Values out(source_.size());
  for (int i = 0; i < side_ * side_; ++i)
    EachAround(i, [&](int j, int x, int y) {
      if (!IsStream(j, 4)) return;
      double t = 0;
      const auto [by_x, by_y] = jitter_[Index(j)];
      const double distance2 = NearestOnLink(j, x + double{by_x}, y + double{by_y}, &t);
      const auto size =
          static_cast<float>(std::min(1.0, Log2(counts_[Index(j)]) / Log2(across_ * across_)));
      if (distance2 < 4) out[Index(i)] = std::max(out[Index(i)], size * (1 - distance2 / 4));
    });
  return out;
}

// --- Lakes and channels ---

bool SlowLand::IsLake(int i) const { return level_[Index(i)] > height_[Index(i)]; }

void SlowLand::FillPonds() {
  const auto is_inland = [&](int i) { return IsLake(i) && !is_outlet_[Index(i)]; };
  const auto outflow_of = [&](int i) {
    while (is_inland(i)) i = Neighbour(i, directions_[Index(i)]);
    return i;
  };
  std::vector<int> nodes(height_.size());
  Values depths(height_.size()), filled = height_;
  for (int i = 0; i < side_ * side_; ++i) {
    if (!is_inland(i)) continue;
    const std::size_t outflow = Index(outflow_of(i));
    ++nodes[outflow];
    depths[outflow] = std::max(depths[outflow], level_[Index(i)] - height_[Index(i)]);
  }
  for (int i = 0; i < side_ * side_; ++i) {
    const int outflow = outflow_of(i);
    const bool is_pond = nodes[Index(outflow)] < std::max(4, across_ * across_ / 8192) ||
                         depths[Index(outflow)] <= (high_ - low_) / 1000;
    if (is_inland(i) && is_pond && !IsLake(outflow)) filled[Index(i)] = level_[Index(i)];
  }
  height_ = filled;
}

double SlowLand::RadiusOf(int i) const {
  const double widest = 0.008 * across_;
  const double part = counts_[Index(i)] / (static_cast<double>(across_) * across_);
  return std::sqrt(1.5625 + widest * widest * part);
}

void SlowLand::DigChannels() {
  const Values middles = Middles(height_);
  const double smallest = SmallestRiver();
  channels_.clear();
  for (int i = 0; i < side_ * side_; ++i) {
    if (counts_[Index(i)] < smallest) continue;
    Channel& channel = channels_[{counts_[Index(i)], i}];
    channel.bank = level_[Index(i)];
    if (!IsLake(i)) channel.bank = std::max(channel.bank, Spline(middles, side_, At(i).x, At(i).y));
    const double size = std::sqrt(std::sqrt(counts_[Index(i)] / smallest - 1));
    channel.depth = IsLake(i) ? 0 : (high_ - low_) / 250 * std::min(size, 5.0);
    channel.radius = RadiusOf(i);
  }
  for (const auto& [key, channel] : channels_) {
    Channel* const next = ChannelAfter(key.second);
    if (next == nullptr) continue;
    next->bank = std::min(next->bank, channel.bank);
    if (IsLake(Neighbour(key.second, directions_[Index(key.second)])))
      next->depth = std::max(next->depth, 0.8 * channel.depth);
  }
  for (auto at = channels_.rbegin(); at != channels_.rend(); ++at) {
    auto& [key, channel] = *at;
    const bool is_lake = IsLake(key.second);
    channel.water = channel.bank - (is_lake ? 0 : 0.25 * channel.depth);
    const Channel* const next = ChannelAfter(key.second);
    if (next == nullptr) continue;
    channel.water = std::max(channel.water, next->water);
    if (is_lake) channel.depth = std::max(channel.depth, 0.8 * next->depth);
  }
}

SlowLand::Channel* SlowLand::ChannelAfter(int i) {
  if (directions_[Index(i)] < 0) return nullptr;
  const int j = Neighbour(i, directions_[Index(i)]);
  return &channels_.at({counts_[Index(j)], j});
}

// Calls visit(channel, distance2) for the channels beside the middle of a cell: the squared
// distance from the axis, in radii.
void SlowLand::EachChannelAt(
    int i, const std::function<void(const Channel& channel, double distance2)>& visit) const {
  for (const auto& [key, from] : channels_) {
    const int j = key.second;
    if (directions_[Index(j)] < 0) continue;
    const int receiver = Neighbour(j, directions_[Index(j)]);
    const Channel& to = channels_.at({counts_[Index(receiver)], receiver});
    double t = 0;
    const double distance2 =
        NearestOnLink(j, Shortest(At(j).x - i % side_), Shortest(At(j).y - i / side_), &t);
    const auto between = [t](double a, double b) { return a + t * (b - a); };
    const Channel here{between(from.bank, to.bank), between(from.water, to.water),
                       between(from.depth, to.depth), between(from.radius, to.radius)};
    const double farthest = here.radius + 1.5;
    if (distance2 < farthest * farthest) visit(here, distance2 / (here.radius * here.radius));
  }
}

std::vector<double> SlowLand::Heights() const {
  Values out = Middles(height_);
  for (int i = 0; i < side_ * side_; ++i)
    EachChannelAt(i, [&](const Channel& channel, double distance2) {
      if (distance2 < 1)
        out[Index(i)] = std::min(out[Index(i)], channel.bank - channel.depth * (1 - distance2));
    });
  return out;
}

std::vector<double> SlowLand::Level() const {
  const Values middles = Heights();
  Values out;
  for (int i = 0; i < side_ * side_; ++i) {
    const double middle = middles[Index(i)];
    double lake = -kInfinity, river = -kInfinity, nearest = kInfinity;
    EachAround(i, [&](int j, int, int) {
      if (IsLake(j)) lake = std::max(lake, level_[Index(j)]);
    });
    if (middle < lake) lake = -kInfinity;
    EachChannelAt(i, [&](const Channel& channel, double distance2) {
      if (distance2 >= nearest) return;
      nearest = distance2;
      river =
          distance2 < 1 ? channel.water : std::min(channel.water, middle - 0.25 * channel.depth);
    });
    const double wet = IsLake(i) ? level_[Index(i)] : std::max(lake, river);
    out.push_back(std::max(wet, middle - (high_ - low_) / 50));
  }
  return out;
}

std::vector<double> SlowLand::Distance() const {
  const double smallest = SmallestRiver();
  Values out;
  for (int i = 0; i < side_ * side_; ++i) {
    double nearest = 0.25 * across_;
    for (int j = 0; j < side_ * side_; ++j) {
      const double x = Shortest(At(j).x - i % side_), y = Shortest(At(j).y - i / side_);
      double t = 0;
      if (IsStream(j, smallest))
        nearest = std::min(nearest, std::sqrt(NearestOnLink(j, x, y, &t)) - RadiusOf(j));
      else if (IsShore(j))
        nearest = std::min(nearest, std::sqrt(x * x + y * y) - 0.7);
    }
    nearest = std::max(nearest, 0.0);
    if (IsLake(i)) nearest = 0;
    out.push_back(nearest / across_);
  }
  return out;
}

std::array<std::vector<double>, 2> SlowLand::Directions() const {
  std::array<Values, 2> out;
  for (int i = 0; i < side_ * side_; ++i) {
    double sum_x = 0, sum_y = 0, nodes = 0;
    EachAround(i, [&](int j, int, int) {
      if (!IsStream(j, 4)) return;
      const Place link = Link(j);
      const double length = std::sqrt(link.x * link.x + link.y * link.y);
      sum_x += counts_[Index(j)] * (link.x / length);
      sum_y += counts_[Index(j)] * (link.y / length);
      nodes += counts_[Index(j)];
    });
    out[0].push_back(nodes > 0 ? sum_x / nodes : 0);
    out[1].push_back(nodes > 0 ? sum_y / nodes : 0);
  }
  return out;
}

}  // namespace cobble::test
