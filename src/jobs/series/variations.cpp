// Parses varied keys and multiplies their values.
#include "jobs/series/variations.h"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <utility>

#include "cobble/error.h"
#include "core/list_text.h"
#include "core/numbers.h"
#include "core/size.h"
#include "core/suggest.h"
#include "jobs/option_value.h"
#include "recipe/json/json.h"
#include "recipe/reading/read_value.h"

namespace cobble {
namespace {

[[noreturn]] void RefuseVariation(const OptionValue& at, const std::string& message,
                                  Phrase hint = "as in seed=1..16 or noise.frequency=2,4,8") {
  throw at.Fault(ErrorKind::kUsage, message, std::move(hint));
}

bool IsRange(std::string_view text) {
  const std::size_t dots = text.find("..");
  return dots != std::string_view::npos && ParseInteger(text.substr(0, dots)) &&
         ParseInteger(text.substr(dots + 2));
}

// Returns the numbers of "0..1:5", evenly apart; nullopt if the text has another form.
std::optional<std::vector<std::string>> SpacedValues(std::string_view text, const OptionValue& at) {
  const std::size_t dots = text.find(".."), colon = text.rfind(':');
  if (dots == text.npos || colon == text.npos || colon < dots) return std::nullopt;
  const auto first = ParseNumber(text.substr(0, dots)),
             last = ParseNumber(text.substr(dots + 2, colon - dots - 2));
  const auto count = ParseInteger(text.substr(colon + 1));
  if (!first || !last || !count) return std::nullopt;
  if (*count < 2 || *first == *last)
    RefuseVariation(at, "must have two values or more", "as in weathering=0..1:5, five values");
  if (*count > static_cast<int64_t>(kMaxVariations))
    throw at.Fault(ErrorKind::kLimit,
                   fmt::format("{} has more than {} values", Quoted(text), kMaxVariations));
  std::vector<std::string> values;
  for (int64_t k = 0; k < *count; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(*count - 1);
    values.push_back(Shortest(*first * (1 - share) + *last * share));
  }
  return values;
}

// Returns the whole numbers of a range "1..16"; nullopt if the text is not a range.
// In: path, of the key, for hints.
std::optional<std::vector<std::string>> RangeValues(std::string_view path, std::string_view text,
                                                    const OptionValue& at) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos || text.find_first_of(",[{\"") != std::string_view::npos)
    return std::nullopt;
  const auto first = ParseInteger(text.substr(0, dots)), last = ParseInteger(text.substr(dots + 2));
  const std::string key = Shown(path);
  const auto is_number = [](std::string_view end) { return ParseNumber(end).has_value(); };
  if ((!first || !last) && is_number(text.substr(0, dots)) && is_number(text.substr(dots + 2)))
    RefuseVariation(at, fmt::format("{} is not a range of whole numbers", Quoted(text)),
                    fmt::format("for five values evenly apart, write {}={}:5", key, text));
  if (!first && !last)
    RefuseVariation(at, fmt::format("{} is not a range of whole numbers", Quoted(text)),
                    "to use it as text, write " +
                        Phrase::Option("vary", fmt::format("{}=\"{}\"", key, Shown(text))));
  if (!first || !last)
    RefuseVariation(at, fmt::format("{} is not a range of whole numbers", Quoted(text)),
                    fmt::format("a range has two ends, as in {}=1..8", key));
  if (*first > *last)
    RefuseVariation(at, fmt::format("{} ends before it starts", Quoted(text)),
                    fmt::format("write {}={}..{}", key, *last, *first));
  const uint64_t count = static_cast<uint64_t>(*last) - static_cast<uint64_t>(*first) + 1;
  if (count == 0 || count > kMaxVariations)
    throw at.Fault(ErrorKind::kLimit,
                   fmt::format("{} has more than {} values", Quoted(text), kMaxVariations));
  std::vector<std::string> values;
  values.reserve(count);
  for (uint64_t k = 0; k < count; ++k)
    values.push_back(fmt::format("{}", *first + static_cast<int64_t>(k)));
  return values;
}

