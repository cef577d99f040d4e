// The C interface: images from the caller's memory, the pixels of picture files, and the recipes in
// them.
#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "c/guard.h"
#include "c/objects.h"
#include "c/structs.h"
#include "cobble/image.h"
#include "core/json/print.h"
#include "core/memory_error.h"
#include "core/size.h"
#include "core/suggest.h"
#include "input/image_file.h"
#include "input/no_data.h"
#include "measure/palette.h"
#include "output/picture.h"

namespace cobble::c {
namespace {

void CheckWithin(int64_t got, int64_t maximum, const char* field) {
  if (got < 1 || got > maximum)
    Refuse(std::string("image.") + field,
           "must be from 1 to " + std::to_string(maximum) + ", got " + std::to_string(got));
}

Image PixelsOf(const cobble_image& given) try {
  CheckWithin(given.width, kMaxImageSide, "width");
  CheckWithin(given.height, kMaxImageSide, "height");
  CheckWithin(given.channels, 4, "channels");
  const SampleRows rows = RowsIn(given, "image");
  Image pixels{
      .width = given.width, .height = given.height, .channels = given.channels, .samples = {}};
  const Size row = Size(given.width) * Size(given.channels);
  const Size samples = row * Size(given.height);
  if (samples > Size(kMaxImageSamples))
    throw Error::At(ErrorKind::kLimit, "image",
                    "has more than " + std::to_string(kMaxImageSamples) + " samples");
  pixels.samples.resize(samples.bytes());
  const auto* from = static_cast<const std::byte*>(rows.samples);
  for (std::size_t k = 0; k < pixels.samples.size(); k += row.bytes(), from += rows.stride)
    std::memcpy(pixels.samples.data() + k, from, row.bytes() * sizeof(float));
  return pixels;
} catch (...) {
  RethrowMemoryError("an image this large");
}

std::string_view FileAt(const char* file, std::size_t size) {
  if (size == 0) return {};
  return {&Needed(file, "file"), size};
}

std::string NameOr(const char* name) { return name == nullptr ? "picture" : TextAt(name, "name"); }

ImageFile ReadImage(std::string_view file, const std::string& name) try {
  std::string path = name;
  auto no_data = TakeNoData(&path);
  PictureFile picture{.name = path,
                      .path = path,
                      .source = std::make_shared<MemorySource>(std::string(file)),
                      .sidecar_name = {},
                      .sidecar = {},
                      .no_data = std::move(no_data)};
  if (auto raw = ParseRawName(path)) {
    picture.name = picture.path = raw->path;
    picture.layout = std::move(raw->layout);
  }
  return ReadImageFile(picture);
} catch (...) {
  RethrowMemoryError("an image this large");
}

}  // namespace
}  // namespace cobble::c

using cobble::c::GuardResult;
using cobble::c::Needed;

cobble_status cobble_recipe_add_image(cobble_recipe* recipe, const char* name,
                                      const cobble_image* image, int32_t is_srgb,
                                      cobble_error** error) {
  return cobble::c::Guard(error, [&] {
    cobble::RecipeLayers& layers = Needed(recipe, "recipe").layers;
    const char* const shown = cobble::c::TextAt(name, "name");
    const bool is_encoded = cobble::c::FlagAt(is_srgb, "is_srgb");
    layers.AddImage(shown, std::make_shared<const cobble::SourceImage>(
                               cobble::c::PixelsOf(Needed(image, "image")), is_encoded));
  });
}

void cobble_picture_free(cobble_picture* picture) { delete picture; }

cobble_status cobble_picture_read(const char* file, size_t size, const char* name,
                                  cobble_picture** picture, cobble_error** error) {
  return GuardResult(picture, "picture", error, [&] {
    const std::string shown = cobble::c::NameOr(name);
    cobble::ImageFile read = cobble::c::ReadImage(cobble::c::FileAt(file, size), shown);
    return std::make_unique<cobble_picture>(
        cobble_picture{std::make_shared<const cobble::SourceImage>(
            std::move(read.pixels), read.is_srgb, std::move(read.terrain), read.is_complete)});
  });
}

cobble_status cobble_picture_get_image(const cobble_picture* picture, cobble_image* image,
                                       int32_t* is_srgb, cobble_error** error) {
  return cobble::c::Guard(error, [&] {
    const cobble::SourceImage& source = *Needed(picture, "picture").image;
    const cobble::Image& pixels = source.pixels();
    cobble_image& result = Needed(image, "image");
    // cobble_image cannot point to const samples.
    result = {.samples = const_cast<float*>(pixels.samples.data()),
              .size = pixels.samples.size() * sizeof(float),
              .width = pixels.width,
              .height = pixels.height,
              .channels = pixels.channels,
              .format = 0,
              .row_stride = 0};
    if (is_srgb != nullptr) *is_srgb = source.is_srgb() ? 1 : 0;
  });
}

cobble_status cobble_picture_palette(const cobble_picture* picture, int32_t count,
                                     cobble_bytes** json, cobble_error** error) {
  return cobble::c::GuardText(json, "json", error, [&] {
    const cobble::SourceImage& source = *Needed(picture, "picture").image;
    if (count < cobble::kMinPalette || count > cobble::kMaxPalette)
      cobble::c::Refuse("count", fmt::format("must be from {} to {}, got {}", cobble::kMinPalette,
                                             cobble::kMaxPalette, count));
    return cobble::PrintJsonLine(
        cobble::ListOf(cobble::PaletteOf(source.pixels(), source.is_srgb(), count)));
  });
}

cobble_status cobble_recipe_add_picture(cobble_recipe* recipe, const char* name,
                                        const cobble_picture* picture, cobble_error** error) {
  return cobble::c::Guard(error, [&] {
    cobble::RecipeLayers& layers = Needed(recipe, "recipe").layers;
    const char* const shown = cobble::c::TextAt(name, "name");
    layers.AddImage(shown, Needed(picture, "picture").image);
  });
}

cobble_status cobble_recipe_from_picture(const char* file, size_t size, const char* name,
                                         cobble_recipe** recipe, cobble_error** error) {
  return GuardResult(recipe, "recipe", error, [&] {
    std::unique_ptr<cobble_recipe> made;
    const std::string shown = cobble::c::NameOr(name);
    const auto metadata =
        cobble::FindPictureMetadata(cobble::c::FileAt(file, size), cobble::Shown(shown));
    if (!metadata || metadata->recipe.empty()) return made;
    made = std::make_unique<cobble_recipe>();
    made->layers.AddText(metadata->recipe, shown);
    return made;
  });
}
