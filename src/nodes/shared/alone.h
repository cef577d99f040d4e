// Shared by nodes that compute their source once, before samples are computed.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "program/compile.h"
#include "program/view_values.h"

namespace cobble::nodes {

// Returns all that the values of an input depend on, as text. In: alone, see Compiler::InputAlone.
inline std::string SubjectOfSource(const Program::Impl& alone, const NodeContext& context,
                                   std::string_view key) {
  // The noises of a named node do not depend on who uses it.
  const bool is_named = context.node.Input(key).type == kRefType;
  return fmt::format("{} {} {}", is_named ? "" : context.pointer, context.site.seed_shift,
                     SubjectOf(alone));
}

}  // namespace cobble::nodes
