// Implements SharedWarnings.
#include "jobs/shared_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/list_text.h"
#include "core/suggest.h"
#include "recipe/reading/faults.h"

namespace cobble {
namespace {

// Returns the place and what is wrong there, without numbers and what the message adds.
std::string KindOf(const Issue& issue) {
  constexpr std::string_view kOfNumbers = "0123456789.";
  std::string message = issue.message.Text();
  message.resize(std::min(message.size(), message.find_first_of(":;")));
  std::erase_if(message, [&](char c) { return kOfNumbers.find(c) != kOfNumbers.npos; });
  return issue.where + '\n' + message;
}

}  // namespace

void SharedWarnings::Add(std::size_t index, const SeriesItem& item, std::vector<Issue> warnings) {
  ++recipes_;
  std::map<std::string, int> counts;  // of this recipe's, which are not equal to each other
  for (Issue& issue : warnings) {
    std::string kind = KindOf(issue);
    kind += fmt::format("\n{}", counts[kind]++);
    const auto [at, is_new] = index_of_.emplace(std::move(kind), found_.size());
    if (is_new) {
      const bool names_it = SettingAt(item, issue) != nullptr;
      std::string variation = names_it ? "" : Shown(item.variation);
      found_.push_back({{std::move(issue), index}, std::move(variation)});
    }
    ++found_[at->second].recipes;
  }
}

std::vector<SharedWarnings::Each> SharedWarnings::All() const {
  std::vector<Each> all;
  for (const auto& [first, variation, recipes] : found_) {
    if (all.size() == kMaxReported) break;
    Issue& issue = all.emplace_back(first).issue;
    if (recipes >= recipes_ || variation.empty()) continue;
    issue.variation = variation;
    if (recipes > 1) issue.variation += fmt::format(" and {} more", recipes - 1);
  }
  if (const std::size_t more = found_.size() - all.size(); more > 0)
    all.push_back({{"", CountText(static_cast<int64_t>(more), "more warning"), ""}});
  return all;
}

std::vector<Issue> SharedWarnings::Issues() const {
  std::vector<Issue> issues;
  for (Each& each : All()) issues.push_back(std::move(each.issue));
  return issues;
}

}  // namespace cobble
