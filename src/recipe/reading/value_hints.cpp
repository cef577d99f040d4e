// Says what is wrong with values and what to write instead.
#include "recipe/reading/value_hints.h"

#include <algorithm>

#include "core/color.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/fields/node_spec.h"
#include "recipe/hints/trade_words.h"
#include "recipe/presets.h"

namespace cobble {
namespace {

std::string Got(const Json& json) {
  if (json.text()) return Quoted(*json.text());
  if (json.object()) return "an object";
  if (json.number()) return Readable(*json.number());  // also NaN, for which JSON has no text
  if (!json.list()) return WriteJsonLine(json);
  const auto nested = [](const Json& item) { return item.list() || item.object(); };
  const auto& list = *json.list();
  const bool plain = list.size() <= 8 && std::none_of(list.begin(), list.end(), nested);
  return plain ? Printable(WriteJsonLine(json), kMaxShownWord)
               : "a list of " + std::to_string(list.size());
}

// For a truth value in quotes.
std::string BoolHint(const std::string& text) {
  const bool is_bool = text == "true" || text == "false";
  return is_bool ? "write " + text + " without quotes" : "";
}

// Returns how a flag writes a list in brackets, or an example.
std::string FlagListHint(const std::string& text) {
  std::string plain = text;
  std::erase_if(plain, [](char c) { return c == '[' || c == ']' || c == ' '; });
  const bool is_json = text.starts_with('[') && text.ends_with(']') &&
                       plain.find_first_not_of("0123456789.,-eE") == plain.npos;
  return is_json ? "write " + Shown(plain) : "as in 3,5";
}

// For a text in place of numbers.
std::string NumberHint(const Field& field, const std::string& text, const Place& place) {
  const bool takes_list = !SeparatorsOf(field.type).empty();
  if (place.is_flag()) return takes_list ? FlagListHint(text) : "";
  if (ParseNumber(text)) return "write " + Shown(text) + " without quotes";
  return field.object == ObjectKind::kKnob ? "write a number"
                                           : "write a number, or a formula of numbers and knobs";
}

// Says how to get the list's frequencies along each axis from a node with one frequency.
Phrase StretchHint(const Json& json, std::string_view pointer) {
  const std::string list = Printable(WriteJsonLine(json), kMaxShownWord);
  const std::string transform = "a frequency of 1 inside a \"transform\" with the scale " + list;
  if (!json.place.is_flag() || json.place.formula || pointer != "/noise/frequency")
    return "use " + transform;
  std::string scale = list.substr(1, list.size() - 2);
  std::erase(scale, ' ');
  return "use " + Phrase::Option("noise.frequency", "1") + " " +
         Phrase::Option("domain.scale", scale) + ", or " + transform;
}

// For a choice that another type has under the same key.
std::string OtherTypesHint(const Field& field, const std::string& word) {
  for (const Field& other : Fields()) {
    if (other.object != field.object || other.key != field.key) continue;
    if (std::ranges::count(other.choices, word) == 0) continue;
    const auto users = UsersOf(other);
    if (!users.empty()) return "the type " + Quoted(users.front()) + " has it";
  }
  return {};
}

bool AreHexDigits(std::string_view text) {
  return text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

std::string HexHint(std::string_view digits) {
  if (!AreHexDigits(digits)) return "after #, only 0 to 9 and a to f are digits";
  const std::string count = std::to_string(digits.size());
  const bool has_alpha = digits.size() == 4 || digits.size() == 8;
  return "write 3 or 6 digits after #, not " + count + (has_alpha ? "; colours have no alpha" : "");
}

}  // namespace

Phrase WrongChoiceHint(const Field& field, const Json& json) {
  const std::string& word = *json.text();
  Phrase hint = OtherTypesHint(field, word);
  if (hint.empty()) hint = ChoiceHint(field, word, FormAt(json.place));
  if (hint.empty() && field.key == "type" && field.object == ObjectKind::kNode && IsPreset(word))
    hint = "use " + Phrase::Option("preset", word);
  return hint.empty() ? DidYouMean(word, field.choices) : hint;
}

std::string MustBe(std::string_view rule, const Json& json) {
  return "must be " + std::string(rule) + ", got " + Got(json);
}

Phrase ColorHint(std::string_view text) {
  if (text.starts_with('#')) return HexHint(text.substr(1));
  if (AreHexDigits(text) && (text.size() == 3 || text.size() == 6))
    return "write " + Quoted("#" + std::string(text));
  if (auto hint = DidYouMean(text, ColorNames()); !hint.empty()) return hint;
  return R"(write "#rrggbb", "#rgb", a CSS name or [r, g, b])";
}

Phrase ValueHint(const Field& field, const Json& json, std::string_view pointer) {
  if (const std::string_view hint = ChoicesHint(field); !hint.empty()) return hint;
  if (TakesShares(field) && json.text() && json.text()->find('%') != std::string::npos)
    return json.place.is_flag() ? "as in 2%,98%" : R"(as in ["2%", "98%"])";
  if (json.list()) return ByAxisRow(field) ? StretchHint(json, pointer) : Phrase();
  if (!json.text()) return {};
  if (field.type == FieldType::kBool) return BoolHint(*json.text());
  if (field.type == FieldType::kSize)
    return json.place.is_flag() ? "as in 1024x512" : "as in [1024, 512]";
  constexpr FieldType kNumbers[] = {FieldType::kInteger, FieldType::kNumber, FieldType::kVector,
                                    FieldType::kScale,   FieldType::kByAxis, FieldType::kList};
  const bool is_number = std::ranges::count(kNumbers, field.type) > 0;
  return is_number ? NumberHint(field, *json.text(), json.place) : "";
}

}  // namespace cobble
