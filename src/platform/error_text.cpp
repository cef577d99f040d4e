// Implements ErrorText. C libraries differ in the texts, and some lack them.
#include "platform/error_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>

namespace cobble {
namespace {

struct TextOfError {
  int error;
  const char* text;
};

// The values of errno that files, folders and pipes can cause.
constexpr TextOfError kErrorTexts[] = {
    {EACCES, "Permission denied"},
    {EAGAIN, "Resource temporarily unavailable"},
    {EBADF, "Bad file descriptor"},
    {EBUSY, "Device or resource busy"},
    {EEXIST, "File exists"},
    {EFBIG, "File too large"},
    {EILSEQ, "Invalid or incomplete multibyte or wide character"},
    {EINTR, "Interrupted system call"},
    {EINVAL, "Invalid argument"},
    {EIO, "Input/output error"},
    {EISDIR, "Is a directory"},
    {ELOOP, "Too many levels of symbolic links"},
    {EMFILE, "Too many open files"},
    {ENAMETOOLONG, "File name too long"},
    {ENFILE, "Too many open files in system"},
    {ENODEV, "No such device"},
    {ENOENT, "No such file or directory"},
    {ENOMEM, "Cannot allocate memory"},
    {ENOSPC, "No space left on device"},
    {ENOSYS, "Function not implemented"},
    {ENOTDIR, "Not a directory"},
    {ENOTEMPTY, "Directory not empty"},
    {ENOTSUP, "Operation not supported"},
    {ENXIO, "No such device or address"},
    {EOVERFLOW, "Value too large for defined data type"},
    {EPERM, "Operation not permitted"},
    {EPIPE, "Broken pipe"},
    {EROFS, "Read-only file system"},
    {ESPIPE, "Illegal seek"},
    {ETXTBSY, "Text file busy"},
    {EXDEV, "Invalid cross-device link"},
    {kReservedName, "Windows reserves the name for a device"},
    {kBadNameEnd, "names on Windows cannot end in a dot or space"},
    {kBadNameCharacter, "names on Windows cannot contain < > : \" | ? * or control characters"},
    {kOpenElsewhere, "another program has the file open"},
    {kReadOnly, "the file is read-only"},
};

}  // namespace

std::string ErrorText(int error) {
  if (error > kWindowsErrors && error <= kWindowsErrors + kMaxWindowsError)
    return fmt::format("Input/output error (Windows error {})", error - kWindowsErrors);
  const auto* const found = std::ranges::find(kErrorTexts, error, &TextOfError::error);
  return found != std::end(kErrorTexts) ? found->text : std::generic_category().message(error);
}

}  // namespace cobble
