// Finds the nodes that show images.
#include "recipe/images/images.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "cobble/error.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "recipe/fields/node_spec.h"
#include "recipe/fields/node_tree.h"
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

// In: names, of the images that the nodes of the recipe, or of all recipes, show.
Error UnusedError(const NamedImage& image, const std::vector<std::string>& names,
                  bool are_many = false) {
  Phrase hint = are_many ? "these recipes show no image" : "the recipe shows no image";
  if (!names.empty()) {
    const std::vector<std::string_view> words(names.begin(), names.end());
    hint = DidYouMean(image.name, words);
    if (hint.empty())
      hint =
          (are_many ? "their images are " : "its images are ") + ListText(words, " and ", &Quoted);
  }
  return {ErrorKind::kUsage, image.origin,
          (are_many ? "no node of these recipes shows the image "
                    : "no node of the recipe shows the image ") +
              Quoted(image.name),
          hint};
}

}  // namespace

std::vector<ImageSum> ImageSums(const Recipe& recipe) {
  std::map<std::string, std::string> sums;
  VisitNodes(recipe, [&](const Node& node, const std::string&) {
    if (!ShowsImage(node)) return;
    std::string& sum = sums[node.Text(kImageNameKey)];
    if (node.Has(kImageSumKey)) sum = node.Text(kImageSumKey);
  });
  std::vector<ImageSum> images;
  for (const auto& [name, sum] : sums) images.push_back({name, sum});
  return images;
}

std::vector<std::string> ImageNames(const Recipe& recipe) {
  std::vector<std::string> names;
  for (ImageSum& image : ImageSums(recipe)) names.push_back(std::move(image.name));
  return names;
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

void CheckImagesShown(const std::vector<NamedImage>& images, const std::vector<std::string>& names,
                      bool are_many) {
  Problems problems;
  for (const NamedImage& each : images)
    if (!std::ranges::binary_search(names, each.name))
      problems.Add(UnusedError(each, names, are_many));
  problems.Throw();
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
