// Reads the points of `cobble sample`, lines of x,y or x,y,z, in blocks.
#pragma once

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
  std::vector<int64_t> lines;  // line numbers, starting at 1
};

// Reads CSV: numbers separated by commas and optional whitespace. Lines end in LF or CRLF; empty
// lines are skipped. If the first line consists of names, it is a header. The names may be any
// words, but x, y and z must be in columns 1, 2 and 3. The text is UTF-8, or UTF-16 with its mark.
class PointReader {
 public:
  // `name` is the file's name in messages; `slice` is the z of points without one.
  PointReader(std::istream& in, std::string name, double slice)
      : in_(in), name_(std::move(name)), slice_(slice) {}

  // Replaces the block's points with the next ones, at most `maximum`. Returns false at EOF. Throws
  // Error kRecipe with the number of an invalid line, kIo if reading fails.
  bool Read(std::size_t maximum, PointBlock* block);

  // Returns an error located at a line: "points.csv:17: ...".
  Error ErrorAt(int64_t line, std::string message) const;

 private:
  bool NextLine(std::string* line);
  // Reads the mark of UTF-16, if there is one.
  void ReadMark();
  // Sets the bytes of the next line, without its end, and returns false at EOF.
  bool ReadBytes(std::string* line);
  bool ReadUtf16(std::string* line);
  Error TooLong() const;
  void Parse(std::string_view line, PointBlock* block) const;
  bool IsHeader(const std::vector<std::string_view>& cells) const;

  std::istream& in_;
  std::string name_;
  double slice_;
  std::string mark_;  // of UTF-16
  int64_t line_ = 0;
  bool has_read_line_ = false;  // whether a line that is not empty has been read
};

}  // namespace cobble
