// Lookup of node types, and the lattice of a node.

#include "program/node_type.h"

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
  for (const NodeType& type : NodeTypes())
    if (type.spec.name == name) return &type;
  return nullptr;
}

Lattice LatticeOf(const NoiseType& type, const Node& node) {
  if (type.lattice) return type.lattice(node);
  const double frequency = node.Number("frequency");
  return {.dimensions = static_cast<int>(node.Number("dimensions")),
          .octaves = static_cast<int>(node.Number("octaves")),
          .lacunarity = node.Number("lacunarity"),
          .persistence = node.Number("persistence"),
          .frequency = {frequency, frequency, frequency}};
}

}  // namespace cobble
