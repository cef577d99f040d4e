// The table of words that other programs use for something in a recipe ("worley", "lerp",
// "seamless"), and the hints that lead from them to the key or value to write.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/enums.h"
#include "cobble/error.h"
#include "recipe/fields/fields.h"

namespace cobble {

// A word with several meanings has several rows; the first that fits the place counts.
struct TradeWord {
  std::string_view word;  // lower case, without - and _
  // What to write: dotted paths separated by spaces, each with or without "=VALUE":
  // "domain.translate", "noise.type=fractal noise.kind=ridged". "map" stands for the maps that -o
  // writes, "map=normal" or "map=invert:roughness". Empty if there is only a note.
  std::string_view settings;
  std::string_view note = {};    // appended to the settings
  std::string_view option = {};  // appended to the note
};
std::span<const TradeWord> TradeWords();

// Returns the word as in the table.
std::string PlainWord(std::string_view word);

// Returns what a formula writes instead of another language's function or name; empty if unknown.
enum class WordPlace { kCall, kName };
std::string FormulaWordHint(WordPlace place, std::string_view word);

// How a hint spells a setting: as JSON ("seed": 5), as an option, or in a formula's call (seed=5).
enum class HintForm { kJson, kOptions, kFormula };
struct Place;
HintForm FormAt(const Place& place);

// What to do instead: use settings, or what a sentence says.
struct Advice {
  Phrase use;         // `noise.type=voronoi`; "seed": 5
  Phrase sentence{};  // "a recipe names no file; to render it, use `path`"

  bool empty() const { return use.empty() && sentence.empty(); }
  Phrase Hint() const;  // "use ...", or the sentence
};
// Returns "use FIRST, or SECOND".
Phrase Either(const Advice& first, const Advice& second);

// What an unknown key of an object (of one type, if known) means: KeyHint for another key of the
// same object, OtherKeyAdvice for anything else. Empty if the word is not in the table.
Phrase KeyHint(ObjectKind object, std::optional<int> type, std::string_view word, HintForm form);
Advice OtherKeyAdvice(ObjectKind object, std::string_view word, HintForm form);

// Returns the names of maps that a word means to -o, also of a recipe's: "height" of "bump",
// "roughness" of "rough", "invert:roughness" of "gloss".
std::vector<std::string_view> MapNamesOfWord(std::string_view word);
// Returns the built-in map that a word means ("bump", "nrm", or a map's own name), or nullopt.
std::optional<Map> MapOfWord(std::string_view word);
// Returns the map of a material that a word means, "color" for "albedo", or an empty text.
std::string_view MaterialMapOfWord(std::string_view word);

// For an invalid value of a field with choices. Empty if the word is not in the table.
Phrase ChoiceHint(const Field& field, std::string_view word, HintForm form);

// Returns what a word on its own means, such as an unknown flag, as options. Empty if the word is
// not in the table, or means a map of a material. Leaves out keys that the root node's type lacks.
Advice WordAdvice(std::string_view word, std::optional<int> type = std::nullopt);
// Returns what a formula writes instead of the word, if that is more than a call of one type:
// "write voronoi(function=F2-F1)". Else empty.
std::string CallOfWord(std::string_view word);
// Returns the topic of `cobble explain` about the word: "voronoi", "domain.translate". Empty if the
// word is not in the table, or means only a map of a material.
std::string_view TopicOf(std::string_view word);

}  // namespace cobble
