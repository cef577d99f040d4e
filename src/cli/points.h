// Points for `cobble sample`: lines of x,y or x,y,z, read a block at a time.
#ifndef COBBLE_CLI_POINTS_H_
#define COBBLE_CLI_POINTS_H_

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/error.h"

namespace cobble {

struct PointBlock {
  std::vector<double> x, y, z;
  std::vector<int64_t> lines;  // where each was written, from 1
};

// Reads CSV: numbers between commas, blanks around them allowed; lines end in LF or CRLF; empty
// ones are skipped. A first line of names is a header, whose names may be any but x, y and z in
// another place than the first, second and third.
class PointReader {
 public:
  // `name` stands for the text in messages; `slice` is the z of points that have none.
  PointReader(std::istream& in, std::string name, double slice)
      : in_(in), name_(std::move(name)), slice_(slice) {}

  // Replaces the block's points by the next ones, at most `most`. Returns false where none is left.
  // Throws Error kRecipe naming the line that is at fault, kIo where reading fails.
  bool Read(std::size_t maximum, PointBlock* block);

  // The fault `message` at a line: "points.csv:17: ...".
  Error FaultAt(int64_t line, std::string message) const;

 private:
  bool NextLine(std::string* line);
  void Parse(std::string_view line, PointBlock* block) const;
  bool IsHeader(const std::vector<std::string_view>& cells) const;

  std::istream& in_;
  std::string name_;
  double slice_;
  int64_t line_ = 0;
  bool has_begun_ = false;  // past the first line that is not empty
};

}  // namespace cobble

#endif  // COBBLE_CLI_POINTS_H_
