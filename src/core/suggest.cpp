// "Did you mean", by the optimal string alignment distance: the least number of letters dropped,
// added, mistaken or swapped with their neighbour, none edited twice.
#include "core/suggest.h"

#include <algorithm>
#include <array>

#include "core/utf8.h"

namespace cobble {
namespace {

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Flags and keys compare by their letters: "--Octave" is as near to "--octaves" as to its key.
std::string Letters(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
  std::string letters(word);
  std::transform(letters.begin(), letters.end(), letters.begin(), Lower);
  return letters;
}

// Words longer than this have no near ones: none of ours is so long.
constexpr std::size_t kLongest = 64;

// A row of the table of distances, of which only those next to the diagonal are worked out.
using Row = std::array<int, kLongest + 1>;

// Row i from row i - 1 and i - 2, as far as `most` from the diagonal. Returns its least.
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

// The distance, or more than `most` where it is that.
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

// How far apart two words may be. One letter of the longer must stand, or anything of one letter
// would be near to "a".
int Allowed(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  const std::size_t longer = std::max(a.size(), b.size());
  return std::min(shorter <= 5 ? 1 : 2, static_cast<int>(longer) - 1);
}

}  // namespace

std::string_view Nearest(std::string_view word, std::span<const std::string_view> words) {
  if (word.size() > kLongest) return {};
  const std::string mine = Letters(word);
  std::string_view best;
  int best_distance = 3;
  for (const std::string_view candidate : words) {
    if (candidate.size() > kLongest) continue;
    const std::string theirs = Letters(candidate);
    const int allowed = Allowed(mine, theirs), distance = Distance(mine, theirs, allowed);
    if (distance > allowed || distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

std::string DidYouMean(std::string_view word, std::span<const std::string_view> words) {
  const std::string_view nearest = Nearest(word, words);
  return nearest.empty() ? std::string() : "did you mean " + Quoted(nearest) + "?";
}

std::string Quoted(std::string_view word) { return '"' + Printable(word, kLongestWord) + '"'; }

std::string Shown(std::string_view path) { return Printable(path, kLongestPlace); }

}  // namespace cobble
