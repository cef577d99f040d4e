// Tiling and loops: makes the periods of noises whole numbers of cells.
#include "program/tiling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "core/numbers.h"
#include "core/suggest.h"
#include "program/periods.h"
#include "recipe/fields/key_paths.h"
#include "recipe/fields/picture_steps.h"
#include "recipe/reading/knobs.h"
#include "recipe/reading/origins.h"

namespace cobble {
namespace {

// In a loop, simplex noise indexes its lattice differently, with one bit less.
constexpr double kMaxLoopCells = 0x1p30 - 1;
constexpr int kMaxFactor = 64;  // hints enlarge the extent by at most this

// Returns true also for a recipe that comes from code.
bool IsDefinedByFlags(const Recipe& recipe) {
  return recipe.origins.empty() || std::ranges::any_of(recipe.origins, [](const auto& origin) {
           return origin.second.is_flag;
         });
}

// Returns an option if flags define the recipe, else JSON.
Phrase Setting(const Recipe& recipe, std::string_view option, const std::string& value,
               const std::string& json) {
  return IsDefinedByFlags(recipe) ? Phrase::Option(option, value) : json;
}

// Returns "3, 5" or "3,5".
std::string NumbersText(std::span<const double> numbers, std::string_view separator) {
  std::string text;
  for (const double number : numbers)
    text += (text.empty() ? "" : std::string(separator)) + Shortest(number);
  return text;
}

Phrase ExtentSetting(const Recipe& recipe, double x, double y) {
  const std::string sides = NumbersText(std::array{x, y}, ",");
  return Setting(recipe, "domain.extent", sides, "\"extent\": [" + sides + "] in \"domain\"");
}

// A size with one more vertex along each axis, such as 2^n + 1 for 2^n, and its default extent.
struct LargerSize {
  std::array<double, 2> extent;
  Phrase setting;
};

// Returns nullopt unless the extent follows from the number of vertices.
std::optional<LargerSize> LargerSizeOf(const Recipe& recipe) {
  const PictureSteps steps = StepsOf(recipe);
  const auto x = static_cast<double>(steps.x), y = static_cast<double>(steps.y);
  if (recipe.domain.grid != Grid::kVertices || recipe.domain.extent != std::array{1.0, y / x})
    return std::nullopt;
  const int64_t width = recipe.width + 1, height = recipe.height + 1;
  return LargerSize{{1, (y + 1) / (x + 1)},
                    Setting(recipe, "size", fmt::format("{}x{}", width, height),
                            fmt::format("\"size\": [{}, {}]", width, height))};
}

// Returns the hint to use the larger size, if it fits.
Phrase SizeHint(const NoiseContext& noise, std::vector<Period> periods, const Vector3& frequency) {
  const auto larger = LargerSizeOf(noise.recipe);
  if (!larger) return {};
  for (Period& period : periods)
    period.length = PeriodLength(noise.site.from_picture.m, period.axis, larger->extent);
  if (!FitAll(periods, frequency)) return {};
  return larger->setting + CellsInBrackets(periods, frequency);
}

// Returns the hint to enlarge the extent by the smallest whole factor that fits, which keeps the
// cells' shape; empty if no factor fits.
Phrase ExtentHint(const NoiseContext& noise, const std::vector<Period>& periods,
                  const Vector3& frequency) {
  const auto [x, y] = noise.recipe.domain.extent;
  if (!noise.recipe.tiling) return {};
  for (int factor = 2; factor <= kMaxFactor; ++factor) {
    std::vector<Period> larger = periods;
    // The period along z is always 1.
    for (Period& period : larger)
      if (period.axis < 2) period.length *= factor;
    if (!FitAll(larger, frequency)) continue;
    return ExtentSetting(noise.recipe, factor * x, factor * y) + CellsInBrackets(larger, frequency);
  }
  return {};
}

// Returns the keys whose frequencies differ from the node's, with their new values, as options if
// flags define the recipe, else as JSON. A list is given whole.
Phrase FrequencySettings(const NoiseContext& noise, const std::vector<Period>& periods,
                         const Vector3& frequency) {
  // A pointer can also name nodes with dots.
  const bool has_dot = noise.pointer.find('.') != std::string::npos;
  const char separator = has_dot ? '/' : '.';
  std::string path = noise.pointer.substr(has_dot ? 0 : 1);
  std::ranges::replace(path, '/', separator);
  std::vector<Phrase> settings;
  for (const Period& period : periods) {
    if (frequency[period.axis] == noise.lattice.frequency[period.axis]) continue;
    const std::string_view key = period.key.substr(0, period.key.find('/'));
    const bool is_list = key != period.key, is_option = IsDefinedByFlags(noise.recipe);
    std::string value = Shortest(frequency[period.axis]);
    if (is_list)
      value = NumbersText(
          std::span(frequency).first(static_cast<std::size_t>(noise.lattice.dimensions)),
          is_option ? "," : ", ");
    if (is_list && !is_option) value = fmt::format("[{}]", value);
    Phrase setting = Setting(noise.recipe, fmt::format("{}{}{}", path, separator, key), value,
                             fmt::format("\"{}\": {}", key, value));
    if (std::ranges::find(settings, setting) == settings.end())
      settings.push_back(std::move(setting));
  }
  return Joined(settings, " and ");
}

// Returns the hint to use a square extent, which stretches cells, and whole frequencies, or none.
Phrase SquareHint(const NoiseContext& noise, const std::vector<Period>& periods,
                  const Vector3& frequency) {
  std::vector<Period> square = periods;
  for (Period& period : square)
    period.length = PeriodLength(noise.site.from_picture.m, period.axis, {1, 1});
  Vector3 whole = frequency;
  for (double& each : whole) each = std::max(std::round(each), 1.0);
  if (square == periods || !FitAll(square, whole)) return {};
  const Phrase extent = ExtentSetting(noise.recipe, 1, 1);
  const Phrase settings = FrequencySettings(noise, periods, whole);
  return settings.empty() ? extent + " (stretched)" : extent + " and " + settings;
}

// Returns the noise's frequencies with another value of a knob, as formulas give them.
Vector3 FrequenciesWith(const NoiseContext& noise, const std::vector<Period>& periods,
                        const Knob& knob, double value) {
  Vector3 frequency = noise.lattice.frequency;
  for (const Period& period : periods)
    frequency[period.axis] =
        NumberWithKnob(noise.recipe, fmt::format("{}/{}", noise.pointer, period.key), knob, value)
            .value_or(frequency[period.axis]);
  return frequency;
}

// Returns the hint to give a knob its nearest value with which the noise fits; empty if none does.
Phrase FittingKnob(const NoiseContext& noise, const std::vector<Period>& periods,
                   const Knob& knob) {
  constexpr int kMaxTried = 16;
  const auto [low, high] = knob.range;
  const double step = knob.step > 0 ? knob.step : 1, first = knob.step > 0 ? low : 0;
  const double here = std::round((std::get<double>(knob.value) - first) / step);
  for (int k = 0; k <= 2 * kMaxTried; ++k) {
    const double steps = here + (k % 2 == 0 ? k / 2 : -(k + 1) / 2);
    const std::string text = StepText(first + steps * step);
    const double value = ParseNumber(text).value_or(low);
    if (value < low || value > high) continue;
    const Vector3 frequency = FrequenciesWith(noise, periods, knob, value);
    if (!FitAll(periods, frequency)) continue;
    return Setting(noise.recipe, KnobPath(knob.name), text,
                   fmt::format("\"value\": {} in the knob {}", text, Quoted(knob.name))) +
           CellsInBrackets(periods, frequency);
  }
  return {};
}

// Returns the settings of knobs that give the noise frequencies that fit; nullopt if its
// frequencies depend on no knob.
std::optional<std::vector<Phrase>> KnobSettings(const NoiseContext& noise,
                                                const std::vector<Period>& periods) {
  std::optional<std::vector<Phrase>> settings;
  for (const Knob& knob : noise.recipe.knobs) {
    if (knob.is_color()) continue;
    const Vector3 now = FrequenciesWith(noise, periods, knob, std::get<double>(knob.value));
    const bool depends = std::ranges::any_of(knob.range, [&](double value) {
      return FrequenciesWith(noise, periods, knob, value) != now;
    });
    if (!depends) continue;
    if (!settings) settings.emplace();
    settings->push_back(FittingKnob(noise, periods, knob));
  }
  return settings;
}

// A `scale` without which a noise would fit.
struct MisfitScale {
  std::string pointer;
  Phrase setting;  // of the nearest scale that fits
};

// Returns the index of the row's only nonzero entry; nullopt if there are others.
std::optional<std::size_t> OnlyEntry(const Vector3& row) {
  std::optional<std::size_t> only;
  for (std::size_t b = 0; b < 3; ++b) {
    if (row[b] == 0) continue;
    if (only) return std::nullopt;
    only = b;
  }
  return only;
}

// Returns a scale that fits, if 1 does. In: axes, by lattice axis the entry of the scale along it.
std::optional<Vector3> FittingScale(std::vector<Period> periods, const Vector3& frequency,
                                    const std::array<Vector3, 3>& axes, Vector3 scale) {
  Vector3 fitting = scale;
  for (Period& period : periods) {
    const auto entry = OnlyEntry(axes[period.axis]);
    if (!entry) return std::nullopt;
    const double cells = period.Cells(frequency[period.axis]);
    const double whole = std::max(std::round(cells / period.multiple_of), 1.0) * period.multiple_of;
    if (!period.Fits(frequency[period.axis])) fitting[*entry] = scale[*entry] * (whole / cells);
    period.length /= std::abs(scale[*entry]);
  }
  if (fitting == scale || !FitAll(periods, frequency)) return std::nullopt;
  return fitting;
}

// Returns "1,1,0.25"; leaves out a z of 1.
std::string ScaleText(const Vector3& scale) {
  return NumbersText(std::span(scale).first(scale[2] == 1 ? 2 : 3), ",");
}

// Returns the scale to blame: the innermost transform's or the domain's.
std::optional<MisfitScale> FindMisfitScale(const NoiseContext& noise,
                                           const std::vector<Period>& periods,
                                           const Vector3& frequency) {
  const Site& site = noise.site;
  if (site.transform_node) {
    const Affine own = MakeDomain({}, VectorOf(*site.transform_node, "rotate"), {1, 1, 1});
    if (const auto fitting =
            FittingScale(periods, frequency, own.m, VectorOf(*site.transform_node, "scale")))
      return MisfitScale{site.transform_pointer + "/scale",
                         "the scale [" + ScaleText(*fitting) + "]"};
  }
  const auto fitting =
      FittingScale(periods, frequency, site.from_picture.m, noise.recipe.domain.scale);
  if (!fitting) return std::nullopt;
  const std::string text = ScaleText(*fitting);
  return MisfitScale{"/domain/scale", Setting(noise.recipe, "domain.scale", text,
                                              "\"scale\": [" + text + "] in \"domain\"")};
}

// In: scale, the one to blame, or null.
Phrase FitHint(const NoiseContext& noise, const std::vector<Period>& periods,
               const Vector3& frequency, const MisfitScale* scale) {
  std::vector<Phrase> settings{scale ? scale->setting : Phrase(),
                               SizeHint(noise, periods, frequency),
                               ExtentHint(noise, periods, frequency)};
  if (const auto knobs = KnobSettings(noise, periods)) {
    settings.insert(settings.begin(), knobs->begin(), knobs->end());
    if (noise.recipe.tiling) settings.push_back(Phrase::Option("tiling", "false"));
  } else {
    if (const auto fit = NearestFit(periods, frequency))
      settings.push_back(FrequencySettings(noise, periods, *fit) + CellsInBrackets(periods, *fit));
    settings.push_back(SquareHint(noise, periods, frequency));
  }
  std::erase(settings, Phrase());
  if (settings.empty()) return "no nearby frequency fits";
  return "use " + Joined(settings, ", or ");
}

// Returns the rule about multiples, such as " (an even number along y)", or an empty string.
std::string MultiplesText(const NoiseContext& noise) {
  const auto [x, y] = MultiplesOf(noise);
  const auto number = [](int multiple) {
    return multiple == 2 ? "an even number" : fmt::format("a multiple of {}", multiple);
  };
  if (x == 1) return y == 1 ? "" : " (" + number(y) + " along y)";
  if (x == y) return " (" + number(x) + " along x and y)";
  return " (" + number(x) + " along x" + (y == 1 ? "" : ", " + number(y) + " along y") + ")";
}

// Starts messages.
std::string Subject(const Recipe& recipe) { return recipe.tiling ? "a tiled picture" : "a loop"; }

// Returns whether a noise in a loop would fit in the first octave of its fractal. (In a tiled
// picture, the fractal checks its lacunarity itself.)
bool BlamesFractal(const NoiseContext& noise, Period period, const Vector3& frequency) {
  if (noise.recipe.tiling || noise.site.fractal_pointer.empty()) return false;
  const double lacunarity = noise.site.fractal_node->Number("lacunarity");
  period.length /= noise.site.fractal_scale;
  return lacunarity != std::floor(lacunarity) && period.Fits(frequency[period.axis]);
}

// In: the first period that does not fit, its octave, and that octave's frequencies.
[[noreturn]] void FailPeriod(const NoiseContext& noise, const std::vector<Period>& periods,
                             const Period& period, std::size_t octave, const Vector3& frequency) {
  const bool is_tiled = noise.recipe.tiling;
  const std::string needs = Subject(noise.recipe) + " needs a whole number of cells ";
  if (BlamesFractal(noise, period, frequency)) {
    throw FaultAt(noise.recipe, noise.site.fractal_pointer + "/lacunarity",
                  "must be a whole number in a loop, got " +
                      Shortest(noise.site.fractal_node->Number("lacunarity")));
  }
  if (octave == 0) {
    const auto scale = FindMisfitScale(noise, periods, frequency);
    throw FaultAt(noise.recipe, scale ? scale->pointer : FrequencyPointer(noise, period.key),
                  needs + (is_tiled ? "along every axis" + MultiplesText(noise) : "along z") +
                      ", got " + CellsText(periods, frequency) +
                      (scale ? " of the noise at " + noise.pointer : ""),
                  FitHint(noise, periods, frequency, scale ? &*scale : nullptr));
  }
  const double lacunarity = noise.lattice.lacunarity;
  const std::string whole = Shortest(std::max(std::round(lacunarity), 1.0));
  const std::string key =
      noise.pointer == "/noise" ? "noise.lacunarity" : noise.pointer + "/lacunarity";
  throw FaultAt(
      noise.recipe, noise.pointer + "/lacunarity",
      needs + (is_tiled ? "in every octave" + MultiplesText(noise) : "along z in every octave") +
          ", got " + CellsText(periods, frequency) + " in octave " +
          Shortest(static_cast<double>(octave + 1)),
      "use " + Setting(noise.recipe, key, whole, "lacunarity " + whole));
}

// A `rotate` key to blame and its text.
struct Rotation {
  std::string pointer, text;
};

bool KeepsZ(const std::array<Vector3, 3>& m) {
  return m[0][2] == 0 && m[1][2] == 0 && m[2][0] == 0 && m[2][1] == 0;
}

bool CarriesAxes(const std::array<Vector3, 3>& m) {
  const bool keeps = m[0][1] == 0 && m[1][0] == 0, swaps = m[0][0] == 0 && m[1][1] == 0;
  return KeepsZ(m) && (keeps || swaps);
}

// Returns the rotation that is not allowed by itself, the domain's or the innermost transform's. If
// both are allowed, only their combination, with those of other transforms, is not.
Rotation RotationToBlame(const NoiseContext& noise,
                         bool (*is_allowed)(const std::array<Vector3, 3>& m)) {
  const auto is_wrong = [&](const Vector3& angles) {
    return !is_allowed(MakeDomain({}, angles, {1, 1, 1}).m);
  };
  const auto text = [](const Vector3& angles) { return "[" + NumbersText(angles, ", ") + "]"; };
  const Vector3& angles = noise.recipe.domain.rotate;
  if (is_wrong(angles)) return {"/domain/rotate", text(angles)};
  const Site& site = noise.site;
  if (!site.transform_node) return {"/domain/rotate", "a combination of rotations"};
  const Vector3 inner = VectorOf(*site.transform_node, "rotate");
  return {site.transform_pointer + "/rotate",
          is_wrong(inner) ? text(inner) : "a combination of rotations"};
}

void CheckTiledRotation(const NoiseContext& noise) {
  const auto& m = noise.site.from_picture.m;
  const bool follows_one_axis = m[0][2] == 0 && (m[0][0] == 0 || m[0][1] == 0);
  if ((noise.lattice.dimensions == 1 && follows_one_axis) || CarriesAxes(m)) return;
  const Rotation rotation = RotationToBlame(noise, &CarriesAxes);
  throw FaultAt(noise.recipe, rotation.pointer,
                "a tiled picture can only be rotated by 180 degrees about any axis, or by 90 or "
                "270 degrees about z, got " +
                    rotation.text);
}

// Throws Error unless z of P moves only z of p and, in 3 dimensions, nothing else moves z of p.
void CheckLoopRotation(const NoiseContext& noise) {
  const auto& m = noise.site.from_picture.m;
  bool keeps_z = noise.lattice.dimensions < 3 || (m[2][0] == 0 && m[2][1] == 0);
  for (std::size_t a = 0; a < 2 && a < static_cast<std::size_t>(noise.lattice.dimensions); ++a)
    keeps_z = keeps_z && m[a][2] == 0;
  if (keeps_z) return;
  const Rotation rotation = RotationToBlame(noise, &KeepsZ);
  throw FaultAt(
      noise.recipe, rotation.pointer,
      "a loop can only be rotated about z, or by 180 degrees about x or y, got " + rotation.text);
}

}  // namespace

bool RepeatsAlong(const Recipe& recipe, std::size_t axis) {
  return recipe.tiling || (recipe.loop && axis == 2);
}

double PeriodLength(const std::array<Vector3, 3>& linear, std::size_t axis,
                    const std::array<double, 2>& extent) {
  const Vector3 sides{extent[0], extent[1], 1};
  double length = 0;
  for (std::size_t b = 0; b < 3; ++b) length += std::abs(linear[axis][b]) * sides[b];
  return length;
}

TiledNoise::TiledNoise(const NoiseContext& noise)
    : pointer(noise.pointer),
      linear(noise.site.from_picture.m),
      dimensions(noise.lattice.dimensions),
      multiples(MultiplesOf(noise)) {
  if (!noise.lattice.has_cells) return;
  Vector3 frequency = noise.lattice.frequency;
  for (int o = 0; o < noise.lattice.octaves; ++o) {
    frequencies.push_back(frequency);
    for (double& each : frequency) each *= noise.lattice.lacunarity;
  }
}

bool TiledNoise::Fits(const std::array<double, 2>& extent) const {
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
    const Period period{a, PeriodLength(linear, a, extent), a < 2 ? multiples[a] : 1};
    if (!std::ranges::all_of(frequencies, [&](const Vector3& f) { return period.Fits(f[a]); }))
      return false;
  }
  return true;
}

