// Based on: OGC GeoTIFF Standard 1.1, 2019.
#include "input/raster_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/geotiff.h"
#include "core/math.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "platform/shell_words.h"

namespace cobble {
namespace {

// From columns and rows to coordinates: x = x0 + x_column i + x_row j.
struct GeoTransform {
  double x = 0, x_column = 0, x_row = 0, y = 0, y_column = 0, y_row = 0;

  // Returns whether columns run east and rows south.
  bool IsNorthUp() const { return x_row == 0 && y_column == 0 && x_column > 0 && y_row < 0; }
  std::array<double, 2> At(double column, double row) const {
    return {x + column * x_column + row * x_row, y + column * y_column + row * y_row};
  }
};

std::optional<GeoTransform> TransformOf(const RasterTags& tags) {
  GeoTransform found;
  const std::vector<double>& m = tags.transformation;
  const std::vector<double>& scale = tags.pixel_scale;
  const std::vector<double>& tie = tags.tiepoint;
  if (m.size() == 16) {
    found = {m[3], m[0], m[1], m[7], m[4], m[5]};
  } else if (scale.size() >= 2 && tie.size() >= 6) {
    found = {tie[3] - tie[0] * scale[0], scale[0], 0, tie[4] + tie[1] * scale[1], 0, -scale[1]};
  } else {
    return std::nullopt;
  }
  if (tags.Key(geotiff::kRasterType) == int{geotiff::kPoint}) {
    found.x -= (found.x_column + found.x_row) / 2;
    found.y -= (found.y_column + found.y_row) / 2;
  }
  for (const double number :
       {found.x, found.x_column, found.x_row, found.y, found.y_column, found.y_row})
    if (!std::isfinite(number)) return std::nullopt;
  return found;
}

// Returns the code of a projected system in metres: UTM, a polar one beyond it, or a world map for
// what is too wide. In: degrees, of the middle and of the width.
int MetricSystemAt(double longitude, double latitude, double width) {
  constexpr double kTooWide = 60;
  if (width > kTooWide) return 4087;  // cylindrical: of equal distances along meridians
  if (latitude > 84) return 3995;     // Arctic polar stereographic
  if (latitude < -80) return 3031;    // Antarctic polar stereographic
  const double zone = std::clamp(std::floor((longitude + 180) / 6) + 1, 1.0, 60.0);
  return (latitude < 0 ? 32700 : 32600) + static_cast<int>(zone);
}

// In: y, in web mercator, over the radius. Returns a latitude on the same side of 84, 0 and -80.
double RoughLatitude(double y) {
  constexpr double kNorth = 2.94870, kSouth = -2.43624;  // y at 84 and at -80
  if (y > kNorth) return 90;
  if (y < kSouth) return -90;
  return y < 0 ? -1 : 1;
}

std::string CodeText(int code) { return code != 0 ? fmt::format(" (EPSG:{})", code) : ""; }

class PlaceReader {
 public:
  PlaceReader(const RasterTags& tags, const Raster& raster, ImageTerrain* terrain)
      : tags_(tags), raster_(raster), terrain_(*terrain) {}

  PlaceFound Read() {
    const auto at = TransformOf(tags_);
    if (!at) return {};
    at_ = *at;
    const int model = tags_.Key(geotiff::kModelType).value_or(0);
    const bool is_local = model == geotiff::kUserDefined && tags_.Key(geotiff::kLinearUnits);
    if (model == geotiff::kGeographic) {
      ReadDegrees();
      return {.has_place = true};
    }
    if (model != geotiff::kProjected && !is_local) return {};
    return {.has_place = true, .unit = ReadProjected(is_local)};
  }

 private:
  std::array<double, 2> Middle() const {
    return at_.At(static_cast<double>(raster_.width) / 2, static_cast<double>(raster_.height) / 2);
  }

  void ReadDegrees() {
    const auto [longitude, latitude] = Middle();
    const double width = std::abs(at_.x_column) * static_cast<double>(raster_.width);
    SetProblem("is in degrees" + CodeText(tags_.SystemOf(geotiff::kGeodeticCrs)),
               Warp(MetricSystemAt(longitude, latitude, width)));
  }

