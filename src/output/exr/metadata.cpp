// Reads cobble's metadata from an EXR by walking the attributes of its first header. Decodes no
// pixels: even a hostile file costs at most one pass over its header and a copy of two texts.
// Based on: OpenEXR File Layout (openexr.com).
#include "output/byte_order.h"
#include "output/exr/channels.h"
#include "output/writers.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxName = 255;  // bytes in the name of an attribute or of its type

// Consumes a header from the front.
class HeaderReader {
 public:
  HeaderReader(std::string_view rest, const std::string& name) : rest_(rest), name_(name) {}

  std::string_view Take(std::size_t size) {
    if (size > rest_.size()) RefuseMetadata(name_, "is a truncated EXR");
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  // Takes the text up to the next zero byte, and consumes that byte.
  std::string_view TakeName() {
    const std::size_t end = rest_.substr(0, kMaxName + 1).find('\0');
    if (end == std::string_view::npos)
      RefuseMetadata(name_, rest_.size() > kMaxName ? "is an EXR whose header is damaged"
                                                    : "is a truncated EXR");
    const std::string_view taken = Take(end);
    Take(1);
    return taken;
  }

 private:
  std::string_view rest_;
  const std::string& name_;
};

}  // namespace

std::optional<PictureMetadata> ReadExrMetadata(std::string_view bytes, const std::string& name) {
  if (!bytes.starts_with(kExrMagic)) return std::nullopt;
  PictureMetadata metadata;
  HeaderReader reader(bytes.substr(kExrMagic.size()), name);
  reader.Take(4);  // version and flags
  for (std::string_view key = reader.TakeName(); !key.empty(); key = reader.TakeName()) {
    const std::string_view type = reader.TakeName();
    const std::string_view value = reader.Take(ReadLittleEndian(reader.Take(4)));
    if (key != kRecipeKeyword && key != kOutputKeyword) continue;
    if (type != "string")
      RefuseMetadata(name, "is an EXR whose " + std::string(key) + " is not text");
    (key == kRecipeKeyword ? metadata.recipe : metadata.output) = value;
  }
  return metadata;
}

}  // namespace cobble