Error ShapeError(const Recipe& recipe, const std::vector<TiledNoise>& noises, std::size_t count,
                 const std::string& first) {
  const auto fits = [&](double x, double y) {
    return std::ranges::all_of(noises, [&](const TiledNoise& noise) { return noise.Fits({x, y}); });
  };
  const auto [x, y] = recipe.domain.extent;
  Phrase hint = "use " + Phrase::Option("tiling", "false");
  if (const auto larger = LargerSizeOf(recipe);
      larger && fits(larger->extent[0], larger->extent[1]))
    hint += ", or " + larger->setting;
  if (fits(1, 1)) hint += ", or " + ExtentSetting(recipe, 1, 1) + " (stretched)";
  for (int factor = 2; factor <= kMaxFactor; ++factor) {
    if (!fits(factor * x, factor * y)) continue;
    hint += ", or " + ExtentSetting(recipe, factor * x, factor * y) + " (shows " +
            std::to_string(factor) + " times as much)";
    break;
  }
  const std::string where = recipe.origins.contains("/domain/extent") ? "/domain/extent" : "/size";
  return FaultAt(recipe, where,
                 fmt::format("a tiled picture needs a whole number of cells along every axis, but "
                             "this shape cuts through cells of {} noises (the first is {})",
                             count, first),
                 hint);
}

