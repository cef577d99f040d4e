// ChecksumOf, implemented with the program's own sink.
#include "support/checksum_of.h"

#include "output/checksum.h"

namespace cobble::test {

std::string ChecksumOf(const Image& image) {
  const int64_t components = image.width * image.channels;
  ChecksumSink sink(components);
  const auto chunk = sink.NewChunk(image.height);
  const auto* const bytes = reinterpret_cast<const std::byte*>(image.samples.data());
  const auto stride = static_cast<std::size_t>(components) * sizeof(float);
  sink.Encode({0, 0, image.height, bytes, stride}, *chunk);
  sink.Write(*chunk);
  return sink.Text();
}

}  // namespace cobble::test
