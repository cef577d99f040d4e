// Lists and resolves the items of a series.
#include "jobs/series/series_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "core/list_text.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "jobs/node_range.h"
#include "jobs/option_value.h"
#include "jobs/series/variations.h"
#include "recipe/fields/key_paths.h"
#include "recipe/json/json.h"
#include "recipe/reading/knobs.h"
#include "recipe/reading/origins.h"
#include "recipe/reading/patch.h"
#include "recipe/writing/recipe_tree.h"

namespace cobble {
namespace {

std::string FullPath(const std::string& path, const Json& recipe) {
  if (!NeedsCompletion(path)) return path;
  const auto paths = CompletePaths(path, recipe);
  return paths.empty() ? path : paths.front().path;
}

void CheckRange(const std::string& option, int64_t value, int64_t low, int64_t high) {
  if (value >= low && value <= high) return;
  throw Error::At(ErrorKind::kUsage, option,
                  fmt::format("must be from {} to {}, got {}", low, high, value));
}

void CheckValues(const VariedKey& key) {
  const OptionValue at{"vary", Shown(key.path)};
  if (key.path.empty()) throw Error::At(ErrorKind::kUsage, "vary", "has no path");
  if (key.values.empty()) throw at.Fault(ErrorKind::kUsage, "has no values");
  std::set<std::string_view> seen;
  for (const std::string& value : key.values)
    if (!seen.insert(value).second)
      throw at.Fault(ErrorKind::kUsage, fmt::format("has the value {} twice", Quoted(value)));
}

void CheckTiles(const Series& series) {
  if (const auto& tiles = series.tiles) {
    CheckRange("tiles", tiles->columns, 1, kMaxTilesASide);
    CheckRange("tiles", tiles->rows, 1, kMaxTilesASide);
    CheckRange("overlap", tiles->overlap, 0, 1);
  }
}

// A sheet has as many frames as cells.
void CheckSprites(Series* series) {
  const auto& [columns, rows] = *series->sprites;
  CheckRange("sprites", columns, 1, kMaxTilesASide);
  CheckRange("sprites", rows, 1, kMaxTilesASide);
  Exclude(series->tiles.has_value(), "sprites", "tiles");
  const int64_t cells = columns * rows;
  const std::string grid = fmt::format("{}x{}", columns, rows);
  if (cells > kMaxFrames)
    throw Error::At(ErrorKind::kLimit, "sprites",
                    fmt::format("{} exceeds the limit of {} frames", grid, kMaxFrames));
  if (series->frames == 0) series->frames = static_cast<int>(cells);
  if (series->frames != cells)
    throw Error::At(ErrorKind::kUsage, "sprites",
                    fmt::format("{} holds {}, not ", grid, CountText(cells, "frame")) +
                        Phrase::Option("frames", std::to_string(series->frames)),
                    "the numbers must agree; " + Phrase::Option("sprites") + " alone sets both");
}

// Returns whether the key may be a knob, and has a range of values.
bool MayGoBySteps(const VariedKey& key) {
  return key.is_range && (NeedsCompletion(key.path) || KeysOfPath(key.path).front() == "knobs");
}

// In: key, with the values of a range.
void TakeSteps(double step, VariedKey* key) {
  const double first = ParseNumber(key->values.front()).value_or(0),
               last = ParseNumber(key->values.back()).value_or(0);
  const double count = std::floor((last - first) / step + kStepError) + 1;
  if (count > static_cast<double>(kMaxVariations))
    throw OptionValue{"vary", Shown(key->path)}.Fault(
        ErrorKind::kLimit, fmt::format("has more than {} values", kMaxVariations));
  key->values.clear();
  for (double k = 0; k < count; ++k) key->values.push_back(StepText(first + k * step));
}

// Returns the ends of a knob's range, "0,1.5", apart so far that they hold all values of a key,
// "0,1.5,3" or "1..16".
std::string Widened(const std::string& ends, std::string values) {
  if (const std::size_t dots = values.find(".."); dots != values.npos) values.replace(dots, 2, ",");
  std::vector<double> numbers;
  for (const std::string& word : SplitNames(fmt::format("{},{}", ends, values)))
    if (const auto number = ParseNumber(word)) numbers.push_back(*number);
  const auto [low, high] = std::ranges::minmax(numbers);
  return fmt::format("{},{}", Readable(low), Readable(high));
}

}  // namespace

void Exclude(bool is_given, const std::string& option, const std::string& other) {
  if (is_given)
    throw Error::At(ErrorKind::kUsage, option,
                    "is mutually exclusive with " + Phrase::Option(other));
}

bool MakesMany(const Series& series) {
  return !series.vary.empty() || (series.frames > 0 && !series.sprites) || series.tiles ||
         series.faces;
}

bool IsSeries(const Series& series) { return MakesMany(series) || series.frames > 0; }

std::vector<std::string> PlaceholderNames(const Series& series) {
  std::vector<std::string> names;
  for (const VariedKey& key : series.vary) names.push_back(key.path);
  if (series.frames > 0 && !series.sprites) names.emplace_back("frame");
  if (series.faces) names.emplace_back("face");
  if (series.tiles) names.insert(names.end(), {"x", "y", "udim"});
  return names;
}

void CheckSeries(Series* series) {
  std::ranges::for_each(series->vary, &CheckValues);
  CheckRange("frames", series->frames, 0, kMaxFrames);
  CheckRange("frame-start", series->frame_start, 0, kMaxFrameStart);
  CheckTiles(*series);
  if (series->sprites) CheckSprites(series);
}

void TakeStepsOfKnobs(const RecipeLayers& layers, Series* series) {
  if (std::ranges::none_of(series->vary, &MayGoBySteps)) return;
  RecipeLayers first = layers;
  for (const VariedKey& key : series->vary) first.AddSet(key.path, key.values.front());
  std::vector<Knob> knobs;
  try {
    knobs = first.Resolve().knobs;
  } catch (const Error&) {
    return;
  }
  for (VariedKey& key : series->vary) {
    const auto knob = std::ranges::find_if(knobs, [&](const Knob& each) {
      return key.path == each.name || key.path == KnobPath(each.name);
    });
    if (MayGoBySteps(key) && knob != knobs.end() && knob->step != 0) TakeSteps(knob->step, &key);
  }
}

std::vector<SeriesItem> ItemsOf(const Series& series, const SettingNames& names) {
  std::vector<std::string> values;
  for (const VariedKey& key : series.vary) values.push_back(ValuesText(key));
  std::vector<SeriesItem> items;
  for (const Variation& variation : Product(series.vary)) {
    SeriesItem& item = items.emplace_back();
    item.loop = items.size() - 1;
    item.names = variation.names;
    for (std::size_t k = 0; k < series.vary.size(); ++k) {
      const std::string& path = series.vary[k].path;
      const std::string text = path + '=' + variation.values[k];
      item.settings.push_back({path, variation.values[k], names.vary + text, values[k]});
      item.variation += (k > 0 ? " " : "") + text;
    }
    item.label = item.variation;
  }
  return items;
}

// Varying a key before an object that contains it would have no effect.
void CheckVariedKeys(const Series& series, const Recipe& recipe) {
  const auto& vary = series.vary;
  if (vary.size() < 2) return;
  const Json root = RecipeTree(recipe);
  std::vector<std::vector<std::string>> keys;
  for (const VariedKey& varied : vary) {
    const std::string& path = varied.path;
    const OptionValue at{"vary", Shown(path)};
    auto mine = KeysOfPath(FullPath(path, root));
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const auto& other = keys[k];
      if (other.size() < mine.size() || !std::equal(mine.begin(), mine.end(), other.begin()))
        continue;
      if (other.size() == mine.size())
        throw at.Fault(ErrorKind::kUsage,
                       path == vary[k].path ? "is given more than once"
                                            : "is the same key as " + Shown(vary[k].path),
                       "list all of its values together");
      throw at.Fault(ErrorKind::kUsage,
                     "replaces what " + Phrase::Option("vary", vary[k].path) + " sets",
                     "write it first");
    }
    keys.push_back(std::move(mine));
  }
}

