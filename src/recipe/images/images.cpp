// Finds the nodes that show images.
#include "recipe/images/images.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "cobble/error.h"
#include "core/bounds.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "recipe/fields/node_spec.h"
#include "recipe/fields/node_tree.h"
#include "recipe/images/image_planes.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/origins.h"

namespace cobble {
namespace {

bool ShowsImage(const Node& node) {
  const NodeSpec* const spec = FindNodeSpec(node.type);
  return spec && spec->shows_image && node.Has(kImageNameKey);
}

void ChangeImageNodes(Recipe* recipe, const NodeChange& change) {
  ChangeNodes(recipe, [&](Node& node, const std::string& pointer) {
    if (ShowsImage(node)) change(node, pointer);
  });
}

// Collects errors and throws them together.
class Problems {
 public:
  void Add(const Error& error) {
    if (issues_.empty()) kind_ = error.kind();
    issues_.insert(issues_.end(), error.issues().begin(), error.issues().end());
  }
  void Throw() {
    if (!issues_.empty()) throw Error(kind_, std::move(issues_));
  }

 private:
  ErrorKind kind_ = ErrorKind::kUsage;
  std::vector<Issue> issues_;
};

// In: names, of the images that the recipe's nodes show.
Error UnusedError(const NamedImage& image, const std::vector<std::string>& names) {
  Phrase hint = "the recipe shows no image";
  if (!names.empty()) {
    const std::vector<std::string_view> words(names.begin(), names.end());
    hint = DidYouMean(image.name, words);
    if (hint.empty()) hint = "its images are " + ListText(words, " and ", &Quoted);
  }
  return {ErrorKind::kUsage, image.origin,
          "no node of the recipe shows the image " + Quoted(image.name), hint};
}

// Returns the node of a tree that shows an image, below any nodes that smooth it, or null.
const Json* ShownNode(const Json& root) {
  const Json* node = &root;
  while (node != nullptr) {
    const NodeSpec* const spec = FindNodeSpec(node->TextAt("type").value_or(""));
    if (!spec) return nullptr;
    if (spec->shows_image) return node->Find(kImageNameKey) ? node : nullptr;
    node = spec->smooths_source ? node->Find("source") : nullptr;
  }
  return nullptr;
}

Json PairAt(const Place& place, double a, double b) {
  return {Json::List{Json{a, place}, Json{b, place}}, place};
}

// Returns the extremes of what the node shows of its image; of the luminance if that is a colour.
Bounds ExtremesOf(const Image& pixels, const Json& node) {
  const auto channel = std::ranges::find(kImageChannels, node.TextAt("channel").value_or(""));
  PlaneRequest request;
  if (channel != std::end(kImageChannels) && *channel != "color" &&
      (*channel != "alpha" || pixels.channels % 2 == 0))
    request.channel = static_cast<ImageChannel>(channel - std::begin(kImageChannels));
  const auto [low, high] = std::ranges::minmax(ChannelOf(pixels, request));
  return {double{low}, double{high}};
}

// Sets the range and the world's heights that are missing.
void SetImageRange(const Image& pixels, const Json& node, const Place& place, Json* tree) {
  Json* const world = tree->Find("world");
  Json* range = tree->Find("range");
  const bool is_preset = range && range->place.source && range->place.source->is_preset;
  if (!world && !is_preset) return;
  const Bounds extremes = ExtremesOf(pixels, node);
  if (extremes.low >= 0 && extremes.high <= 1) return;
  if (!range || is_preset) {
    // A level image, too, needs two values.
    const double high = extremes.low < extremes.high ? extremes.high : extremes.low + 1;
    Json found = PairAt(place, extremes.low, high);
    if (range)
      *range = std::move(found);
    else
      range = &tree->Add("range", std::move(found));
  }
  if (!world || !world->object() || world->Find("heights")) return;
  const std::span<const Json> ends = range->items();
  double low = extremes.low, high = extremes.high;
  if (ends.size() == 2 && ends[0].number() && ends[1].number())
    std::tie(low, high) = std::minmax(*ends[0].number(), *ends[1].number());
  world->Add("heights", PairAt(place, low, high));
}

}  // namespace

std::vector<std::string> ImageNames(const Recipe& recipe) {
  std::set<std::string> names;
  VisitNodes(recipe, [&](const Node& node, const std::string&) {
    if (ShowsImage(node)) names.insert(node.Text(kImageNameKey));
  });
  return {names.begin(), names.end()};
}

void AttachImages(const std::vector<NamedImage>& images, Recipe* recipe) {
  if (images.empty()) return;
  Problems problems;
  const std::vector<std::string> names = ImageNames(*recipe);
  for (const NamedImage& each : images) {
    if (!std::ranges::binary_search(names, each.name)) {
      problems.Add(UnusedError(each, names));
    } else if (!recipe->images.emplace(each.name, each.image).second) {
      problems.Add({ErrorKind::kUsage, each.origin,
                    "the image " + Quoted(each.name) + " is given twice", "remove one of them"});
    }
  }
  ChangeImageNodes(recipe, [&](Node& node, const std::string& pointer) {
    const auto found = recipe->images.find(node.Text(kImageNameKey));
    if (found == recipe->images.end()) return;
    const std::string& sum = found->second->sha256();
    const auto [value, is_new] = node.values.try_emplace(std::string(kImageSumKey), sum);
    if (is_new || node.Text(kImageSumKey) == sum) return;
    problems.Add(FaultAt(*recipe, ChildPointer(pointer, kImageSumKey),
                         "is not the checksum of the image " + Quoted(found->first) +
                             " that was given, which is " + sum,
                         "give the image that the recipe was made with, or remove the key"));
  });
  problems.Throw();
}

void SetImageDefaults(const std::vector<NamedImage>& images, Json* tree) {
  const Json* const noise = tree->Find("noise");
  const Json* const node = noise ? ShownNode(*noise) : nullptr;
  if (!node) return;
  const auto name = node->TextAt(kImageNameKey);
  const auto shown =
      std::ranges::find_if(images, [&](const NamedImage& image) { return image.name == name; });
  if (shown == images.end()) return;
  const Place place = node->Find(kImageNameKey)->place;
  const Image& pixels = shown->image->pixels();
  if (!tree->Find("size"))
    tree->Add("size",
              PairAt(place, static_cast<double>(pixels.width), static_cast<double>(pixels.height)));
  SetImageRange(pixels, *node, place, tree);
}

Recipe WithStandIns(const Recipe& recipe) {
  Recipe out = recipe;
  std::shared_ptr<const SourceImage> black;
  ChangeImageNodes(&out, [&](Node& node, const std::string&) {
    const std::string& name = node.Text(kImageNameKey);
    if (recipe.images.contains(name)) return;
    if (!black)
      black = std::make_shared<const SourceImage>(Image{1, 1, 4, std::vector<float>(4, 0.0f)});
    out.images[name] = black;
    node.values.erase(std::string(kImageSumKey));
  });
  return out;
}

}  // namespace cobble
