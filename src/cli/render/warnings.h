// Warnings and hints: lines on standard error about commands that succeed.
#ifndef COBBLE_CLI_RENDER_WARNINGS_H_
#define COBBLE_CLI_RENDER_WARNINGS_H_

#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/image.h"
#include "cobble/recipe.h"
#include "cobble/render.h"
#include "jobs/render_pass.h"
#include "render/render_bands.h"

namespace cobble {

// Returns what has no effect in a valid recipe: named nodes that nothing uses (unless a higher
// layer replaced the tree that used them), a slice of noises without a z axis, and keys whose value
// depends on another key. Also returns the colours that look like sRGB bytes. In: maps, the names
// of those that are written or shown, of which "@NODE" uses a node.
std::vector<Issue> WarningsOf(const Recipe& recipe, std::span<const std::string> maps = {});

// Returns a hint for each picture whose file name ends in the name of a map that it does not
// contain, and for which -o names no map ("-o a_normal.png").
std::vector<Issue> MapNameHints(std::span<const PictureOutput> pictures);

// Warns of names with a placeholder that nothing has replaced.
std::vector<Issue> PlaceholderHints(std::span<const PictureOutput> pictures);

// Returns the noises whose distances reach their limit in more than 1 % of the window.
std::vector<LimitedDistances> LimitedNoises(const Program& program, const Window& window);
// Returns a warning about the one of them that reaches its limit most often, if there is any.
std::vector<Issue> LimitWarning(const Recipe& recipe, std::span<const LimitedDistances> limited);

// Returns whether to look for a RangeHint: standard error is a terminal, and the run writes the
// height of the whole picture in a range that --range fit could improve and that is a default or a
// preset's.
bool WantsRangeHint(const Recipe& recipe, const RenderPass& run, bool is_terminal);
// Returns a hint if the heights of these values use less than 70 % of 0..1.
std::vector<Issue> RangeHint(const Statistics& values, const HeightRange& range);

// Prints one line per hint: "cobble: WHERE: MESSAGE; HINT".
void PrintHints(std::span<const Issue> hints, std::ostream& err);

// Returns a warning about each node of which the last octaves are too fine for the picture's
// pixels.
std::vector<Issue> FineWarnings(const Program& program);

// Prints one line per warning: "cobble: warning: WHERE: MESSAGE; HINT".
void PrintWarnings(std::span<const Issue> warnings, std::ostream& err);

}  // namespace cobble

#endif  // COBBLE_CLI_RENDER_WARNINGS_H_
