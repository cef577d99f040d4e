// Lays out contact sheets.
#include "views/contact_sheet.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/size.h"
#include "views/label.h"

namespace cobble {
namespace {

constexpr std::size_t kPixelBytes = 3;
constexpr std::array kLabelColor{std::byte{230}, std::byte{230}, std::byte{230}};

class Layout {
 public:
  Layout(int64_t count, const FittedSize& picture, int64_t lines, const SheetStyle& style)
      : picture_(picture),
        columns_(style.columns),
        rows_((count + style.columns - 1) / style.columns),
        gap_(style.gap),
        line_height_(kLabelLine * style.scale),
        label_height_(lines > 0 ? lines * line_height_ + gap_ / 2 : 0) {}

  FittedSize Whole() const { return {columns_ * CellWidth() + gap_, rows_ * CellHeight() + gap_}; }
  int64_t X(int64_t cell) const { return gap_ + cell % columns_ * CellWidth(); }
  int64_t Y(int64_t cell) const { return gap_ + cell / columns_ * CellHeight(); }
  int64_t LineY(int64_t cell, int64_t line) const {
    return Y(cell) + picture_.height + gap_ / 2 + line * line_height_;
  }

 private:
  int64_t CellWidth() const { return picture_.width + gap_; }
  int64_t CellHeight() const { return picture_.height + label_height_ + gap_; }

  FittedSize picture_;
  int64_t columns_, rows_, gap_, line_height_, label_height_;
};

}  // namespace

FittedSize SizeOfSheet(int64_t count, const FittedSize& picture, int64_t lines,
                       const SheetStyle& style) {
  return Layout(count, picture, lines, style).Whole();
}

PixelBuffer MakeContactSheet(std::span<const SheetCell> cells, const SheetStyle& style) {
  FittedSize largest;
  int64_t lines = 0;
  for (const SheetCell& cell : cells) {
    largest.width = std::max(largest.width, cell.picture.width);
    largest.height = std::max(largest.height, cell.picture.height);
    lines = std::max<int64_t>(lines, std::ssize(cell.lines));
  }
  const Layout layout(std::ssize(cells), largest, lines, style);
  const auto [width, height] = layout.Whole();
  PixelBuffer sheet(width, height, kPixelBytes);
  for (int64_t k = 0; k < std::ssize(cells); ++k) {
    const SheetCell& cell = cells[static_cast<std::size_t>(k)];
    for (int64_t y = 0; y < cell.picture.height; ++y)
      std::memcpy(sheet.At(layout.X(k), layout.Y(k) + y), cell.picture.Pixel(0, y),
                  (Size(cell.picture.width) * Size(kPixelBytes)).bytes());
    for (int64_t line = 0; line < std::ssize(cell.lines); ++line)
      DrawLabel(FitLabel(cell.lines[static_cast<std::size_t>(line)], style.scale, largest.width),
                style.scale, layout.X(k), layout.LineY(k, line), kLabelColor, &sheet);
  }
  return sheet;
}

}  // namespace cobble
