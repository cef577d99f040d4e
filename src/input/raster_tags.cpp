// Reads the place of a raster and the metres of its samples.
// Based on: OGC GeoTIFF Standard 1.1, 2019; GDAL, "GTiff -- GeoTIFF File Format".
#include "input/raster_tags.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/geotiff.h"
#include "core/math.h"
#include "core/numbers.h"
#include "core/suggest.h"

namespace cobble {
namespace {

constexpr double kBeyondNumbers = 1e30;

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlank{" \t\r\n\0", 5};
  const std::size_t first = std::min(text.find_first_not_of(kBlank), text.size());
  text.remove_prefix(first);
  return text.substr(0, text.find_last_not_of(kBlank) + 1);
}

// --- The metres of samples ---

struct SampleScale {
  bool is_stated = false;  // the file states any of these
  bool is_known = true;    // the file states nothing that cobble does not know
  double scale = 1, offset = 0;
  double metres = 1;  // of the unit
};

// Returns the metres of a unit as GDAL and its users write it; nullopt if it is not a length.
std::optional<double> MetresOfUnit(std::string_view unit) {
  constexpr std::pair<std::string_view, double> kUnits[] = {{"m", 1},
                                                            {"metre", 1},
                                                            {"meter", 1},
                                                            {"metres", 1},
                                                            {"meters", 1},
                                                            {"ft", 0.3048},
                                                            {"foot", 0.3048},
                                                            {"feet", 0.3048},
                                                            {"cm", 0.01},
                                                            {"dm", 0.1},
                                                            {"km", 1000},
                                                            {"ftUS", 1200.0 / 3937},
                                                            {"US survey foot", 1200.0 / 3937}};
  for (const auto& [name, metres] : kUnits)
    if (name == unit) return metres;
  return std::nullopt;
}

// In: attributes of an item of the XML, and its text.
void AddItem(std::string_view attributes, std::string_view text, SampleScale* to) {
  const auto has = [&](std::string_view part) { return attributes.find(part) != part.npos; };
  if (has("sample=\"") && !has("sample=\"0\"")) return;  // of another channel
  const bool is_scale = has("role=\"scale\""), is_offset = has("role=\"offset\"");
  const bool is_unit = has("role=\"unittype\"");
  if (!is_scale && !is_offset && !is_unit) return;
  to->is_stated = true;
  const auto number = is_unit ? MetresOfUnit(text) : ParseNumber(text);
  if (!number) return void(to->is_known = false);
  if (is_unit) {
    to->metres = *number;
  } else {
    (is_scale ? to->scale : to->offset) = *number;
  }
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

// Returns the metres at samples 0 and 1; nullopt if they are unknown.
std::optional<std::array<double, 2>> HeightsOf(const SampleScale& scale, const SampleType& type) {
  if (!scale.is_known || (type.IsFraction() && !scale.is_stated)) return std::nullopt;
  const double maximum = type.IsFraction() ? (1 << type.bits) - 1 : 1;
  const std::array heights{scale.metres * scale.offset,
                           scale.metres * (scale.offset + scale.scale * maximum)};
  if (heights[0] == heights[1] || !std::isfinite(heights[0]) || !std::isfinite(heights[1]))
    return std::nullopt;
  return heights;
}

// --- The place ---

// From columns and rows to coordinates: x = x0 + x_column i + x_row j.
struct GeoTransform {
  double x = 0, x_column = 0, x_row = 0, y = 0, y_column = 0, y_row = 0;

  // Returns whether columns run east and rows south.
  bool IsNorthUp() const { return x_row == 0 && y_column == 0 && x_column > 0 && y_row < 0; }
};

std::optional<int> KeyIn(const std::vector<uint16_t>& keys, uint16_t wanted) {
  for (std::size_t at = 4; at + 4 <= keys.size(); at += 4)
    if (keys[at] == wanted && keys[at + 1] == 0) return keys[at + 3];
  return std::nullopt;
}

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
  if (KeyIn(tags.keys, geotiff::kRasterType) == int{geotiff::kPoint}) {
    found.x -= (found.x_column + found.x_row) / 2;
    found.y -= (found.y_column + found.y_row) / 2;
  }
  for (const double number :
       {found.x, found.x_column, found.x_row, found.y, found.y_column, found.y_row})
    if (!std::isfinite(number)) return std::nullopt;
  return found;
}

std::string ShellWord(const std::string& path) {
  const bool is_plain = std::ranges::all_of(path, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("._-/\\:+,=@").find(c) != std::string_view::npos;
  });
  return is_plain ? Shown(path) : '"' + Shown(path) + '"';
}

// Returns the command that makes a copy of the raster.
std::string WarpCommand(const std::string& options, const Raster& raster, bool has_no_data) {
  std::size_t dot = raster.path.rfind('.');
  if (dot == std::string::npos || raster.path.find_first_of("/\\", dot) != std::string::npos)
    dot = raster.path.size();
  const std::string copy = raster.path.substr(0, dot) + "_m" + raster.path.substr(dot);
  const bool can_be_negative = raster.type.kind != SampleKind::kUnsigned;
  return fmt::format("gdalwarp {}-r cubic {}{} {}", options,
                     has_no_data || !can_be_negative ? "" : "-dstnodata -9999 ",
                     ShellWord(raster.path), ShellWord(copy));
}

