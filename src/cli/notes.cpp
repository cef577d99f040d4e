// Writes and reads `cobble:output`.
#include "cli/notes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "cli/flag_values.h"
#include "cli/version.h"
#include "cobble/error.h"
#include "core/suggest.h"
#include "output/picture.h"
#include "recipe/json.h"

namespace cobble {
namespace {

// The text of a member; null where there is none or it is another thing.
const std::string* TextOf(const Json& json, std::string_view key) {
  const Json* const member = json.Find(key);
  return member ? member->text() : nullptr;
}

// A whole number that an int64_t holds; nothing where `json` is null or another thing.
std::optional<int64_t> WholeOf(const Json* json) {
  constexpr double kFarthest = 0x1p63;
  const double* const number = json ? json->number() : nullptr;
  if (!number || *number != std::trunc(*number) || *number < -kFarthest || *number >= kFarthest)
    return std::nullopt;
  return static_cast<int64_t>(*number);
}

std::optional<Window> WindowOf(const Json* json) {
  if (!json || !json->list() || json->list()->size() != 4) return std::nullopt;
  std::array<int64_t, 4> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = WholeOf(&(*json->list())[i]);
    if (!number) return std::nullopt;
    numbers[i] = *number;
  }
  const Window window{numbers[0], numbers[1], numbers[2], numbers[3]};
  return IsWindow(window) ? std::optional(window) : std::nullopt;
}

// What `text` says; nothing where a member is missing or not what it should be.
std::optional<OutputNotes> FromJson(std::string_view text) {
  Faults ignored;
  const auto json = ParseJson(text, std::make_shared<const Source>(), &ignored);
  if (!json || !ignored.empty()) return std::nullopt;

  OutputNotes notes;
  std::string wrong;
  const std::string *const maps = TextOf(*json, "map"), *const format = TextOf(*json, "format");
  if (!maps || !format || !ParseMaps(*maps, &notes.maps, &wrong)) return std::nullopt;
  notes.format = FindFormat(*format);

  const auto bits = WholeOf(json->Find("bits")), version = WholeOf(json->Find("noise"));
  if (!bits || !version) return std::nullopt;
  notes.bits = static_cast<int>(std::clamp<int64_t>(*bits, 0, 64));
  notes.noise_version = *version;

  const auto window = WindowOf(json->Find("window"));
  if (!window) return std::nullopt;
  notes.window = *window;
  return notes;
}

}  // namespace

std::string WriteOutputNotes(const OutputNotes& notes, const HeightRange& range) {
  const Window& window = notes.window;
  // Not null, which would not survive memory that is short.
  auto json = nlohmann::ordered_json::object();
  json["map"] = MapNames(notes.maps);
  json["format"] = notes.format->name;
  json["bits"] = notes.bits;
  json["window"] = {window.x, window.y, window.width, window.height};
  if (range.keep) {
    json["range"] = "none";
  } else {
    json["range"] = {range.low, range.high};
  }
  json["cobble"] = Version();
  json["noise"] = kNoiseVersion;
  return json.dump();
}

OutputNotes ReadOutputNotes(const std::string& text, const std::string& name) {
  const std::string keyword(kOutputKeyword);
  if (auto notes = FromJson(text)) return std::move(*notes);
  throw Error(ErrorKind::kRecipe, Shown(name), "its " + keyword + " is missing or damaged",
              "cobble info shows what is there");
}

bool ParseMaps(std::string_view text, std::vector<Map>* maps, std::string* wrong) {
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    const std::string_view word = text.substr(0, comma);
    Map map{};
    *wrong = word;
    if (!FromName(word, &map) || std::count(maps->begin(), maps->end(), map) > 0) return false;
    maps->push_back(map);
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
  }
  return true;
}

std::string MapNames(const std::vector<Map>& maps) {
  std::string names;
  for (const Map map : maps) names += (names.empty() ? "" : ",") + std::string(Name(map));
  return names;
}

}  // namespace cobble
