// Implements Bar.
#include "cli/pictures/bar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/utf8.h"
#include "platform/environment.h"
#include "platform/terminal.h"

namespace cobble {
namespace {

constexpr int kLevels = 8;
constexpr std::array<std::string_view, kLevels> kBlocks{"\u2581", "\u2582", "\u2583", "\u2584",
                                                        "\u2585", "\u2586", "\u2587", "\u2588"};
constexpr std::string_view kAscii = ".:-=+*#@";
static_assert(kAscii.size() == kLevels);

}  // namespace

bool IsUtf8Locale() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string value = Variable(name);
    if (value.empty()) continue;
    std::string locale;
    for (const char c : value)
      if (c != '-') locale += LowerCase(c);
    return locale.find("utf8") != std::string::npos;
  }
  return IsWindowsConsole();
}

std::string Bar(const std::vector<double>& counts, bool utf8) {
  const double largest = counts.empty() ? 0 : *std::ranges::max_element(counts);
  std::string bar;
  for (const double count : counts) {
    if (!(count > 0)) {
      bar += ' ';
      continue;
    }
    const auto level = static_cast<std::size_t>(
        std::clamp(static_cast<int>(std::ceil(count / largest * kLevels)), 1, kLevels) - 1);
    bar += utf8 ? kBlocks[level] : kAscii.substr(level, 1);
  }
  return bar;
}

}  // namespace cobble
