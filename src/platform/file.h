// Files: what is at a path, reading, writing, renaming and removing.
//
// Paths are UTF-8 (on POSIX: any bytes). Functions that return int return 0, an errno (<cerrno>) or
// a PathError (error_text.h), and retry what a signal interrupted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace cobble {

// An open file: a file descriptor (on Windows, one of the C runtime).
using Handle = int;
inline constexpr Handle kNoHandle = -1;
inline constexpr Handle kStandardInput = 0, kStandardOutput = 1, kStandardError = 2;

// Identifies a file while it exists, whatever its names are. All 0: unknown.
struct FileIdentity {
  uint64_t volume = 0, number = 0;

  bool operator==(const FileIdentity&) const = default;
};

enum class FileKind {
  kRegular,
  kFolder,
  kCharacterDevice,  // a terminal or /dev/null: all users share one identity
  kOther,            // a pipe, a socket, another device
};

struct FileStatus {
  FileKind kind = FileKind::kOther;
  FileIdentity identity{};
  uint64_t size = 0;
  int64_t seconds = 0, nanoseconds = 0;  // of the last modification, since 1970

  bool operator==(const FileStatus&) const = default;
};

namespace file {

// Follow symbolic links.
int StatusOf(const std::string& path, FileStatus* status);
int StatusOf(Handle handle, FileStatus* status);
bool Exists(const std::string& path);
bool IsFolder(const std::string& path);
// Whether an error of StatusOf means that nothing is at the path.
bool IsAbsent(int error);
// Do not follow a symbolic link at the end of the path. NamesAnything is also true if unsure.
bool IsLink(const std::string& path);
bool NamesAnything(const std::string& path);

// Check the rights of this process, without opening anything.
int CheckReadable(const std::string& path);
int CheckWritable(const std::string& path);
int CheckMayAddFiles(const std::string& folder);

// Opens what exists. Never returns a standard handle, even if that is closed, since messages are
// written to it.
enum Access { kRead, kWrite };
int Open(const std::string& path, Access access, Handle* handle);
// Makes another handle of the same open file, which shares its position.
int Duplicate(Handle from, Handle* handle);
int Close(Handle handle);

// Read and write at `*offset` or, if that is null, at the file's position. Wait while a
// non-blocking pipe is empty or full. Write writes all bytes. The others read or write at least one
// byte, unless the file ends: then, ReadSome sets `*count` to 0.
int Write(Handle handle, const void* data, std::size_t size, const uint64_t* offset);
int WriteSome(Handle handle, const void* data, std::size_t size, const uint64_t* offset,
              std::size_t* count);
int ReadSome(Handle handle, void* data, std::size_t size, const uint64_t* offset,
             std::size_t* count);
// Reads all `size` bytes; EIO at the end of the file.
int Read(Handle handle, void* data, std::size_t size, uint64_t offset);
// Waits until the file is on its disk.
int Sync(Handle handle);

// Do what they can; errors are ignored. Safe in signal handlers.
void WriteToStandardError(std::string_view text);
void TryToRemove(const std::string& path);

// Opens standard handles that are closed, so that no file gets one of them. Using them still fails.
void OpenStandardHandles();

int Rename(const std::string& from, const std::string& to);       // replaces a file
int RenameToNew(const std::string& from, const std::string& to);  // EEXIST if `to` exists
int Remove(const std::string& path);

// Makes a folder and those above it, unless they exist.
int MakeFolders(const std::string& folder);
// Calls `visit` with the name of each entry of a folder ("": the current one), until it returns
// false. Skips "." and "..".
int VisitFolder(const std::string& folder, const std::function<bool(const std::string&)>& visit);

}  // namespace file

// A file, a pipe or a device that is read; closed on destruction.
class InputFile {
 public:
  InputFile() = default;
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  int Open(const std::string& path);
  Handle handle() const { return handle_; }

 private:
  Handle handle_ = kNoHandle;
};

}  // namespace cobble
