// The nodes of a recipe by their JSON pointers.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "cobble/recipe.h"

namespace cobble {

// Call visit(node, pointer) for every node, each before its inputs: /noise, named nodes, then maps.
using NodeVisit = std::function<void(const Node& node, const std::string& pointer)>;
void VisitNodes(const Recipe& recipe, const NodeVisit& visit);
using NodeChange = std::function<void(Node& node, const std::string& pointer)>;
void ChangeNodes(Recipe* recipe, const NodeChange& change);

// Returns the node at a pointer that VisitNodes would visit, or null.
const Node* NodeAt(const Recipe& recipe, std::string_view pointer);

// Returns NAME of "/nodes/NAME"; empty for all other pointers.
std::string_view NameAt(std::string_view pointer);

}  // namespace cobble
