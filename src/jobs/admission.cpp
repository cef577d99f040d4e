// Checks a job against its limits.
#include "jobs/admission.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "cobble/error.h"
#include "core/list_text.h"
#include "core/size.h"
#include "program/program_impl.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/fields/world.h"
#include "recipe/reading/origins.h"
#include "render/call_checks.h"
#include "render/render_bands.h"
#include "render/share_range.h"

namespace cobble {
namespace {

// Above this, which no preset needs, an error blames the cost of a pixel, not the number of pixels.
constexpr double kTypicalEvaluations = 5000;

// Returns an Error kLimit at what set the window.
Error LimitAt(const Recipe& recipe, const WindowOrigin& origin, const std::string& message,
              const Phrase& hint) {
  if (!origin.pointer.empty()) return LimitAt(recipe, origin.pointer, message, hint);
  if (!origin.file.empty()) return Error(ErrorKind::kLimit, origin.file, message, hint);
  return Error::At(ErrorKind::kLimit, origin.option, message, hint);
}

// In: origin, a WindowOrigin or a JSON pointer into the recipe.
template <typename Origin>
void CheckRectangle(const Recipe& recipe, const Origin& origin, int64_t width, int64_t height,
                    int64_t maximum) {
  if (Size(width) * Size(height) <= Size(maximum)) return;
  throw LimitAt(recipe, origin,
                fmt::format("{} x {} pixels exceed the limit of {}", width, height, maximum),
                "use " + Phrase::Option("max_pixels") + " to raise the limit");
}

// Returns whether the whole picture must be rendered to find its range.
bool RendersRange(const Recipe& recipe, const Job& job) {
  return recipe.range.mode == RangeMode::kFit && !job.has_range;
}

void CheckPixels(const Recipe& recipe, const Job& job) {
  const int64_t maximum = job.limits.max_pixels;
  CheckRectangle(recipe, job.origin, job.window.width, job.window.height, maximum);
  // Finding the range renders the whole picture, whatever the window.
  if (RendersRange(recipe, job))
    CheckRectangle(recipe, "/range", recipe.width, recipe.height, maximum);
}

Phrase RaiseCostHint(double evaluations) {
  return "use " + CostLimitFor(evaluations) + " to raise the limit";
}

// Returns the pixels that a job renders: the window with `halo` pixels on each side, plus those
// that find its range.
double PixelsOf(const Recipe& recipe, const Job& job, int64_t halo) {
  const Window& window = job.window;
  double pixels =
      static_cast<double>(window.width + 2 * halo) * static_cast<double>(window.height + 2 * halo);
  return job.has_range ? pixels : pixels + PixelsToFind(recipe);
}

// Throws Error kLimit at the key that sets the halo.
[[noreturn]] void ThrowHaloExceedsLimit(const Recipe& recipe, const Halo& halo,
                                        const std::string& message, const Phrase& hint) {
  const std::string_view owner = halo.field.substr(1, halo.field.find('/', 1) - 1);  // "/ao/radius"
  const std::string use = owner == halo.map ? "" : fmt::format(" for the {} in it", owner);
  throw LimitAt(recipe, halo.field,
                fmt::format("{}; this includes a halo of {}, which the map {} needs{}", message,
                            CountText(halo.pixels, "pixel"), halo.map, use),
                hint);
}

void CheckSizes(const Job& job) {
  for (const PictureOutput& picture : job.pictures) {
    const std::string reason =
        WhyTooLarge(*picture.format, StoredMaps(picture), picture.bits, job.window);
    if (!reason.empty()) throw picture.label.Fault(ErrorKind::kLimit, reason);
  }
}

void CheckPosition(const Program& program, const Job& job) try {
  CheckWindow(program, job.window, MapsOf(job.pictures));
} catch (const Error& error) {
  const WindowOrigin& origin = job.origin;
  const Phrase& message = error.issues().front().message;
  if (!origin.pointer.empty()) throw FaultAt(program.recipe(), origin.pointer, message);
  if (!origin.file.empty()) throw Error(ErrorKind::kRecipe, origin.file, message);
  throw Error::At(ErrorKind::kUsage, origin.option, message);
}

PictureMemory TotalMemory(const Job& job) {
  PictureMemory all;
  const auto add = [&](const Format& format, const std::vector<PictureMap>& maps, int bits) {
    const PictureMemory one = MemoryOf(format, maps, bits, job.window);
    all.band = all.band + one.band;
    all.whole = all.whole + one.whole;
  };
  for (const PictureOutput& picture : job.pictures) {
    // Rows whose colours change primaries are floats, and so are rows before they become metres.
    const std::vector<PictureMap> maps = StoredMaps(picture);
    add(*picture.format, maps, picture.primaries == Primaries::kRec709 ? picture.bits : 32);
    if (picture.elevation) add(*FindFormat("r32"), picture.maps, 32);
    if (picture.memory) all.whole = all.whole + SampleBytes(maps, picture.bits, job.window);
  }
  // The checksum is computed over the bytes of an r32 file.
  if (job.has_checksum) add(*FindFormat("r32"), {Map::kValue}, 32);
  return all;
}

// Returns "2.01 GiB", rounded up or down, or a small count in bytes.
std::string MemoryText(uint64_t bytes, bool rounds_up) {
  for (const auto& [shift, unit] : {std::pair{30, "GiB"}, std::pair{20, "MiB"}}) {
    const uint64_t mask = (uint64_t{1} << shift) - 1;
    if (bytes <= mask) continue;
    const uint64_t hundredths = ((bytes & mask) * 100 + (rounds_up ? mask : 0)) >> shift;
    const auto whole = static_cast<double>(bytes >> shift);
    return fmt::format("{:g} {}", whole + static_cast<double>(hundredths) / 100, unit);
  }
  return fmt::format("{} bytes", bytes);
}

// In: has_halo, whether the halo of the maps is what needs too much.
Phrase LessMemoryHint(const Recipe& recipe, const Job& job, bool has_halo) {
  std::vector<Phrase> cures;
  if (has_halo) cures.emplace_back("a smaller radius");
  if (job.window == Window{0, 0, recipe.width, recipe.height}) cures.emplace_back("a smaller size");
  if (!has_halo && job.pictures.size() + (job.has_checksum ? 1 : 0) > 1)
    cures.emplace_back("fewer outputs");
  cures.push_back("a narrower " + Phrase::Option("window"));
  return "use " + ListText(cures, " or ", std::identity());
}

int ThreadsForMemory(const Program& program, const Job& job) {
  const uint64_t maximum = job.limits.max_memory;
  const PictureMemory need = TotalMemory(job);
  const std::vector<PictureMap> maps = MapsOf(job.pictures);
  RenderOptions options;
  options.window = job.window;
  options.threads = job.threads;
  const auto threads = [&](std::span<const PictureMap> halo_maps) {
    if (need.whole > Size(maximum)) return 0;
    return ThreadsWithin(program, options, halo_maps, need.band, maximum - need.whole.value());
  };
  if (const int found = threads(maps); found > 0) return found;

  const Size bytes = need.whole + BytesOfOneThread(program, options, maps, need.band);
  const std::string message =
      fmt::format("needs at least {} of memory, but the limit is {}",
                  MemoryText(bytes.value(), true), MemoryText(maximum, false));
  const Recipe& recipe = program.recipe();
  if (threads({}) == 0)
    throw LimitAt(recipe, job.origin, message, LessMemoryHint(recipe, job, false));
  ThrowHaloExceedsLimit(recipe, HaloOf(recipe, maps), message, LessMemoryHint(recipe, job, true));
}

// Returns "png"; for a format with integers and floats also the depth: "16-bit tiff".
std::string FormatText(const Format& format, int bits) {
  return HasFloats(format) ? fmt::format("{}-bit {}", bits, format.name) : std::string(format.name);
}

// Returns what to do about values outside 0..1 in a picture that cannot hold them.
Phrase KeptValuesHint(const PictureOutput& picture) {
  const Phrase natural = "set " + Phrase::Option("range", "natural");
  if (!picture.engine.empty()) return natural;
  if (!HasFloats(*picture.format)) return "use a float format, or " + natural;
  return "use " + Phrase::Option("bits", "32") + ", or " + natural;
}

// Returns how a PNG can have the metres of a map that its samples cannot hold.
Phrase ColorsHint(const PictureOutput& picture, const PictureMap& map) {
  if (map.built_in != Map::kElevation || picture.format != FindFormat("png")) return {};
  return "for colours that are metres, write the height with " +
         Phrase::Option("terrain", "mapbox");
}

}  // namespace

Phrase CostLimitFor(double evaluations) {
  double unit = 1;
  while (evaluations > 99 * unit) unit *= 10;
  return Phrase::Option("max_cost", fmt::format("{:.2g}", std::ceil(evaluations / unit) * unit));
}

std::vector<PictureMap> MapsOf(std::span<const PictureOutput> pictures) {
  std::vector<PictureMap> maps;
  for (const PictureOutput& picture : pictures)
    maps.insert(maps.end(), picture.maps.begin(), picture.maps.end());
  return maps;
}

CompileOptions OptionsFor(const Recipe& recipe, std::span<const PictureOutput> pictures,
                          const std::string& simd) {
  const std::vector<PictureMap> maps = MapsOf(pictures);
  return {.simd = simd,
          .slopes = std::ranges::any_of(maps, &NeedsSlopes),
          .maps = ProgramMapsOf(recipe, maps),
          .value = WaitsForFit(recipe) || std::ranges::any_of(maps, &NeedsValue)};
}

void LimitSimulations(const Limits& limits, int threads, CompileOptions* options) {
  options->max_cost = limits.max_cost;
  if (limits.max_memory != Limits().max_memory) options->max_memory = limits.max_memory;
  options->threads = threads;
}

void CheckFormat(const PictureOutput& picture) {
  const std::string count_reason = WhyTooMany(*picture.format, picture.maps.size(), picture.path);
  if (!count_reason.empty()) throw picture.label.Fault(ErrorKind::kUsage, count_reason);
  const std::string together_reason = WhyNotTogether(picture.maps);
  if (!together_reason.empty()) throw picture.label.Fault(ErrorKind::kUsage, together_reason);
  for (const PictureMap& map : picture.maps) {
    const std::string reason = WhyNot(*picture.format, map, BitsOf(picture, map), picture.path);
    if (!reason.empty())
      throw picture.label.Fault(ErrorKind::kUsage, reason, ColorsHint(picture, map));
  }
}

void CheckProgram(const Program& program, std::span<const PictureOutput> pictures) {
  for (const PictureOutput& picture : pictures) {
    CheckProgramComputes(program, picture.maps);
    // A height map has values outside 0..1 only if range is "none".
    const bool has_height = std::ranges::any_of(picture.maps, [](const PictureMap& map) {
      return AnySource(map,
                       [](const PictureMap& source) { return source.built_in == Map::kHeight; });
    });
    const bool keeps_values = program.recipe().range.mode == RangeMode::kNone;
    if (has_height && keeps_values && !IsFloat(*picture.format, picture.bits))
      throw picture.label.Fault(
          ErrorKind::kUsage,
          fmt::format("range \"none\" keeps the noise's values, but {} stores only 0..1",
                      FormatText(*picture.format, picture.bits)),
          KeptValuesHint(picture));
  }
}

Motion MotionOf(const Recipe& recipe, const CompileOptions& options, const PictureOutput& picture) {
  CompileOptions own = OptionsFor(recipe, {&picture, 1}, options.simd);
  own.value = std::ranges::any_of(picture.maps, &NeedsValue);  // frames share their range
  const Program program = Program::Impl::Plan(recipe, own);
  if (program.impl().varies_with_slice) return Motion::kMoves;
  const auto is_fill = [](const Step& step) { return std::holds_alternative<FillStep>(step); };
  const bool is_constant =
      !program.impl().second && std::ranges::all_of(program.impl().steps, is_fill);
  return is_constant ? Motion::kConstant : Motion::kStill;
}

double EvaluationsPerPixel(const Program& program) {
  const double samples = program.recipe().samples;
  return program.cost().evaluations * samples * samples;
}

double EvaluationsOf(const Program& program, const Job& job) {
  const Halo halo = HaloOf(program.recipe(), MapsOf(job.pictures));
  return EvaluationsPerPixel(program) * PixelsOf(program.recipe(), job, halo.pixels) +
         program.cost().simulation;
}

void CheckCost(const Program& program, const Job& job, double maximum) {
  const Recipe& recipe = program.recipe();
  const double evaluations = EvaluationsOf(program, job);
  if (evaluations <= maximum) return;
  const Halo halo = HaloOf(recipe, MapsOf(job.pictures));
  const double pixels = PixelsOf(recipe, job, halo.pixels);
  const Cost& cost = program.cost();
  const double per_pixel = EvaluationsPerPixel(program);
  const std::string message = fmt::format(
      "{:.3g} noise evaluations ({:.3g} pixels, {:.3g} per pixel) exceed the limit of "
      "{:.3g}",
      evaluations, pixels, per_pixel, maximum);
  if (per_pixel * PixelsOf(recipe, job, 0) <= maximum)
    ThrowHaloExceedsLimit(recipe, halo, message, RaiseCostHint(evaluations));
  if (cost.evaluations * pixels <= maximum)
    throw LimitAt(recipe, "/samples", message, RaiseCostHint(evaluations));
  if (cost.evaluations <= kTypicalEvaluations)
    throw LimitAt(recipe, job.origin, message, RaiseCostHint(evaluations));
  throw LimitAt(recipe, cost.field, message, RaiseCostHint(evaluations));
}

int Admit(const Program& program, const Job& job) {
  CheckPixels(program.recipe(), job);
  CompileOptions simulations;
  LimitSimulations(job.limits, job.threads, &simulations);
  CheckSimulations(program.impl(), simulations.max_cost, simulations.max_memory);
  CheckCost(program, job, job.limits.max_cost);
  CheckSizes(job);
  CheckPosition(program, job);
  return ThreadsForMemory(program, job);
}

}  // namespace cobble
