// The commands' examples. A test runs them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace cobble {

struct Example {
  std::string_view command;  // empty: of the general help
  std::string_view line;     // as typed in a shell
  std::string_view what;     // what it does, for the man page
  bool runs = true;  // false: never ends, or needs a terminal or the page; the test does not run it
};

std::span<const Example> Examples();
std::vector<Example> ExamplesOf(std::string_view command);

}  // namespace cobble
