// What the path of an output leads to.
#ifndef COBBLE_OUTPUT_SINK_PATH_H_
#define COBBLE_OUTPUT_SINK_PATH_H_

#include <sys/types.h>

#include <string>

namespace cobble {

struct Location {
  std::string target{};  // the path with its links followed; it may not exist
  bool exists = false;
  bool direct = false;  // no regular file: written as it goes
  mode_t mode = 0;      // of what exists
  uid_t user = 0;
  gid_t group = 0;
  int own_descriptor = -1;  // of this process, where the path names one
  int error = 0;            // errno, where it cannot be told
};

// Follows links by hand, since the last one may lead to a file that is yet to be made. "-" is
// standard output.
Location Locate(std::string path);

// With its last slash; "" where the path has none.
std::string FolderOf(const std::string& path);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_SINK_PATH_H_
