// Cuts pictures into tiles.
#include "jobs/series/tiles.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "cobble/error.h"
#include "core/list_text.h"
#include "core/size.h"
#include "jobs/series/variations.h"

namespace cobble {
namespace {

// Returns the divisors of `length` next to `count`, "5 or 8"; empty if a limited search finds none.
std::string NearestDivisors(int64_t length, int64_t count) {
  constexpr int64_t kMaxSearch = 100'000;
  std::string text;
  for (int64_t below = count - 1; below > 1 && below > count - kMaxSearch; --below) {
    if (length % below != 0) continue;
    text = fmt::format("{}", below);
    break;
  }
  for (int64_t above = count + 1; above <= length && above < count + kMaxSearch; ++above) {
    if (length % above != 0) continue;
    text += fmt::format("{}{}", text.empty() ? "" : " or ", above);
    break;
  }
  return text;
}

// Returns the step between tiles. If they do not divide the side, adds the reason to `issues`.
int64_t StepOf(std::string_view side, int64_t length, int64_t count, int overlap,
               std::vector<Issue>* issues) {
  const int64_t total = length - overlap;
  if (total >= count && total % count == 0) return total / count;
  const std::string nearest = NearestDivisors(total, count);
  std::string hint = nearest.empty() ? "" : fmt::format("use {} tiles", nearest);
  if (overlap == 1)
    hint += fmt::format("{} a {} of {} pixels", hint.empty() ? "use" : ", or", side,
                        (total / count + 1) * count + 1);
  issues->push_back({"tiles",
                     fmt::format("{} {} not divide the {} of {}{}", CountText(count, "tile"),
                                 count == 1 ? "does" : "do", side, CountText(length, "pixel"),
                                 overlap == 1 ? " less 1, the overlap" : ""),
                     hint, "tiles"});
  return 0;
}

constexpr int64_t kFirstUdim = 1001, kLastUdim = 9999, kUdimColumns = 10;

}  // namespace

int64_t UdimOf(const PictureTile& tile, int64_t rows, bool bottom_up) {
  return kFirstUdim + tile.x + kUdimColumns * (bottom_up ? tile.y : rows - 1 - tile.y);
}

void CheckUdim(const TileGrid& grid) {
  if (grid.columns > kUdimColumns)
    throw Error::At(
        ErrorKind::kUsage, "tiles",
        fmt::format("{{udim}} has {} columns at most, not {}", kUdimColumns, grid.columns),
        "name tiles by {x} and {y}");
  constexpr int64_t kRows = (kLastUdim - kFirstUdim) / kUdimColumns;
  if (grid.rows > kRows)
    throw Error::At(ErrorKind::kUsage, "tiles",
                    fmt::format("{{udim}} has {} rows at most, not {}", kRows, grid.rows),
                    "name tiles by {x} and {y}");
}

std::vector<PictureTile> CutTiles(const Window& window, const TileGrid& grid) {
  std::vector<Issue> issues;
  const int64_t dx = StepOf("width", window.width, grid.columns, grid.overlap, &issues);
  const int64_t dy = StepOf("height", window.height, grid.rows, grid.overlap, &issues);
  if (!issues.empty()) throw Error(ErrorKind::kUsage, std::move(issues));
  if (Size(grid.columns) * Size(grid.rows) > Size(kMaxVariations))
    throw Error::At(ErrorKind::kLimit, "tiles",
                    fmt::format("{} x {} exceeds the limit of {} tiles", grid.columns, grid.rows,
                                kMaxVariations));
  std::vector<PictureTile> tiles;
  tiles.reserve(static_cast<std::size_t>(grid.columns * grid.rows));
  for (int64_t y = 0; y < grid.rows; ++y)
    for (int64_t x = 0; x < grid.columns; ++x)
      tiles.push_back(
          {x, y, {window.x + x * dx, window.y + y * dy, dx + grid.overlap, dy + grid.overlap}});
  return tiles;
}

}  // namespace cobble
