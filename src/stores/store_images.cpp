// Compares the images of a store's recipe with those that are given.
#include "stores/store_images.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/list_text.h"
#include "core/suggest.h"

namespace cobble {
namespace {

// Returns the checksum of the image that a recipe calls `name`; empty without one.
std::string SumOf(const std::vector<ImageSum>& images, const std::string& name) {
  const auto found = std::ranges::find(images, name, &ImageSum::name);
  return found == images.end() ? std::string() : found->sha256;
}

}  // namespace

void GiveImages(const std::vector<NamedImage>& images, const std::string& name, Recipe* recipe) {
  const std::vector<ImageSum> sums = ImageSums(*recipe);
  std::vector<Issue> others;
  for (const NamedImage& image : images) {
    const std::string wanted = SumOf(sums, image.name), &given = image.image->sha256();
    if (wanted.empty() || wanted == given) continue;
    others.push_back({image.origin,
                      fmt::format("its checksum is {}, but that of the image {} of {} is {}", given,
                                  Quoted(image.name), Shown(name), wanted),
                      "give the image that the store was planned with"});
  }
  if (!others.empty()) throw Error(ErrorKind::kUsage, std::move(others));
  AttachImages(images, recipe);
}

void RequireImages(const ChunkStore& store) {
  const Recipe& recipe = store.plan().recipe;
  std::vector<std::string> missing;
  std::vector<Phrase> options;
  for (const auto& [name, sum] : ImageSums(recipe)) {
    if (recipe.images.contains(name)) continue;
    missing.push_back(fmt::format("{} with the checksum {}", Quoted(name), sum));
    options.push_back(Phrase::Option("image", name + "=FILE"));
  }
  if (missing.empty()) return;
  const bool is_one = missing.size() == 1;
  throw Error(ErrorKind::kUsage, Shown(store.name()),
              fmt::format("its image{} {} {} not given", is_one ? "" : "s",
                          ListText(missing, " and "), is_one ? "is" : "are"),
              "use " + Joined(options, " "));
}

void CheckSameImages(const Recipe& existing, const Recipe& wanted, const std::string& name) {
  const std::vector<ImageSum> others = ImageSums(wanted);
  for (const ImageSum& image : ImageSums(existing)) {
    const std::string other = SumOf(others, image.name);
    if (other.empty() || other == image.sha256) continue;
    throw Error(ErrorKind::kUsage, Shown(name),
                fmt::format("already holds another store: its image {} has the checksum {}, not {}",
                            Quoted(image.name), image.sha256, other),
                "give that image, or remove the store, or choose another name");
  }
}

// Each channel's samples and plane, and a plane that is being made.
Size ImageMemory(const Recipe& recipe) {
  Size bytes;
  for (const auto& [name, image] : recipe.images) {
    const Image& pixels = image->pixels();
    const Size plane = Size(pixels.width) * Size(pixels.height) * Size(sizeof(float));
    bytes = bytes + plane * Size(2 * pixels.channels + 1);
  }
  return bytes;
}

}  // namespace cobble
