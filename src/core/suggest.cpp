// "Did you mean", by the optimal string alignment distance: the least number of letters dropped,
// added, mistaken or swapped with their neighbour, none edited twice.
#include "core/suggest.h"

#include <algorithm>
#include <vector>

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

// Row i of the table from row i - 1 and i - 2.
void NextRow(std::string_view a, std::string_view b, std::size_t i,
             const std::vector<int>& two_before, const std::vector<int>& before,
             std::vector<int>* row) {
  (*row)[0] = static_cast<int>(i);
  for (std::size_t j = 1; j <= b.size(); ++j) {
    const int mistaken = before[j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0);
    (*row)[j] = std::min({before[j] + 1, (*row)[j - 1] + 1, mistaken});
    const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
    if (swapped) (*row)[j] = std::min((*row)[j], two_before[j - 2] + 1);
  }
}

int Distance(std::string_view a, std::string_view b) {
  std::vector<int> two_before(b.size() + 1), before(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    two_before.swap(before);
    before.swap(row);
    NextRow(a, b, i, two_before, before, &row);
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
  constexpr std::size_t kLongest = 64;  // no word of ours is near to that
  if (word.size() > kLongest) return {};
  const std::string mine = Letters(word);
  std::string_view best;
  int best_distance = 3;
  for (const std::string_view candidate : words) {
    const std::string theirs = Letters(candidate);
    const int distance = Distance(mine, theirs);
    if (distance > Allowed(mine, theirs) || distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

std::string DidYouMean(std::string_view word, std::span<const std::string_view> words) {
  const std::string_view nearest = Nearest(word, words);
  return nearest.empty() ? std::string() : "did you mean \"" + std::string(nearest) + "\"?";
}

std::string Quoted(std::string_view word) { return '"' + Printable(word, 80) + '"'; }

}  // namespace cobble