// Returns the code of a projected system for a place: UTM, or a polar one beyond it.
int MetricSystemAt(double longitude, double latitude) {
  if (latitude > 84) return 3995;   // Arctic polar stereographic
  if (latitude < -80) return 3031;  // Antarctic polar stereographic
  const double zone = std::clamp(std::floor((longitude + 180) / 6) + 1, 1.0, 60.0);
  return (latitude < 0 ? 32700 : 32600) + static_cast<int>(zone);
}

std::string CodeText(std::optional<int> code) {
  return code && *code != geotiff::kUserDefined ? fmt::format(" (EPSG:{})", *code) : "";
}

// Where a raster is, if a recipe can take the place; else why not.
class PlaceReader {
 public:
  PlaceReader(const RasterTags& tags, const Raster& raster) : tags_(tags), raster_(raster) {}

  // Returns whether the raster has a place.
  bool Read(ImageTerrain* terrain) const {
    const auto at = TransformOf(tags_);
    if (!at) return false;
    const int model = Key(geotiff::kModelType).value_or(0);
    const bool is_local = model == geotiff::kUserDefined && Key(geotiff::kLinearUnits);
    if (model == geotiff::kGeographic) {
      ReadDegrees(*at, terrain);
    } else if (model == geotiff::kProjected || is_local) {
      ReadMetres(*at, terrain);
    } else {
      return false;
    }
    return true;
  }

 private:
  void ReadDegrees(const GeoTransform& at, ImageTerrain* terrain) const {
    const double columns = static_cast<double>(raster_.width) / 2;
    const double rows = static_cast<double>(raster_.height) / 2;
    const double longitude = at.x + columns * at.x_column + rows * at.x_row;
    const double latitude = at.y + columns * at.y_column + rows * at.y_row;
    terrain->problem = "is in degrees" + CodeText(Key(geotiff::kGeodeticCrs));
    terrain->cure = Warp(fmt::format("-t_srs EPSG:{} ", MetricSystemAt(longitude, latitude)));
  }

  void ReadMetres(const GeoTransform& at, ImageTerrain* terrain) const {
    const int unit = Key(geotiff::kLinearUnits).value_or(geotiff::kMetre);
    const double longer = static_cast<double>(std::max(raster_.width, raster_.height));
    const double difference = std::abs(at.x_column + at.y_row);
    if (unit != geotiff::kMetre) {
      const bool is_feet = unit == geotiff::kFoot || unit == geotiff::kUsSurveyFoot;
      terrain->problem =
          (is_feet ? "is in feet" : "is not in metres") + CodeText(Key(geotiff::kProjectedCrs));
      terrain->cure = Warp("-t_srs EPSG:32632 ") + ", with the code of a system in metres";
    } else if (!at.IsNorthUp()) {
      terrain->problem = "is not north up";
      terrain->cure = Warp("");
    } else if (difference * longer > at.x_column || difference > 0.01 * at.x_column) {
      // Square to a pixel along the longer side, and to a hundredth, is enough.
      terrain->problem = fmt::format("has pixels of {:.6g} x {:.6g} m, which are not square",
                                     at.x_column, -at.y_row);
      const std::string side = Shortest(std::min(at.x_column, -at.y_row));
      terrain->cure = Warp(fmt::format("-tr {} {} ", side, side));
    } else {
      const int code = Key(geotiff::kProjectedCrs).value_or(geotiff::kUserDefined);
      terrain->step = at.x_column;
      terrain->x = at.x;
      terrain->y = at.y;
      terrain->epsg = code == geotiff::kUserDefined ? 0 : code;
    }
  }

  std::string Warp(const std::string& options) const {
    return WarpCommand(options, raster_, !tags_.no_data.empty());
  }
  std::optional<int> Key(uint16_t key) const { return KeyIn(tags_.keys, key); }

  const RasterTags& tags_;
  const Raster& raster_;
};

}  // namespace

std::optional<float> NoDataSample(std::string_view text, const SampleType& type) {
  const auto number = ParseNumber(Trimmed(text));
  if (!number) return std::nullopt;
  if (!type.IsFraction()) return ToFloat(*number);
  const int maximum = (1 << type.bits) - 1;
  if (*number < 0 || *number > maximum || *number != std::floor(*number)) return std::nullopt;
  return static_cast<float>(*number / maximum);
}

bool IsNoData(float sample, float no_data) {
  if (sample == no_data) return true;
  if (std::abs(double{no_data}) < kBeyondNumbers) return false;
  return no_data < 0 ? sample < -kBeyondNumbers : sample > kBeyondNumbers;
}

std::optional<ImageTerrain> TerrainOf(const RasterTags& tags, const Raster& raster) {
  if (raster.channels > 2) return std::nullopt;
  const SampleScale scale = ScaleIn(tags.metadata);
  ImageTerrain terrain{.heights = HeightsOf(scale, raster.type)};
  const bool has_place = PlaceReader(tags, raster).Read(&terrain);
  const bool is_number = !raster.type.IsFraction() && raster.type.kind != SampleKind::kFloat;
  if (!has_place && !scale.is_stated && !is_number) return std::nullopt;
  return terrain;
}

std::string PlaceText(const ImageTerrain& terrain) {
  constexpr std::string_view kIs = "is ", kHas = "has ";
  if (terrain.step > 0)
    return fmt::format("pixels of {:.6g} m{}", terrain.step,
                       terrain.epsg > 0 ? fmt::format(" in EPSG:{}", terrain.epsg) : "");
  const std::string& problem = terrain.problem;
  for (const std::string_view verb : {kIs, kHas})
    if (problem.starts_with(verb)) return problem.substr(verb.size());
  return problem;
}

}  // namespace cobble
