// Implements CheckStruct and RowsIn.
#include "c/structs.h"

#include "c/guard.h"
#include "core/size.h"

namespace cobble::c {

void CheckStruct(const void* given, std::size_t first, std::size_t known, std::string_view name) {
  if (given == nullptr) Refuse(name, "must not be null");
  const auto refuse = [&](const std::string& message, const char* hint) {
    Refuse(std::string(name) + ".struct_size", message, hint);
  };
  const std::size_t size = StructSize(given);
  if (size < first || size > kMaxStructSize)
    refuse("is " + std::to_string(size) + ", not the size of the struct",
           "set it to sizeof the struct, and all unused fields to 0");
  const auto* const bytes = static_cast<const std::byte*>(given);
  if (std::any_of(bytes + std::min(known, size), bytes + size,
                  [](std::byte byte) { return byte != std::byte{0}; }))
    refuse("has fields that this library does not know", "use a library as new as cobble_c.h");
}

SampleRows RowsIn(const cobble_image& image, const std::string& place) {
  if (image.samples == nullptr) Refuse(place + ".samples", "must not be null");
  if (image.format != 0) Refuse(place + ".format", "must be 0, for float32");
  const Size row = Size(image.width) * Size(image.channels) * Size(sizeof(float));
  const Size stride = image.row_stride == 0 ? row : Size(image.row_stride);
  if (stride < row)
    Refuse(place + ".row_stride", "must be 0, or at least " + std::to_string(row.bytes()) +
                                      " for " + std::to_string(image.width) + " pixels, got " +
                                      std::to_string(image.row_stride));
  const Size needed = Size(image.height - 1) * stride + row;
  if (Size(image.size) < needed)
    Refuse(place + ".size", "must be at least " + std::to_string(needed.bytes()) + " bytes, got " +
                                std::to_string(image.size));
  return {image.samples, stride.bytes()};
}

}  // namespace cobble::c
