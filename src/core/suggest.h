// "Did you mean": the known word nearest to a misspelt one.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cobble/error.h"

namespace cobble {

// Returns the nearest of `words`, empty if none is near. Distance: optimal string alignment
// (letters inserted, deleted, replaced or swapped with a neighbour), ignoring case and leading
// dashes. Maximum: 1 if the shorter word has up to five letters or the first letters, which are
// seldom mistyped, differ; else 2. At one distance, words that only lack or add letters come first.
std::string_view Nearest(std::string_view word, std::span<const std::string_view> words);

// Return the hint `did you mean "octaves"?` for a word or the nearest one; empty without one.
Phrase DidYouMean(std::string_view word);
Phrase DidYouMean(std::string_view word, std::span<const std::string_view> words);

Phrase Joined(std::span<const Phrase> phrases, std::string_view separator);

// Make text safe to print: control characters and invalid UTF-8 become \xNN. Quoted adds quotes and
// cuts at kMaxShownWord bytes. Shown, for paths and texts with paths, only cuts at kMaxShownPath.
std::string Quoted(std::string_view word);
std::string Shown(std::string_view path);

}  // namespace cobble
