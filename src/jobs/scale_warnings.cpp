// Finds patterns that are too fine or too coarse for their picture.
#include "jobs/scale_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/list_text.h"
#include "core/suggest.h"
#include "program/program_impl.h"
#include "recipe/fields/node_tree.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/origins.h"

namespace cobble {
namespace {

constexpr double kClearPixels = 8;  // of a cell that shows its shape
constexpr double kFewCells = 0.1, kClearCells = 2;
constexpr double kUsualFrequency = 4;
constexpr const char *kScaleKey = "/domain/scale", *kExtentKey = "/domain/extent";

// A pattern that does not show.
struct Hidden {
  std::string pointer;  // of the node
  const NoiseScale* scale = nullptr;
  bool is_fine = false;        // or coarse
  std::array<double, 2> by{};  // by what to multiply the pattern's frequencies along x and y
};

// A setting that scales patterns along x and y.
struct Multiplier {
  std::string pointer;
  std::array<double, 2> values{};

  // Returns how much it contributes to a pattern's being too fine or too coarse.
  double Blame(bool is_fine, double usual) const {
    const double largest = std::max(std::abs(values[0]), std::abs(values[1])) / usual;
    return is_fine ? largest : 1 / largest;
  }
};

struct Blamed {
  Hidden hidden;
  std::optional<Multiplier> scale;  // or the pattern's own frequency
};

std::string NumberText(double number) { return fmt::format("{:.2g}", number); }

// In: limit, "at most".
std::string ValuesHint(std::string_view limit, const std::array<double, 2>& values) {
  if (values[0] == values[1]) return fmt::format("use {} {}", limit, NumberText(values[0]));
  return fmt::format("use {} [{}, {}]", limit, NumberText(values[0]), NumberText(values[1]));
}

// Returns whether a preset sets the key: who chose another size or scale cannot mend it.
bool IsOfPreset(const Recipe& recipe, const std::string& pointer) {
  const Origin* const origin = NearestOrigin(recipe, pointer);
  return origin && origin->is_preset;
}

// Returns whether the key is in an option, not in a file that may be shown in any size.
bool IsTyped(const Recipe& recipe, const std::string& pointer) {
  const Origin* const origin = NearestOrigin(recipe, pointer);
  return origin && (origin->is_flag || !origin->pointer.empty());
}

std::string KeyOf(const NoiseScale& scale, std::size_t axis) {
  return std::string(scale.keys[axis].substr(0, scale.keys[axis].find('/')));
}

// Returns the scale or extent that is more to blame than the pattern's frequency.
std::optional<Multiplier> BlamedScale(const Recipe& recipe, const Hidden& hidden) {
  std::vector<Multiplier> all{{kScaleKey, {recipe.domain.scale[0], recipe.domain.scale[1]}}};
  if (recipe.origins.contains(kExtentKey)) all.push_back({kExtentKey, recipe.domain.extent});
  const std::string& transform = hidden.scale->transform;
  if (const Node* const node = transform.empty() ? nullptr : NodeAt(recipe, transform)) {
    const std::vector<double>& scale = node->Numbers("scale");
    all.push_back({ChildPointer(transform, "scale"), {scale[0], scale[1]}});
  }
  std::erase_if(all, [&](const Multiplier& each) { return IsOfPreset(recipe, each.pointer); });
  const auto blame = [&](const Multiplier& each) { return each.Blame(hidden.is_fine, 1); };
  const auto worst = std::ranges::max_element(all, {}, blame);
  if (worst == all.end() || blame(*worst) <= 1) return std::nullopt;
  const Multiplier frequency{"", hidden.scale->frequency};
  const bool is_fixed = IsOfPreset(recipe, ChildPointer(hidden.pointer, KeyOf(*hidden.scale, 0)));
  if (!is_fixed && blame(*worst) < frequency.Blame(hidden.is_fine, kUsualFrequency))
    return std::nullopt;
  return *worst;
}

// Returns the hint for a scale or an extent. Beyond 1, another setting would be to blame.
std::string ScaleHint(const Hidden& hidden, const Multiplier& scale) {
  std::array<double, 2> values = scale.values;
  const bool is_even = values[0] == values[1];
  for (const std::size_t a : {0u, 1u}) {
    const double by = is_even ? std::min(hidden.by[0], hidden.by[1]) : hidden.by[a];
    const double to_one = 1 / std::abs(values[a]);
    values[a] *=
        hidden.is_fine ? std::max(by, std::min(to_one, 1.0)) : std::min(by, std::max(to_one, 1.0));
  }
  return ValuesHint(hidden.is_fine ? "at most" : "at least", values);
}

// Returns the warning at the pattern's own keys.
Issue FrequencyWarning(const Recipe& recipe, const Hidden& hidden, std::string message) {
  const NoiseScale& scale = *hidden.scale;
  const std::string_view limit = hidden.is_fine ? "at most" : "at least";
  const Node* const node = NodeAt(recipe, hidden.pointer);
  std::array<std::string, 2> keys;
  std::array<double, 2> values{};
  for (const std::size_t a : {0u, 1u}) {
    keys[a] = KeyOf(scale, a);
    values[a] = scale.frequency[a] * hidden.by[a];
  }
  const bool has_y = !keys[1].empty() && node && node->Has(keys[1]);
  const std::size_t worst = has_y && scale.cell_pixels[1] < scale.cell_pixels[0] ? 1 : 0;
  const std::string pointer = ChildPointer(hidden.pointer, keys[worst]);
  if (!has_y) values[1] = values[0];
  if (!has_y || keys[0] == keys[1])
    return WarningAt(recipe, pointer, std::move(message), ValuesHint(limit, values));
  return WarningAt(recipe, pointer, std::move(message),
                   fmt::format("use {} {} for {}, and {} for {}", limit, NumberText(values[0]),
                               Quoted(keys[0]), NumberText(values[1]), Quoted(keys[1])));
}

// Of noises that jump, such as white noise, only the cells around points have no border in the
// middle of the picture.
bool CanHide(const Recipe& recipe, const std::string& pointer, const NoiseScale& scale,
             bool is_fine) {
  if (!scale.jumps || is_fine) return true;
  const Node* const node = NodeAt(recipe, pointer);
  return node && node->Has("function") && node->Text("function") == "cell-id";
}

// Returns how much of a pattern shows; up to 1, too little.
double ShownOf(const Hidden& hidden) {
  return hidden.is_fine ? hidden.scale->Narrowest() : hidden.scale->cells / kFewCells;
}

// Noise that jumps shows a cell for each pixel.
bool Shows(const Hidden& hidden) {
  constexpr double kRounding = 1e-9;
  return ShownOf(hidden) > (hidden.scale->jumps ? 1 - kRounding : 1 + kRounding);
}

Hidden HiddenAt(const std::string& pointer, const NoiseScale& scale, bool is_fine) {
  Hidden hidden{pointer, &scale, is_fine, {}};
  for (const std::size_t a : {0u, 1u})
    hidden.by[a] =
        is_fine ? std::min(scale.cell_pixels[a] / kClearPixels, 1.0) : kClearCells / scale.cells;
  return hidden;
}

// Returns the patterns that are too fine or too coarse because of a setting that a person chose. If
// it scales the whole recipe, or is in a file, half of the patterns must be: thumbnails lack the
// grain, and a closer look the coarse shapes.
std::vector<Blamed> BlamedPatterns(const Program& program, bool is_fine) {
  const Recipe& recipe = program.recipe();
  std::size_t patterns = 0;
  std::vector<Blamed> hidden;
  for (const auto& [pointer, scale] : program.impl().noise_scales) {
    if (!CanHide(recipe, pointer, scale, is_fine)) continue;
    ++patterns;
    Blamed each{HiddenAt(pointer, scale, is_fine), {}};
    if (Shows(each.hidden)) continue;
    each.scale = BlamedScale(recipe, each.hidden);
    hidden.push_back(std::move(each));
  }
  const bool are_many = 2 * hidden.size() >= patterns;
  std::erase_if(hidden, [&](const Blamed& each) {
    if (each.scale) return each.scale->pointer.starts_with("/domain/") && !are_many;
    const std::string key = ChildPointer(each.hidden.pointer, KeyOf(*each.hidden.scale, 0));
    return IsOfPreset(recipe, key) || (!are_many && !IsTyped(recipe, key));
  });
  return hidden;
}

std::string HiddenText(const Hidden& hidden) {
  const NoiseScale& scale = *hidden.scale;
  if (!hidden.is_fine)
    return fmt::format("the picture shows {:.2g} of a cell, too little to see", scale.cells);
  const std::string width = fmt::format("{:.2g}", scale.Narrowest());
  return fmt::format("a cell is {} pixel{} wide, too small to show", width,
                     width == "1" ? "" : "s");
}

std::optional<Issue> PatternWarning(const Program& program, bool is_fine) {
  const Recipe& recipe = program.recipe();
  const std::vector<Blamed> hidden = BlamedPatterns(program, is_fine);
  if (hidden.empty()) return std::nullopt;
  const auto shown = [](const Blamed& each) { return ShownOf(each.hidden); };
  const auto [worst, best] = std::ranges::minmax_element(hidden, {}, shown);
  std::string message = HiddenText(worst->hidden);
  if (is_fine && hidden.size() > 1)
    message += fmt::format("; so are those of {} more", hidden.size() - 1);
  if (!worst->scale) return FrequencyWarning(recipe, worst->hidden, std::move(message));
  return WarningAt(recipe, worst->scale->pointer, std::move(message),
                   ScaleHint(best->hidden, *worst->scale));
}

// Returns a warning about the finest of the nodes whose waves are all shorter than a pixel.
std::optional<Issue> WavesWarning(const Program& program) {
  const Program::Impl& impl = program.impl();
  const Recipe& recipe = program.recipe();
  const FineWaves* worst = nullptr;
  for (const FineWaves& fine : impl.fine_waves)
    if (fine.coarse_octaves == 0 && (!worst || fine.longest < worst->longest)) worst = &fine;
  if (!worst) return std::nullopt;
  const std::string pointer = worst->pointer.substr(0, worst->pointer.rfind('/'));
  const auto scale = impl.noise_scales.find(pointer);
  if (scale == impl.noise_scales.end()) return std::nullopt;
  std::string message =
      fmt::format("the waves are {:.2g} pixels long, too fine to show", worst->longest);
  Hidden hidden = HiddenAt(pointer, scale->second, true);
  // Waves of the last octave stay longer than a pixel, also by a number rounded to two digits.
  hidden.by.fill(std::min(worst->longest / kClearPixels, 0.95 * worst->pixels));
  if (const auto blamed = BlamedScale(recipe, hidden))
    return WarningAt(recipe, blamed->pointer, std::move(message), ScaleHint(hidden, *blamed));
  if (IsOfPreset(recipe, worst->pointer)) return std::nullopt;
  return FrequencyWarning(recipe, hidden, std::move(message));
}

std::optional<Issue> ScaleWarning(const Program& program) {
  const Recipe& recipe = program.recipe();
  if (auto waves = WavesWarning(program)) return waves;
  if (std::max(recipe.width, recipe.height) < kMinShownSide) return std::nullopt;
  if (auto fine = PatternWarning(program, true)) return fine;
  return PatternWarning(program, false);
}

}  // namespace

std::vector<Issue> FineWarnings(const Program& program) {
  std::vector<Issue> warnings = program.impl().warnings;
  if (auto scale = ScaleWarning(program)) {
    warnings.push_back(*std::move(scale));
    return warnings;
  }
  const Recipe& recipe = program.recipe();
  const bool is_scaled = recipe.domain.scale[0] != 1 || recipe.domain.scale[1] != 1;
  for (const FineWaves& fine : program.impl().fine_waves) {
    const bool is_fixed = IsOfPreset(recipe, fine.pointer);
    if (fine.coarse_octaves == 0 || (is_fixed && !is_scaled)) continue;
    warnings.push_back(WarningAt(
        recipe, fine.pointer,
        fmt::format("the waves of the last octave are {:.2f} pixels long, too fine to show",
                    fine.pixels),
        "use at most " + CountText(fine.coarse_octaves, "octave")));
  }
  return warnings;
}

}  // namespace cobble
