// Parses and fills NameTemplates.
#include "jobs/series/name_template.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "cobble/error.h"
#include "core/list_text.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "platform/path.h"

namespace cobble {
namespace {

constexpr int kMaxWidth = 20;

std::string InBraces(const std::string& name) { return '{' + name + '}'; }

// Returns the width that "04" means; nullopt for other text.
std::optional<int> WidthOf(std::string_view text) {
  const auto width = ParsePadded(text);
  if (!width || !text.starts_with('0') || *width < 1 || *width > kMaxWidth) return std::nullopt;
  return static_cast<int>(*width);
}

// Refuses a width of another form in the placeholder {NAME:TEXT}: "3", "04d", "99", "x".
[[noreturn]] void RefuseWidth(const std::string& name, std::string_view text,
                              const OptionValue& at) {
  const std::string shown = Quoted(InBraces(fmt::format("{}:{}", name, text)));
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view rest = text.substr(digits);
  const auto width =
      rest.empty() || rest == "d" ? ParsePadded(text.substr(0, digits)) : std::nullopt;
  if (width && *width > kMaxWidth)
    throw at.Fault(ErrorKind::kUsage, fmt::format("has a width over {} in {}", kMaxWidth, shown),
                   fmt::format("write {{{}:0{}}} or less", name, kMaxWidth));
  if (width && *width > 0)
    throw at.Fault(ErrorKind::kUsage, "has an invalid width in " + shown,
                   fmt::format("write {{{}:0{}}}", name, *width));
  throw at.Fault(ErrorKind::kUsage, "has no width in " + shown,
                 fmt::format("write {{{}:04}} for at least 4 digits", name));
}

// Returns the word that the text starts with, such as "noise.octaves" or "frame:04", if `end`
// follows it; else an empty text.
std::string_view WordBefore(std::string_view text, std::string_view end) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  if (text.find_first_of(kLetters) != 0) return {};
  const auto is_in_word = [&](char c) {
    return kLetters.find(c) != kLetters.npos || std::string_view("0123456789._-:").find(c) < 14;
  };
  const auto last = std::ranges::find_if_not(text, is_in_word);
  const auto word = text.substr(0, static_cast<std::size_t>(last - text.begin()));
  return text.substr(word.size()).starts_with(end) ? word : std::string_view();
}

// Pads whole numbers with zeros if there is a width.
std::string Padded(const std::string& value, int width) {
  const auto number = width > 0 ? ParsePadded(value) : std::nullopt;
  return number ? fmt::format("{:0{}}", *number, width) : value;
}

}  // namespace

NameTemplate::NameTemplate(std::string_view text, const OptionValue& at) {
  const auto refuse = [&](std::string_view brace, std::string_view message) {
    throw at.Fault(ErrorKind::kUsage, message,
                   fmt::format("write {0}{0} for a brace that is part of the name", brace));
  };
  std::string literal;
  while (!text.empty()) {
    const char c = text.front();
    const bool is_brace = c == '{' || c == '}';
    if (!is_brace || text.substr(1).starts_with(c)) {
      literal += c;
      text.remove_prefix(is_brace ? 2 : 1);
      continue;
    }
    if (c == '}') refuse("}", "has a } without a {");
    const std::size_t end = text.find_first_of("{}", 1);
    if (end == std::string_view::npos || text[end] != '}') refuse("{", "has a { without a }");
    if (end == 1) refuse("{", "has an empty placeholder {}");
    if (!literal.empty()) parts_.push_back({std::exchange(literal, {}), false});
    Part part{std::string(text.substr(1, end - 1)), true};
    text.remove_prefix(end + 1);
    if (const std::size_t colon = part.text.find(':'); colon != std::string::npos) {
      const auto width = WidthOf(std::string_view{part.text}.substr(colon + 1));
      const std::string name = part.text.substr(0, colon);
      if (!width) RefuseWidth(name, std::string_view{part.text}.substr(colon + 1), at);
      part.text = name;
      part.width = *width;
    }
    parts_.push_back(std::move(part));
  }
  if (!literal.empty()) parts_.push_back({std::move(literal), false});
}

