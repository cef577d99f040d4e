// Land in balance with its rivers, computed as simply as possible: by loops over all nodes.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "drainage/drainage.h"

namespace cobble::test {

class SlowLand {
 public:
  // In: source, at places in widths of the square from its middle.
  SlowLand(const drainage::Settings& settings,
           const std::function<float(double x, double y)>& source);

  // At the middles of cells.
  std::vector<double> Heights() const;
  std::vector<double> Flow() const;
  std::vector<double> Level() const;
  std::vector<double> Distance() const;
  std::array<std::vector<double>, 2> Directions() const;

 private:
  using Values = std::vector<double>;
  struct Place {
    double x, y;
  };
  // Of a river, at a node.
  struct Channel {
    double bank = 0, water = 0, depth = 0, radius = 0;
  };

  void StartGrid(int across);
  void SetSource(const std::function<float(double x, double y)>& source);
  void FindOutlets();
  void FloodLowest();
  void Pass();
  void FindReceivers();
  void DrainPits();
  void CountUpstream();
  void WidenFloors();
  void Sweep(const Values& raised);
  void Lift();
  Values Raised() const;
  Values Middles(const Values& at_nodes) const;
  int Neighbour(int i, int k) const;
  int Fold(int at, int side) const;
  Place At(int i) const;
  Place Link(int i) const;
  double InverseTo(int i, int k) const;
  int RootOf(int i) const;
  std::vector<int> FromOutlets() const;
  double Spline(const Values& values, int side, double x, double y) const;
  // Returns the squared distance to a node's link. In: where the node is from the place.
  double NearestOnLink(int i, double from_x, double from_y, double* t) const;
  double Shortest(double way) const;
  bool IsLake(int i) const;
  bool IsShore(int i) const;
  void FillPonds();
  void DigChannels();
  double RadiusOf(int i) const;
  Channel* ChannelAfter(int i);
  void EachChannelAt(
      int i, const std::function<void(const Channel& channel, double distance2)>& visit) const;
  // Returns the nodes upstream of the smallest river with water.
  double SmallestRiver() const;
  bool IsStream(int i, double smallest) const;
  // Calls visit(j, x, y) for the nodes j of the 5 x 5 cells around node i's, x and y cells away.
  void EachAround(int i, const std::function<void(int j, int x, int y)>& visit) const;

  const drainage::Settings settings_;
  int across_ = 0, margin_ = 0, side_ = 0, blocks_ = 0;
  double epsilon_ = 0, low_ = 0, high_ = 0, sea_ = 0;
  std::vector<Values> sources_;  // by grid, the coarsest first
  Values source_, height_, level_, lift_, size_, floor_;
  std::vector<std::array<float, 2>> jitter_;
  std::vector<int> directions_, counts_;
  std::vector<bool> is_outlet_;
  std::map<std::pair<int, int>, Channel> channels_;  // by the nodes upstream, and the node
};

}  // namespace cobble::test
