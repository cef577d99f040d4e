// Words that other programs use for what a recipe calls something else ("worley", "lerp",
// "seamless"), as one table, and the hints that lead from them to the key or value to write.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cobble/enums.h"
#include "cobble/error.h"
#include "recipe/fields/fields.h"

namespace cobble {

// A word with several meanings has several rows; the first one that fits the place counts.
struct TradeWord {
  std::string_view word;  // lower case, without - and _
  // What to write instead: dotted paths, separated by spaces, each with or without "=VALUE":
  // "domain.translate", "noise.type=fractal noise.kind=ridged". The path "map" stands for the maps
  // that -o writes. Empty if there is only a note.
  std::string_view settings;
  std::string_view note = {};    // appended to the settings
  std::string_view option = {};  // appended to the note
};
std::span<const TradeWord> TradeWords();

// Returns the word as the table has it: in lower case, without - and _.
std::string PlainWord(std::string_view word);

// Returns what a formula writes instead of a function or a name of other languages; empty if the
// word is not in their table.
enum class WordPlace { kCall, kName };
std::string FormulaWordHint(WordPlace place, std::string_view word);

// How a hint spells a setting: as JSON, for a recipe's text ("seed": 5), as an option, or as an
// argument of a call (seed=5).
enum class HintForm { kJson, kOptions, kFormula };
struct Place;
// Returns the form of what stands at a place.
HintForm FormAt(const Place& place);

// What to do instead: to use settings, or else what a sentence says.
struct Advice {
  Phrase use;         // `noise.type=voronoi`; "seed": 5
  Phrase sentence{};  // "a recipe names no file; to render it, use `path`"

  bool empty() const { return use.empty() && sentence.empty(); }
  Phrase Hint() const;  // "use ...", or the sentence
};
// Returns the hint of both: "use FIRST, or SECOND".
Phrase Either(const Advice& first, const Advice& second);

// What an unknown key of an object (of one type, if known) means: KeyHint if it means another key
// of the same object, OtherKeyAdvice if it means anything else. Empty if the word is not in the
// table.
Phrase KeyHint(ObjectKind object, std::optional<int> type, std::string_view word, HintForm form);
Advice OtherKeyAdvice(ObjectKind object, std::string_view word, HintForm form);

// Returns the map that a word means ("bump", "nrm", or a map's own name); nullopt if it means none.
std::optional<Map> MapOfWord(std::string_view word);
// Returns the map of a material that a word means: "color" for "albedo"; empty if it means none.
std::string_view MaterialMapOfWord(std::string_view word);

// Returns a hint for an invalid value of a field with choices; empty if the word is not in the
// table.
Phrase ChoiceHint(const Field& field, std::string_view word, HintForm form);

// Returns what a word on its own means, such as an unknown flag, as options, unless that is a map
// of a material; empty if the word is not in the table. If the type of the root node is given, keys
// that it does not have are left out.
Advice WordAdvice(std::string_view word, std::optional<int> type = std::nullopt);
// Returns what `cobble explain` calls the meaning of the word: "voronoi", "domain.translate"; empty
// if the word is not in the table, or means only a map of a material.
std::string_view TopicOf(std::string_view word);

}  // namespace cobble
