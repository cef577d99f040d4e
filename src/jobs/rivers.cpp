// Maps rivers and lakes from the cells of a land to the ground, and writes them.
#include "jobs/rivers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

#include "cobble/program.h"
#include "cobble/render.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/length_units.h"
#include "core/list_text.h"
#include "core/maps.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "drainage/channels.h"
#include "drainage/links.h"
#include "drainage/network.h"
#include "jobs/ground.h"
#include "nodes/shared/lands.h"
#include "program/for_each.h"
#include "program/loop.h"
#include "program/program_impl.h"
#include "recipe/fields/picture_steps.h"
#include "recipe/fields/world.h"
#include "recipe/reading/origins.h"

namespace cobble {
namespace {

using drainage::Lake;
using drainage::Region;
using drainage::Ring;
using drainage::RiverLine;
using drainage::Stream;
using drainage::Vector;

// Of streams, if neither the call nor the node says it: the default of the node's `river`.
constexpr double kMinSize = 0.004;

// --- The land ---

std::string PointerOf(const std::string& node) {
  const std::string name = node.starts_with('@') ? node.substr(1) : node;
  return name.starts_with('/') ? name : "/nodes/" + name;
}

std::string ListOf(const std::vector<ShownLand>& lands) {
  std::vector<std::string> names;
  for (const ShownLand& each : lands)
    if (std::ranges::count(names, each.pointer) == 0) names.push_back(each.pointer);
  return ListText(names, " and ");
}

bool AreSame(const ShownLand& a, const ShownLand& b) {
  return a.land == b.land && a.width == b.width && a.from_picture == b.from_picture;
}

// Returns the lands that are shown, each once.
std::vector<ShownLand> LandsOf(const Program& program, const std::string& node) {
  std::vector<ShownLand> lands;
  for (const bool is_displaced : {false, true})
    for (const ShownLand& each : program.impl().lands) {
      if (each.is_displaced != is_displaced) continue;
      if (!node.empty() && each.pointer != PointerOf(node)) continue;
      const auto is_same = [&](const ShownLand& other) {
        return is_displaced ? other.land == each.land : AreSame(each, other);
      };
      if (std::ranges::none_of(lands, is_same)) lands.push_back(each);
    }
  return lands;
}

ShownLand OnlyLand(const Program& program, const std::string& node) {
  const Recipe& recipe = program.recipe();
  const std::vector<ShownLand> lands = LandsOf(program, node);
  if (lands.empty() && !program.impl().lands.empty())
    throw Error::At(ErrorKind::kUsage, "node", "the picture shows no land " + Quoted(node),
                    "use " + ListOf(program.impl().lands));
  if (lands.empty())
    throw FaultAt(recipe, "/noise", "has no rivers: no node is a drainage",
                  "as in " + Phrase::Option("noise", "drainage(perlin(3, 5))"));
  const ShownLand& land = lands.front();
  if (std::ranges::any_of(lands, [&](auto& each) { return each.pointer != land.pointer; }))
    throw Error::At(ErrorKind::kUsage, "node", "the recipe has several lands: " + ListOf(lands),
                    "choose one, as in " + Phrase::Option("node", "@" + land.pointer));
  if (lands.size() > 1)
    throw FaultAt(recipe, land.pointer, "its land is at several places of the picture",
                  "use it once");
  if (land.is_displaced)
    throw FaultAt(recipe, land.pointer, "a warp or a scatter moves its rivers out of their lines",
                  "warp its source instead");
  if (!land.land) throw FaultAt(recipe, land.pointer, "its source is flat, so it has no rivers");
  return land;
}

Program ProgramOf(const Recipe& recipe, const RiverOptions& options, bool with_maps) {
  CompileOptions compile{
      .positions = CompileOptions::kPoints, .slopes = false, .threads = options.threads};
  if (with_maps)
    for (const auto& [name, node] : recipe.maps) compile.maps.push_back(name);
  return Program::Compile(recipe, compile);
}

// --- From cells to the ground ---

using Place = std::array<double, 2>;

// The picture on the ground in metres or feet, or else in its own units.
class Ground {
 public:
  Ground(const Recipe& recipe, const ShownLand& land, const std::optional<GroundAnchor>& anchor)
      : recipe_(recipe), cells_(land.land->balance().grid) {
    const double scale = cells_.across() / land.width;
    const double middle = 0.5 * cells_.across() + cells_.margin() - 0.5;
    const Vector3 zero = land.from_picture.Apply({0, 0, SliceOf(recipe)});
    zero_ = {scale * zero[0] + middle, scale * zero[1] + middle};
    const auto& [x, y, z] = land.from_picture.m;
    const double determinant = scale * (x[0] * y[1] - x[1] * y[0]);
    picture_ = {Vector{y[1] / determinant, -x[1] / determinant},
                Vector{-y[0] / determinant, x[0] / determinant}};
    if (!std::isfinite(Determinant()))
      throw FaultAt(recipe, land.pointer, "its land is seen from its edge",
                    "do not turn it about x or y");
    SetUnits(anchor);
    // Coordinates have a step of a thousandth of a cell or less.
    const double step = std::sqrt(std::abs(AreaOfCell())) / metres_ / 1000;
    while (places_ * step < 1 && places_ < kFar) places_ *= 10;
  }

