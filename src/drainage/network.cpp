// Follows streams from confluence to confluence, and cuts them at the edge of a region.
#include "drainage/network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/interrupt.h"
#include "drainage/links.h"

namespace cobble::drainage {
namespace {

// Rounds to a fraction of a cell that is exact in all sums of places and whole cells.
double Exact(double place) { return std::round(place * 65536) / 65536; }

// A node of a stream.
struct StreamNode {
  int node = 0;
  int streams = 0;     // that run into it
  int largest = -1;    // of them
  int highest = 0;     // order of them
  int of_highest = 0;  // how many have it

  int Order() const { return std::max(1, highest + (of_highest > 1 ? 1 : 0)); }
};

class Network {
 public:
  Network(const Balance& land, double smallest, const Values& depths)
      : land_(land), depths_(depths), indices_(land.counts.size(), -1) {
    for (int node = 0; node < static_cast<int>(indices_.size()); ++node) {
      if (!IsStream(land, node, smallest)) continue;
      indices_[Cells::Index(node)] = static_cast<int>(nodes_.size());
      nodes_.push_back({.node = node});
    }
    Join();
  }

  std::vector<Stream> Streams() const {
    std::vector<Stream> streams;
    for (const StreamNode& each : nodes_)
      if (Begins(each)) streams.push_back(StreamFrom(each));
    return streams;
  }

 private:
  int CountOf(const StreamNode& at) const { return land_.counts[Cells::Index(at.node)]; }
  int ReceiverOf(const StreamNode& at) const {
    return land_.grid.Neighbour(at.node, land_.directions[Cells::Index(at.node)]);
  }
  // Returns whether the node is under a lake that is also drawn around the line.
  bool IsInLake(const StreamNode& at) const {
    const Cells& cells = land_.grid;
    const Vector place = PointAt(at.node).place;
    const int x = static_cast<int>(std::floor(place.x)), y = static_cast<int>(std::floor(place.y));
    return IsLake(land_, Cells::Index(at.node)) &&
           std::ranges::all_of(std::array{0, 1, 2, 3}, [&](int k) {
             const int column = cells.Nearest(x + k % 2), row = cells.Nearest(y + k / 2);
             return depths_[Cells::Index(row * cells.side + column)] > 0;
           });
  }
  // Returns null for an outlet.
  const StreamNode* Find(int node) const {
    const int index = indices_[Cells::Index(node)];
    return index < 0 ? nullptr : &nodes_[Cells::Index(index)];
  }

  // Finds what runs into each node, upstream nodes first.
  void Join() {
    std::vector<int> order(nodes_.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<int>(k);
    std::ranges::stable_sort(order, {}, [&](int k) { return CountOf(nodes_[Cells::Index(k)]); });
    for (const int k : order) {
      CheckInterrupt();
      const StreamNode& from = nodes_[Cells::Index(k)];
      const int index = indices_[Cells::Index(ReceiverOf(from))];
      if (index < 0) continue;
      StreamNode& to = nodes_[Cells::Index(index)];
      ++to.streams;
      to.largest = k;  // so far
      if (from.Order() > to.highest) to.of_highest = 0;
      to.highest = std::max(to.highest, from.Order());
      if (from.Order() == to.highest) ++to.of_highest;
    }
  }

  bool Begins(const StreamNode& at) const {
    return at.streams != 1 || IsInLake(at) != IsInLake(nodes_[Cells::Index(at.largest)]);
  }

  // Returns where the cell of a node and the line are. The line is the spline of the largest river.
  RiverPoint PointAt(int node) const {
    Vector place = land_.grid.At(node);
    if (const StreamNode* const at = Find(node); at && at->largest >= 0) {
      const Vector from = LinkOf(land_, nodes_[Cells::Index(at->largest)].node);
      const Vector to = LinkOf(land_, node);
      place.x += (to.x - from.x) / 6;
      place.y += (to.y - from.y) / 6;
    }
    return {{Exact(place.x), Exact(place.y)}, land_.level[Cells::Index(node)]};
  }

  Stream StreamFrom(const StreamNode& first) const {
    const int side = land_.grid.side;
    Stream out{.line = {PointAt(first.node)}, .order = first.Order(), .in_lake = IsInLake(first)};
    int columns = 0, rows = 0;  // by which the line has gone beyond the edge
    for (const StreamNode* at = &first; at;) {
      const int receiver = ReceiverOf(*at);
      const std::size_t k = Cells::Index(land_.directions[Cells::Index(at->node)]);
      columns += at->node % side + kColumns[k] - receiver % side;
      rows += at->node / side + kRows[k] - receiver / side;
      RiverPoint& point = out.line.emplace_back(PointAt(receiver));
      point.place.x += columns;
      point.place.y += rows;
      out.count = CountOf(*at);
      at = Find(receiver);
      if (at && Begins(*at)) break;
    }
    return out;
  }

  const Balance& land_;
  const Values& depths_;
  std::vector<int> indices_;  // in nodes_; -1 for those of no stream
  std::vector<StreamNode> nodes_;
};

RiverPoint Between(const RiverPoint& a, const RiverPoint& b, double t) {
  const auto mix = [t](double from, double to) { return t == 1 ? to : from + t * (to - from); };
  return {{mix(a.place.x, b.place.x), mix(a.place.y, b.place.y)}, mix(a.level, b.level)};
}

}  // namespace

std::vector<Stream> StreamsOf(const Balance& land, double smallest, const Values& depths) {
  return Network(land, smallest, depths).Streams();
}

bool Region::Contains(const Vector& place) const {
  return std::ranges::all_of(sides, [&](const Side& side) { return side.At(place) >= 0; });
}

std::vector<RiverLine> Region::PartsOf(const RiverLine& line) const {
  std::vector<RiverLine> parts;
  bool goes_on = false;  // whether the last part ends at the next point
  for (std::size_t k = 1; k < line.size(); ++k) {
    double first = 0, last = 1;
    for (const Side& side : sides) {
      const double from = side.At(line[k - 1].place), to = side.At(line[k].place);
      if (from < 0 && to < 0) last = -1;
      if (from < 0 && to >= 0) first = std::max(first, from / (from - to));
      if (from >= 0 && to < 0) last = std::min(last, from / (from - to));
    }
    if (first < last) {
      if (!goes_on || first > 0) parts.push_back({Between(line[k - 1], line[k], first)});
      parts.back().push_back(Between(line[k - 1], line[k], last));
    }
    goes_on = first < last && last == 1;
  }
  return parts;
}

}  // namespace cobble::drainage
