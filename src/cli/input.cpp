// Reads recipes and the notes of pictures.
#include "cli/input.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <istream>
#include <system_error>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "output/formats.h"

namespace cobble {
namespace {

// Enough for any recipe with all its defaults written out, and for what stands before it in a
// picture. Recipes themselves have a smaller limit of their own.
constexpr std::size_t kMostBytes = std::size_t{1} << 24;

[[noreturn]] void FailToRead(const std::string& name, int error, std::string hint = {}) {
  throw Error(ErrorKind::kIo, name.empty() ? "\"\"" : name,
              "cannot read: " + std::generic_category().message(error), std::move(hint));
}

// A preset's name is easily taken for a file's.
std::string PresetHint(const std::string& path, int error) {
  if (error != ENOENT) return {};
  for (const Preset& preset : Presets())
    if (preset.name == path) return "did you mean --preset " + path + "?";
  return {};
}

std::string ReadStream(std::istream& in) {
  std::string text;
  char block[1 << 16];
  while (text.size() < kMostBytes && (in.read(block, sizeof block), in.gcount() > 0))
    text.append(block, static_cast<std::size_t>(in.gcount()));
  if (in.bad()) FailToRead("-", errno != 0 ? errno : EIO);
  return text;
}

// An open file, closed at the end of its scope.
struct File {
  int fd;
  ~File() { ::close(fd); }
};

std::string ReadFile(const std::string& path) {
  const File file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.fd < 0) {
    const int error = errno;
    FailToRead(path, error, PresetHint(path, error));
  }
  std::string text;
  char block[1 << 16];
  while (text.size() < kMostBytes) {
    const ssize_t n = ::read(file.fd, block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) FailToRead(path, errno);
    if (n == 0) break;
    text.append(block, static_cast<std::size_t>(n));
  }
  return text;
}

}  // namespace

Input ReadInput(const std::string& path, std::istream& in) {
  Input input{.name = path, .paths = {path}, .text = {}, .notes = {}};
  const Format* const format = path == "-" ? nullptr : FormatOfPath(path);
  if (format && format->has_sidecar) {
    input.paths = PathsOf(*format, path);
    input.name = input.paths.back();
  }
  input.text = path == "-" ? ReadStream(in) : ReadFile(input.name);
  input.notes = ReadPictureNotes(input.text, input.name);
  if (!input.notes && format)
    throw Error(ErrorKind::kRecipe, input.name, "carries no recipe",
                "cobble's PNG, EXR and raw files do");
  if (input.notes) input.text = input.notes->recipe;
  return input;
}

}  // namespace cobble
