// Inputs whose bounds an operation restricts.
#include "nodes/shared/input_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "core/math.h"
#include "core/numbers.h"
#include "recipe/formula/write.h"
#include "recipe/json/json.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/origins.h"
#include "recipe/writing/brief.h"

namespace cobble::nodes {
namespace {

// Smaller magnitudes count as 0: near the smallest normal float, 1.1755e-38.
constexpr double kMinMagnitude = 1.2e-38;
static_assert(kMinMagnitude >= double{std::numeric_limits<float>::min()});

// Returns a power of ten from a thousandth to a hundredth of `high`.
double SmallPart(double high) {
  constexpr double kRounding = 1e-9;  // of the quotient: log 1000 must not become 2
  const auto power = static_cast<int>(std::floor(Log(high) / Log(10) + kRounding));
  return *ParseNumber("1e" + std::to_string(power - 2));
}

constexpr std::size_t kMaxQuoted = 40;  // bytes of a formula in a hint
constexpr int kMaxQuotedNodes = 20;     // more do not fit in kMaxQuoted

// Returns false if the nodes of an input exceed the maximum.
bool CountNodes(const Node& node, int* count) {
  if (++*count > kMaxQuotedNodes) return false;
  return std::ranges::all_of(node.inputs, [&](const auto& member) {
    return std::ranges::all_of(member.second,
                               [&](const Node& input) { return CountNodes(input, count); });
  });
}

Json NodeOf(std::string_view type, std::string_view a_key, Json a, std::string_view b_key = {},
            std::optional<double> b = {}) {
  Json node = Json::ObjectOf();
  node.Add("type", Json::Text(type));
  node.Add(a_key, std::move(a));
  if (b) node.Add(b_key, Json::Number(*b));
  return node;
}

// An input whose bounds do not fit. Hints put a clamp around an object, or change its formula.
class Refused {
 public:
  Refused(const Compiler& compiler, const NodeContext& context, std::string_view key)
      : node_(context.node), input_(context.node.Input(key)) {
    const Recipe& recipe = compiler.recipe();
    const Origin* const of_input = NearestOrigin(recipe, ChildPointer(context.pointer, key));
    const Origin* const of_node = NearestOrigin(recipe, context.pointer);
    is_formula_ = of_input && of_input->formula;
    if (is_formula_ && of_node && of_node->formula) {
      const auto rest = std::string_view(*of_node->formula).substr(of_node->formula_offset);
      is_power_ = rest.starts_with("^") || rest.starts_with("pow");
    }
  }

  // In: low, high, the limits; is_low_enough, is_high_enough, whether that limit alone is enough.
  std::string Hint(const std::string& purpose, double low, double high, bool is_low_enough,
                   bool is_high_enough) const {
    if (!is_formula_)
      return purpose + R"(, put {"type": "clamp", "low": )" + Shortest(low) + R"(, "high": )" +
             Shortest(high) + R"(, "source": ...} around the node)";
    return purpose + ", write " + Limited(low, high, is_low_enough, is_high_enough);
  }

 private:
  std::string Limited(double low, double high, bool is_low_enough, bool is_high_enough) const {
    int count = 0;
    const bool is_short = CountNodes(input_, &count);
    std::string text;
    if (is_short)
      text = Written(Inner(BriefInput(input_), low, high, is_low_enough, is_high_enough));
    if (is_short && text.size() <= kMaxQuoted) return text;
    if (is_low_enough) return Power("max(..., " + Shortest(low) + ")");
    if (is_high_enough) return Power("min(..., " + Shortest(high) + ")");
    return Power("clamp(..., " + Shortest(low) + ", " + Shortest(high) + ")");
  }

  // Turns x * x into a power, since the bounds of a product do not show that it is never negative.
  Json Inner(Json source, double low, double high, bool is_low_enough, bool is_high_enough) const {
    if (is_low_enough && low > 0 && input_.type == "multiply" &&
        input_.Input("a") == input_.Input("b")) {
      Json factor = std::move(*source.Find("a"));
      return NodeOf(
          "add", "a",
          NodeOf("power", "source", NodeOf("abs", "source", std::move(factor)), "exponent", 2), "b",
          low);
    }
    if (is_low_enough) return NodeOf("max", "a", std::move(source), "b", low);
    if (is_high_enough) return NodeOf("min", "a", std::move(source), "b", high);
    Json clamp = NodeOf("clamp", "source", std::move(source), "low", low);
    clamp.Add("high", Json::Number(high));
    return clamp;
  }

  // A negative power was read as a division, whose divisor the written formula does not contain.
  std::string Written(Json inner) const {
    if (!is_power_ || node_.type != "divide") return ReadableFormula(inner);
    Json quotient = NodeOf("divide", "a", Json::Number(1));
    quotient.Add("b", std::move(inner));
    return ReadableFormula(quotient);
  }
  std::string Power(const std::string& divisor) const {
    return is_power_ && node_.type == "divide" ? "1/" + divisor : divisor;
  }

  const Node& node_;
  const Node& input_;
  bool is_formula_ = false, is_power_ = false;
};

std::string AboveZeroHint(const Refused& refused, double high) {
  const double limit = std::min(high, kMaxMagnitude);
  return refused.Hint("to keep it above 0", SmallPart(limit), limit, limit == high, false);
}

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
  const Refused refused(compiler, context, key);
  std::string hint;
  if (high >= kMinMagnitude) hint = AboveZeroHint(refused, high);
  if (high < kMinMagnitude && low <= -kMinMagnitude) {
    const double limit = std::max(low, -kMaxMagnitude);
    hint = refused.Hint("to keep it below 0", limit, -SmallPart(-limit), false, limit == low);
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
  compiler.Fail(context, key, rule + Got(input.bounds),
                may_clamp ? AboveZeroHint({compiler, context, key}, high) : "");
}

Compiled InputUpTo(Compiler& compiler, const NodeContext& context, std::string_view key,
                   double maximum) {
  const Compiled input = compiler.Input(context, key);
  if (input.bounds.high <= maximum) return input;
  const double low = std::clamp(input.bounds.low, -kMaxMagnitude, maximum);
  const Refused refused(compiler, context, key);
  compiler.Fail(context, key, "must be at most " + Shortest(maximum) + Got(input.bounds),
                input.IsConstant()
                    ? ""
                    : refused.Hint("to limit it", low, maximum, false, low == input.bounds.low));
}

}  // namespace cobble::nodes
