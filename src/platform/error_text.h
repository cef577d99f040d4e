// The texts of errors that functions of platform/ return.
#pragma once

#include <string>

namespace cobble {

// What errno has no values for. All come from Windows alone.
enum PathError : int {
  kReservedName = 10001,  // con.png
  kBadNameEnd,            // a dot or a space at the end of a name
  kBadNameCharacter,      // one that no name may have
  kOpenElsewhere,         // another program has the file open, and shares it with nobody
  kReadOnly,              // the file has the attribute of that name
};

// Errors of Windows that errno has no value for either: this, plus their number.
inline constexpr int kWindowsErrors = 1 << 17, kMaxWindowsError = (1 << 16) - 1;

// Returns the text of an errno or a PathError, in the same words on every system.
std::string ErrorText(int error);

}  // namespace cobble
