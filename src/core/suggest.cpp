// "Did you mean", by the optimal string alignment distance: the minimum number of letters inserted,
// deleted, replaced or swapped with a neighbour, where no letter is edited twice.
#include "core/suggest.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/utf8.h"

namespace cobble {
namespace {

// Returns the word in lower case without leading dashes: "--Octave" is as near to the flag
// "--octaves" as to the key.
std::string Letters(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
  return LowerCase(word);
}

// Bytes. Longer words get no suggestions, since no key or flag is this long.
constexpr std::size_t kMaxLength = 64;

// A row of the table of distances; only a band around the diagonal is computed.
using Row = std::array<int, kMaxLength + 1>;

// Computes row i from the two before, up to `maximum` cells from the diagonal. Returns its minimum.
int NextRow(std::string_view a, std::string_view b, std::size_t i, std::size_t maximum,
            const Row& two_before, const Row& before, Row* row) {
  const std::size_t first = i > maximum ? i - maximum : 0, last = std::min(i + maximum, b.size());
  const int beyond = static_cast<int>(maximum) + 1;
  int minimum = beyond;
  for (std::size_t j = first; j <= last; ++j) {
    int& cell = (*row)[j] = j == 0 ? static_cast<int>(i) : beyond;
    if (j > first) cell = std::min(cell, (*row)[j - 1] + 1);
    if (j < i + maximum) cell = std::min(cell, before[j] + 1);
    if (j > 0) cell = std::min(cell, before[j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0));
    const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
    if (swapped) cell = std::min(cell, two_before[j - 2] + 1);
    minimum = std::min(minimum, cell);
  }
  return minimum;
}

// Returns the distance, or maximum + 1 if it exceeds `maximum`.
int Distance(std::string_view a, std::string_view b, int maximum) {
  const auto band = static_cast<std::size_t>(maximum);
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > band) return maximum + 1;
  Row two_before{}, before{}, row{};
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    two_before = before;
    before = row;
    if (NextRow(a, b, i, band, two_before, before, &row) > maximum) return maximum + 1;
  }
  return row[b.size()];
}

// Returns the maximum distance of near words. It is less than the longer word's length, or every
// one-letter word would be near "a".
int MaxDistance(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  const std::size_t longer = std::max(a.size(), b.size());
  const bool is_near = shorter <= 5 || a.front() != b.front();
  return std::min(is_near ? 1 : 2, static_cast<int>(longer) - 1);
}

}  // namespace

std::string_view Nearest(std::string_view word, std::span<const std::string_view> words) {
  if (word.size() > kMaxLength) return {};
  const std::string letters = Letters(word);
  std::string_view best;
  int best_rank = 2 * 3;
  for (const std::string_view candidate : words) {
    if (candidate.size() > kMaxLength) continue;
    const std::string candidate_letters = Letters(candidate);
    const int allowed = MaxDistance(letters, candidate_letters);
    const int distance = Distance(letters, candidate_letters, allowed);
    // At one distance, words that only lack or add letters come first: for --sed, --seed.
    const auto length = [](const std::string& text) { return static_cast<int>(text.size()); };
    const bool same_letters = std::abs(length(letters) - length(candidate_letters)) == distance;
    const int rank = 2 * distance - (same_letters ? 1 : 0);
    if (distance > allowed || rank >= best_rank) continue;
    best = candidate;
    best_rank = rank;
  }
  return best;
}

Phrase DidYouMean(std::string_view word) {
  return word.empty() ? Phrase() : "did you mean " + Phrase::Suggestion(word) + "?";
}

Phrase DidYouMean(std::string_view word, std::span<const std::string_view> words) {
  return DidYouMean(Nearest(word, words));
}

Phrase Joined(std::span<const Phrase> phrases, std::string_view separator) {
  Phrase joined;
  for (const Phrase& phrase : phrases) joined += (joined.empty() ? "" : separator) + phrase;
  return joined;
}

std::string Quoted(std::string_view word) { return '"' + Printable(word, kMaxShownWord) + '"'; }

std::string Shown(std::string_view path) { return Printable(path, kMaxShownPath); }

}  // namespace cobble