void NameTemplate::CheckNames(std::span<const std::string> names, const OptionValue& at) const {
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (const Part& part : parts_) {
    if (!part.is_placeholder || std::ranges::count(known, part.text) > 0) continue;
    const std::string_view nearest = Nearest(part.text, known);
    Phrase hint = "write {{ for a brace that is part of the name";
    if (!names.empty()) hint = "this run has " + ListText(names, " and ", &InBraces);
    if (!nearest.empty()) hint = DidYouMean(fmt::format("{{{}}}", nearest));
    throw at.Fault(ErrorKind::kUsage, "unknown placeholder " + Quoted("{" + part.text + "}"), hint);
  }
}

void NameTemplate::CheckValues(const Placeholders& values, const OptionValue& at) const {
  const auto ends_name = [](char c) { return c == '\0' || IsSeparator(c); };
  for (const auto& [key, value] : values)
    if (Has(key) && std::ranges::any_of(value, ends_name))
      throw at.Fault(
          ErrorKind::kUsage,
          fmt::format("{{{}}} is {}, which cannot be part of a file name", key, Quoted(value)));
  for (const Part& part : parts_)
    if (part.width > 0 && !ParsePadded(values.at(part.text)))
      throw at.Fault(ErrorKind::kUsage,
                     fmt::format("{{{0}:0{1}}} has a width, but {0} is {2}, not a whole number",
                                 part.text, part.width, Quoted(values.at(part.text))),
                     "write " + InBraces(part.text));
}

bool NameTemplate::Has(std::string_view name) const {
  return std::ranges::any_of(
      parts_, [&](const Part& part) { return part.is_placeholder && part.text == name; });
}

std::string NameTemplate::Fill(const Placeholders& values) const {
  std::string name;
  for (const Part& part : parts_)
    name += part.is_placeholder ? Padded(values.at(part.text), part.width) : part.text;
  return name;
}

std::string PlainName(std::string_view name, const OptionValue& at, const Placeholders& values) {
  std::string plain;
  while (!name.empty()) {
    const std::string_view opening = name.substr(0, name.starts_with("{{") ? 2 : 1);
    const std::string_view closing = opening.size() == 2 ? "}}" : "}";
    name.remove_prefix(opening.size());
    const auto word = opening.front() == '{' ? WordBefore(name, closing) : std::string_view();
    if (word.empty()) {
      plain += opening;
      continue;
    }
    const std::string placeholder = InBraces(std::string(word));
    name.remove_prefix(word.size() + closing.size());
    if (opening.size() == 1 && values.contains(word.substr(0, word.find(':')))) {
      const NameTemplate known(placeholder, at);
      known.CheckValues(values, at);
      plain += known.Fill(values);
      continue;
    }
    if (opening.size() == 1)
      throw at.Fault(ErrorKind::kUsage,
                     "has the placeholder " + Quoted(placeholder) + ", which has no value here",
                     "names have {NAME} with a knob of the recipe, {seed} with " +
                         Phrase::Option("vary", "seed=1..16") + ", {frame} with " +
                         Phrase::Option("frames") + ", {x}, {y} and {udim} with " +
                         Phrase::Option("tiles") + ", and {face} for pictures with " +
                         Phrase::Option("domain.surface", "cube") +
                         "; write {{ and }} for braces around a word of the name");
    plain += placeholder;
  }
  return plain;
}

std::string ExpandName(std::string_view name, const Placeholders& values) {
  const OptionValue at{"name", Shown(name)};
  const NameTemplate parts(name, at);
  std::vector<std::string> names;
  for (const auto& [key, value] : values) names.push_back(key);
  parts.CheckNames(names, at);
  parts.CheckValues(values, at);
  return parts.Fill(values);
}

}  // namespace cobble
