// Writes and reads `cobble:output`.
#include "cli/notes.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "cli/flag_values.h"
#include "cobble/version.h"
#include "cobble/error.h"
#include "core/suggest.h"
#include "output/picture.h"

namespace cobble {
namespace {

using Json = nlohmann::ordered_json;

// A member that is there and of that type; anything else throws nlohmann's exception.
template <typename T>
T Member(const Json& json, const char* key) {
  return json.at(key).get_ref<const T&>();
}

// nlohmann would take true for 1, and cut 1e300 and 2^63 to something.
int64_t Whole(const Json& number) {
  const bool is_large =
      number.is_number_unsigned() && number.get<uint64_t>() > std::numeric_limits<int64_t>::max();
  if (!number.is_number_integer() || is_large) throw std::invalid_argument("number");
  return number.get<int64_t>();
}

OutputNotes FromJson(const Json& json) {
  OutputNotes notes;
  std::string wrong;
  if (!ParseMaps(Member<std::string>(json, "map"), &notes.maps, &wrong))
    throw std::invalid_argument("map");
  notes.format = FindFormat(Member<std::string>(json, "format"));
  notes.bits = static_cast<int>(std::clamp<int64_t>(Whole(json.at("bits")), 0, 64));
  notes.noise_version = Whole(json.at("noise"));
  const Json& window = json.at("window");
  notes.window = {Whole(window.at(0)), Whole(window.at(1)), Whole(window.at(2)),
                  Whole(window.at(3))};
  if (window.size() != 4 || !IsWindow(notes.window)) throw std::invalid_argument("window");
  return notes;
}

}  // namespace

std::string WriteOutputNotes(const OutputNotes& notes, const HeightRange& range) {
  const Window& window = notes.window;
  Json json = Json::object();  // as null it would not survive memory that is short
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
  try {
    return FromJson(Json::parse(text));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {  // nlohmann's words speak of its own types
    throw Error(ErrorKind::kRecipe, Shown(name), "its " + keyword + " is missing or damaged",
                "cobble info shows what is there");
  }
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