  // Returns the cells that the picture shows, without a margin of the land.
  Region Shown() const {
    Region out{.sides = {}, .low = {kFar, kFar}, .high = {-kFar, -kFar}};
    const Place half{recipe_.domain.extent[0] / 2, recipe_.domain.extent[1] / 2};
    for (const double sign : {-1.0, 1.0}) {
      for (const std::size_t a : {0u, 1u}) {
        const Vector& axis = picture_[a];
        out.sides.push_back(
            {sign * axis.x, sign * axis.y, half[a] - sign * (axis.x * zero_.x + axis.y * zero_.y)});
      }
      for (const double other : {-1.0, 1.0}) {
        const Vector at = CellAt({sign * half[0], other * half[1]});
        out.low = {std::min(out.low.x, at.x), std::min(out.low.y, at.y)};
        out.high = {std::max(out.high.x, at.x), std::max(out.high.y, at.y)};
      }
    }
    if (cells_.wraps) return out;
    const double first = cells_.margin() - 0.5, last = first + cells_.across();
    for (const double sign : {-1.0, 1.0}) {
      const double constant = sign > 0 ? -first : last;
      out.sides.push_back({sign, 0, constant});
      out.sides.push_back({0, sign, constant});
    }
    out.low = {std::clamp(out.low.x, first, last), std::clamp(out.low.y, first, last)};
    out.high = {std::clamp(out.high.x, first, last), std::clamp(out.high.y, first, last)};
    return out;
  }

  // Returns a position P.
  Place PictureAt(const Vector& cell) const {
    const double x = cell.x - zero_.x, y = cell.y - zero_.y;
    return {picture_[0].x * x + picture_[0].y * y, picture_[1].x * x + picture_[1].y * y};
  }
  // Returns coordinates on the ground.
  Place At(const Vector& cell) const {
    Place place = PictureAt(cell);
    for (const std::size_t a : {0u, 1u})
      place[a] = std::round((zero_ground_[a] + place[a] * per_unit_[a]) * places_) / places_ + 0.0;
    return place;
  }
  // Returns the area of a cell in square metres or units.
  double AreaOfCell() const {
    return std::abs(Determinant() * per_unit_[0] * per_unit_[1]) * metres_ * metres_;
  }
  double metres() const { return metres_; }
  // Returns the name of the coordinate system. Without one, GDAL takes coordinates for degrees.
  const std::string& system() const { return system_; }

 private:
  static constexpr double kFar = 1e300;

  double Determinant() const {
    return picture_[0].x * picture_[1].y - picture_[0].y * picture_[1].x;
  }
  Vector CellAt(const Place& p) const {
    return {zero_.x + (picture_[1].y * p[0] - picture_[0].y * p[1]) / Determinant(),
            zero_.y + (picture_[0].x * p[1] - picture_[1].x * p[0]) / Determinant()};
  }

  void SetUnits(const std::optional<GroundAnchor>& anchor) {
    const Window whole{0, 0, recipe_.width, recipe_.height};
    const auto place = GeoreferenceOf(recipe_, whole, anchor, Map::kHeight);
    if (anchor && !recipe_.world)
      throw Error::At(ErrorKind::kUsage, "georeference", "needs a world",
                      "as in " + ExampleOfWorld(recipe_));
    if (!place) return;
    const PictureSteps steps = StepsOf(recipe_);
    const Place ground{place->step * static_cast<double>(steps.x),
                       -place->step * static_cast<double>(steps.y)};
    zero_ground_ = {place->x + ground[0] / 2, place->y + ground[1] / 2};
    const auto& extent = recipe_.domain.extent;
    per_unit_ = {ground[0] / extent[0], ground[1] / extent[1] * (recipe_.flip ? -1 : 1)};
    system_ = place->epsg == 0 ? R"(LOCAL_CS["unnamed",UNIT["metre",1]])"
                               : fmt::format("urn:ogc:def:crs:EPSG::{}", place->epsg);
    if (place->epsg != 0) metres_ = UnitAcross(place->epsg)->metres;
  }

