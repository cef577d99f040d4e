// Reads several files, and collects their errors.
#include "cli/recipes/failures.h"

namespace cobble {

void CheckIsReadOnce(const std::vector<std::string>& paths) {
  if (std::ranges::count(paths, "-") > 1)
    throw Error(ErrorKind::kUsage, "-", "standard input can be read only once");
}

std::optional<Error> ReadEach(const std::vector<std::string>& paths,
                              const std::function<void(const std::string& path)>& read) {
  CheckIsReadOnce(paths);
  Failures failures;
  for (const std::string& path : paths) failures.Collect([&] { read(path); });
  return failures.error();
}

}  // namespace cobble
