// Searches the tables of `cobble list`, so that it finds whatever has a row there.
#include "cli/text/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "cli/text/print.h"
#include "cli/text/tables.h"
#include "core/json/print.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/fields/fields.h"
#include "recipe/hints/trade_words.h"

namespace cobble {
namespace {

// Shorter words have no plural: "gas".
constexpr std::size_t kMinPlural = 5;
// Shorter words must match as a whole.
constexpr std::size_t kMinBeginning = 4;

enum class Match { kWhole, kBeginning };  // kBeginning: "gauss" matches "gaussian", too

// The rows of "recipe" are among those of "fields", and "simd" describes the machine.
bool IsSearched(const Table& table) { return table.name != "recipe" && table.name != "simd"; }

// Returns the word without the s of a plural.
std::string Singular(const std::string& word) {
  const bool is_plural = word.size() >= kMinPlural && word.ends_with('s');
  return is_plural ? word.substr(0, word.size() - 1) : word;
}

// Returns the words of a text in lower case and singular.
std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : LowerCase(text)) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (is_letter) words.back() += c;
    if (!is_letter && !words.back().empty()) words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  std::ranges::transform(words, words.begin(), &Singular);
  return words;
}

bool HasAll(std::string_view text, const std::vector<std::string>& wanted, Match match) {
  const std::vector<std::string> words = WordsOf(text);
  const auto has = [&](const std::string& each) {
    if (match == Match::kWhole || each.size() < kMinBeginning)
      return std::ranges::count(words, each) > 0;
    return std::ranges::any_of(words, [&](const std::string& word) {
      // A word without its last letter is misspelt.
      return word == each || (word.starts_with(each) && word.size() > each.size() + 1);
    });
  };
  return std::ranges::all_of(wanted, has);
}

std::string NameOf(const JsonTree& row) { return row.begin()->get<std::string>(); }

std::string SummaryOf(const JsonTree& row) {
  for (const char* const key : {"summary", "description", "help", "expands_to"})
    if (row.contains(key) && row[key].is_string()) return row[key].get<std::string>();
  return {};
}

// Returns a cell's texts, separated by blanks.
std::string AllText(const JsonTree& cell) {
  if (cell.is_string()) return cell.get<std::string>() + ' ';
  std::string text;
  if (cell.is_structured())
    for (const JsonTree& item : cell) text += AllText(item);
  return text;
}

JsonTree FoundRow(std::string_view table, std::string_view name, std::string_view summary) {
  return {{"table", table}, {"name", name}, {"summary", summary}};
}

template <typename Predicate>
JsonTree RowsWhere(const Predicate& predicate) {
  JsonTree found = JsonTree::array();
  for (const Table& table : Tables()) {
    if (!IsSearched(table)) continue;
    for (const JsonTree& row : table.rows())
      if (predicate(table, row)) found.push_back(FoundRow(table.name, NameOf(row), SummaryOf(row)));
  }
  return found;
}

// Adds the choices of keys whose meanings have all the words, each with its key.
void AddChoices(const std::vector<std::string>& wanted, Match match, JsonTree* found) {
  for (const Field& field : Fields())
    for (const auto& [word, text] : field.details) {
      if (!HasAll(text, wanted, match)) continue;
      JsonTree row = FoundRow("fields", PathOf(field), fmt::format("{}: {}", word, text));
      if (std::ranges::count(*found, row) == 0) found->push_back(std::move(row));
    }
}

JsonTree RowsThatHave(const std::vector<std::string>& wanted, Match match) {
  JsonTree found = RowsWhere([&](const Table&, const JsonTree& row) {
    return HasAll(NameOf(row) + ' ' + SummaryOf(row), wanted, match);
  });
  AddChoices(wanted, match, &found);
  if (!found.empty()) return found;
  return RowsWhere([&](const Table& table, const JsonTree& row) {
    const JsonTree details = row.contains("arguments")  // of a node
                                 ? row.value("details", JsonTree())
                                 : JsonTree();
    return HasAll(AllText(Shown(row, table.columns)) + AllText(details), wanted, match);
  });
}

void PrintText(const JsonTree& rows, std::ostream& out) {
  std::vector<LabelledText> lines;
  for (const Table& table : Tables()) {
    std::size_t count = 0;
    for (const JsonTree& row : rows) {
      if (row["table"] != table.name) continue;
      if (count == 0) lines.emplace_back(table.name, "");
      if (++count <= kMaxFoundRows)
        lines.emplace_back("  " + row["name"].get<std::string>(),
                           row["summary"].get<std::string>());
    }
    if (count > kMaxFoundRows)
      lines.emplace_back(
          "", fmt::format("and {} more: cobble list {}", count - kMaxFoundRows, table.name));
  }
  PrintLabelled(lines, out);
}

}  // namespace

void TextFlags::Add(CommandLine* line, const std::string& as_json, const std::string& as_markdown) {
  line->BeginGroup("Output");
  line->AddSwitch({"--json", as_json}, &json);
  line->AddSwitch({"--markdown", as_markdown, {.excludes = {{"--json"}}}}, &markdown);
  line->AddSwitch(QuietFlag(), &quiet);
}

JsonTree Search(std::string_view query) {
  const std::vector<std::string> wanted = WordsOf(query);
  const auto is_letter = [](const std::string& word) { return word.size() < 2; };
  if (wanted.empty() || std::ranges::any_of(wanted, is_letter)) return JsonTree::array();
  JsonTree found = RowsThatHave(wanted, Match::kWhole);
  if (found.empty()) found = RowsThatHave(wanted, Match::kBeginning);
  const std::string topic(TopicOf(query)), map(MaterialMapOfWord(query));
  JsonTree all = RowsWhere([&](const Table&, const JsonTree& row) { return NameOf(row) == topic; });
  if (!map.empty())
    all.push_back(
        FoundRow("fields", "maps." + map, "a map of the material, for lit pictures and engines"));
  for (const JsonTree& row : found)
    if (row["name"] != topic) all.push_back(row);
  return all;
}

void PrintFound(const JsonTree& rows, std::string_view word, std::string_view kind,
                const TextFlags& flags, Streams& streams) {
  if (flags.json) {
    streams.out << PrintJson(rows) << '\n';
  } else if (flags.markdown) {
    PrintMarkdown(rows, streams.out);
  } else {
    PrintText(rows, streams.out);
  }
  if (flags.quiet) return;
  Flush(streams.out);
  streams.err << fmt::format("cobble: {} is not a {}; these mention it\n", Quoted(word), kind);
}

}  // namespace cobble
