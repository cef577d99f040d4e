// What Windows lacks.
#include "support/skip.h"

namespace cobble::test {
namespace {

std::string_view NameOf(Need need) {
  switch (need) {
    case kShell:
      return "no POSIX shell";
    case kTerminal:
      return "no pseudoterminal whose bytes can be read";
    case kLinks:
      return "no symbolic links without special rights";
    case kRights:
      return "no modes of files";
    case kDevices:
      return "no devices and pipes with names in the file system";
    case kNames:
      return "no names with these characters";
  }
  return {};
}

}  // namespace

bool Has(Need) { return false; }

bool Lacks(Need need) {
  Skip(NameOf(need));
  return true;
}

}  // namespace cobble::test
