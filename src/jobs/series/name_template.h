// File names with placeholders, as in "rock_{seed}.png".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/series.h"
#include "jobs/option_value.h"

namespace cobble {

// {frame} is a placeholder, {frame:04} one with a width. "{{" and "}}" are literal braces.
class NameTemplate {
 public:
  // Throws Error kUsage at `at` for an unpaired brace, an empty pair, or a width unlike 04.
  NameTemplate(std::string_view text, const OptionValue& at);

  // Throws Error kUsage at `at` if the text has a placeholder that is not among `names`.
  void CheckNames(std::span<const std::string> names, const OptionValue& at) const;

  // Throws Error kUsage at `at` if a value cannot be in a file name, or has a width and a fraction.
  void CheckValues(const Placeholders& values, const OptionValue& at) const;

  bool Has(std::string_view name) const;

  // Replaces all placeholders, each of which must be in `values`.
  std::string Fill(const Placeholders& values) const;

 private:
  struct Part {
    std::string text;
    bool is_placeholder = false;
    int width = 0;  // of a placeholder: with leading zeros
  };
  std::vector<Part> parts_;
};

// Returns a name that is not one of a series: "{{seed}}" is {seed}, the placeholders of `values`
// are replaced, and all other braces are part of the name. Throws Error kUsage at `at` for a
// placeholder without a value, {seed} or {frame:04}.
std::string PlainName(std::string_view name, const OptionValue& at,
                      const Placeholders& values = {});

}  // namespace cobble
