// The C interface: images from the caller's memory.
#include <cstring>
#include <memory>

#include "c/guard.h"
#include "c/objects.h"
#include "c/structs.h"
#include "cobble/image.h"
#include "core/memory_error.h"
#include "core/size.h"

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
  const FloatRows rows = RowsIn(given, "image");
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

}  // namespace

}  // namespace cobble::c

cobble_status cobble_recipe_add_image(cobble_recipe* recipe, const char* name,
                                      const cobble_image* image, int32_t is_srgb,
                                      cobble_error** error) {
  using cobble::c::Needed;
  return cobble::c::Guard(error, [&] {
    cobble::RecipeLayers& layers = Needed(recipe, "recipe").layers;
    const char* const shown = cobble::c::TextAt(name, "name");
    const bool is_encoded = cobble::c::FlagAt(is_srgb, "is_srgb");
    layers.AddImage(shown, std::make_shared<const cobble::SourceImage>(
                               cobble::c::PixelsOf(Needed(image, "image")), is_encoded));
  });
}