// Refuses a range with a hyphen, "1-16".
void CheckHyphen(const VariedKey& key, std::string_view text, const OptionValue& at) {
  const std::size_t hyphen = text.find('-', 1);
  if (hyphen == std::string_view::npos) return;
  const auto first = ParseInteger(text.substr(0, hyphen)),
             last = ParseInteger(text.substr(hyphen + 1));
  if (first && last && *first < *last)
    RefuseVariation(at, fmt::format("{} has a hyphen where a range has two dots", Quoted(text)),
                    fmt::format("write {}={}..{}", Shown(key.path), *first, *last));
}

// Returns the value as a file name shows it: a list of numbers without brackets, "0_100", and a
// text without its quotation marks.
std::string NameOfValue(const std::string& value) {
  const auto json = value.starts_with('"') ? ParseJson(value) : std::nullopt;
  if (json && json->text() && !json->text()->empty()) return *json->text();
  if (!value.starts_with('[') || value.find_first_not_of("[]0123456789+-.eE, %\"") != value.npos)
    return value;
  std::string name;
  for (const char c : value)
    if (c == ',')
      name += '_';
    else if (c != '[' && c != ']' && c != ' ' && c != '"')
      name += c;
  return name;
}

}  // namespace

VariedKey ParseVariedKey(std::string_view text) {
  const OptionValue at{"vary", Shown(text)};
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) RefuseVariation(at, "must be PATH=VALUES");
  VariedKey key{std::string(text.substr(0, equals)), {}};
  const std::string_view values = text.substr(equals + 1);
  if (values.empty()) RefuseVariation(at, "has no values");
  CheckHyphen(key, values, at);
  auto range = SpacedValues(values, at);
  key.is_range = !range;
  if (!range) range = RangeValues(key.path, values, at);
  key.is_range = key.is_range && range;
  key.values = range ? std::move(*range) : SplitOutsideBrackets(values);
  std::set<std::string_view> seen;
  for (const std::string& value : key.values) {
    if (value.empty()) RefuseVariation(at, "has an empty value");
    if (IsRange(value))
      RefuseVariation(at, fmt::format("has the range {} in a list", Quoted(value)),
                      "a range stands alone, as in seed=1..16");
    if (!seen.insert(value).second)
      RefuseVariation(at, fmt::format("has the value {} twice", Quoted(value)), "");
  }
  return key;
}

std::string ValuesText(const VariedKey& key) {
  const auto first = ParseInteger(key.values.front());
  bool is_range = first && key.values.size() > 2;
  for (std::size_t k = 0; is_range && k < key.values.size(); ++k)
    is_range = key.values[k] == std::to_string(*first + static_cast<int64_t>(k));
  if (is_range) return key.values.front() + ".." + key.values.back();
  return fmt::format("{}", fmt::join(key.values, ","));
}

Placeholders ValuesOfKnobs(const std::vector<Knob>& knobs) {
  Placeholders values;
  for (const Knob& knob : knobs)
    values[knob.name] = NameOfValue(WriteJsonLine(ToJson({.type = FieldType::kColor}, knob.value)));
  return values;
}

std::vector<Variation> Product(std::span<const VariedKey> keys) {
  Size count = 1;
  for (const VariedKey& key : keys) {
    count = count * Size(key.values.size());
    if (count > Size(kMaxVariations))
      throw Error::At(ErrorKind::kLimit, "vary",
                      fmt::format("makes more than {} pictures", kMaxVariations));
  }
  std::vector<Variation> product(count.value());
  for (std::size_t k = 0; k < product.size(); ++k) {
    std::size_t rest = k;
    product[k].values.resize(keys.size());
    for (std::size_t i = keys.size(); i-- > 0;) {
      const std::vector<std::string>& values = keys[i].values;
      product[k].values[i] = values[rest % values.size()];
      product[k].names[keys[i].path] = NameOfValue(product[k].values[i]);
      rest /= values.size();
    }
  }
  return product;
}

}  // namespace cobble
