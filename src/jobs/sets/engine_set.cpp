// Chooses and writes the files of a set.
#include "jobs/sets/engine_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/list_text.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "engines/set_files.h"
#include "jobs/picture_run.h"
#include "jobs/sets/engine_settings.h"
#include "jobs/sets/set_pictures.h"
#include "platform/file.h"
#include "platform/path.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/fields/picture_steps.h"
#include "recipe/fields/world.h"
#include "recipe/reading/origins.h"

namespace cobble {
namespace {

constexpr std::string_view kMaterialXSuffix = ".mtlx", kOpenPbrSuffix = "_openpbr.mtlx";
constexpr std::string_view kUdim = "{udim";  // the placeholder, without its end
constexpr std::string_view kUdimPlaceholder = "{udim}";
constexpr std::string_view kUdimToken = "<UDIM>";  // stands for the number of any tile

// Refuses a map of the recipe whose kind is not the role's.
void CheckKind(const EngineSpec& engine, const Recipe& recipe, const RoleInfo& role) {
  const auto map = FindPictureMap(recipe, role.map);
  if (!map || map->built_in || map->is_color == role.is_color) return;
  throw FaultAt(
      recipe, "/maps/" + std::string(role.map),
      (role.is_color ? "must be a colour for " : "must be a number for ") + NameOf(engine),
      role.is_color ? "as in \"#808080\", or a ramp over a noise"
                    : "as in 0.5, or the luminance of a colour");
}

// Returns whether the recipe has the role's map, or does without it in a pack. Adds the role's
// fallback if the map is missing.
bool Provide(const EngineSpec& engine, Role role, bool in_pack, Recipe* recipe) {
  const RoleInfo& info = InfoOf(role);
  CheckKind(engine, *recipe, info);
  if (const auto pack = recipe->packs.find(info.map); pack != recipe->packs.end())
    throw FaultAt(*recipe, "/pack/" + pack->first, NameOf(engine) + " needs this name for a map",
                  "rename the pack, as in " + Quoted(pack->first + "-pack"));
  if (CountsAs1(*recipe, info.map)) return in_pack;
  const MapLookup found = LookUpMap(*recipe, info.map);
  if (found.map) return true;
  if (!found.message.empty())
    throw FaultAt(*recipe, "/maps/" + std::string(info.map.substr(kControlPrefix.size())),
                  found.message, found.hint);
  if (!info.fallback) return false;
  recipe->maps[std::string(info.map)] = Node::Constant(*info.fallback);
  return true;
}

// Returns whether the channel is a number everywhere.
bool IsNumber(const SetChannel& channel, const Recipe& recipe) {
  return channel.number && !FindPictureMap(recipe, InfoOf(channel.role).map);
}

// Returns the name of the picture's map, adding it if it is a pack; empty if the recipe lacks it.
std::string MapFor(const EngineSpec& engine, const SetPicture& picture, Recipe* recipe) {
  const bool is_pack = picture.channels.size() > 1;
  if (picture.beside && !Provide(engine, *picture.beside, false, recipe)) return {};
  for (const SetChannel& channel : picture.channels)
    if (!IsNumber(channel, *recipe) && !Provide(engine, channel.role, is_pack, recipe)) return {};
  if (!is_pack) return std::string(InfoOf(picture.channels[0].role).map);
  std::vector<PackPart> parts;
  for (const SetChannel& channel : picture.channels)
    parts.push_back(
        IsNumber(channel, *recipe)
            ? PackPart{.map = {}, .value = *channel.number}
            : PackPart{.map = std::string(InfoOf(channel.role).map), .invert = channel.invert});
  const std::string name(picture.pack);
  if (recipe->maps.contains(name))
    throw FaultAt(*recipe, "/maps/" + name, NameOf(engine) + " needs this name for a pack",
                  "rename the map");
  recipe->packs[name] = std::move(parts);
  return name;
}

// In: is_bottom_up, whether the window counts rows from the bottom.
std::optional<SetWorld> WorldOf(const Recipe& recipe, const Window& window, bool is_bottom_up) {
  const auto scale = WorldScaleOf(recipe);
  if (!scale) return std::nullopt;
  const int64_t ends = recipe.domain.grid == Grid::kVertices ? 1 : 0;
  const auto metres = [&](int64_t steps) { return static_cast<double>(steps) * scale->step; };
  const PictureSteps whole = StepsOf(recipe);
  const auto from_middle = [&](int64_t start, int64_t side, int64_t whole_steps) {
    return metres(start) + (metres(side - ends) - metres(whole_steps)) / 2;
  };
  const double down = from_middle(window.y, window.height, whole.y);
  return SetWorld{.step = scale->step,
                  .width = metres(window.width - ends),
                  .length = metres(window.height - ends),
                  .left = metres(window.x),
                  .top = metres(window.y),
                  .right = from_middle(window.x, window.width, whole.x),
                  .up = is_bottom_up || down == 0 ? down : -down,
                  .rise = scale->rise,
                  .base = scale->base};
}

}  // namespace

void CheckSet(const SetRequest& request) {
  const EngineSpec& engine = *request.engine;
  CheckSetPath(engine, request.path);
  if (!request.materialx) return;
  const auto refuse = [&](const std::string& message, const std::string& hint) {
    throw Error::At(ErrorKind::kUsage, "materialx", NameOf(engine) + message,
                    hint + Phrase::Option("engine", "blender"));
  };
  if (!engine.container_suffix.empty())
    refuse(fmt::format(" keeps its pictures in one {} file", engine.container_suffix),
           "use another engine, as in ");
  if (!IsMaterial(engine)) refuse(" writes no material", "use it with a material, as in ");
}

EngineSet EngineSet::Of(const SetRequest& request, Recipe* recipe) {
  EngineSet set;
  set.engine_ = request.engine;
  set.materialx_ = request.materialx;
  set.asked_ = Shown(request.path);
  set.SetPath(request.path);
  if (set.name_.find(kUdim) != std::string::npos) set.SplitUdim();
  set.AddWarnings(*recipe);
  set.ChoosePictures(request.settings, recipe);
  return set;
}

EngineSet EngineSet::Named(const std::string& path, const Recipe& recipe, const Window& window,
                           const std::vector<int64_t>& udims, const SetFolder* folder) const {
  EngineSet set = *this;
  set.place_ = folder;
  set.window_ = window;
  set.SetPath(path);
  if (!udims.empty()) set.SplitUdim();
  set.info_ = {
      .name = set.name_ + std::string(set.UdimOfTexts()),
      .height_scale = recipe.normal.strength,
      .height_middle = recipe.range.mode == RangeMode::kNone ? 0 : 0.5,
      .quads = StepsOf(recipe).x,
      .udims = udims,
      .normal_is_down = recipe.normal.y == NormalY::kDown,
      .world = WorldOf(recipe, window, std::ranges::any_of(pictures_, &PictureOutput::bottom_up))};
  set.tiles_ = IsTileable(recipe, window);
  set.NamePictures();
  set.AddTexts();
  return set;
}

void EngineSet::SetPath(const std::string& path) {
  folder_ = FolderOf(path);
  name_ = path.substr(folder_.size());
  if (engine_->is_folder) folder_ = WithSeparator(path);
}

// Takes the tile's number, or its placeholder, from the end of the name. DCCs expect it there,
// after the suffix of the map.
void EngineSet::SplitUdim() {
  const std::size_t placeholder = name_.find(kUdim);
  const bool is_template = placeholder != std::string::npos;
  const std::size_t at = is_template ? placeholder : name_.find_last_not_of("0123456789") + 1;
  const auto refuse = [&](std::string_view message, std::string_view example) {
    throw OptionValue{"path", Shown(folder_ + name_)}.Fault(
        ErrorKind::kUsage, message, fmt::format("as in {}.{{udim}}", example));
  };
  if (is_template && name_.find('}', at) != name_.size() - 1)
    refuse("has {udim}, which must be at the end of the name of a set", "rock");
  if (at == 0) refuse("has no name before {udim}", "rock");
  if (std::string_view("._-").find(name_[at - 1]) == std::string_view::npos)
    refuse("needs one of . _ - before {udim}", name_.substr(0, at));
  if (at == 1) refuse("has no name before {udim}", "rock");
  if (is_template && name_.substr(at) != kUdimPlaceholder)
    refuse("has a width, but the numbers of UDIM tiles always have four digits",
           name_.substr(0, at - 1));
  udim_ = name_.substr(at - 1);
  name_.resize(at - 1);
}

void EngineSet::ChoosePictures(const OutputSettings& settings, Recipe* recipe) {
  for (const SetPicture& picture : engine_->pictures) {
    const std::string map = MapFor(*engine_, picture, recipe);
    if (map.empty()) continue;
    rows_.push_back(&picture);
    pictures_.push_back(
        PictureOfSet(*recipe, *engine_, {&picture, PathOf(picture.suffix), map}, settings));
  }
  if (!pictures_.empty()) return;
  const std::string map(InfoOf(engine_->pictures.front().channels.front().role).map);
  throw Error::AtValue(ErrorKind::kUsage, "engine", engine_->name,
                       "needs a map " + Quoted(map) + ", which the recipe lacks",
                       "as in " + Phrase::Option("maps." + map, "blend(navy, wheat, height)"));
}

void EngineSet::Add(std::span<const PictureOutput> added, const Recipe& recipe,
                    const OutputSettings& settings) {
  CheckSetSettings(recipe, *engine_, rows_, pictures_, settings, added);
  for (const PictureOutput& picture : added)
    if (picture.in_set) Join(picture);
}

// Refuses a map that the set already has, or whose file name differs from one of the set only in
// case, which many file systems ignore.
void EngineSet::CheckAdded(const PictureOutput& picture, std::string_view suffix) const {
  const PictureMap& map = picture.maps.front();
  for (std::size_t i = 0; i < pictures_.size(); ++i) {
    const PictureMap& other = pictures_[i].maps.front();
    const bool is_asked = i < Asked();
    if (other == map)
      throw picture.label.Fault(ErrorKind::kUsage,
                                is_asked
                                    ? NameOf(*engine_) + fmt::format(" already writes {}", map.name)
                                    : Phrase(fmt::format("adds {} to the set twice", map.name)),
                                "leave it out");
    if (is_asked && !engine_->container_suffix.empty()) continue;
    if (LowerCase(rows_[i]->suffix) != LowerCase(suffix)) continue;
    const std::string theirs =
        rows_[i]->suffix == suffix
            ? fmt::format("where the set has {}", other.name)
            : "which differs only in case from " + Shown(PathOf(rows_[i]->suffix));
    throw picture.label.Fault(
        ErrorKind::kUsage,
        fmt::format("{} would be written to {}, {}", map.name, Shown(PathOf(suffix)), theirs),
        "write " + Phrase::Option("path", Shown(map.name) + "=FILE"));
  }
}

void EngineSet::Join(const PictureOutput& picture) {
  const PictureMap& map = picture.maps.front();
  auto added = std::make_shared<AddedMap>();
  added->suffix = SuffixOfMap(*engine_, map.name);
  CheckAdded(picture, added->suffix);
  WarnOfWords(picture, added->suffix);
  added->channel.role = RoleOfMap(map.name, map.is_color);
  added->row = {.suffix = added->suffix, .channels = {&added->channel, 1}};
  rows_.push_back(&added->row);
  added_.push_back(std::move(added));
  pictures_.push_back(picture);
}

// Warns of a map whose file the importer takes for another map of the set.
void EngineSet::WarnOfWords(const PictureOutput& picture, std::string_view suffix) {
  const std::string word = MapWordIn(*engine_, suffix);
  if (word.empty()) return;
  for (std::size_t i = 0; i < Asked(); ++i) {
    if (!MeanSameMap(*engine_, word, MapWordIn(*engine_, rows_[i]->suffix))) continue;
    const std::string& map = picture.maps.front().name;
    warnings_.push_back(picture.label.Warning(
        fmt::format("{} takes {} in {} for the map {}, which the set has", engine_->importer,
                    Quoted(word), Shown(PathOf(suffix)), pictures_[i].maps.front().name),
        "rename the map, or write " + Phrase::Option("path", Shown(map) + "=FILE")));
    return;
  }
}

// The pictures' own suffixes follow from their formats.
void EngineSet::NamePictures() {
  memory_.clear();
  for (std::size_t i = 0; i < pictures_.size(); ++i) {
    PictureOutput& picture = pictures_[i];
    picture.path =
        PathOf(rows_[i]->suffix) + udim_ + std::string(SuffixOf(*rows_[i], *picture.format));
    picture.label = {.value = Shown(picture.path)};
    if (engine_->measures_height && rows_[i]->channels.front().role == Role::kHeight)
      picture.samples = std::make_shared<Bounds>();
    const bool is_contained = !engine_->container_suffix.empty() && i < Asked();
    if (!is_contained && place_) continue;
    picture.memory = memory_.emplace_back(std::make_shared<PictureBytes>()).get();
    if (is_contained) picture.path = PathOf(udim_ + std::string(engine_->container_suffix));
  }
}

void EngineSet::AddWarnings(const Recipe& recipe) {
  std::vector<std::string> missing, used;
  for (const RoleInfo& role : Roles()) {
    const auto needs = [&](const SetChannel& each) {
      return each.role == role.role && !each.number;
    };
    const bool counts_as_1 = CountsAs1(recipe, role.map);
    const bool wanted = std::ranges::any_of(engine_->pictures, [&](const SetPicture& picture) {
      if (counts_as_1 && picture.channels.size() > 1) return false;  // AoWarning tells of packs
      return std::ranges::any_of(picture.channels, needs);
    });
    if (!wanted || FindPictureMap(recipe, role.map)) continue;
    const std::string_view map = role.map.substr(role.map.find(':') + 1);
    missing.push_back(Quoted(map));
    used.push_back(role.fallback ? fmt::format("{} {}", map, *role.fallback)
                                 : fmt::format("no {}", map));
  }
  if (!missing.empty())
    warnings_.push_back(OptionValue{"engine", std::string(engine_->name)}.Warning(
        "the recipe has no map " + ListText(missing, " or "),
        "written instead: " + fmt::format("{}", fmt::join(used, ", "))));
  if (const std::string word = MapWordIn(*engine_, name_); !word.empty())
    warnings_.push_back(OptionValue{"path", Shown(folder_ + name_)}.Warning(
        fmt::format("{} takes {} in a name for a map", engine_->importer, Quoted(word)),
        "it will confuse the pictures of this set: use a name without this word"));
}

std::vector<Issue> EngineSet::Hints() const {
  const std::string text = DisplacementText(*engine_, info_, rows_);
  if (text.empty()) return {};
  const std::string_view what = IsMaterial(*engine_) ? "displacement" : "landscape";
  return {OptionValue{"engine", std::string(engine_->name)}.Warning(
      fmt::format("for the {}, set {}", what, text))};
}

// Returns the path of a file of the set: DIR/T_NAME_D.png for "_D.png".
std::string EngineSet::PathOf(std::string_view suffix) const {
  const std::string_view prefix = name_.starts_with(engine_->prefix) ? "" : engine_->prefix;
  return fmt::format("{}{}{}{}", folder_, prefix, name_, suffix);
}

std::vector<SetFile> EngineSet::Files() const {
  std::vector<SetFile> files;
  for (std::size_t i = 0; i < pictures_.size(); ++i)
    files.push_back({.path = place_ ? place_->unique_path(pictures_[i].path) : pictures_[i].path,
                     .picture = rows_[i],
                     .width = window_.width,
                     .height = window_.height,
                     .tiles = tiles_,
                     .bytes = i < memory_.size() ? std::string_view{memory_[i]->bytes} : "",
                     .samples = pictures_[i].samples ? *pictures_[i].samples : Bounds{0, 1}});
  return files;
}

void EngineSet::AddCompanion(const PictureOutput& picture, const SetFile& file) {
  const bool is_raw = picture.format->has_sidecar;
  const bool is_height = file.picture->channels.front().role == Role::kHeight;
  if (engine_->raw_companion && (is_raw || (info_.world && is_height))) {
    const std::string stem = PathOf(file.picture->suffix) + udim_;
    const std::string text = engine_->raw_companion(info_, file);
    if (!text.empty()) texts_.push_back({stem + std::string(engine_->raw_companion_suffix), text});
  }
  if (!is_raw && engine_->companion) {
    std::string path = picture.path + std::string(engine_->companion_suffix);
    if (!place_ || !place_->has(path))
      texts_.push_back({std::move(path), engine_->companion(file)});
  }
}

void EngineSet::AddTexts() {
  const std::vector<SetFile> files = Files();
  for (std::size_t i = 0; i < files.size(); ++i) AddCompanion(pictures_[i], files[i]);
  if (engine_->companion == &UnityMeta && place_ && !texts_.empty() &&
      !IsInAssets(files.front().path))
    warnings_.push_back(OptionValue{"path", asked_}.Warning(
        "is not in a folder Assets", "the GUIDs in .meta files follow from the file names alone"));
}

// A material names all tiles by a token.
std::vector<SetFile> EngineSet::FilesOfTexts() const {
  std::vector<SetFile> files = Files();
  if (udim_ == UdimOfTexts()) return files;
  for (SetFile& file : files) {
    file.path.replace(file.path.rfind(udim_) + 1, udim_.size() - 1, kUdimToken);
    file.tiles = false;  // beyond an edge is the next tile, not the opposite edge
  }
  return files;
}

// A material of all tiles is written once.
std::vector<std::pair<std::string, SetText>> EngineSet::Texts() const {
  const std::string_view udim = UdimOfTexts();
  if (udim_ != udim && udim_.substr(1) != std::to_string(std::ranges::min(info_.udims))) return {};
  std::vector<std::pair<std::string, SetText>> texts;
  if (materialx_) {
    texts.emplace_back(folder_ + name_ + std::string(kMaterialXSuffix), &MaterialX);
    texts.emplace_back(folder_ + name_ + std::string(kOpenPbrSuffix), &MaterialXOpenPbr);
  }
  for (const EngineText& text : engine_->texts)
    texts.emplace_back(engine_->is_folder ? folder_ + std::string(text.file)
                                          : PathOf(std::string(udim) + std::string(text.file)),
                       text.make);
  return texts;
}

std::vector<std::string> EngineSet::OtherPaths() const {
  std::vector<std::string> paths;
  if (!engine_->container_suffix.empty())
    paths.push_back(PathOf(udim_ + std::string(engine_->container_suffix)));
  for (const SetExtra& file : texts_) paths.push_back(file.path);
  for (const auto& [path, make] : Texts()) paths.push_back(path);
  return paths;
}

std::vector<SetExtra> EngineSet::Extras() const {
  std::vector<SetExtra> extras = texts_;
  for (const auto& [path, make] : Texts()) extras.push_back({path, make(info_, FilesOfTexts())});
  if (engine_->container) {
    const std::vector<SetFile> files = Files();
    extras.push_back({PathOf(udim_ + std::string(engine_->container_suffix)),
                      engine_->container(info_, std::span(files).first(Asked()))});
  }
  return extras;
}

std::vector<std::unique_ptr<FileSink>> EngineSet::Finish(const FileRules& rules) const {
  std::vector<std::unique_ptr<FileSink>> sinks;
  for (const auto& [path, bytes] : Extras()) {
    sinks.push_back(std::make_unique<FileSink>(path, rules));
    sinks.back()->Write(bytes);
    sinks.back()->Finish();
  }
  return sinks;
}

}  // namespace cobble
