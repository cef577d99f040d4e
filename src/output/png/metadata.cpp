// Reads cobble's metadata from a PNG by walking its chunks and checking their CRCs. Decodes no
// pixels: even a hostile file costs at most one pass over its bytes and a copy of two texts.
#include "output/png/chunk.h"
#include "output/writers.h"

namespace cobble {
namespace {

constexpr std::size_t kChunkFrame = 12;  // length, type, CRC

struct PngChunk {
  std::string_view type, data;
};

// Reads the chunk at `at` and advances `at`. Throws if the chunk is truncated or damaged.
PngChunk NextChunk(std::string_view bytes, std::size_t* at, const std::string& name) {
  const std::string_view rest = bytes.substr(*at);
  if (rest.size() < kChunkFrame) RefuseMetadata(name, "is a truncated PNG");
  const std::size_t size = ReadBigEndian(rest);
  if (size > kMaxPngLength || size > rest.size() - kChunkFrame)
    RefuseMetadata(name,
                   "is a truncated PNG: it ends within the chunk at byte " + std::to_string(*at));
  const PngChunk chunk{rest.substr(4, 4), rest.substr(8, size)};
  if (ReadBigEndian(rest.substr(8 + size)) != ChunkCrc(chunk.type, chunk.data.data(), size))
    RefuseMetadata(name, "is a PNG whose chunk at byte " + std::to_string(*at) + " is damaged");
  *at += kChunkFrame + size;
  return chunk;
}

// Takes the text before the next zero byte, and drops that byte.
std::string_view TakeWord(std::string_view* text) {
  const std::size_t end = text->find('\0');
  const std::string_view word = text->substr(0, end);
  text->remove_prefix(end == std::string_view::npos ? text->size() : end + 1);
  return word;
}

// iTXt: keyword, 0, compression flag, compression method, language, 0, translated keyword, 0, text.
void ReadText(std::string_view data, const std::string& name, PictureMetadata* metadata) {
  const std::string_view keyword = TakeWord(&data);
  if (keyword != kRecipeKeyword && keyword != kOutputKeyword) return;
  if (data.size() < 4)
    RefuseMetadata(name, "is a PNG whose " + std::string(keyword) + " is truncated");
  if (data[0] != 0)
    RefuseMetadata(
        name, "is a PNG whose " + std::string(keyword) + " is compressed, which is not supported");
  data.remove_prefix(2);
  TakeWord(&data);
  TakeWord(&data);
  std::string& text = keyword == kRecipeKeyword ? metadata->recipe : metadata->output;
  if (text.empty()) text = data;
}

}  // namespace

std::optional<PictureMetadata> ReadPngMetadata(std::string_view bytes, const std::string& name) {
  if (!bytes.starts_with(kPngSignature)) return std::nullopt;
  PictureMetadata metadata;
  std::size_t at = kPngSignature.size();
  // cobble writes its texts before the pixels, but another program may have moved them: continue
  // past the pixels if there is no recipe before them.
  while (metadata.recipe.empty() || metadata.output.empty()) {
    const PngChunk chunk = NextChunk(bytes, &at, name);
    if (chunk.type == "IEND" || (chunk.type == "IDAT" && !metadata.recipe.empty())) break;
    if (chunk.type == "iTXt") ReadText(chunk.data, name, &metadata);
  }
  return metadata;
}

}  // namespace cobble
