// Describes sources that are computed alone.
#include "nodes/shared/alone.h"

#include <fmt/format.h>

#include "program/view_values.h"

namespace cobble::nodes {

std::string SubjectOfSource(const Program::Impl& alone, const NodeContext& context,
                            std::string_view key) {
  // The noises of a named node do not depend on who uses it.
  const bool is_named = context.node.Input(key).type == kRefType;
  return fmt::format("{} {} {}", is_named ? "" : context.pointer, context.site.seed_shift,
                     SubjectOf(alone));
}

}  // namespace cobble::nodes
