// Makes folders for tests.
#pragma once

#include <string>

namespace cobble {

// Makes a folder whose name starts with `stem`, in the system's folder for temporary files, and
// returns its path, with slashes. The name is new, since killed tests leave folders behind.
std::string NewFolder(const std::string& stem);

// The same in another folder. Returns "" if it cannot.
std::string NewFolderIn(const std::string& parent, const std::string& stem);

}  // namespace cobble
