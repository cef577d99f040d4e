// Words that other programs use for what a recipe calls something else ("worley", "lerp",
// "seamless"), as one table, and the hints that lead from them to the key or value to write.
#ifndef COBBLE_RECIPE_HINTS_TRADE_WORDS_H_
#define COBBLE_RECIPE_HINTS_TRADE_WORDS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cobble/enums.h"
#include "recipe/fields/fields.h"

namespace cobble {

// A word with several meanings has several rows; the first one that fits the place counts.
struct TradeWord {
  std::string_view word;  // lower case, without - and _
  // What to write instead: dotted paths, separated by spaces, each with or without "=VALUE":
  // "domain.translate", "noise.type=fractal noise.kind=ridged". The path "map" stands for the maps
  // that -o writes. Empty if there is only a note.
  std::string_view settings;
  std::string_view note = {};  // appended to the settings
};
std::span<const TradeWord> TradeWords();

// How a hint spells a setting: as JSON, for a recipe's text ("seed": 5), or as an option in
// backquotes, which the command line turns into flags (`seed=5`).
enum class HintForm { kJson, kOptions };

// Both return a hint for an unknown key of an object (of one type, if known): KeyHint if the word
// means another key of the same object, OtherKeyHint if it means anything else. Empty if the word
// is not in the table.
std::string KeyHint(ObjectKind object, std::optional<int> type, std::string_view word,
                    HintForm form);
std::string OtherKeyHint(ObjectKind object, std::string_view word, HintForm form);

// Returns the map that a word means ("bump", "nrm", or a map's own name); nullopt if it means none.
std::optional<Map> MapOfWord(std::string_view word);

// Returns a hint for an invalid value of a field with choices; empty if the word is not in the
// table.
std::string ChoiceHint(const Field& field, std::string_view word, HintForm form);

// Returns a hint for a word on its own, such as an unknown flag, with options in backquotes; empty
// if the word is not in the table. If the type of the root node is given, keys
// that it does not have are left out.
std::string WordHint(std::string_view word, std::optional<int> type = std::nullopt);
// Returns what `cobble explain` calls the meaning of the word: "voronoi", "domain.translate"; empty
// if the word is not in the table.
std::string_view TopicOf(std::string_view word);
// Returns whether the hint of WordHint names a key that has a flag.
bool MeansFlag(std::string_view word, std::optional<int> type = std::nullopt);

}  // namespace cobble

#endif  // COBBLE_RECIPE_HINTS_TRADE_WORDS_H_
