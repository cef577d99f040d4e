// An option of a call with its value, for messages.
#pragma once

#include <string>
#include <utility>

#include "cobble/error.h"

namespace cobble {

struct OptionValue {
  std::string option{};  // "path"; empty: the value is not an option's, but a file, for example
  std::string value{};   // "a.png"; empty: the option as a whole

  Error Fault(ErrorKind kind, Phrase message, Phrase hint = {}) const {
    if (option.empty()) return {kind, value, std::move(message), std::move(hint)};
    if (value.empty()) return Error::At(kind, option, std::move(message), std::move(hint));
    return Error::AtValue(kind, option, value, std::move(message), std::move(hint));
  }
  Issue Warning(Phrase message, Phrase hint = {}) const {
    return Fault(ErrorKind::kUsage, std::move(message), std::move(hint)).issues().front();
  }
};

}  // namespace cobble
