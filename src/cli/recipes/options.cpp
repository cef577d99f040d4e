// Implements RecipeOptions: the flags that define a recipe.
#include "cli/recipes/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/line/flag_errors.h"
#include "cli/line/unknown_flag.h"
#include "cli/render/engine_settings.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "platform/file.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/presets.h"

namespace cobble {
namespace {

std::string GroupOf(ObjectKind object) {
  switch (object) {
    case ObjectKind::kRecipe:
      return "Recipe";
    case ObjectKind::kDomain:
      return "Domain";
    case ObjectKind::kNormal:
      return "Normal map";
    case ObjectKind::kCurvature:
      return "Curvature map";
    case ObjectKind::kAo:
      return "Ambient occlusion map";
    case ObjectKind::kBumpslopes:
      return "Bumpslopes map";
    case ObjectKind::kNode:
      return "Noise";
    case ObjectKind::kDistribution:
      return "Hill noise distribution";
  }
  return {};
}

// Returns " (none, lse or poly)"; empty if the help already names every choice.
std::string ChoicesText(const Field& row) {
  const auto is_named = [&](std::string_view choice) {
    return row.help.find(choice) != std::string_view::npos;
  };
  if (row.type != FieldType::kChoice || std::ranges::all_of(row.choices, is_named)) return {};
  return fmt::format(" ({} or {})", fmt::join(row.choices.first(row.choices.size() - 1), ", "),
                     row.choices.back());
}

// Joins the help of all rows of the field's key. If the texts differ, each is preceded by its
// types.
std::string MakeHelp(const Field& first) {
  struct Entry {
    std::string text;
    std::vector<std::string_view> types;
  };
  std::vector<Entry> entries;
  for (const Field& row : Fields()) {
    if (row.object != first.object || row.key != first.key) continue;
    std::string text = std::string(row.help) + ChoicesText(row);
    const auto types = UsersOf(row);
    const auto same = std::ranges::find(entries, text, &Entry::text);
    if (same == entries.end()) {
      entries.push_back({std::move(text), types});
    } else {
      same->types.insert(same->types.end(), types.begin(), types.end());
    }
  }
  std::string help;
  for (const Entry& entry : entries) {
    if (!help.empty()) help += "; ";
    if (entries.size() > 1) help += fmt::format("for {}: ", fmt::join(entry.types, ", "));
    help += entry.text;
  }
  return help;
}

// Returns the rule for the field's values; if the rows of its key have different rules, refers to
// the page that lists them.
std::string MakeRule(const Field& field) {
  if (field.type == FieldType::kBool) return {};
  if (const auto hint = ChoicesHint(field); !hint.empty()) return std::string(hint);
  const bool has_one_rule = std::ranges::all_of(Fields(), [&](const Field& other) {
    return other.flag != field.flag || Rule(other) == Rule(field);
  });
  return has_one_rule ? Rule(field) : "see cobble explain " + std::string(field.key);
}

// Returns the choices of all rows of the field's flag.
std::vector<std::string> MakeChoices(const Field& field) {
  std::vector<std::string> choices;
  for (const Field& row : Fields()) {
    if (field.flag.empty() || row.flag != field.flag) continue;
    for (const std::string_view choice : row.choices)
      if (std::ranges::count(choices, choice) == 0) choices.emplace_back(choice);
  }
  return choices;
}

struct FlagTexts {
  std::string help, rule;
  std::vector<std::string> choices;
};

// Builds all texts once: building them dominates the time of a short run, and tests run many
// command lines per process.
const FlagTexts& TextsOf(const Field& field) {
  static const std::vector<FlagTexts> texts = [] {
    std::vector<FlagTexts> made;
    for (const Field& each : Fields())
      made.push_back({MakeHelp(each), MakeRule(each), MakeChoices(each)});
    return made;
  }();
  return texts[static_cast<std::size_t>(&field - Fields().data())];
}

// Returns "X,Y,Z", with what may be left out in brackets: "X,Y[,Z]", "[X,Y,]Z".
std::string Axes(const Field& field) {
  if (field.single_sets_last) return "[X,Y,]Z";
  const std::vector<int> lengths = LengthsOf(field);
  std::string text = "X", closing;
  for (int axis = 1; axis < field.count; ++axis) {
    const bool may_end = std::ranges::count(lengths, axis) > 0;
    text += may_end ? "[," : ",";
    text += "XYZ"[axis];
    if (may_end) closing += ']';
  }
  return text + closing;
}

// Returns the separator of the numbers in a flag's value; 0 if the value is not a list.
char SeparatorOf(const Field& field) {
  if (field.type == FieldType::kSize) return 'x';
  const bool is_list = field.type == FieldType::kVector || field.type == FieldType::kScale ||
                       field.type == FieldType::kList || field.type == FieldType::kRange ||
                       field.type == FieldType::kColor;
  return is_list ? ',' : '\0';
}

// Splits a text such as "noise.octaves=5" at its first "=".
std::pair<std::string, std::string> SplitSet(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw Error(ErrorKind::kUsage, "--set " + Shown(text), "must be PATH=VALUE",
                "as in --set noise.octaves=5");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

// Refuses --preset FILE.
void RefuseFileAsPreset(const std::string& name) {
  if (IsPreset(name)) return;
  if (!file::Exists(name) && name.find('/') == std::string::npos && !name.ends_with(".json"))
    return;
  throw Error(ErrorKind::kUsage, "--preset", "unknown preset " + Quoted(name),
              "a file needs no flag: cobble render " + Shown(name));
}

}  // namespace

std::string ValueWord(const Field& field) {
  switch (field.type) {
    case FieldType::kBool:
      return {};
    case FieldType::kText:
      return "TEXT";
    case FieldType::kChoice:
      return "NAME";
    case FieldType::kSize:
      return "WxH";
    case FieldType::kVector:
    case FieldType::kScale:
      return Axes(field);
    case FieldType::kList:
      return "X[,X...]";
    case FieldType::kRange:
      return "RANGE";
    case FieldType::kNumber:
      return "X";
    case FieldType::kInteger:
      return "N";
    case FieldType::kColor:
      return "COLOR";
    case FieldType::kPairs:  // these have no flags
    case FieldType::kColors:
    case FieldType::kStop:
    case FieldType::kStops:
    case FieldType::kObject:
    case FieldType::kInput:
    case FieldType::kInputs:
    case FieldType::kNodes:
    case FieldType::kMaps:
    case FieldType::kPack:
    case FieldType::kPacks:
      break;
  }
  return {};
}

void RecipeOptions::AddTo(CommandLine* line) {
  line->AddText({.names = "--preset",
                 .value = "NAME",
                 .help = "start from a built-in recipe (cobble list presets)",
                 .group = GroupOf(ObjectKind::kRecipe),
                 .choices = PresetNames(),
                 .is_recipe = true},
                &preset_);
  line->Add(
      {.names = "--set",
       .value = "PATH=VALUE",
       .help = "set any key by its path, as in --set noise.octaves=5; overrides the flags of keys",
       .group = GroupOf(ObjectKind::kRecipe),
       .repeats = true,
       .is_recipe = true},
      [this](const std::string& text) { sets_.push_back(SplitSet(text)); });
  line->OnUnknownFlag([this, line](std::span<const UnknownFlag> flags) {
    return ExplainUnknownFlag(flags, *line, TryLoad(line->Positionals()));
  });
  for (const Field& field : Fields()) {
    if (FindFlag(field.flag) != &field) continue;
    AddField(line, field, field.flag, TextsOf(field).help);
    if (!field.alias.empty())
      AddField(line, field, field.alias, fmt::format("same as {}", field.flag));
  }
}

void RecipeOptions::AddField(CommandLine* line, const Field& field, std::string_view name,
                             const std::string& help) {
  const std::string flag(name);
  const bool is_switch = field.type == FieldType::kBool;
  line->Add({.names = is_switch ? flag + ",!--no-" + flag.substr(2) : flag,
             .value = ValueWord(field),
             .help = help,
             .group = GroupOf(field.object),
             .repeats = true,
             .rule = TextsOf(field).rule,
             .separator = SeparatorOf(field),
             .choices = TextsOf(field).choices,
             .is_recipe = true},
            [this, flag](const std::string& value) { flags_.emplace_back(flag, value); });
}

std::optional<Recipe> RecipeOptions::TryLoad(const std::vector<std::string>& positionals) const {
  std::vector<std::string> files;
  for (const std::string& path : positionals)
    if (files.empty() && file::CheckReadable(path) == 0) files.push_back(path);
  std::istringstream none;
  try {
    return Load(files, none).recipe;
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::optional<Input> RecipeOptions::Read(const std::vector<std::string>& positionals,
                                         std::istream& in) const {
  if (positionals.empty() && !has_flags())
    throw Error(ErrorKind::kUsage, "", "no recipe given",
                "specify a file, --preset NAME or --noise NAME");
  if (!preset_.empty()) {
    RefuseFileAsPreset(preset_);
    WithFlags([&] { return PresetRecipe(preset_); });
  }
  if (positionals.empty()) return std::nullopt;
  return ReadInput(positionals[0], in, true);
}

// Returns the name of the engine whose set the picture belongs to; empty if there is none.
std::string EngineOf(const std::optional<Input>& input) {
  if (!input || !input->metadata) return {};
  const auto output = ReadOutputMetadata(input->metadata->output);
  return output ? output->engine : "";
}

LoadedRecipe RecipeOptions::Resolve(const std::optional<Input>& input,
                                    const std::vector<Setting>& settings,
                                    const Engine* engine) const {
  LoadedRecipe loaded;
  RecipeLayers layers;
  if (!preset_.empty()) layers.AddPreset(preset_, "--preset " + preset_);
  loaded.name = preset_.empty() ? "-" : preset_;
  if (input) loaded.name = input->is_store ? input->name : input->paths.front();
  loaded.input = input;
  if (input) layers.AddText(input->text, input->name);
  if (engine) AddEngineSettings(*engine, EngineOf(input), &layers);
  for (const auto& [flag, value] : flags_) {
    const bool is_negated = value == "false" && FindFlag(flag)->type == FieldType::kBool;
    layers.AddFlag(flag, value, is_negated ? "--no-" + flag.substr(2) : "");
  }
  for (const auto& [path, value] : sets_) layers.AddSet(path, value, "--set " + path);
  for (const auto& [path, value, origin] : settings) layers.AddSet(path, value, origin);
  loaded.recipe =
      WithFlags([&] { return engine ? ResolveForEngine(*engine, &layers) : layers.Resolve(); });
  return loaded;
}

LoadedRecipe RecipeOptions::Load(const std::vector<std::string>& positionals,
                                 std::istream& in) const {
  return Resolve(Read(positionals, in));
}

std::optional<OutputMetadata> PictureDefaults(const LoadedRecipe& loaded) {
  if (!loaded.input || !loaded.input->metadata) return std::nullopt;
  const Input& input = *loaded.input;
  auto output = ReadOutputMetadata(input.metadata->output);
  const Recipe stored = ReadRecipe(input.text, input.name);
  const auto is_unknown = [&](const std::string& map) { return !FindPictureMap(stored, map); };
  if (output && std::ranges::any_of(output->maps, is_unknown)) output.reset();
  if (!output)
    throw Error(ErrorKind::kRecipe, Shown(input.name),
                fmt::format("{} is missing or damaged", kOutputKeyword), "see cobble info");
  // If the size was changed, the picture's window does not apply.
  const Recipe& recipe = loaded.recipe;
  if (stored.width != recipe.width || stored.height != recipe.height)
    output->window = {0, 0, recipe.width, recipe.height};
  return output;
}

WindowOrigin OriginOf(const LoadedRecipe& loaded, const Window& window) {
  const Window whole{0, 0, loaded.recipe.width, loaded.recipe.height};
  if (window == whole || !loaded.input) return {"/size", ErrorKind::kRecipe};
  return {fmt::format("{}: {}", Shown(loaded.input->name), kOutputKeyword), ErrorKind::kRecipe};
}

}  // namespace cobble
