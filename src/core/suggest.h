// "Did you mean": the known word nearest to a misspelt one.
#ifndef COBBLE_CORE_SUGGEST_H_
#define COBBLE_CORE_SUGGEST_H_

#include <span>
#include <string>
#include <string_view>

namespace cobble {

// The word of `words` within a slip or two of `word` (letters dropped, doubled, swapped, mistaken:
// optimal string alignment distance at most 1 up to five letters, 2 beyond), or empty where none is
// that near.
std::string_view Nearest(std::string_view word, std::span<const std::string_view> words);

// `did you mean "octaves"?`, or empty.
std::string DidYouMean(std::string_view word, std::span<const std::string_view> words);

// `word` fit for a message: quoted, cut at kLongestWord bytes, control bytes and invalid UTF-8 as
// \xNN. Shown: a path, or words that hold one, likewise, but not quoted and cut at kLongestPlace.
std::string Quoted(std::string_view word);
std::string Shown(std::string_view path);

}  // namespace cobble

#endif  // COBBLE_CORE_SUGGEST_H_
