// The border between C and C++: exceptions become a status and a cobble_error.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "cobble/cobble_c.h"
#include "cobble/error.h"

namespace cobble::c {

// Thrown when cobble_progress stops a run.
struct Stopped {};

// Call in a catch block. Returns the status of the current exception, and describes it in *error
// unless `error` is null.
cobble_status ReportException(cobble_error** error) noexcept;

// Runs the body of a function of the interface. Returns COBBLE_OK unless it throws.
template <typename Call>
cobble_status Guard(cobble_error** error, const Call& call) noexcept {
  if (error != nullptr) *error = nullptr;
  try {
    call();
    return COBBLE_OK;
  } catch (...) {
    return ReportException(error);
  }
}

// Returns an issue's hint, for callers that name options differently; empty if there is no issue.
Phrase HintOf(const cobble_error* error, std::size_t index);

// Returns issues that stop nothing, such as warnings.
cobble_error* ListOf(const std::vector<Issue>& issues);

// Throws Error kUsage at an argument: a parameter or one of its fields.
[[noreturn]] void Refuse(std::string_view argument, Phrase message, Phrase hint = {});

// Returns what an argument points to. Throws Error kUsage if it is null.
template <typename T>
T& Needed(T* argument, std::string_view name) {
  if (argument == nullptr) Refuse(name, "must not be null");
  return *argument;
}

// Returns the text of an argument. Throws Error kUsage if it is null or not UTF-8, as messages
// quote parts of it.
const char* TextAt(const char* argument, std::string_view name);

// Returns an argument that is 0 or 1 as a bool. Throws Error kUsage if it is neither.
bool FlagAt(int32_t argument, std::string_view name);

// Returns the place of a result, set to null until the call has it.
template <typename T>
T*& ResultAt(T** place, std::string_view name) {
  T*& result = Needed(place, name);
  result = nullptr;
  return result;
}

// Guards a call with one result, the std::unique_ptr that make() returns.
template <typename T, typename Make>
cobble_status GuardResult(T** place, std::string_view name, cobble_error** error,
                          const Make& make) noexcept {
  return Guard(error, [&] {
    T*& result = ResultAt(place, name);
    result = make().release();
  });
}

}  // namespace cobble::c
