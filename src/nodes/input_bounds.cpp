// Inputs whose bounds an operation restricts.
#include "nodes/input_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/numbers.h"

namespace cobble::nodes {
namespace {

constexpr double kMinNormal = std::numeric_limits<float>::min();

// Returns a power of ten from a thousandth to a hundredth of `high`, as the text of a number.
std::string SmallPart(double high) {
  return Shortest(
      *ParseNumber("1e" + std::to_string(std::lround(std::floor(std::log10(high))) - 2)));
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
  if (low >= kMinNormal || high <= -kMinNormal) return input;
  if (input.IsConstant()) compiler.Fail(context, key, "must not be 0");
  std::string hint;
  if (high >= kMinNormal) hint = AboveZeroHint(high);
  if (high < kMinNormal && low <= -kMinNormal) {
    const double limit = std::max(low, -kMaxMagnitude);
    hint = ClampHint("to keep it below 0", Shortest(limit), "-" + SmallPart(-limit));
  }
  compiler.Fail(context, key, "must not reach 0" + Got(input.bounds), hint);
}

Compiled PositiveInput(Compiler& compiler, const NodeContext& context, std::string_view key) {
  const Compiled input = compiler.Input(context, key);
  const auto [low, high] = input.bounds;
  if (low >= kMinNormal) return input;
  const bool may_clamp = high >= kMinNormal && !input.IsConstant();
  compiler.Fail(context, key, "must be above 0" + Got(input.bounds),
                may_clamp ? AboveZeroHint(high) : "");
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
