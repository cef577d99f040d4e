// The rows of the running test case, found by its name.
#include "support/messages.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "platform/environment.h"
#include "support/harness.h"
#include "support/skip.h"
#include "test_paths.h"

namespace cobble::test {
namespace {

struct Row {
  int line;
  std::string given, expected;
};

// Returns the file of the running test case's messages, relative to tests.
std::string MessageFile() {
  const std::string path = doctest::getContextOptions()->currentTest->m_file.c_str();
  const std::size_t start = path.rfind("tests/"), end = path.rfind("_test.cpp");
  REQUIRE_MESSAGE((start != std::string::npos && end != std::string::npos), path);
  return path.substr(start, end - start) + ".txt";
}

std::vector<Row> RowsOf(const std::string& file, const std::string& test_case) {
  std::vector<Row> rows;
  std::string each = "@";
  bool is_inside = false;
  int number = 0;
  for (const std::string& line : SplitLines(ReadAll(COBBLE_SOURCE_DIR "/" + file))) {
    ++number;
    if (line.starts_with("= ")) {
      is_inside = line.substr(2) == test_case;
    } else if (!is_inside || line.empty() || line.starts_with("#")) {
      continue;
    } else if (line.starts_with("each: ")) {
      each = line.substr(6);
      REQUIRE_MESSAGE(each.find('@') != std::string::npos, file << ':' << number);
    } else if (!line.starts_with("  ")) {
      const std::size_t given = std::min(line.find(" => "), line.size());
      rows.push_back({.line = number, .given = each, .expected = {}});
      rows.back().given.replace(each.find('@'), 1, line, 0, given).append(line, given);
    } else {
      REQUIRE_MESSAGE(!rows.empty(), file << ':' << number);
      std::string& expected = rows.back().expected;
      expected += (expected.empty() ? "" : "\n") + line.substr(2);
    }
  }
  return rows;
}

std::string Comparable(std::string message) {
  if (SystemShell() != ShellKind::kPosix)
    std::erase_if(message, [](char c) { return c == '"' || c == '\''; });
  return message;
}

void CheckRows(const std::function<std::string(const std::string& given)>& answer) {
  const std::string file = MessageFile();
  const auto rows = RowsOf(file, doctest::getContextOptions()->currentTest->m_name);
  REQUIRE_MESSAGE(!rows.empty(), file << " has no rows of this test case");
  for (const Row& row : rows) {
    if (row.given.find("/dev/") != std::string::npos && !Has(kDevices)) continue;
    INFO(file, ":", row.line, ": ", row.given);
    CHECK(Comparable(answer(row.given)) == Comparable(row.expected));
  }
}

// Returns cobble's standard error without the "cobble: " of each line. Below an error in a formula,
// the formula and the caret are indented instead.
std::string MessageOf(const std::string& err) {
  std::string message;
  for (const std::string& line : SplitLines(err)) {
    const bool is_quoted = line.starts_with("  ");
    CHECK((line.starts_with("cobble: ") || (is_quoted && !message.empty())));
    message += (message.empty() ? "" : "\n") +
               line.substr(is_quoted ? 0 : std::min<std::size_t>(8, line.size()));
  }
  CHECK((err.empty() || err.ends_with('\n')));
  return message;
}

Strings Split(std::string_view text, std::string_view mark) {
  Strings parts;
  for (std::size_t at; (at = text.find(mark)) != text.npos; text.remove_prefix(at + mark.size()))
    parts.emplace_back(text.substr(0, at));
  parts.emplace_back(text);
  return parts;
}

// In: expected, "WHERE ... PART ... PART".
bool Fits(const Issue& issue, const std::string& expected) {
  const Strings parts = Split(expected, " ... ");
  const std::string text = issue.Text();
  return issue.where == Decoded(parts.front()) &&
         std::all_of(parts.begin() + 1, parts.end(), [&](const std::string& part) {
           return text.find(Decoded(part)) != text.npos;
         });
}

}  // namespace

std::string Decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    const std::string digits(text.substr(i + 1, 2));
    if (!digits.empty()) decoded += static_cast<char>(std::strtol(digits.c_str(), nullptr, 16));
    i += 2;
  }
  return decoded;
}

void CheckMessages(const std::function<std::string(const std::string& given)>& answer) {
  CheckRows([&](const std::string& given) {
    std::string message = answer(Decoded(given));
    if (message.ends_with('\n')) message.pop_back();
    return message;
  });
}

void CheckAnswers(const std::function<std::string(const std::string& given)>& answer) {
  CheckRows([&](const std::string& row) -> std::string {
    const Strings parts = Split(row, " => ");
    std::string text = answer(Decoded(parts.front())), expected;
    if (text.ends_with('\n')) text.pop_back();
    for (std::size_t k = 1; k < parts.size(); ++k)
      expected += (k > 1 ? "\n" : "") + Decoded(parts[k]);
    return text == expected ? "" : "got: " + text;
  });
}

void CheckIssues(const std::function<std::vector<Issue>(const std::string& given)>& answer) {
  CheckRows([&](const std::string& row) -> std::string {
    const Strings parts = Split(row, " => ");
    const std::vector<Issue> issues = answer(Decoded(parts.front()));
    bool fits = issues.size() + 1 == parts.size();
    for (std::size_t k = 0; fits && k < issues.size(); ++k) fits = Fits(issues[k], parts[k + 1]);
    if (fits) return "";
    std::string texts = issues.empty() ? "nothing is wrong" : "";
    for (const Issue& issue : issues) texts += issue.Text() + "\n";
    return texts;
  });
}

void CheckCommands(const std::function<void()>& after) {
  CheckRows([&](const std::string& given) {
    const std::size_t from = given.find(" < ");
    std::vector<std::string> words;
    for (const std::string& word : SplitWords(given.substr(0, from)))
      words.push_back(Decoded(word));
    const std::string status = words.front();
    words.erase(words.begin());
    const std::string input = from == std::string::npos ? "" : Decoded(given.substr(from + 3));
    const Outcome outcome = RunCobble(words, input);
    CHECK(std::to_string(outcome.status) == status);
    CHECK(outcome.out == "");
    if (after) after();
    return MessageOf(outcome.err);
  });
}

}  // namespace cobble::test