  const Recipe& recipe_;
  const drainage::Cells cells_;
  std::array<Vector, 2> picture_{};  // x and y of P for a step of a cell along x and y
  Vector zero_;                      // the cell at P = (0, 0)
  Place zero_ground_{0, 0}, per_unit_{1, 1};
  double metres_ = 1;  // of a unit of coordinates
  double places_ = 1;  // 1 / their step
  std::string system_ = R"(LOCAL_CS["units of the recipe",UNIT["unit",1]])";
};

// --- Features ---

double Short(double number) { return ParseNumber(fmt::format("{:.6g}", number)).value_or(number); }

class Rivers {
 public:
  // In: is_noise, whether the program's value shows the land.
  Rivers(const Program& program, bool is_noise, const ShownLand& land, const RiverOptions& options)
      : program_(program),
        land_(*land.land),
        ground_(program.recipe(), land, options.anchor),
        region_(ground_.Shown()) {
    constexpr double kMaxCells = 1 << 26;
    const double cells = (region_.high.x - region_.low.x) * (region_.high.y - region_.low.y);
    if (!(cells <= kMaxCells))
      throw LimitAt(
          program.recipe(), "/domain/scale",
          fmt::format("the picture shows {:.0f} nodes of the land, but the limit is {:.0f}", cells,
                      kMaxCells),
          "use a smaller scale, or a lower resolution");
    const drainage::Settings& settings = land_.settings();
    const double size = options.min_size.value_or(settings.river > 0 ? settings.river : kMinSize);
    const double nodes = std::max<double>(size * drainage::NodesOfSquare(land_.balance().grid),
                                          drainage::kSmallestStream);
    const int threads = options.threads;
    const drainage::Values depths =
        LakeDepths(settings, land_.balance(), land_.middles(),
                   drainage::Team([threads](int items, const std::function<void(int)>& item) {
                     ForEachItem(items, threads, item);
                   }));
    for (const Stream& stream : StreamsOf(land_.balance(), nodes, depths))
      for (RiverLine& line : PartsOf(stream.line)) {
        Stream& part = streams_.emplace_back(stream);
        part.line = std::move(line);
      }
    if (is_noise) heights_ = FittedHeights();
    AddStreams();
    AddLakes(depths);
  }

  std::string Text() const {
    std::string text =
        R"({"type": "FeatureCollection", "crs": )" +
        PrintJsonLine({{"type", "name"}, {"properties", {{"name", ground_.system()}}}}) +
        ", \"features\": [";
    for (std::size_t k = 0; k < features_.size(); ++k)
      text += (k == 0 ? "\n" : ",\n") + PrintJsonLine(features_[k]);
    return text + "\n]}\n";
  }

 private:
  // Returns the parts of a line in the picture, which may show a land that wraps several times.
  std::vector<RiverLine> PartsOf(const RiverLine& line) const {
    const drainage::Cells& cells = land_.balance().grid;
    if (!cells.wraps) return region_.PartsOf(line);
    const auto [left, right] = std::ranges::minmax(line, {}, [](auto& at) { return at.place.x; });
    const auto [top, bottom] = std::ranges::minmax(line, {}, [](auto& at) { return at.place.y; });
    const auto first = [&](double low, double end) { return std::ceil((low - end) / cells.side); };
    std::vector<RiverLine> parts;
    for (double y = first(region_.low.y, bottom.place.y);
         top.place.y + y * cells.side <= region_.high.y; ++y)
      for (double x = first(region_.low.x, right.place.x);
           left.place.x + x * cells.side <= region_.high.x; ++x) {
        RiverLine moved = line;
        for (auto& [place, level] : moved)
          place = {place.x + x * cells.side, place.y + y * cells.side};
        std::ranges::move(region_.PartsOf(moved), std::back_inserter(parts));
      }
    return parts;
  }

