// The channels of rivers with water, cut into the land.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "drainage/drainage.h"

namespace cobble::drainage {

class Channels {
 public:
  // In: middles, the land's heights there before channels are cut.
  Channels(const Settings& settings, const Balance& land, const Values& middles);

  // Lowers middles to the beds.
  void Cut(const Team& team, Values* middles) const;
  // Returns the level of the water in channels, at middles; beside them it is below the banks, and
  // far from them minus infinity. In: middles, lowered.
  Values Levels(const Values& middles, const Team& team) const;

  // Returns the bytes of memory that it takes.
  std::size_t bytes() const { return reaches_.size() * (sizeof(Reach) + sizeof(std::size_t)); }
  // Returns how far the banks of a river with so many nodes upstream are from its axis, in cells.
  static double RadiusOf(const Cells& cells, int count);
  // Returns how far channels are cut below the source's lowest height, at most, in its spans.
  static double MaxDepth(const Settings& settings);

 private:
  // A channel at a node. Downstream, the bank and the water never rise, nor does the bed outside of
  // lakes.
  struct Section {
    double bank = 0, water = 0;  // their heights
    double depth = 0;            // from the bank down to the bed
    double radius = 0;           // from the axis to the banks, in cells
  };
  // A channel along a node's link.
  struct Reach {
    Vector at;  // the node
    Vector link;
    Section from, to;
  };

  struct Nodes;

  static Section SectionAt(const Balance& land, const Values& middles, int node, double smallest);
  static void LevelOut(const Balance& land, const Nodes& rivers, std::vector<Section>* sections);
  static std::pair<int, int> CellsBeside(const Reach& reach, double from, double way);
  void Add(const Reach& reach);
  template <typename Visit>
  void EachMiddle(const Team& team, const Visit& visit) const;

  Cells cells_;
  std::vector<Reach> reaches_;                       // each before the one downstream
  std::vector<std::vector<std::size_t>> of_blocks_;  // the reaches beside each block of rows
};

}  // namespace cobble::drainage