// Returns a frame's slice, from the recipe's on, which stays a formula if it is one.
std::string FrameSlice(const Recipe& recipe, double share) {
  const auto formula = recipe.formulas.find("/domain/slice");
  if (formula == recipe.formulas.end()) return Shortest(recipe.domain.slice + share);
  const std::string& text = formula->second;
  if (share == 0) return text;
  const bool is_sum = text.find_first_of("<>?") == text.npos;
  return (is_sum ? text : '(' + text + ')') + " + " + Shortest(share);
}

// A recipe with all keys written says "loop": false, so only flags can contradict the frames.
std::vector<SeriesItem> FramesOf(const Series& series, const SeriesItem& item, const Recipe& recipe,
                                 const SettingNames& names) {
  std::vector<SeriesItem> frames;
  const auto loop = recipe.origins.find("/loop");
  if (!recipe.loop && loop != recipe.origins.end() && loop->second.is_flag)
    throw FaultAt(
        recipe, "/loop",
        "is false, but " + Phrase::Option(series.sprites ? "sprites" : "frames") + " makes a loop");
  const std::string& origin = series.sprites ? names.sprites : names.frames;
  const int64_t first = series.frame_start;
  const std::size_t digits = fmt::format("{}", first + series.frames - 1).size();
  for (int frame = 0; frame < series.frames; ++frame) {
    SeriesItem& one = frames.emplace_back(item);
    const double share = static_cast<double>(frame) / series.frames;
    one.settings.push_back({"domain.slice", FrameSlice(recipe, share), origin});
    one.settings.push_back({"loop", "true", origin});
    one.names["frame"] = fmt::format("{:0{}}", first + frame, digits);
    one.label += fmt::format("{}frame {}", one.label.empty() ? "" : " ", first + frame);
    one.frame = frame;
  }
  return frames;
}

