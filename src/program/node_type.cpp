// Lookup of node types, and the lattice of a node.

#include "program/node_type.h"

#include <algorithm>
#include <array>

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

void Lattice::SetFrequency(const Node& node) {
  const auto* const list = std::get_if<NumberList>(&node.values.at("frequency"));
  if (list == nullptr) {
    frequency.fill(node.Number("frequency"));
    return;
  }
  constexpr std::array<std::string_view, 3> kItems{"frequency/0", "frequency/1", "frequency/2"};
  frequency_keys = kItems;
  // NoiseCompiler::CheckFrequencies reports a list of the wrong length.
  for (std::size_t a = 0; a < 3; ++a)
    frequency[a] = list->empty() ? 1 : (*list)[std::min(a, list->size() - 1)];
}

Lattice LatticeOf(const NoiseType& type, const Node& node) {
  if (type.lattice) return type.lattice(node);
  Lattice lattice{.dimensions = static_cast<int>(node.Number("dimensions")),
                  .octaves = static_cast<int>(node.Number("octaves")),
                  .lacunarity = node.Number("lacunarity"),
                  .persistence = node.Number("persistence")};
  lattice.SetFrequency(node);
  return lattice;
}

}  // namespace cobble
