// Phrase, Issue and Error; also the errors of Size and of memory that runs out.
#include "cobble/error.h"

#include <algorithm>
#include <new>
#include <ostream>
#include <stdexcept>

#include "core/memory_error.h"
#include "core/size.h"
#include "core/suggest.h"

namespace cobble {
namespace {

bool IsPlain(const Phrase::Part& part) { return !part.is_option && !part.is_suggestion; }

}  // namespace

Phrase::Phrase(std::string text) {
  if (!text.empty()) parts_.push_back({std::move(text)});
}

Phrase Phrase::Option(std::string_view name, std::string_view value) {
  Phrase phrase;
  phrase.parts_.push_back(
      {.text = std::string(name), .value = std::string(value), .is_option = true});
  return phrase;
}

Phrase Phrase::Suggestion(std::string_view text) {
  Phrase phrase;
  phrase.parts_.push_back({.text = std::string(text), .is_suggestion = true});
  return phrase;
}

std::string Phrase::Text() const {
  std::string text;
  for (const Part& part : parts_) {
    const std::string named = part.text + (part.value.empty() ? "" : "=" + part.value);
    if (part.is_option)
      text += '`' + named + '`';
    else
      text += part.is_suggestion ? Quoted(part.text) : part.text;
  }
  return text;
}

std::string Phrase::suggestion() const {
  const auto found = std::ranges::find_if(parts_, &Part::is_suggestion);
  return found == parts_.end() ? "" : found->text;
}

Phrase& Phrase::operator+=(const Phrase& other) {
  if (&other == this) return *this += Phrase(other);
  for (const Part& part : other.parts_) {
    if (IsPlain(part) && !parts_.empty() && IsPlain(parts_.back())) {
      parts_.back().text += part.text;
    } else {
      parts_.push_back(part);
    }
  }
  return *this;
}

std::ostream& operator<<(std::ostream& out, const Phrase& phrase) { return out << phrase.Text(); }

std::string Issue::Text() const {
  std::string text;
  for (const std::string& place : {variation, where})
    if (!place.empty()) text += place + ": ";
  text += message.Text();
  if (!hint.empty()) text += "; " + hint.Text();
  return text;
}

Error::Error(ErrorKind kind, std::vector<Issue> issues) : kind_(kind), issues_(std::move(issues)) {
  for (const Issue& issue : issues_) {
    if (!what_.empty()) what_ += '\n';
    what_ += issue.Text();
  }
}

Error::Error(ErrorKind kind, std::string where, Phrase message, Phrase hint)
    : Error(kind, {Issue{std::move(where), std::move(message), std::move(hint)}}) {}

Error Error::At(ErrorKind kind, std::string_view option, Phrase message, Phrase hint) {
  return {kind,
          {Issue{.where = std::string(option),
                 .message = std::move(message),
                 .hint = std::move(hint),
                 .option = std::string(option)}}};
}

Error Error::AtValue(ErrorKind kind, std::string_view option, std::string_view value,
                     Phrase message, Phrase hint) {
  return {kind,
          {Issue{.where = std::string(option) + '=' + std::string(value),
                 .message = std::move(message),
                 .hint = std::move(hint),
                 .option = std::string(option),
                 .value = std::string(value)}}};
}

void Size::Fail() { throw Error(ErrorKind::kLimit, "", "a size is too large for this machine"); }

void RethrowMemoryError(std::string_view what) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  throw Error(ErrorKind::kLimit, "", "not enough memory for " + std::string(what));
}

}  // namespace cobble
