// "Did you mean": the known word nearest to a misspelt one.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cobble/error.h"

namespace cobble {

// Returns the word of `words` nearest to `word`, or an empty view if none is near enough. Distance:
// optimal string alignment (letters inserted, deleted, replaced or swapped with a neighbour),
// ignoring case and leading dashes. Maximum: 1 if the shorter word has up to five letters or the
// words begin with different letters, which are seldom mistyped; else 2.
// Of words at the same distance, those that only lack or add letters come first.
std::string_view Nearest(std::string_view word, std::span<const std::string_view> words);

// Return the hint `did you mean "octaves"?` for a word, or for the nearest one; empty if there is
// none.
Phrase DidYouMean(std::string_view word);
Phrase DidYouMean(std::string_view word, std::span<const std::string_view> words);

// Returns the phrases with the separator between each two.
Phrase Joined(std::span<const Phrase> phrases, std::string_view separator);

// Both make text safe to print in a message: control characters and invalid UTF-8 become \xNN.
// Quoted adds quotes and cuts at kMaxShownWord bytes. Shown, for paths and texts that contain one,
// adds no quotes and cuts at kMaxShownPath bytes.
std::string Quoted(std::string_view word);
std::string Shown(std::string_view path);

}  // namespace cobble
