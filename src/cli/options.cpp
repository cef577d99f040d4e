// The recipe's part of a command line.
#include "cli/options.h"

#include <fmt/format.h>

#include "cli/flag_errors.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/suggest.h"

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
    case ObjectKind::kNode:
      return "Noise";
    case ObjectKind::kDistribution:
      return "Distribution of hill noise";
  }
  return {};
}

// What the rows of the field's key say; where they are several, of which types each says it.
std::string MakeHelp(const Field& first) {
  std::string help;
  for (const Field& row : Fields()) {
    if (row.object != first.object || row.key != first.key) continue;
    if (!help.empty()) help += "; ";
    if (UsersOf(row) != UsersOf(row.object, row.key))
      help += fmt::format("of {}: ", fmt::join(UsersOf(row), ", "));
    help += row.help;
    if (row.type == FieldType::kChoice) help += fmt::format(": {}", fmt::join(row.choices, ", "));
  }
  return help;
}

// Made once, since it takes longer than all else of a short run, and some run many lines.
const std::string& HelpOf(const Field& field) {
  static const std::vector<std::string> texts = [] {
    std::vector<std::string> made;
    for (const Field& each : Fields()) made.push_back(MakeHelp(each));
    return made;
  }();
  return texts[static_cast<std::size_t>(&field - Fields().data())];
}

std::string Axes(int count) {
  return std::string("X,Y,Z").substr(0, static_cast<std::size_t>(2 * count - 1));
}

// "noise.octaves=5" at its first "=".
std::pair<std::string, std::string> SplitSet(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw Error(ErrorKind::kUsage, "--set " + Shown(text), "must be PATH=VALUE",
                "as in --set noise.octaves=5");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace

std::string ValueWord(const Field& field) {
  switch (field.type) {
    case FieldType::kFlag:
      return {};
    case FieldType::kText:
      return "TEXT";
    case FieldType::kChoice:
      return "NAME";
    case FieldType::kSize:
      return "WxH";
    case FieldType::kVector:
      return Axes(field.count);
    case FieldType::kScale:
      return "X[,Y,Z]";
    case FieldType::kList:
      return "X[,X...]";
    case FieldType::kRange:
      return "RANGE";
    case FieldType::kNumber:
      return "X";
    case FieldType::kWhole:
      return "N";
    case FieldType::kPairs:  // and these have no flags
    case FieldType::kObject:
    case FieldType::kInput:
    case FieldType::kInputs:
    case FieldType::kNodes:
      break;
  }
  return {};
}

void RecipeOptions::AddTo(CommandLine* line) {
  line->AddText({.names = "--preset",
                 .value = "NAME",
                 .help = "start from a recipe that comes with cobble (cobble list presets)",
                 .group = GroupOf(ObjectKind::kRecipe)},
                &preset_);
  line->Add({.names = "--set",
             .value = "PATH=VALUE",
             .help = "any key by its path, as in --set noise.octaves=5; goes over all flags",
             .group = GroupOf(ObjectKind::kRecipe),
             .repeats = true},
            [this](const std::string& text) { sets_.push_back(SplitSet(text)); });
  for (const Field& field : Fields()) {
    if (FindFlag(field.flag) != &field) continue;
    AddField(line, field, field.flag, HelpOf(field));
    if (!field.alias.empty())
      AddField(line, field, field.alias, fmt::format("the same as {}", field.flag));
  }
}

void RecipeOptions::AddField(CommandLine* line, const Field& field, std::string_view name,
                             const std::string& help) {
  const std::string flag(name);
  const bool is_switch = field.type == FieldType::kFlag;
  line->Add({.names = is_switch ? flag + ",!--no-" + flag.substr(2) : flag,
             .value = ValueWord(field),
             .help = help,
             .group = GroupOf(field.object),
             .repeats = true},
            [this, flag](const std::string& value) { flags_.emplace_back(flag, value); });
}

LoadedRecipe RecipeOptions::Load(const std::vector<std::string>& words, std::istream& in) const {
  LoadedRecipe loaded;
  RecipeLayers layers;
  if (words.empty() && preset_.empty() && flags_.empty() && sets_.empty())
    throw Error(ErrorKind::kUsage, "", "no recipe",
                "name a file, --preset NAME, or a noise with --noise NAME");
  if (!preset_.empty()) WithFlags([&] { layers.AddPreset(preset_, "--preset " + preset_); });
  loaded.name = !words.empty() ? words[0] : preset_.empty() ? "-" : preset_;

  if (!words.empty()) {
    const Input& input = loaded.input.emplace(ReadInput(words[0], in));
    layers.AddText(input.text, input.name);
  }

  for (const auto& [flag, value] : flags_) layers.AddFlag(flag, value);
  for (const auto& [path, value] : sets_) layers.AddSet(path, value, "--set " + path);
  loaded.recipe = WithFlags([&] { return layers.Resolve(); });
  return loaded;
}

std::optional<OutputMetadata> PictureDefaults(const LoadedRecipe& loaded) {
  if (!loaded.input || !loaded.input->metadata) return std::nullopt;
  const auto& [name, paths, text, metadata] = *loaded.input;
  auto output = ReadOutputMetadata(metadata->output);
  if (!output)
    throw Error(ErrorKind::kRecipe, Shown(name),
                fmt::format("its {} is missing or damaged", kOutputKeyword),
                "cobble info shows what is there");
  // The window of a picture says nothing of one that has another size.
  const Recipe own = ReadRecipe(text, name);
  const Recipe& recipe = loaded.recipe;
  if (own.width != recipe.width || own.height != recipe.height)
    output->window = {0, 0, recipe.width, recipe.height};
  return output;
}

WindowOrigin OriginOf(const LoadedRecipe& loaded, const Window& window) {
  const Window whole{0, 0, loaded.recipe.width, loaded.recipe.height};
  if (window == whole || !loaded.input) return {"/size", ErrorKind::kRecipe};
  return {fmt::format("{}: {}", Shown(loaded.input->name), kOutputKeyword), ErrorKind::kRecipe};
}

}  // namespace cobble
