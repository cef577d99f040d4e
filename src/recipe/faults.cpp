// Faults: how they are ordered, placed and thrown.
#include "recipe/faults.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/utf8.h"

namespace cobble {
namespace {

constexpr std::size_t kLongestPointer = 400, kLongestStep = 80;  // in a message

constexpr std::string_view kSet = "--set ";

// The pointer that `--set a.b` names: "/a/b".
std::string PointerOfSet(std::string_view flag) {
  std::string pointer = "/" + std::string(flag.substr(kSet.size()));
  std::replace(pointer.begin(), pointer.end(), '.', '/');
  return pointer;
}

// A flag stands for one key, but the JSON after --set may hold a whole tree.
bool NamesItAlone(const Origin& origin, std::string_view pointer) {
  if (!origin.is_flag) return false;
  return !origin.text.starts_with(kSet) || PointerOfSet(origin.text) == pointer;
}

std::string ShownPointer(std::string_view pointer) {
  std::string shown;
  for (std::size_t at = 0; at < pointer.size() && shown.size() <= kLongestPointer;) {
    const std::size_t end = std::min(pointer.find('/', at + 1), pointer.size());
    shown += '/' + Printable(pointer.substr(at + 1, end - at - 1), kLongestStep);
    at = end;
  }
  return Printable(shown, kLongestPointer);
}

auto Order(const Fault& fault) {
  const int layer = fault.place.source ? fault.place.source->layer : -1;
  return std::tuple(layer, fault.place.line, fault.place.column);
}

}  // namespace

Origin ToOrigin(const Place& place) {
  if (!place.source) return {};
  std::string text = place.source->name;
  if (place.line > 0) text += ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
  return {std::move(text), place.source->is_flag};
}

std::string Below(std::string_view pointer, std::string_view key) {
  std::string result = std::string(pointer) + '/';
  for (const char c : key) {
    if (c == '~') {
      result += "~0";
    } else if (c == '/') {
      result += "~1";
    } else {
      result += c;
    }
  }
  return result;
}

std::string Below(std::string_view pointer, std::size_t index) {
  return std::string(pointer) + '/' + std::to_string(index);
}

std::string Where(const Origin& origin, bool wrote_it, std::string_view pointer) {
  if (wrote_it && NamesItAlone(origin, pointer)) return origin.text;
  if (pointer.empty()) return origin.text;
  const std::string shown = ShownPointer(pointer);
  return origin.text.empty() ? shown : origin.text + ": " + shown;
}

void Faults::Add(Fault fault) {
  if (full()) {
    ++beyond_;
  } else {
    faults_.push_back(std::move(fault));
  }
}

void Faults::Throw() {
  std::stable_sort(faults_.begin(), faults_.end(),
                   [](const Fault& a, const Fault& b) { return Order(a) < Order(b); });
  std::vector<Issue> issues;
  for (Fault& f : faults_) {
    issues.push_back(
        {Where(ToOrigin(f.place), f.wrote_it, f.pointer), std::move(f.message), std::move(f.hint)});
  }
  if (beyond_ > 0) issues.push_back({"", std::to_string(beyond_) + " more faults", ""});
  const Place first = faults_.empty() ? Place{} : faults_.front().place;
  const bool usage = !first.source || first.is_flag();
  throw Error(usage ? ErrorKind::kUsage : ErrorKind::kRecipe, std::move(issues));
}

}  // namespace cobble
