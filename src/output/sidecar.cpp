// Writes and reads the JSON beside a raw file.
#include "output/sidecar.h"

#include <fmt/format.h>

#include <algorithm>

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
std::string Note(std::string_view key, std::string_view json) {
  const std::size_t end = json.find_last_not_of(kBlanks);
  if (end == std::string_view::npos) return {};
  return fmt::format(",\n  \"{}\": {}", key, json.substr(0, end + 1));
}

// Walks the members of a JSON object.
class SidecarScanner {
 public:
  explicit SidecarScanner(std::string_view text) : text_(text) {}

  bool Take(char c) {
    SkipBlanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  // A string, without its quotes; its escapes stay as they are.
  std::optional<std::string_view> TakeString() {
    if (!Take('"')) return std::nullopt;
    const std::size_t begin = at_;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '"') return text_.substr(begin, at_++ - begin);
      if (text_[at_] == '\\') ++at_;
    }
    return std::nullopt;
  }

  // Any value, up to the comma or bracket that ends it. Nothing where its brackets or quotes do not
  // close, or where there is none.
  std::optional<std::string_view> TakeValue() {
    SkipBlanks();
    const std::size_t begin = at_;
    for (std::size_t depth = 0; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (depth == 0 && (c == ',' || c == '}' || c == ']')) return Ended(begin);
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
      if (c == '"') {
        if (!TakeString()) return std::nullopt;
        --at_;
      }
    }
    return std::nullopt;
  }

 private:
  void SkipBlanks() { at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size()); }

  std::optional<std::string_view> Ended(std::size_t begin) const {
    const std::string_view value = text_.substr(begin, at_ - begin);
    const std::size_t last = value.find_last_not_of(kBlanks);
    if (last == std::string_view::npos) return std::nullopt;
    return value.substr(0, last + 1);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Takes `"key": value` into the notes where it is one of ours. Returns false where there is none.
bool TakeMember(SidecarScanner* scanner, PictureNotes* notes) {
  const auto key = scanner->TakeString();
  if (!key || !scanner->Take(':')) return false;
  const auto value = scanner->TakeValue();
  if (!value) return false;
  if (*key == kRecipeKeyword && value->starts_with('{')) notes->recipe = *value;
  if (*key == kOutputKeyword && value->starts_with('{')) notes->output = *value;
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
         Note(kRecipeKeyword, spec.notes.recipe) + Note(kOutputKeyword, spec.notes.output) +
         "\n}\n";
}

std::optional<PictureNotes> ReadSidecarNotes(std::string_view text) {
  SidecarScanner scanner(text);
  PictureNotes notes;
  if (!scanner.Take('{')) return std::nullopt;
  do {
    if (!TakeMember(&scanner, &notes)) return std::nullopt;
  } while (scanner.Take(','));
  if (!scanner.Take('}') || notes.recipe.empty()) return std::nullopt;
  return notes;
}

}  // namespace cobble
