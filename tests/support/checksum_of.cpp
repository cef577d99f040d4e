// ChecksumOf, implemented with the program's own sink.
#include "support/checksum_of.h"

#include "output/pixel_hash.h"

namespace cobble::test {

std::string ChecksumOf(const Image& image) {
  const int64_t components = image.width * image.channels;
  ChecksumSink sink(components);
  const auto* const bytes = reinterpret_cast<const std::byte*>(image.samples.data());
  const auto stride = static_cast<std::size_t>(components) * sizeof(float);
  sink.Write({0, 0, image.height, bytes, stride}, Chunk());
  return sink.Text();
}

}  // namespace cobble::test
