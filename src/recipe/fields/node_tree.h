// The nodes of a recipe by their JSON pointers.
#pragma once

#include <functional>
#include <optional>
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

// Returns the JSON pointer of the node that a ref names: one of `nodes` or, if none has the name,
// of `maps`. Empty if there is none.
std::string PointerOfRef(const Recipe& recipe, std::string_view name);
// Returns that node, or null.
const Node* NodeOfRef(const Recipe& recipe, std::string_view name);

// Returns the map of the surface that a ref names where no node and no map of the recipe has its
// name: height, slope (its magnitude), ao or curvature.
std::optional<Map> SurfaceMapOfRef(std::string_view name);

// Returns NAME of "/nodes/NAME"; empty for all other pointers.
std::string_view NameAt(std::string_view pointer);

}  // namespace cobble
