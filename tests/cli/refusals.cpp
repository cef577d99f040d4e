// Reads the part of a row after =>, and compares messages with it.
#include "cli/refusals.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "platform/environment.h"
#include "support/harness.h"
#include "support/messages.h"

namespace cobble::test {
namespace {

constexpr std::string_view kArrow = " => ", kDots = " ... ", kProgram = "cobble: ";

Strings Split(std::string_view text, std::string_view mark) {
  Strings parts;
  for (std::size_t at; (at = text.find(mark)) != text.npos; text.remove_prefix(at + mark.size()))
    parts.emplace_back(text.substr(0, at));
  parts.emplace_back(text);
  return parts;
}

// Hints quote words in the way that the system's shell needs.
std::string WithoutQuotes(std::string text) {
  if (SystemShell() != ShellKind::kPosix)
    std::erase_if(text, [](char c) { return c == '"' || c == '\''; });
  return text;
}

bool Fits(const std::string& line, const std::string& expected) {
  // The place may be empty: "... PART".
  Strings parts = Split(expected.starts_with("... ") ? ' ' + expected : expected, kDots);
  const std::string place = parts.front();
  parts.erase(parts.begin());
  if (!place.empty() && !line.starts_with(WithoutQuotes(place) + ": ")) return false;
  std::size_t at = place.size();
  return std::ranges::all_of(parts, [&](const std::string& part) {
    at = line.find(WithoutQuotes(part), at);
    return at != line.npos;
  });
}

// Returns the message unless it fits the row, otherwise nothing.
std::string Unexpected(const std::string& message, const Strings& expected) {
  std::size_t count = 0;
  for (std::string line : SplitLines(message)) {
    if (line.starts_with("  ")) continue;
    if (line.starts_with(kProgram)) line.erase(0, kProgram.size());
    ++count;
    if (count >= expected.size() || !Fits(WithoutQuotes(line), expected[count])) return message;
  }
  return count + 1 == expected.size() ? "" : "lines are missing: " + message;
}

std::string RunRow(const std::string& row) {
  const Strings parts = Split(row, kArrow);
  const Strings given = Split(parts.front(), " < ");
  Strings words = SplitWords(given.front());
  const std::string status = words.front();
  words.erase(words.begin());
  const Outcome outcome = RunCobble(words, given.size() > 1 ? given[1] : "");
  CHECK(std::to_string(outcome.status) == status);
  CHECK(outcome.out == "");
  return Unexpected(outcome.err, parts);
}

}  // namespace

void CheckRefusals(const std::function<void()>& after) {
  CheckMessages([&](const std::string& row) {
    const std::string wrong = RunRow(row);
    if (after) after();
    return wrong;
  });
}

void CheckPlaces(const std::function<std::string(const std::string& given)>& answer) {
  CheckMessages([&](const std::string& row) {
    const Strings parts = Split(row, kArrow);
    return Unexpected(answer(parts.front()), parts);
  });
}

void CheckRefusal(const std::string& row) {
  INFO(row);
  CHECK(RunRow(row) == "");
}

void CheckMessage(const std::string& message, const std::string& expected) {
  INFO(expected);
  CHECK(Unexpected(message, Split(std::string(kArrow) + expected, kArrow)) == "");
}

void CheckFault(const Outcome& outcome, int status, const std::string& expected) {
  CHECK(outcome.status == status);
  CheckMessage(outcome.err, expected);
}

std::string Said(const std::string& flags) {
  const Outcome outcome = RunLine("render " + flags);
  CHECK(outcome.status == 0);
  return outcome.err;
}

}  // namespace cobble::test
