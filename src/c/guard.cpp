// The C interface: errors.
#include "c/guard.h"

#include <algorithm>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "c/structs.h"
#include "core/interrupt.h"
#include "core/utf8.h"

// NOLINTNEXTLINE(readability-identifier-naming)
struct cobble_error {
  struct Texts {
    cobble::Issue issue;
    std::string message, hint, suggestion;
  };
  cobble_status status = COBBLE_BUG;
  std::vector<Texts> issues;
  std::string text;
};

namespace cobble::c {
namespace {

// Stands for an error that there was no memory for. It has no contents and is never freed.
alignas(cobble_error) std::byte no_memory[1];
constexpr const char* kNoMemory = "not enough memory";

cobble_error* NoMemory() { return reinterpret_cast<cobble_error*>(no_memory); }

// Locates an issue in a formula outside JSON text as if the formula were the text.
void LocateInFormula(Issue* issue) {
  if (issue->line > 0 || issue->formula.empty()) return;
  std::string_view before = issue->formula;
  before = before.substr(0, std::min(issue->formula_offset, before.size()));
  issue->line = 1 + static_cast<int>(std::ranges::count(before, '\n'));
  issue->column = static_cast<int>(before.size() - (before.rfind('\n') + 1)) + 1;
}

cobble_error ErrorOf(cobble_status status, const std::vector<Issue>& issues) {
  cobble_error error{.status = status, .issues = {}, .text = {}};
  for (const Issue& issue : issues) {
    auto& texts = error.issues.emplace_back(cobble_error::Texts{
        issue, issue.message.Text(), issue.hint.Text(), issue.hint.suggestion()});
    LocateInFormula(&texts.issue);
    error.text += (error.text.empty() ? "" : "\n") + issue.Text();
  }
  return error;
}

cobble_error ErrorOf(cobble_status status, const std::string& message) {
  return ErrorOf(status, {Issue{.where = {}, .message = message}});
}

// Describes the current exception. May throw if memory runs out.
cobble_error Describe() {
  try {
    throw;
  } catch (const Error& error) {
    return ErrorOf(static_cast<cobble_status>(error.kind()), error.issues());
  } catch (const Interrupted&) {
    return ErrorOf(COBBLE_STOPPED, "interrupted");
  } catch (const Stopped&) {
    return ErrorOf(COBBLE_STOPPED, "stopped by the function `progress`");
  } catch (const std::bad_alloc&) {
    return ErrorOf(COBBLE_LIMIT, kNoMemory);
  } catch (const std::length_error&) {  // a container larger than all memory
    return ErrorOf(COBBLE_LIMIT, kNoMemory);
  } catch (const std::exception& unknown) {
    return ErrorOf(COBBLE_BUG, std::string("internal error: ") + unknown.what());
  } catch (...) {
    return ErrorOf(COBBLE_BUG, "internal error");
  }
}

}  // namespace

cobble_status ReportException(cobble_error** error) noexcept {
  cobble_status status = COBBLE_LIMIT;
  try {
    cobble_error described = Describe();
    status = described.status;
    if (error != nullptr) *error = new cobble_error(std::move(described));
  } catch (...) {
    if (error != nullptr) *error = NoMemory();
    return COBBLE_LIMIT;
  }
  return status;
}

Phrase HintOf(const cobble_error* error, std::size_t index) {
  const bool has_issue = error != NoMemory() && index < cobble_error_count(error);
  return has_issue ? error->issues[index].issue.hint : Phrase();
}

cobble_error* ListOf(const std::vector<Issue>& issues) {
  return new cobble_error(ErrorOf(COBBLE_OK, issues));
}

void Refuse(std::string_view argument, Phrase message, Phrase hint) {
  throw Error::At(ErrorKind::kUsage, argument, std::move(message), std::move(hint));
}

const char* TextAt(const char* argument, std::string_view name) {
  if (!IsUtf8(&Needed(argument, name))) Refuse(name, "is not valid UTF-8");
  return argument;
}

bool FlagAt(int32_t argument, std::string_view name) {
  if (argument != 0 && argument != 1)
    Refuse(name, "must be 0 or 1, got " + std::to_string(argument));
  return argument == 1;
}

}  // namespace cobble::c

using cobble::c::kNoMemory;
using cobble::c::NoMemory;

void cobble_error_free(cobble_error* error) {
  if (error != NoMemory()) delete error;
}

cobble_status cobble_error_status(const cobble_error* error) {
  if (error == NoMemory()) return COBBLE_LIMIT;
  return error == nullptr ? COBBLE_OK : error->status;
}

size_t cobble_error_count(const cobble_error* error) {
  if (error == NoMemory()) return 1;
  return error == nullptr ? 0 : error->issues.size();
}

int32_t cobble_error_issue(const cobble_error* error, size_t index, cobble_issue* issue) {
  if (issue == nullptr || index >= cobble_error_count(error)) return 0;
  cobble_issue result{.struct_size = sizeof(cobble_issue),
                      .where = "",
                      .message = kNoMemory,
                      .hint = "",
                      .option = "",
                      .pointer = "",
                      .formula = "",
                      .offset = 0,
                      .line = 0,
                      .column = 0,
                      .suggestion = ""};
  if (error != NoMemory()) {
    const auto& [found, message, hint, suggestion] = error->issues[index];
    result.where = found.where.c_str();
    result.message = message.c_str();
    result.hint = hint.c_str();
    result.option = found.option.c_str();
    result.pointer = found.pointer.c_str();
    result.formula = found.formula.c_str();
    result.suggestion = suggestion.c_str();
    result.offset = found.formula_offset;
    result.line = found.line;
    result.column = found.column;
  }
  return cobble::c::PutStruct(result, issue) ? 1 : 0;
}

const char* cobble_error_text(const cobble_error* error) {
  if (error == NoMemory()) return kNoMemory;
  return error == nullptr ? "" : error->text.c_str();
}
