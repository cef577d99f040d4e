// Draws text with the bitmap font of stb_easy_font.
#include "views/label.h"

#include <stb/stb_easy_font.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "core/utf8.h"

namespace cobble {
namespace {

struct Vertex {
  float x, y, z;
  unsigned char color[4];
};

// Returns a copy for stb_easy_font: a single line of printable ASCII.
std::vector<char> Printable(std::string_view text) {
  std::vector<char> ascii;
  while (!text.empty()) {
    const char c = text.front();
    ascii.push_back(c < ' ' || c > '~' ? '?' : c);
    text.remove_prefix(std::max<std::size_t>(Utf8Length(text), 1));
  }
  ascii.push_back('\0');
  return ascii;
}

}  // namespace

int64_t LabelWidth(std::string_view text, int scale) {
  return int64_t{stb_easy_font_width(Printable(text).data())} * scale;
}

std::string FitLabel(std::string_view text, int scale, int64_t width) {
  if (LabelWidth(text, scale) <= width) return std::string(text);
  std::string fitted;
  for (std::size_t length = text.size(); length > 0; --length) {
    if (!IsUtf8(text.substr(0, length)) && IsUtf8(text)) continue;  // inside a character
    fitted = std::string(text.substr(0, length)) + "...";
    if (LabelWidth(fitted, scale) <= width) break;
  }
  return fitted;
}

void DrawLabel(std::string_view text, int scale, int64_t x, int64_t y,
               const std::array<std::byte, 3>& color, PixelBuffer* picture) {
  constexpr std::size_t kQuadsPerCharacter = 16;  // more than any character has
  std::vector<char> ascii = Printable(text);
  std::vector<Vertex> vertices(4 * kQuadsPerCharacter * ascii.size());
  const int quads = stb_easy_font_print(0, 0, ascii.data(), nullptr, vertices.data(),
                                        static_cast<int>(vertices.size() * sizeof(Vertex)));
  const auto pixel = [&](float coordinate, int64_t origin, int64_t end) {
    return std::clamp<int64_t>(origin + std::llround(coordinate) * scale, int64_t{0}, end);
  };
  for (int k = 0; k < quads; ++k) {
    const Vertex& low = vertices[static_cast<std::size_t>(4 * k)];
    const Vertex& high = vertices[static_cast<std::size_t>(4 * k + 2)];
    const int64_t left = pixel(low.x, x, picture->width());
    const int64_t right = pixel(high.x, x, picture->width());
    for (int64_t row = pixel(low.y, y, picture->height());
         row < pixel(high.y, y, picture->height()); ++row)
      for (int64_t column = left; column < right; ++column)
        std::memcpy(picture->At(column, row), color.data(), color.size());
  }
}

}  // namespace cobble
