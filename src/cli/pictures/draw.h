// Draws recipes in the terminal.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "cli/terminal/terminal.h"
#include "cobble/error.h"
#include "cobble/image.h"
#include "cobble/recipe.h"
#include "core/bounds.h"
#include "views/look.h"
#include "views/rgb_picture.h"

namespace cobble {

struct DrawOptions {
  std::string map;  // empty: see LookOptions
  std::optional<Bounds> node_range = {};
  Shape shape = Shape::kFlat;
  bool repeat = false;
  std::optional<int> chars;          // nullopt: the terminal's, whose lines then limit, too
  std::optional<Protocol> protocol;  // nullopt: the terminal's best
  int threads = 0;

  // Adds --map, --shape, --repeat, --chars, --protocol and --threads.
  void AddTo(CommandLine* line);
};

void AddShape(CommandLine* line, Shape* shape);

// Returns the text that shows a picture, which `look` makes within the given size. In:
// reserved_lines, the terminal's lines to leave free.
using MakeLook = std::function<RgbPicture(int64_t max_width, int64_t max_height)>;
std::string DrawnText(const MakeLook& look, const DrawOptions& options, int reserved_lines = 1);

// In: window, of the recipe's picture; empty for the whole. Out: warnings, why it is not shown lit,
// as in LookOptions. Throws what LookAt throws.
std::string DrawnText(const Recipe& recipe, const Window& window, const DrawOptions& options,
                      std::vector<Issue>* warnings, int reserved_lines = 1);

}  // namespace cobble
