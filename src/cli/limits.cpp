// Refuses pictures that are too large.
#include "cli/limits.h"

#include <fmt/format.h>

#include "cobble/error.h"
#include "core/size.h"
#include "recipe/origins.h"

namespace cobble {

void RefuseLimit(const Recipe& recipe, const std::string& where, const std::string& message,
                 const std::string& hint) {
  if (where.starts_with('-')) throw Error(ErrorKind::kLimit, where, message, hint);
  throw Error(ErrorKind::kLimit, FaultAt(recipe, where, message, hint).issues());
}

namespace {

void CheckRectangle(const Recipe& recipe, const std::string& where, int64_t width, int64_t height,
                    int64_t most) {
  if (Size(width) * Size(height) <= Size(most)) return;
  RefuseLimit(recipe, where, fmt::format("{} x {} pixels are more than {}", width, height, most),
              "--max-pixels N allows more");
}

}  // namespace

void CheckPixels(const Recipe& recipe, const Window& window, const std::string& where,
                 int64_t most) {
  CheckRectangle(recipe, where, window.width, window.height, most);
  // The first pass renders the whole picture, whatever the window.
  if (recipe.range.mode == RangeMode::kFit)
    CheckRectangle(recipe, "/range", recipe.width, recipe.height, most);
}

}  // namespace cobble
