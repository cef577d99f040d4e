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
#include "views/look.h"
#include "views/rgb_picture.h"

namespace cobble {

struct DrawOptions {
  std::string map;  // empty: see LookOptions
  Shape shape = Shape::kFlat;
  bool repeat = false;
  std::optional<int> chars;          // nullopt: those of the terminal, whose lines are then a limit
  std::optional<Protocol> protocol;  // nullopt: the best one of the terminal
  int threads = 0;

  // Adds --map, --shape, --repeat, --chars, --protocol and --threads.
  void AddTo(CommandLine* line);
};

// Adds --shape.
void AddShape(CommandLine* line, Shape* shape);

// Returns the text that shows a picture, which `look` makes within the size that it is given. In:
// reserved_lines, the lines of the terminal that it leaves free.
using MakeLook = std::function<RgbPicture(int64_t max_width, int64_t max_height)>;
std::string DrawnText(const MakeLook& look, const DrawOptions& options, int reserved_lines = 1);

// Returns the text that shows the window of the recipe's picture; empty for the whole. Out:
// warnings, why it is not shown lit, as in LookOptions.
// Throws what LookAt throws.
std::string DrawnText(const Recipe& recipe, const Window& window, const DrawOptions& options,
                      std::vector<Issue>* warnings, int reserved_lines = 1);

}  // namespace cobble
