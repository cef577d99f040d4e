// Inputs whose bounds an operation restricts.
#include "nodes/shared/input_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/math.h"
#include "core/numbers.h"

namespace cobble::nodes {
namespace {

// Smaller magnitudes count as 0: near the smallest normal float, 1.1755e-38.
constexpr double kMinMagnitude = 1.2e-38;
static_assert(kMinMagnitude >= double{std::numeric_limits<float>::min()});

// Returns a power of ten from a thousandth to a hundredth of `high`, as the text of a number.
std::string SmallPart(double high) {
  constexpr double kRounding = 1e-9;  // of the quotient: the logarithm of 1000 must not become 2
  const auto power = static_cast<int>(std::floor(Log(high) / Log(10) + kRounding));
  return Shortest(*ParseNumber("1e" + std::to_string(power - 2)));
}

std::string ClampHint(const std::string& purpose, const std::string& low, const std::string& high) {
  return purpose + R"(, put {"type": "clamp", "low": )" + low + R"(, "high": )" + high +
         R"(, "source": ...} around the node)";
}

std::string AboveZeroHint(double high) {
  const double limit = std::min(high, kMaxMagnitude);
  return ClampHint("to keep it above 0", SmallPart(limit), Shortest(limit));
}

// Returns ", got ..." with the values of an input.
std::string Got(const Bounds& bounds) {
  if (bounds.low == bounds.high) return ", got " + Shortest(bounds.low);
  return ", got values from " + Shortest(bounds.low) + " to " + Shortest(bounds.high);
}

}  // namespace

Compiled NonzeroInput(Compiler& compiler, const NodeContext& context, std::string_view key) {
  const Compiled input = compiler.Input(context, key);
  const auto [low, high] = input.bounds;
  if (low >= kMinMagnitude || high <= -kMinMagnitude) return input;
  if (low == 0 && high == 0) compiler.Fail(context, key, "must not be 0");
  const bool reaches_zero = low <= 0 && high >= 0;
  const std::string rule = reaches_zero
                               ? "must not reach 0"
                               : "must have a magnitude of at least " + Shortest(kMinMagnitude);
  std::string hint;
  if (high >= kMinMagnitude) hint = AboveZeroHint(high);
  if (high < kMinMagnitude && low <= -kMinMagnitude) {
    const double limit = std::max(low, -kMaxMagnitude);
    hint = ClampHint("to keep it below 0", Shortest(limit), "-" + SmallPart(-limit));
  }
  compiler.Fail(context, key, rule + Got(input.bounds), hint);
}

Compiled PositiveInput(Compiler& compiler, const NodeContext& context, std::string_view key) {
  const Compiled input = compiler.Input(context, key);
  const auto [low, high] = input.bounds;
  if (low >= kMinMagnitude) return input;
  const bool may_clamp = high >= kMinMagnitude && !input.IsConstant();
  const std::string rule =
      low <= 0 ? "must be above 0" : "must be at least " + Shortest(kMinMagnitude);
  compiler.Fail(context, key, rule + Got(input.bounds), may_clamp ? AboveZeroHint(high) : "");
}

Compiled InputUpTo(Compiler& compiler, const NodeContext& context, std::string_view key,
                   double maximum) {
  const Compiled input = compiler.Input(context, key);
  if (input.bounds.high <= maximum) return input;
  const double low = std::clamp(input.bounds.low, -kMaxMagnitude, maximum);
  compiler.Fail(
      context, key, "must be at most " + Shortest(maximum) + Got(input.bounds),
      input.IsConstant() ? "" : ClampHint("to limit it", Shortest(low), Shortest(maximum)));
}

}  // namespace cobble::nodes
