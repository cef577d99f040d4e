// Based on: OGC GeoTIFF Standard 1.1, 2019; GDAL, "GTiff -- GeoTIFF File Format".
#include "input/raster_heights.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/geotiff.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "input/raster_place.h"

namespace cobble {
namespace {

// Codes of ellipsoids and of datums in GeoTIFF 1.0, which say nothing about units.
constexpr int kFirstDatum = 5001, kLastDatum = 5106;

// What GDAL's metadata states of the first channel.
struct SampleScale {
  bool is_stated = false;  // any of these
  bool is_known = true;    // all numbers can be read
  double scale = 1, offset = 0;
  std::string unit = {};
};

// In: attributes of an item of the XML, and its text.
void AddItem(std::string_view attributes, std::string_view text, SampleScale* to) {
  const auto has = [&](std::string_view part) { return attributes.find(part) != part.npos; };
  if (has("sample=\"") && !has("sample=\"0\"")) return;  // of another channel
  const bool is_scale = has("role=\"scale\""), is_offset = has("role=\"offset\"");
  const bool is_unit = has("role=\"unittype\"");
  if (!is_scale && !is_offset && !is_unit) return;
  to->is_stated = true;
  if (is_unit) return void(to->unit = text);
  const auto number = ParseNumber(text);
  if (!number) return void(to->is_known = false);
  (is_scale ? to->scale : to->offset) = *number;
}

SampleScale ScaleIn(std::string_view metadata) {
  constexpr std::string_view kItem = "<Item ";
  SampleScale found;
  for (std::size_t at; (at = metadata.find(kItem)) != metadata.npos;) {
    metadata.remove_prefix(at + kItem.size());
    const std::size_t end = metadata.find('>');
    if (end == metadata.npos) break;
    const std::string_view attributes = metadata.substr(0, end);
    metadata.remove_prefix(end + 1);
    AddItem(attributes, Trimmed(metadata.substr(0, metadata.find('<'))), &found);
  }
  return found;
}

class HeightReader {
 public:
  HeightReader(const RasterTags& tags, const Raster& raster, const LengthUnit* across,
               ImageTerrain* terrain)
      : tags_(tags), raster_(raster), across_(across), terrain_(*terrain) {}

  bool Read() {
    scale_ = ScaleIn(tags_.metadata);
    const LengthUnit* const unit = Unit();
    const bool is_stated = scale_.is_stated || unit;
    if (!terrain_.height_problem.empty()) return is_stated;
    if (!is_stated && !raster_.type.IsFraction() && across_ && across_->metres != 1) {
      AskForUnit();
    } else if (scale_.is_known && (is_stated || !raster_.type.IsFraction())) {
      terrain_.heights = HeightsIn(unit ? unit->metres : 1);
      WarnOfDepths();
    }
    return is_stated;
  }

 private:
  // Returns the unit that the file states; null if it states none, or with a problem.
  const LengthUnit* Unit() {
    const LengthUnit* const of_system = UnitOfSystem();
    if (scale_.unit.empty()) return of_system;
    const LengthUnit* const of_samples = FindLengthUnit(std::string_view{scale_.unit});
    if (!of_samples) {
      SetProblem("has samples in " + Quoted(scale_.unit) + ", a unit that is not known",
                 "units are " + LengthUnitNames());
    } else if (of_system && of_system->metres != of_samples->metres) {
      SetProblem(fmt::format("has samples in {}, but a vertical system in {}", of_samples->name,
                             of_system->name),
                 "");
    }
    return of_samples;
  }

  // Returns the unit of the vertical system, or of the vertical part of a compound one.
  const LengthUnit* UnitOfSystem() {
    const int code = tags_.SystemOf(geotiff::kVerticalCrs);
    const int unit = tags_.Key(geotiff::kVerticalUnits).value_or(0);
    for (const int system :
         {code, tags_.SystemOf(geotiff::kProjectedCrs), tags_.SystemOf(geotiff::kGeodeticCrs)})
      if (const LengthUnit* const feet = system != 0 ? FeetUpwards(system) : nullptr) return feet;
    const bool is_system = code != 0 && (code < kFirstDatum || code > kLastDatum);
    if (is_system || unit == 0) return is_system ? FindLengthUnit(geotiff::kMetre) : nullptr;
    const LengthUnit* const found = FindLengthUnit(unit);
    if (!found)
      SetProblem(fmt::format("has heights in a unit that is not known (EPSG:{})", unit),
                 "units are " + LengthUnitNames());
    return found;
  }

  // Returns the metres at samples 0 and 1; nullopt if they are not two finite numbers.
  std::optional<std::array<double, 2>> HeightsIn(double metres) const {
    const double maximum = raster_.type.IsFraction() ? (1 << raster_.type.bits) - 1 : 1;
    const std::array heights{metres * scale_.offset,
                             metres * (scale_.offset + scale_.scale * maximum)};
    if (heights[0] == heights[1] || !std::isfinite(heights[0]) || !std::isfinite(heights[1]))
      return std::nullopt;
    return heights;
  }

  // The heights of a raster in feet may be in feet or in metres.
  void AskForUnit() {
    constexpr int kMetreSystem = 5703, kFootSystem = 8228, kUsFootSystem = 6360;  // NAVD88
    const int code = tags_.SystemOf(geotiff::kProjectedCrs);
    const std::string place =
        "is in " + std::string(across_->name) + (code != 0 ? fmt::format(" (EPSG:{})", code) : "");
    const auto feet = across_ == FeetUpwards(kFootSystem) ? kFootSystem : kUsFootSystem;
    SetProblem(
        place + ", and nothing says whether its heights are, too",
        code == 0
            ? fmt::format(
                  "if they are, make a copy that says so: {}",
                  RasterCommand("gdal_translate -a_scale " + Shortest(across_->metres), raster_))
            : fmt::format("if they are, make a copy that says so: {}; if they are in "
                          "metres, with EPSG:{}+{}",
                          RasterCommand(fmt::format("gdal_translate -a_srs EPSG:{}+{}", code, feet),
                                        raster_),
                          code, kMetreSystem));
  }

  // Programs store heights in such systems, too.
  void WarnOfDepths() {
    const int code = tags_.SystemOf(geotiff::kVerticalCrs);
    if (!terrain_.heights || scale_.scale < 0 || !MeasuresDepths(code)) return;
    SetProblem(fmt::format("has numbers above 0 in a system of depths (EPSG:{}), which are taken "
                           "for heights",
                           code),
               "make a copy that turns them over: " +
                   RasterCommand("gdal_translate -a_scale -1", raster_));
  }

  void SetProblem(std::string problem, std::string cure) {
    terrain_.height_problem = std::move(problem);
    terrain_.height_cure = std::move(cure);
  }

  const RasterTags& tags_;
  const Raster& raster_;
  const LengthUnit* across_;
  ImageTerrain& terrain_;
  SampleScale scale_;
};

}  // namespace

bool ReadHeights(const RasterTags& tags, const Raster& raster, const LengthUnit* across,
                 ImageTerrain* terrain) {
  return HeightReader(tags, raster, across, terrain).Read();
}

}  // namespace cobble