Error ScaleError(const Recipe& recipe) {
  Vector3 whole = recipe.domain.scale;
  for (double& each : whole) each = std::copysign(std::max(std::round(std::abs(each)), 1.0), each);
  const bool is_one = whole[0] == whole[1] && whole[1] == whole[2];
  return FaultAt(
      recipe, "/domain/scale",
      "a tiled picture needs a whole number of cells along every axis, but this scale "
      "cuts through cells",
      "use " + Phrase::Option("tiling", "false") + ", or whole numbers, as in " +
          Phrase::Option("domain.scale", is_one ? Shortest(whole[0]) : ScaleText(whole)));
}

void FitPeriods(const NoiseContext& noise, std::vector<Octave>& octaves) {
  if (noise.recipe.tiling) CheckTiledRotation(noise);
  if (noise.recipe.loop) CheckLoopRotation(noise);
  if (!noise.lattice.has_cells) return;
  const auto periods = PeriodsOf(noise);
  for (std::size_t o = 0; o < octaves.size(); ++o) {
    const Vector3 given = std::to_array(octaves[o].frequency);
    for (const Period& period : periods) {
      double& frequency = octaves[o].frequency[period.axis];
      const double cells = period.Cells(frequency);
      const double maximum = noise.recipe.tiling ? kMaxPeriodCells : kMaxLoopCells;
      if (cells > maximum) {
        throw FaultAt(noise.recipe,
                      o == 0 ? FrequencyPointer(noise, period.key) : noise.pointer + "/octaves",
                      Subject(noise.recipe) + " can have at most " + Shortest(maximum) +
                          " cells per period, got " + Shortest(std::round(cells)));
      }
      if (!period.Fits(frequency)) FailPeriod(noise, periods, period, o, given);
      octaves[o].period[period.axis] = static_cast<int64_t>(std::round(cells));
      frequency = std::round(cells) / period.length;
    }
  }
}

}  // namespace cobble
