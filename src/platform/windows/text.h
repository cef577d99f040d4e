// UTF-16, the names that Windows allows, and its error numbers. Only for src/platform and tests.
#pragma once

#include <string>
#include <string_view>

namespace cobble {

// Returns false if the text is not UTF-8.
bool ToUtf16(std::string_view text, std::wstring* wide);
// Bytes that are not UTF-8 become U+FFFD.
std::wstring LossyUtf16(std::string_view text);
// A lone surrogate becomes U+FFFD.
std::string ToUtf8(std::wstring_view text);

// Returns the errno or PathError for a number of GetLastError; EIO for 0.
int ErrnoOf(unsigned long error);
// The same for the last error of this thread; EIO if there is none.
int LastErrno();
// The same after a call with a path of NativePath: ENOTDIR if a folder in it is a file, which
// Windows reports as a missing folder.
int LastErrnoAt(std::wstring native);

// Whether the path names a device or a pipe, not a file: "nul" in any case, or "\\.\pipe\a".
bool IsNullDevice(std::string_view path);
bool IsDevice(std::string_view path);

// Returns 0, or why no file can have the name.
int CheckName(std::string_view name);

// Calls `get(buffer, size)`, which returns the length that it needs, until the buffer is large
// enough. Returns "" if it fails.
template <typename Get>
std::wstring Filled(const Get& get) {
  for (std::wstring text(260, L'\0');;) {
    const std::size_t length = get(text.data(), static_cast<unsigned long>(text.size()));
    const bool fits = length < text.size();
    text.resize(fits ? length : length + 1);
    if (fits) return text;
  }
}

// Returns the path from the root that GetFullPathNameW gives; "" if it fails.
std::wstring FullPath(const std::wstring& path);

// Makes a path for system calls: from the root, and marked as verbatim (\\?\), so that its length
// is not limited and no name has a special meaning. A path that is marked already and names no
// drive stays. Returns 0, EILSEQ, ENOENT if the path is empty, EINVAL if it has a 0, or what
// CheckName returns for the first bad name.
int NativePath(std::string_view path, std::wstring* native);
// Returns the reverse, with slashes.
std::string PathOfNative(std::wstring_view native);

}  // namespace cobble
