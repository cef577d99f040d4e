// Collects, sorts and throws the errors of a recipe.
#include "recipe/reading/faults.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/list_text.h"
#include "core/suggest.h"
#include "core/utf8.h"

namespace cobble {
namespace {

// Whether the origin alone identifies `pointer`. A flag sets one key, but a --set may set a tree.
bool Identifies(const Origin& origin, std::string_view pointer) {
  return origin.is_flag && (origin.pointer.empty() || origin.pointer == pointer);
}

std::string ShownPointer(std::string_view pointer) {
  std::string shown;
  for (std::size_t at = 0; at < pointer.size() && shown.size() <= kMaxShownPath;) {
    const std::size_t end = std::min(pointer.find('/', at + 1), pointer.size());
    shown += '/' + Printable(pointer.substr(at + 1, end - at - 1), kMaxShownWord);
    at = end;
  }
  return Shown(shown);
}

// Returns the key of a formula's value, as the subject of a message such as "must be a number".
std::string SubjectOf(std::string_view pointer) {
  std::string_view key = pointer.substr(pointer.rfind('/') + 1);
  std::string of_list;
  while (!key.empty() && key.find_first_not_of("0123456789") == key.npos) {
    of_list = "an item of ";
    pointer.remove_suffix(key.size() + 1);
    key = pointer.substr(pointer.rfind('/') + 1);
  }
  return of_list + Quoted(key) + ' ';
}

auto Order(const Place& place) {
  return std::tuple(place.source ? place.source->layer : -1, place.line, place.column);
}

void AppendStep(std::string_view key, std::string* pointer) {
  *pointer += '/';
  for (std::size_t at = key.find_first_of("~/"); at != key.npos; at = key.find_first_of("~/")) {
    pointer->append(key.substr(0, at)).append(key[at] == '~' ? "~0" : "~1");
    key.remove_prefix(at + 1);
  }
  *pointer += key;
}

bool Precedes(const Place& place, const Fault& fault) { return Order(place) < Order(fault.place); }

}  // namespace

Origin ToOrigin(const Place& place) {
  if (!place.source) return {};
  std::string text = place.source->name;
  if (place.line > 0) text += ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
  return {.text = std::move(text),
          .is_flag = place.source->is_flag,
          .pointer = place.source->pointer,
          .is_preset = place.source->is_preset,
          .formula = place.formula,
          .formula_offset = place.offset,
          .line = place.line,
          .column = place.column};
}

PointerStep::PointerStep(std::string_view key, std::string* pointer)
    : pointer_(pointer), size_(pointer->size()) {
  AppendStep(key, pointer);
}

std::string ChildPointer(std::string_view pointer, std::string_view key) {
  std::string result;
  result.reserve(pointer.size() + 1 + key.size());
  result += pointer;
  AppendStep(key, &result);
  return result;
}

std::string ChildPointer(std::string_view pointer, std::size_t index) {
  return std::string(pointer) + '/' + std::to_string(index);
}

Issue IssueAt(const Origin& origin, bool at_pointer, std::string_view pointer, Phrase message,
              Phrase hint) {
  Issue issue{.where = origin.text,
              .message = std::move(message),
              .hint = std::move(hint),
              .pointer = std::string(pointer),
              .origin = origin.text,
              .line = origin.line,
              .column = origin.column};
  if (origin.formula) {
    issue.formula = *origin.formula;
    issue.formula_offset = origin.formula_offset;
    if (origin.is_flag) {  // a file's origin has the column
      issue.where += ": column " + std::to_string(origin.formula_offset + 1);
      const std::string text = issue.message.Text();
      const bool is_predicate = text.starts_with("is ") || text.starts_with("must ");
      if (is_predicate)
        issue.message =
            (origin.pointer == pointer ? "the formula " : SubjectOf(pointer)) + issue.message;
      return issue;
    }
  }
  if (pointer.empty() || (at_pointer && Identifies(origin, pointer))) return issue;
  if (!issue.where.empty()) issue.where += ": ";
  issue.where += ShownPointer(pointer);
  return issue;
}

bool Faults::Accepts(const Place& place) {
  if (faults_.size() < kMaxReported || Precedes(place, faults_.back())) return true;
  ++omitted_;
  return false;
}

void Faults::Add(Fault fault) {
  if (!Accepts(fault.place)) return;
  const auto at = std::upper_bound(faults_.begin(), faults_.end(), fault.place, Precedes);
  faults_.insert(at, std::move(fault));
  if (faults_.size() <= kMaxReported) return;
  faults_.pop_back();
  ++omitted_;
}

void Faults::Throw() const {
  const Place first = faults_.empty() ? Place{} : faults_.front().place;
  const bool usage = !first.source || first.is_flag();
  Throw(usage ? ErrorKind::kUsage : ErrorKind::kRecipe);
}

std::vector<Issue> Faults::Issues() const {
  std::vector<Issue> issues;
  for (const Fault& f : faults_) {
    const std::string call = f.place.source ? f.place.source->call : std::string();
    issues.push_back(IssueAt(ToOrigin(f.place), f.at_pointer, f.pointer, f.message + call, f.hint));
    issues.back().wants_list = f.wants_list;
  }
  if (omitted_ > 0)
    issues.push_back({"", CountText(static_cast<int64_t>(omitted_), "more error"), ""});
  return issues;
}

}  // namespace cobble