  // Returns how the land's heights become metres. The noise may have another scale, as in land/2:
  // that which fits best along the streams. Without a world, heights stay as they are.
  ValueScale FittedHeights() const {
    const auto metres = ValueScaleOf(program_.recipe(), FittedRange(program_.recipe()));
    if (!metres) return {};
    std::vector<double> x, y, level;
    for (const Stream& stream : streams_)
      for (const auto& [place, of_water] : stream.line) {
        if (stream.in_lake) break;
        const Place at = ground_.PictureAt(place);
        x.push_back(at[0]);
        y.push_back(at[1]);
        level.push_back(of_water);
      }
    const std::vector<double> z(x.size(), SliceOf(program_.recipe()));
    std::vector<float> values(x.size());
    SamplePoints(program_, x, y, z, {.value = values});
    double mean = 0, mean_value = 0, square = 0, product = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      mean += level[k] / static_cast<double>(x.size());
      mean_value += double{values[k]} / static_cast<double>(x.size());
    }
    for (std::size_t k = 0; k < x.size(); ++k) {
      square += (level[k] - mean) * (level[k] - mean);
      product += (level[k] - mean) * (double{values[k]} - mean_value);
    }
    const double scale = square > 0 ? product / square : 1;
    return {metres->rise * scale, metres->InMetres(mean_value - scale * mean)};
  }

  void Add(JsonTree properties, const char* type, JsonTree coordinates) {
    features_.push_back({{"type", "Feature"},
                         {"properties", std::move(properties)},
                         {"geometry", {{"type", type}, {"coordinates", std::move(coordinates)}}}});
  }

  void AddStreams() {
    const drainage::Cells& cells = land_.balance().grid;
    const double nodes = drainage::NodesOfSquare(cells);
    const double root = std::sqrt(ground_.AreaOfCell());
    for (const Stream& stream : streams_) {
      std::vector<Place> line;
      for (const auto& [place, level] : stream.line) line.push_back(ground_.At(place));
      line.erase(std::unique(line.begin(), line.end()), line.end());
      if (line.size() < 2) continue;
      const double area = stream.count * ground_.AreaOfCell();
      const double drop = stream.line.front().level - stream.line.back().level;
      Add({{"kind", "stream"},
           {"size", Short(stream.count / nodes)},
           {"area", Short(area)},
           {"width", Short(2 * drainage::Channels::RadiusOf(cells, stream.count) * root)},
           {"drop", Short(heights_.rise * drop)},
           {"order", stream.order},
           {"in_lake", stream.in_lake}},
          "LineString", line);
    }
  }

  void AddLakes(const drainage::Values& depths) {
    for (const Lake& lake : LakesOf(land_.balance().grid, depths, land_.middles(), region_)) {
      double area = 0;
      JsonTree rings = JsonTree::array();
      for (const Ring& ring : lake.rings) {
        std::vector<Place> places;
        for (const Vector& place : ring) places.push_back(ground_.At(place));
        const double of_ring = AreaOf(places);
        // Outlines are anticlockwise, islands clockwise.
        if ((of_ring > 0) != rings.empty()) std::ranges::reverse(places);
        area += rings.empty() ? std::abs(of_ring) : -std::abs(of_ring);
        places.push_back(places.front());
        rings.push_back(places);
      }
      Add({{"kind", "lake"},
           {"area", Short(area * ground_.metres() * ground_.metres())},
           {"level", Short(heights_.InMetres(lake.level))},
           {"depth", Short(heights_.rise * lake.depth)}},
          "Polygon", std::move(rings));
    }
  }

  static double AreaOf(const std::vector<Place>& ring) {
    double twice = 0;
    for (std::size_t k = 1; k + 1 < ring.size(); ++k) {
      const Place &a = ring[k], &b = ring[k + 1], &zero = ring[0];
      twice += (a[0] - zero[0]) * (b[1] - zero[1]) - (b[0] - zero[0]) * (a[1] - zero[1]);
    }
    return twice / 2;
  }

  const Program& program_;
  const nodes::Land& land_;
  Ground ground_;
  Region region_;
  std::vector<Stream> streams_;  // parts in the picture
  ValueScale heights_;           // of the land
  std::vector<JsonTree> features_;
};

}  // namespace

std::string RiversText(const Recipe& recipe, const RiverOptions& options) {
  Program program = ProgramOf(recipe, options, false);
  const bool is_noise = !LandsOf(program, options.node).empty();
  if (!is_noise) program = ProgramOf(recipe, options, true);
  const ShownLand land = OnlyLand(program, options.node);
  return Rivers(program, is_noise, land, options).Text();
}

}  // namespace cobble
