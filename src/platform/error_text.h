// The errors that functions of platform/ return, and their texts.
#pragma once

#include <string>

namespace cobble {

// Errors that errno has no values for. Only Windows has them.
enum PathError : int {
  kReservedName = 10001,  // con.png
  kBadNameEnd,            // a dot or a space at the end of a name
  kBadNameCharacter,      // one that no name may contain
  kOpenElsewhere,         // another program has the file open and does not share it
  kReadOnly,              // the file has the attribute read-only
};

// Other errors of Windows are this plus their number.
inline constexpr int kWindowsErrors = 1 << 17, kMaxWindowsError = (1 << 16) - 1;

// Returns the text of an errno or a PathError, in the same words on every system.
std::string ErrorText(int error);

}  // namespace cobble