const RecipeSetting* SettingAt(const SeriesItem& item, const Issue& issue) {
  for (const RecipeSetting& setting : item.settings)
    if (Shown(setting.origin) == issue.origin) return &setting;
  return nullptr;
}

std::optional<Bounds> TakeVariedNodeRange(SeriesItem* item,
                                          const std::function<bool(const Recipe&)>& shows_nodes,
                                          const std::function<Recipe(const SeriesItem&)>& resolve) {
  SeriesItem rest = *item;
  const auto is_range = [](const RecipeSetting& setting) {
    return KeysOfPath(setting.path) == KeysOfPath("range");
  };
  if (std::erase_if(rest.settings, is_range) == 0 || !shows_nodes(resolve(*item)))
    return std::nullopt;
  return TakeNodeRange(item, std::move(rest), resolve);
}

// Returns the hint with the setting's value replaced by all values of its key.
Phrase ForAllValues(const Phrase& hint, const RecipeSetting& setting) {
  Phrase all;
  for (const Phrase::Part& part : hint.parts()) {
    if (!part.is_option) {
      all += Phrase(part);
    } else if (part.value == setting.value && !setting.values.empty()) {
      all += Phrase::Option("vary", part.text + '=' + setting.values);
    } else if (part.text.starts_with("knobs.") && part.text.ends_with(".range")) {
      all += Phrase::Option(part.text, Widened(part.value, setting.values));
    } else {
      all += Phrase::Option(part.text, part.value);
    }
  }
  return all;
}

Recipe ResolveItem(const RecipeLayers& layers, const SeriesItem& item,
                   const std::function<Recipe(RecipeLayers*)>& resolve) try {
  RecipeLayers all = layers;
  for (const RecipeSetting& each : item.settings) all.AddSet(each.path, each.value, each.origin);
  return resolve ? resolve(&all) : all.Resolve();
} catch (const Error& error) {
  std::vector<Issue> issues = error.issues();
  for (Issue& issue : issues) {
    const RecipeSetting* const setting = SettingAt(item, issue);
    if (!setting) continue;
    if (issue.wants_list && issue.hint.empty())
      issue.hint = "write lists in brackets, as in " + Shown(setting->path) + "=[0,1]";
    if (setting->path == "range" && setting->value.ends_with('%'))
      issue.hint = R"(write lists in brackets, as in range=["2%","98%"])";
    issue.hint = ForAllValues(issue.hint, *setting);
    issue.is_varied = true;
  }
  throw Error(error.kind(), std::move(issues));
}

}  // namespace cobble
