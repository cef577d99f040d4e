// Writes and reads the sidecars of raw files.
#include "output/sidecar.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/json_tokens.h"
#include "core/maps.h"
#include "core/numbers.h"
#include "output/sink_path.h"

namespace cobble {
namespace {

constexpr std::string_view kWhitespace = " \t\r\n";

struct Scale {
  double low, high;
};

// Returns the values that samples 0 and 1 (integers: the maximum) represent. Float samples of maps
// other than height and nodes are the values themselves, so the result is 0 and 1.
Scale ScaleOf(const PictureSpec& spec) {
  const PictureMap& map = spec.maps.front();
  if (map == Map::kHeight || (map.IsNode() && !map.is_color)) return {spec.low, spec.high};
  if (map.range == SampleRange::kSigned && !spec.format->is_float) return {-1, 1};
  return {0, 1};
}

// Returns a JSON member with the value `json`; "" if `json` is only whitespace.
std::string Member(std::string_view key, std::string_view json) {
  const std::size_t end = json.find_last_not_of(kWhitespace);
  if (end == std::string_view::npos) return {};
  return fmt::format(",\n  \"{}\": {}", key, json.substr(0, end + 1));
}

// Iterates over the members of a JSON object; values are substrings of the text.
class MemberScanner {
 public:
  explicit MemberScanner(std::string_view text) : tokens_(text), token_(tokens_.Next()) {}

  bool Take(char punctuator) {
    if (!token_.Is(punctuator)) return false;
    Advance();
    return true;
  }

  // Takes a string. Returns it without its quotes, but with escapes not decoded. An unterminated
  // string ends the text, so it is never mistaken for a key.
  std::optional<std::string_view> TakeText() {
    if (token_.kind != JsonToken::kString) return std::nullopt;
    const std::string_view text = token_.text;
    Advance();
    return text.substr(1, text.size() - 2);
  }

  // Takes any value, up to the comma or bracket that ends it. Returns nullopt if there is no value
  // or its brackets are not closed.
  std::optional<std::string_view> TakeValue() {
    const char* const begin = token_.text.data();
    const char* end = begin;
    for (std::size_t depth = 0; !AtEnd(); Advance()) {
      const bool closes = token_.Is('}') || token_.Is(']');
      if (depth == 0 && (closes || token_.Is(','))) break;
      if (token_.Is('{') || token_.Is('[')) ++depth;
      if (closes) --depth;
      end = token_.text.data() + token_.text.size();
    }
    if (AtEnd() || end == begin) return std::nullopt;
    return std::string_view(begin, static_cast<std::size_t>(end - begin));
  }

 private:
  bool AtEnd() const { return token_.kind == JsonToken::kEnd; }
  void Advance() { token_ = tokens_.Next(); }

  JsonTokenizer tokens_;
  JsonToken token_;  // lookahead
};

// Takes a member `"key": value`, and stores the value if it is cobble's metadata. Returns false if
// there is no member.
bool TakeMember(MemberScanner* scanner, PictureMetadata* metadata) {
  const auto key = scanner->TakeText();
  if (!key || !scanner->Take(':')) return false;
  const auto value = scanner->TakeValue();
  if (!value) return false;
  if (*key == kRecipeKeyword && value->starts_with('{')) metadata->recipe = *value;
  if (*key == kOutputKeyword && value->starts_with('{')) metadata->output = *value;
  return true;
}

}  // namespace

std::string SidecarPath(const std::string& picture_path) {
  const Location picture = Locate(picture_path);
  std::string by_link = picture_path + ".json", by_target = picture.target + ".json";
  if (picture.error != 0 || (Locate(by_link).exists && !Locate(by_target).exists)) return by_link;
  return by_target;
}

std::string SidecarText(const PictureSpec& spec) {
  const PictureMap& map = spec.maps.front();
  const int channels = map.channels;
  const bool is_srgb = map.is_color && !spec.format->is_float;
  const Scale scale = ScaleOf(spec);
  return fmt::format(
             "{{\n  \"width\": {},\n  \"height\": {},\n  \"bpp\": {},\n  \"channels\": {},\n"
             "  \"low\": {},\n  \"high\": {}",
             spec.width, spec.height, channels * spec.bits, channels, Shortest(scale.low),
             Shortest(scale.high)) +
         Member("transfer", is_srgb ? "\"srgb\"" : "") +
         Member(kRecipeKeyword, spec.metadata.recipe) +
         Member(kOutputKeyword, spec.metadata.output) + "\n}\n";
}

std::optional<PictureMetadata> ReadSidecarMetadata(std::string_view text) {
  // Text that starts with a comment is a recipe, not a sidecar.
  if (!text.substr(std::min(text.find_first_not_of(kWhitespace), text.size())).starts_with('{'))
    return std::nullopt;
  MemberScanner scanner(text);
  PictureMetadata metadata;
  if (!scanner.Take('{')) return std::nullopt;
  do {
    if (!TakeMember(&scanner, &metadata)) return std::nullopt;
  } while (scanner.Take(','));
  if (!scanner.Take('}') || metadata.recipe.empty()) return std::nullopt;
  return metadata;
}

}  // namespace cobble
