// Lookup of node types.
#include <algorithm>
#include <vector>

#include "program/node_type.h"

namespace cobble {

std::span<const NodeSpec* const> NodeSpecs() {
  static const std::vector<const NodeSpec*> specs = [] {
    std::vector<const NodeSpec*> all;
    for (const NodeType* type : NodeTypes()) all.push_back(&type->spec);
    return all;
  }();
  return specs;
}

const NodeType* FindNodeType(std::string_view name) {
  for (const NodeType* type : NodeTypes())
    if (type->spec.name == name) return type;
  return nullptr;
}

}  // namespace cobble
