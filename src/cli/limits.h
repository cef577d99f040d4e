// How large a picture may be, and how much work, unless --max-pixels and --max-cost say otherwise.
#ifndef COBBLE_CLI_LIMITS_H_
#define COBBLE_CLI_LIMITS_H_

#include <cstdint>
#include <span>
#include <string>

#include "cli/options.h"
#include "cobble/image.h"
#include "cobble/program.h"
#include "cobble/recipe.h"

namespace cobble {

inline constexpr int64_t kUsualPixels = int64_t{1} << 34;

// Throws Error kLimit where the window, or the whole picture where its range is to be found, has
// more pixels than `most`. In: the key that asked for the window, its flag, or what WindowSource
// says.
void CheckPixels(const Recipe& recipe, const Window& window, const std::string& where,
                 int64_t most);

// What asks for a window where no flag does: the size, or what a picture says of itself.
std::string WindowSource(const LoadedRecipe& loaded, const Window& window);

// Throws Error where the window, and what the maps look at around it, lies beyond what positions
// can be counted in: kUsage about a flag, else kRecipe.
void CheckPlace(const Program& program, const Window& window, std::span<const Map> maps,
                const std::string& where);

// Throws Error kLimit about `where`, as CheckPixels takes it.
[[noreturn]] void RefuseLimit(const Recipe& recipe, const std::string& where,
                              const std::string& message, const std::string& hint);

// Evaluations of noise: those of a day or so of one core.
inline constexpr double kUsualCost = 1e14;

// Throws Error kLimit, at the key that asks for most, where all samples of a run take more
// evaluations than `most`: those of the window and of what the maps look at around it, and of the
// whole picture where its range is to be found.
void CheckCost(const Program& program, const Window& window, std::span<const Map> maps,
               const std::string& where, double most);

}  // namespace cobble

#endif  // COBBLE_CLI_LIMITS_H_