  // Returns the unit; null if it is unknown.
  const LengthUnit* ReadProjected(bool is_local) {
    const int code = tags_.SystemOf(geotiff::kProjectedCrs);
    const auto stated = tags_.Key(geotiff::kLinearUnits);
    const LengthUnit* const of_code = code != 0 ? UnitAcross(code) : nullptr;
    const LengthUnit* const unit =
        stated || code == 0 ? FindLengthUnit(stated.value_or(geotiff::kMetre)) : of_code;
    if (!unit || (code != 0 && unit != of_code)) {
      SetProblem((unit && of_code ? "has a unit that is not its system's"
                                  : "is neither in metres nor in feet") +
                     CodeText(code),
                 Warp("-t_srs EPSG:CODE ") + ", with the code of a system in metres");
      return unit;
    }
    const double x_step = at_.x_column * unit->metres, y_step = -at_.y_row * unit->metres;
    const double longer = static_cast<double>(std::max(raster_.width, raster_.height));
    const double difference = std::abs(x_step - y_step);
    if (!at_.IsNorthUp()) {
      SetProblem("is not north up", Warp(""));
    } else if (difference * longer > x_step || difference > 0.01 * x_step) {
      // Square to a pixel along the longer side, and to a hundredth, is enough.
      const std::string side = Shortest(std::min(at_.x_column, -at_.y_row));
      SetProblem(
          fmt::format("has pixels of {:.6g} x {:.6g} m, which are not square", x_step, y_step),
          Warp(fmt::format("-tr {} {} ", side, side)));
    } else {
      SetPlace(code, *unit, is_local);
    }
    return unit;
  }

  void SetPlace(int code, const LengthUnit& unit, bool is_local) {
    const double metres = code != 0 ? 1 : unit.metres;
    terrain_.step = at_.x_column * unit.metres;
    terrain_.x = at_.x * metres;
    terrain_.y = at_.y * metres;
    terrain_.epsg = code;
    if (code == 0 && !is_local)
      SetProblem("has a coordinate system without an EPSG code",
                 RasterCommand("gdal_translate -a_srs EPSG:CODE", raster_));
    if (code == geotiff::kWebMercator) SetProblem("", Warp(SystemInsteadOfMercator()));
  }

  int SystemInsteadOfMercator() const {
    const auto [x, y] = Middle();
    const double degree = geotiff::kMercatorRadius * kPi / 180;
    const double width = at_.x_column * static_cast<double>(raster_.width) / degree;
    return MetricSystemAt(x / degree, RoughLatitude(y / geotiff::kMercatorRadius), width);
  }

  // Returns the command that warps the raster.
  std::string Warp(const std::string& options) const {
    std::string_view holes = " -dstnodata -9999";
    if (raster_.type.kind == SampleKind::kUnsigned) holes = " -dstalpha";
    if (!tags_.no_data.empty()) holes = "";
    return RasterCommand(fmt::format("gdalwarp {}-r cubic{}", options, holes), raster_);
  }
  std::string Warp(int code) const { return Warp(fmt::format("-t_srs EPSG:{} ", code)); }

  void SetProblem(std::string problem, std::string cure) {
    terrain_.problem = std::move(problem);
    terrain_.cure = std::move(cure);
  }

  const RasterTags& tags_;
  const Raster& raster_;
  ImageTerrain& terrain_;
  GeoTransform at_;
};

}  // namespace

std::string RasterCommand(const std::string& program_and_options, const Raster& raster) {
  std::size_t dot = raster.path.rfind('.');
  if (dot == std::string::npos || raster.path.find_first_of("/\\", dot) != std::string::npos)
    dot = raster.path.size();
  const std::string copy = raster.path.substr(0, dot) + "_m" + raster.path.substr(dot);
  return fmt::format("{} {} {}", program_and_options, Shown(ShellWord(raster.path)),
                     Shown(ShellWord(copy)));
}

PlaceFound ReadPlace(const RasterTags& tags, const Raster& raster, ImageTerrain* terrain) {
  return PlaceReader(tags, raster, terrain).Read();
}

}  // namespace cobble
