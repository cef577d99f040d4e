// Lookup of node types, and the lattice of a node.

#include "program/node_type.h"

#include <algorithm>

namespace cobble {

std::span<const NodeSpec* const> NodeSpecs() {
  static const std::vector<const NodeSpec*> specs = [] {
    std::vector<const NodeSpec*> all;
    for (const NodeType& type : NodeTypes()) all.push_back(&type.spec);
    return all;
  }();
  return specs;
}

const NodeType* FindNodeType(std::string_view name) {
  const auto number = NodeTypeNumber(name);
  return number ? &NodeTypes()[static_cast<std::size_t>(*number)] : nullptr;
}

Lattice LatticeOf(const NoiseType& type, const Node& node) {
  if (type.lattice) return type.lattice(node);
  Lattice lattice;
  if (node.Has("dimensions")) lattice.dimensions = static_cast<int>(node.Number("dimensions"));
  if (node.Has("octaves")) {
    lattice.octaves = static_cast<int>(node.Number("octaves"));
    lattice.lacunarity = node.Number("lacunarity");
    lattice.persistence = node.Number("persistence");
  }
  const auto* const list = std::get_if<NumberList>(&node.values.at("frequency"));
  if (list == nullptr) {
    lattice.frequency.fill(node.Number("frequency"));
    return lattice;
  }
  lattice.frequency_keys = {"frequency/0", "frequency/1", "frequency/2"};
  // NoiseCompiler::CheckFrequencies reports a list of the wrong length.
  for (std::size_t a = 0; a < 3; ++a)
    lattice.frequency[a] = list->empty() ? 1 : (*list)[std::min(a, list->size() - 1)];
  return lattice;
}

}  // namespace cobble
