// Reads the texts of the built-in library.
#include "recipe/formula/library.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "recipe/preset_texts.h"

namespace cobble {

const Json& LibraryFunctions() {
  static const Json functions = [] {
    const auto source =
        std::make_shared<const Source>(Source{.name = "the library", .is_preset = true});
    Json all = Json::ObjectOf();
    for (const std::string_view text : LibraryTexts()) {
      Faults faults;
      const Json json = ParseJson(text, source, &faults).value_or(Json());
      for (const Json::Member& member : json.At("functions").members())
        all.object()->push_back(member);
    }
    std::ranges::sort(*all.object(), {}, &Json::Member::key);
    return all;
  }();
  return functions;
}

const Function* FindLibraryFunction(std::string_view name) {
  static const auto functions = [] {
    std::map<std::string, Function, std::less<>> all;
    Faults faults;  // none: a test reads them
    for (const auto& [key, place, json] : LibraryFunctions().members())
      all.emplace(key, ReadFunction(key, json, &faults));
    return all;
  }();
  const auto found = functions.find(name);
  return found == functions.end() ? nullptr : &found->second;
}

}  // namespace cobble
