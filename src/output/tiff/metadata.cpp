// Writes cobble's metadata as an XMP packet, and reads it from a TIFF by walking the entries of its
// first directory. Decodes no pixels: even a hostile file costs at most one pass over its directory
// and its packet, and a copy of two texts.
// Based on: TIFF, revision 6.0 (Adobe, 1992); Joris Van Damme, The BigTIFF File Format;
// ISO 16684-1 (XMP).
#include <array>
#include <utility>

#include "output/writers.h"

namespace cobble {
namespace {

constexpr std::string_view kPacketStart =
    "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
    "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
    "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
    "<rdf:Description rdf:about=\"\" xmlns:cobble=\"urn:cobble:1\">\n";
constexpr std::string_view kPacketEnd =
    "</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"r\"?>";

// Characters and how XML spells them or, if XML forbids them, JSON, which holds these only in
// strings and never holds control characters.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kEscapes{{
    {"&", "&amp;"},
    {"<", "&lt;"},
    {">", "&gt;"},
    {"\xEF\xBF\xBE", "\\ufffe"},
    {"\xEF\xBF\xBF", "\\uffff"},
}};
// Escapes that a reader knows.
constexpr std::array<std::pair<std::string_view, char>, 5> kEntities{
    {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};

std::string Escaped(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    std::string_view from = text.substr(0, 1), to = from;
    for (const auto& [character, escape] : kEscapes)
      if (text.starts_with(character)) from = character, to = escape;
    escaped += to;
    text.remove_prefix(from.size());
  }
  return escaped;
}

std::string Property(std::string_view name, const std::string& text) {
  if (text.empty()) return {};
  const std::string tag(name);
  return "<" + tag + ">" + Escaped(text) + "</" + tag + ">\n";
}

constexpr uint64_t kXmpTag = 700;
constexpr uint64_t kByte = 1, kUndefined = 7;  // types of entries
constexpr std::string_view kLittle{"II*\0", 4}, kBig{"MM\0*", 4};
constexpr std::string_view kLittle64{"II+\0", 4}, kBig64{"MM\0+", 4};

// A TIFF's numbers, in the file's byte order. Offsets have 4 bytes, or 8 in a BigTIFF.
class TiffBytes {
 public:
  TiffBytes(std::string_view bytes, const std::string& name)
      : bytes_(bytes), name_(name), is_little_(bytes[0] == 'I') {}

  bool is_big_tiff() const { return bytes_.starts_with(kLittle64) || bytes_.starts_with(kBig64); }

  std::string_view Piece(uint64_t at, uint64_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at)
      RefuseMetadata(name_, "is a truncated TIFF");
    return bytes_.substr(static_cast<std::size_t>(at), static_cast<std::size_t>(size));
  }

  uint64_t Number(uint64_t at, uint64_t size) const {
    const std::string_view bytes = Piece(at, size);
    uint64_t x = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
      x = x << 8 | static_cast<unsigned char>(bytes[is_little_ ? bytes.size() - 1 - i : i]);
    return x;
  }

 private:
  std::string_view bytes_;
  const std::string& name_;
  bool is_little_;
};

// Returns the XMP packet of the first directory; empty if there is none.
std::string_view FindPacket(const TiffBytes& tiff) {
  const bool is_big = tiff.is_big_tiff();
  const uint64_t offset_bytes = is_big ? 8 : 4, count_bytes = is_big ? 8 : 2;
  const uint64_t entry_bytes = 4 + 2 * offset_bytes;
  const uint64_t directory = tiff.Number(is_big ? 8 : 4, offset_bytes);
  const uint64_t entries = tiff.Number(directory, count_bytes);
  uint64_t at = directory + count_bytes;
  for (uint64_t i = 0; i < entries; ++i, at += entry_bytes) {
    if (tiff.Number(at, 2) != kXmpTag) continue;
    const uint64_t type = tiff.Number(at + 2, 2), size = tiff.Number(at + 4, offset_bytes);
    if (type != kByte && type != kUndefined) continue;
    const uint64_t value = at + 4 + offset_bytes;
    return tiff.Piece(size > offset_bytes ? tiff.Number(value, offset_bytes) : value, size);
  }
  return {};
}

std::string Unescaped(std::string_view text, const std::string& refusal, const std::string& name) {
  std::string plain;
  while (!text.empty()) {
    char c = text.front();
    std::size_t length = c == '&' ? 0 : 1;
    for (const auto& [entity, character] : kEntities)
      if (text.starts_with(entity)) c = character, length = entity.size();
    if (length == 0) RefuseMetadata(name, refusal);
    plain += c;
    text.remove_prefix(length);
  }
  return plain;
}

// Returns the text of a property; empty if the packet lacks it.
std::string ReadProperty(std::string_view packet, std::string_view property,
                         const std::string& name) {
  const std::string start = "<" + std::string(property) + ">";
  const std::size_t at = packet.find(start);
  if (at == packet.npos) return {};
  const std::string_view rest = packet.substr(at + start.size());
  const std::size_t end = rest.find('<');
  const std::string refusal = "is a TIFF whose " + std::string(property) + " is damaged";
  if (end == rest.npos || !rest.substr(end).starts_with("</" + std::string(property) + ">"))
    RefuseMetadata(name, refusal);
  return Unescaped(rest.substr(0, end), refusal, name);
}

}  // namespace

std::string XmpPacket(const PictureMetadata& metadata) {
  const std::string properties =
      Property(kRecipeKeyword, metadata.recipe) + Property(kOutputKeyword, metadata.output);
  if (properties.empty()) return {};
  return std::string(kPacketStart) + properties + std::string(kPacketEnd);
}

bool IsTiff(std::string_view start) {
  for (const std::string_view magic : {kLittle, kBig, kLittle64, kBig64})
    if (start.starts_with(magic)) return true;
  return false;
}

std::optional<PictureMetadata> ReadTiffMetadata(std::string_view bytes, const std::string& name) {
  if (!IsTiff(bytes)) return std::nullopt;
  const std::string_view packet = FindPacket(TiffBytes(bytes, name));
  return PictureMetadata{ReadProperty(packet, kRecipeKeyword, name),
                         ReadProperty(packet, kOutputKeyword, name)};
}

}  // namespace cobble
