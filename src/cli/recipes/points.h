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
// ones are skipped. A first line of names is a header: any words, but x, y and z only in columns 1,
// 2 and 3. The text is UTF-8, or UTF-16 with its mark.
class PointReader {
 public:
  // In: name, of the file in messages; slice, the z of points without one.
  PointReader(std::istream& in, std::string name, double slice)
      : in_(in), name_(std::move(name)), slice_(slice) {}

  // Replaces the block's points with the next ones, at most `maximum`. Returns false at EOF. Throws
  // Error kRecipe with the number of an invalid line, kIo if reading fails.
  bool Read(std::size_t maximum, PointBlock* block);

  // Returns an error located at a line: "points.csv:17: ...".
  Error ErrorAt(int64_t line, std::string message) const;

 private:
  bool NextLine(std::string* line);
  // Reads the mark of UTF-16, if any.
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
  bool has_read_line_ = false;  // whether a non-empty line has been read
};

}  // namespace cobble
