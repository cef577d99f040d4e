// The hidden names and last words, which handlers of signals read. They change only under a
// SignalShield, and the list of names only under a mutex, which handlers do not need.
#include "platform/signals.h"

#include <mutex>
#include <utility>

#include "platform/file.h"

namespace cobble {
namespace {

HiddenName* first_name = nullptr;
const std::string* last_words = nullptr;
std::mutex names_mutex;  // threads that write different files add and remove names

}  // namespace

void RemoveHiddenNames() {
  for (const HiddenName* name = first_name; name != nullptr; name = name->next_)
    file::TryToRemove(name->path_);
}

void CleanUpForSignal() {
  RemoveHiddenNames();
  if (last_words != nullptr) file::WriteToStandardError(*last_words);
}

HiddenName::HiddenName(std::string path) : path_(std::move(path)) {
  const std::lock_guard lock(names_mutex);
  next_ = first_name;
  first_name = this;
}

HiddenName::~HiddenName() {
  const std::lock_guard lock(names_mutex);
  HiddenName** link = &first_name;
  while (*link != this) link = &(*link)->next_;
  *link = next_;
}

LastWords::LastWords(std::string text) : text_(std::move(text)) {
  const SignalShield shield;
  last_words = &text_;
}

LastWords::~LastWords() {
  const SignalShield shield;
  last_words = nullptr;
}

}  // namespace cobble
