// Writes and reads the JSON beside a raw file.
#include "output/sidecar.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/json_tokens.h"
#include "core/maps.h"
#include "core/numbers.h"
#include "output/sink_path.h"

namespace cobble {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

struct Scale {
  double low, high;
};

// The values that samples 0 and 1 stand for (as integers: 0 and the largest). Float samples but
// those of a height are values as they are, so 0 and 1.
Scale ScaleOf(const PictureSpec& spec) {
  if (spec.maps.front() == Map::kHeight) return {spec.low, spec.high};
  if (IsSigned(spec.maps.front()) && !spec.format->is_float) return {-1, 1};
  return {0, 1};
}

// A member that holds JSON already; nothing where there is none.
std::string Member(std::string_view key, std::string_view json) {
  const std::size_t end = json.find_last_not_of(kBlanks);
  if (end == std::string_view::npos) return {};
  return fmt::format(",\n  \"{}\": {}", key, json.substr(0, end + 1));
}

// Walks the members of a JSON object, whose values are pieces of the text.
class MemberScanner {
 public:
  explicit MemberScanner(std::string_view text) : tokens_(text), token_(tokens_.Next()) {}

  bool Take(char punctuator) {
    if (!token_.Is(punctuator)) return false;
    Advance();
    return true;
  }

  // A text without its quotes; its escapes stay as they are. One that is not closed is followed by
  // nothing, so that nobody takes it for a key.
  std::optional<std::string_view> TakeText() {
    if (token_.kind != JsonToken::kText) return std::nullopt;
    const std::string_view text = token_.text;
    Advance();
    return text.substr(1, text.size() - 2);
  }

  // Any value, up to the comma or bracket that ends it. Nothing where its brackets do not close, or
  // where there is none.
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

  JsonTokens tokens_;
  JsonToken token_;  // the next one
};

// Takes `"key": value` into the notes where it is one of ours. Returns false where there is none.
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
  std::string own = picture_path + ".json", beside = picture.target + ".json";
  if (picture.error != 0 || (Locate(own).exists && !Locate(beside).exists)) return own;
  return beside;
}

std::string SidecarText(const PictureSpec& spec) {
  const int channels = Channels(spec.maps.front());
  const Scale scale = ScaleOf(spec);
  return fmt::format(
             "{{\n  \"width\": {},\n  \"height\": {},\n  \"bpp\": {},\n  \"channels\": {},\n"
             "  \"low\": {},\n  \"high\": {}",
             spec.width, spec.height, channels * spec.bits, channels, Shortest(scale.low),
             Shortest(scale.high)) +
         Member(kRecipeKeyword, spec.metadata.recipe) +
         Member(kOutputKeyword, spec.metadata.output) + "\n}\n";
}

std::optional<PictureMetadata> ReadSidecarMetadata(std::string_view text) {
  // One that starts with a comment is a recipe that somebody wrote.
  if (!text.substr(std::min(text.find_first_not_of(kBlanks), text.size())).starts_with('{'))
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
