// Parses flag values.
#include "cli/line/flag.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/list_text.h"
#include "core/numbers.h"
#include "core/simd_level.h"
#include "core/suggest.h"
#include "core/window.h"
#include "recipe/fields/fields.h"

namespace cobble {
namespace {

[[noreturn]] void RefuseValue(const std::string& flag, const std::string& rule,
                              std::string_view text, Phrase hint = {}) {
  Refuse(flag, "must be " + rule + ", got " + Quoted(text), std::move(hint));
}

}  // namespace

std::optional<int64_t> ParseWhole(std::string_view text) {
  constexpr double kMaxExact = 0x1p53;  // doubles hold every whole number up to this
  if (const auto integer = ParseInteger(text)) return integer;
  const auto number = ParseNumber(text);
  const bool is_point = text.find('.') != std::string_view::npos;
  if (is_point || !number || std::abs(*number) > kMaxExact || *number != std::trunc(*number))
    return std::nullopt;
  return static_cast<int64_t>(*number);
}

bool SwitchValue(const std::string& flag, std::string_view text) {
  if (text != "true" && text != "false") RefuseValue(flag, "true or false", text);
  return text == "true";
}

int64_t WholeValue(const std::string& flag, std::string_view text, int64_t minimum,
                   int64_t maximum) {
  const auto value = ParseWhole(text);
  if (value && *value >= minimum && *value <= maximum) return *value;
  RefuseValue(flag, fmt::format("a whole number from {} to {}", minimum, maximum), text);
}

double NumberValue(const std::string& flag, std::string_view text, double minimum, double maximum,
                   std::string_view what) {
  const auto value = ParseNumber(text);
  if (value && *value >= minimum && *value <= maximum) return *value;
  throw Error(
      ErrorKind::kUsage, flag,
      fmt::format("{}{}must be a number from {} to {}, got {}", what, what.empty() ? "" : " ",
                  LimitText(minimum), LimitText(maximum), Quoted(text)));
}

std::size_t ChoiceValue(const std::string& flag, std::string_view text,
                        std::span<const std::string_view> choices) {
  const auto found = std::find(choices.begin(), choices.end(), text);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  constexpr std::size_t kFewChoices = 5;  // with more, the suggestion comes first
  const Phrase hint = DidYouMean(text, choices);
  const std::string rule = fmt::format("one of {}", fmt::join(choices, ", "));
  if (!hint.empty() && choices.size() > kFewChoices)
    Refuse(flag, "unknown value " + Quoted(text), hint + " (" + rule + ")");
  RefuseValue(flag, rule, text, hint);
}

FlagSpec SimdFlag() {
  FlagSpec flag{
      {"--simd", "LEVEL"},
      "SIMD level: auto, or a level from cobble list simd; all give bit-identical results",
      {.group = "Run", .kind = ValueKind::kChoice, .choices = {"auto"}}};
  for (const SimdLevel& level : SimdLevels()) flag.choices.emplace_back(level.name);
  // Accepted, so that the error of rendering can say how to build them.
  for (const std::string_view level : MissingSimdLevels()) flag.choices.emplace_back(level);
  return flag;
}

FlagSpec QuietFlag() {
  return {"--quiet",
          "print errors only, no warnings",
          {.brief = "print errors only", .group = "Run", .is_main = true}};
}

Window WindowValue(const std::string& flag, std::string_view text) {
  std::vector<std::optional<int64_t>> numbers;
  for (const std::string& part : SplitNames(text)) numbers.push_back(ParseInteger(part));
  if (numbers.size() != 4 || std::ranges::count(numbers, std::optional<int64_t>()) > 0)
    RefuseValue(flag, "four whole numbers X,Y,WIDTH,HEIGHT", text);
  const Window window{*numbers[0], *numbers[1], *numbers[2], *numbers[3]};
  if (!IsWindow(window))
    RefuseValue(flag,
                fmt::format("X,Y from -{0} to {0} and WIDTH,HEIGHT from 1 to {1}", kMaxWindowCorner,
                            kMaxWindowSide),
                text);
  return window;
}

}  // namespace cobble
