// Implements the flags that define a recipe.
#include "cli/recipes/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <sstream>
#include <string_view>
#include <utility>

#include "cli/line/flag_errors.h"
#include "cli/recipes/failures.h"
#include "cli/recipes/key_flags.h"
#include "cobble/error.h"
#include "cobble/image.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "input/image_file.h"
#include "jobs/admission.h"
#include "jobs/node_range.h"
#include "output/formats.h"
#include "output/sidecar.h"
#include "platform/file.h"
#include "platform/path.h"
#include "platform/shell_words.h"
#include "program/program_impl.h"
#include "recipe/fields/node_spec.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/formula/scanner.h"
#include "recipe/images/images.h"
#include "recipe/presets.h"
#include "recipe/reading/patch.h"
#include "render/share_range.h"
#include "sources/picture_source.h"

namespace cobble {
namespace {

// Returns a hint for the name of a preset or a noise where a file is expected.
std::string NameHint(const std::string& path) {
  if (path == "help") return "use cobble help COMMAND";
  if (const NodeSpec* const spec = FindNodeSpec(path); spec && StandsAlone(*spec))
    return "did you mean --noise " + path + "?";
  const std::string_view name = Nearest(path, RowNames(Presets()));
  return name.empty() ? "" : "did you mean --preset " + std::string(name) + "?";
}

bool IsPictureWithoutRecipe(const std::string& path, std::istream& in) try {
  const PictureFile file = OpenPictureSource(path, in).file;
  OpenPictureFile(file);
  const auto metadata = FindPictureMetadata(MetadataBytes(file), Shown(path));
  return !metadata || metadata->recipe.empty();
} catch (const Error&) {
  return false;
}

// Splits the value of a flag, "noise.octaves=5", at its first "=". In: form, of the value.
std::pair<std::string, std::string> SplitPair(const std::string& flag, const std::string& text,
                                              std::string_view form, std::string_view example) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    Refuse(flag + ' ' + Shown(text), fmt::format("must be {}", form),
           fmt::format("as in {} {}", flag, example));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

// Splits "rock=ridged(simplex(2), 6)".
std::pair<std::string, std::string> SplitLet(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = WithoutBlanks(std::string_view{text}.substr(0, equals));
  if (equals == std::string::npos || name.empty())
    Refuse("--let " + Shown(text), "must be NAME=FORMULA",
           "as in --let \"rock=ridged(simplex(2), 6)\"");
  return {std::string(name), text.substr(equals + 1)};
}

// Refuses a file and an unknown preset. If one has a similar name, the hint says how to start
// from it.
void CheckPresetName(const std::string& name) {
  if (IsPreset(name)) return;
  const bool is_file = file::Exists(name) || !FolderOf(name).empty() || name.ends_with(".json");
  const auto meant = PresetsLike(name);
  if (!is_file && meant.size() != 1) return CheckPreset(name);
  throw Error(
      ErrorKind::kUsage, "--preset", "unknown preset " + Quoted(name),
      is_file
          ? "a file needs no flag: cobble render " + Shown(name)
          : fmt::format("did you mean \"{0}\"? cobble show --preset {0} --brief prints its recipe",
                        meant.front()));
}

}  // namespace

Recipe SharedImages::Resolve(const RecipeLayers& layers,
                             const std::function<Recipe(const RecipeLayers&)>& resolve) {
  Recipe recipe = resolve(layers);
  ++recipes_;
  if (images_.empty()) return recipe;
  const std::vector<std::string> names = ImageNames(recipe);
  shown_.insert(names.begin(), names.end());
  RecipeLayers with_images = layers;
  for (const NamedImage& each : images_)
    if (std::ranges::binary_search(names, each.name))
      with_images.AddImage(each.name, each.image, each.origin);
  return resolve(with_images);
}

void SharedImages::CheckShown() const {
  CheckImagesShown(images_, {shown_.begin(), shown_.end()}, recipes_ > 1);
}

void ImageFlags::AddTo(CommandLine* line) {
  constexpr const char* kExample = "as in --image height=scan.png";
  line->Add(
      {{"--image", "NAME=FILE"},
       "the picture that image and by-example nodes show under this name, as in "
       "--image height=scan.png; a raw file without a sidecar is FILE:WIDTHxHEIGHT:TYPE, as in "
       "--image height=h.raw:513x513:u16le (types: u8, u16le, u16be, i16le, i16be, f32le, "
       "f32be); FILE:nodata=-9999 says which samples are missing, FILE:nodata=inf that infinite "
       "ones are, and FILE:nodata=none that none are",
       {.brief = "the picture that an image node shows",
        .repeats = true,
        .kind = ValueKind::kMapFile,
        .is_recipe = true}},
      [this](const std::string& text) {
        const std::size_t equals = text.find('=');
        const std::string where = "--image " + Shown(text);
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
          Refuse(where, "must be NAME=FILE", kExample);
        if (text.substr(equals + 1) == "-") Refuse(where, "an image must be a file", kExample);
        images_.push_back({text.substr(0, equals), text.substr(equals + 1)});
      });
}

std::vector<NamedImage> ImageFlags::Read() const {
  std::istringstream none;
  std::vector<NamedImage> images;
  Failures failures;
  for (const Given& image : images_)
    failures.Collect([&] {
      ImageFile file = ReadImageFile(OpenPictureSource(image.path, none).file);
      images.push_back(
          {image.name,
           std::make_shared<const SourceImage>(std::move(file.pixels), file.is_srgb,
                                               std::move(file.terrain), file.is_complete),
           "--image " + Shown(image.Text())});
    });
  failures.Throw();
  return images;
}

void ImageFlags::AddTo(RecipeLayers* layers) const {
  for (NamedImage& image : Read())
    layers->AddImage(image.name, std::move(image.image), image.origin);
}

std::string ImageFlags::Words(ShellKind shell) const {
  std::string words;
  for (const Given& image : images_) {
    if (!IsPrintable(image.Text()))
      Refuse("--image " + Shown(image.Text()),
             "has characters that are not printable, so no commands are printed", "rename it");
    words += " --image " + ShellWord(image.Text(), shell);
  }
  return words;
}

std::vector<std::string> ImageFlags::Paths() const {
  std::istringstream none;
  std::vector<std::string> paths;
  for (const Given& each : images_) {
    FileStatus status;
    std::string path = PicturePath(each.path);
    if (file::StatusOf(path, &status) != 0 || status.kind != FileKind::kRegular) {
      paths.push_back(std::move(path));  // a pipe cannot be opened twice
    } else {
      std::ranges::move(OpenPictureSource(each.path, none).paths, std::back_inserter(paths));
    }
  }
  return paths;
}

void ImageFlags::AddTo(PathCheck* check) const {
  for (const std::string& path : Paths()) check->AddInput("the image " + Shown(path), path);
}

void LibraryFlags::AddTo(CommandLine* line) {
  line->Add({{"--library", "FILE"},
             "add the functions of a recipe or a library, for formulas to call; a function of the "
             "recipe hides one of the same name",
             {.brief = "add the functions of a file",
              .repeats = true,
              .kind = ValueKind::kFile,
              .is_recipe = true}},
            [this](const std::string& path) {
              if (path.empty() || path == "-") Refuse("--library", "a library must be a file");
              paths_.push_back(path);
            });
}

void LibraryFlags::AddTo(RecipeLayers* layers) const {
  std::istringstream none;
  for (const std::string& path : paths_) layers->AddLibrary(ReadText(path, none), path);
}

void LibraryFlags::AddTo(PathCheck* check) const {
  for (const std::string& path : paths_) check->AddInput("the library " + Shown(path), path);
}

void RecipeOptions::AddTo(CommandLine* line, bool takes_many) {
  line_ = line;
  line->BeginGroup(kRecipeGroup);
  FlagSpec preset{
      {"--preset", takes_many ? "NAME[,NAME...]" : "NAME"},
      "start from a built-in recipe (cobble list presets)",
      {.is_main = true, .kind = ValueKind::kChoice, .choices = PresetNames(), .is_recipe = true}};
  if (takes_many) {
    preset.help += "; several make a picture of each";
    preset.separator = ',';
  }
  line->Add(std::move(preset), [this, takes_many](const std::string& names) {
    if (names.empty()) Refuse("--preset", "must not be empty");
    presets_ = takes_many ? SplitNames(names) : std::vector{names};
  });
  line->Add(
      {{"--set", "PATH=VALUE"},
       "set any key by its path, as in --set noise.octaves=5; nodes also take formulas, as in "
       "--set \"maps.color=ramp(rock, [[0, #332b22], [1, wheat]])\"; overrides other flags",
       {.brief = "set any key, as in --set noise.octaves=5",
        .is_main = true,
        .repeats = true,
        .kind = ValueKind::kKey,
        .is_recipe = true}},
      [this](const std::string& text) {
        sets_.push_back(SplitPair("--set", text, "PATH=VALUE", "noise.octaves=5"));
      });
  line->Add({{"--knob", "NAME=VALUE"},
             "turn a knob of the recipe, as in --knob weathering=0.8; cobble list knobs --preset "
             "NAME lists those of a preset",
             {.brief = "turn a knob, as in --knob weathering=0.8",
              .is_main = true,
              .repeats = true,
              .kind = ValueKind::kKnob,
              .is_recipe = true}},
            [this](const std::string& text) {
              knobs_.push_back(SplitPair("--knob", text, "NAME=VALUE", "weathering=0.8"));
            });
  line->Add({{"--let", "NAME=FORMULA"},
             "name a node, for formulas: --let \"rock=ridged(simplex(2), 6)\" --noise \"1 - rock\"",
             {.brief = "name a node, for formulas", .repeats = true, .is_recipe = true}},
            [this](const std::string& text) { lets_.push_back(SplitLet(text)); });
  line->BeginGroup(kRecipeGroup, kAnywhere);  // stores show images, too
  images_.AddTo(line);
  line->BeginGroup(kRecipeGroup);
  libraries_.AddTo(line);
  line->OnUnknownFlag([this, line](std::span<const UnknownFlag> flags, const Args& arguments) {
    return ExplainUnknownFlag(flags, *line, TryLoad(arguments));
  });
  for (const KeyFlag& key : KeyFlags())
    for (const std::string& name : {key.name, key.alias})
      if (!name.empty())
        line->Add(SpecOf(key, name), [this, &key, name](const std::string& value) {
          keys_.push_back({&key, name, value});
        });
}

std::optional<std::string> RecipeOptions::Take(std::string_view path) {
  std::optional<std::string> value;
  const auto is_taken = [&](const GivenKey& given) { return given.key->path == path; };
  for (const GivenKey& given : keys_)
    if (is_taken(given)) value = given.value;
  std::erase_if(keys_, is_taken);
  return value;
}

bool RecipeOptions::Drop(std::string_view path) {
  const auto keys = KeysOfPath(path);
  const auto is_set = [&](const Pair& set) { return KeysOfPath(set.first) == keys; };
  const bool had_sets = std::erase_if(sets_, is_set) > 0;
  return Take(path) || had_sets;
}

std::optional<Bounds> RecipeOptions::TakeNodeRange(
    std::span<const std::string> maps,
    const std::function<RecipeLayers(const RecipeOptions&)>& layers) {
  RecipeOptions rest = *this;
  if (maps.empty() || !std::ranges::all_of(maps, &NamesNode) || !rest.Drop("range"))
    return std::nullopt;
  try {
    const auto measure = [&]() -> std::optional<Bounds> {
      const std::string& node = maps.front();  // measures one
      if (std::ranges::count(maps, node) != std::ssize(maps)) return std::nullopt;
      return ShareRange(layers(*this).Resolve(), {}, std::string(SplitMapName(node).map));
    };
    return cobble::TakeNodeRange(
        this, std::move(rest),
        [&](const RecipeOptions& each) { return layers(each.WithoutImages()).Resolve(); }, measure);
  } catch (const Error&) {  // thrown again where the recipe is resolved
    return std::nullopt;
  }
}

std::optional<Recipe> RecipeOptions::TryLoad(const std::vector<std::string>& positionals) const {
  std::vector<std::string> files;
  for (const std::string& path : positionals)
    if (files.empty() && file::CheckReadable(path) == 0) files.push_back(path);
  std::istringstream none;
  try {
    return WithoutImages().Load(files, none).recipe;  // images may take long to read
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::optional<RecipeSource> RecipeOptions::Read(const std::vector<std::string>& positionals,
                                                std::istream& in) const {
  if (positionals.empty() && !defines_recipe())
    Refuse("", "no recipe given", "specify a file, --preset NAME or --noise NAME");
  CheckPresets();
  if (positionals.empty()) return std::nullopt;
  try {
    return ReadRecipeSource(positionals[0], in);
  } catch (const Error& error) {
    Phrase hint = HeightmapHint(positionals[0], in);
    if (hint.empty() && error.kind() == ErrorKind::kIo && !file::Exists(positionals[0]))
      hint = NameHint(positionals[0]);
    if (hint.empty()) throw;
    std::vector<Issue> issues = error.issues();
    issues.front().hint = std::move(hint);
    throw Error(error.kind(), std::move(issues));
  }
}

Phrase RecipeOptions::HeightmapHint(const std::string& path, std::istream& in) const {
  const auto command = [&](const std::string& image) {
    return "cobble " + line_->name() + " --preset from-height --image " +
           ShellWord("height=" + image) + line_->FlagWords("--preset");
  };
  if (path == "-" || !line_) return {};
  if (NeedsSidecar(path) && file::Exists(path) && !file::Exists(SidecarPath(path)))
    return "to use " + Shown(path) +
           " as a heightmap, name its size and the type of its samples, as in " +
           command(LikelyRawName(path, OpenFile(path)->size()));
  if (!IsPictureWithoutRecipe(path, in)) return {};
  return "to use it as a heightmap, write " + command(path);
}

void RecipeOptions::CheckPresets() const {
  for (const std::string& name : presets_) CheckPresetName(name);
}

std::string RecipeOptions::NameOf(const std::optional<RecipeSource>& input) const {
  if (input) return input->is_store ? input->name : input->paths.front();
  return has_preset() ? presets_.front() : "-";
}

RecipeLayers RecipeOptions::Layers(const std::optional<RecipeSource>& input) const {
  RecipeLayers layers;
  if (has_preset()) layers.AddPreset(presets_.front());
  if (input) layers.AddText(input->text, input->name);
  AddFlags(&layers);
  return layers;
}

void RecipeOptions::AddFlags(RecipeLayers* layers) const {
  for (const auto& [key, name, value] : keys_) {
    const bool is_negated = value == "false" && key->field->type == FieldType::kBool;
    layers->AddKey(key->path, value, is_negated ? "--no-" + name.substr(2) : name);
  }
  for (const auto& [name, value] : knobs_) layers->AddKnob(name, value, "--knob " + name);
  for (const auto& [name, formula] : lets_) layers->AddFormula(name, formula, "--let " + name);
  for (const auto& [path, value] : sets_) layers->AddSet(path, value, "--set " + path);
  images_.AddTo(layers);
  libraries_.AddTo(layers);
}

RecipeLayers RecipeOptions::LayersOfPreset(const std::string& name) const {
  RecipeLayers layers;
  layers.AddPreset(name);
  AddFlags(&layers);
  return layers;
}

LoadedRecipe RecipeOptions::Load(const std::vector<std::string>& positionals, std::istream& in,
                                 const std::string& map) const {
  auto input = Read(positionals, in);
  RecipeOptions options = *this;
  const auto node_range = options.TakeNodeRange(
      {&map, 1}, [&](const RecipeOptions& each) { return each.Layers(input); });
  Recipe recipe = options.Layers(input).Resolve();
  std::string name = NameOf(input);
  return {std::move(recipe), std::move(name), std::move(input), node_range};
}

std::optional<OutputMetadata> OutputOf(const RecipeSource& input) {
  return input.metadata ? ReadOutputMetadata(input.metadata->output) : std::nullopt;
}

std::optional<OutputMetadata> PictureDefaults(const std::optional<RecipeSource>& input,
                                              const Recipe& recipe) {
  if (!input || !input->metadata) return std::nullopt;
  auto output = OutputOf(*input);
  const Recipe stored = ReadRecipe(input->text, input->name);
  const auto is_unknown = [&](const std::string& map) { return !FindPictureMap(stored, map); };
  if (output && std::ranges::any_of(output->maps, is_unknown)) output.reset();
  if (!output)
    throw Error(ErrorKind::kRecipe, Shown(input->name),
                fmt::format("{} is missing or damaged", kOutputKeyword), "see cobble info");
  // If the size was changed, the picture's window does not apply.
  if (stored.width != recipe.width || stored.height != recipe.height)
    output->window = {0, 0, recipe.width, recipe.height};
  return output;
}

Program CompileChecked(const LoadedRecipe& loaded) {
  const Recipe& recipe = loaded.recipe;
  CompileOptions options{.slopes = false};
  for (const auto& [name, node] : recipe.maps) options.maps.push_back(name);
  Program program = Program::Impl::Plan(WithStandIns(recipe), options);
  PictureOutput picture;
  picture.format = FindFormat("r8");
  picture.maps = {Map::kHeight};
  picture.bits = 8;
  const auto metadata = PictureDefaults(loaded.input, recipe);
  Job job;
  job.pictures = {picture};
  job.window = metadata ? metadata->window : Window{0, 0, recipe.width, recipe.height};
  job.origin = OriginOf(loaded.input, recipe, job.window);
  job.threads = 1;
  Admit(program, job);
  return program;
}

WindowOrigin OriginOf(const std::optional<RecipeSource>& input, const Recipe& recipe,
                      const Window& window) {
  if (window == Window{0, 0, recipe.width, recipe.height} || !input) return {.pointer = "/size"};
  return {.file = fmt::format("{}: {}", Shown(input->name), kOutputKeyword)};
}

}  // namespace cobble
