// cobble sample: evaluates the noise's value and slope, or maps of the recipe, at points.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <istream>
#include <limits>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/line/command.h"
#include "cli/recipes/options.h"
#include "cli/terminal/style.h"
#include "cobble/render.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/list_text.h"
#include "core/maps.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "jobs/ground.h"
#include "jobs/path_check.h"
#include "jobs/recipe_warnings.h"
#include "platform/error_text.h"
#include "platform/file.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/fields/world.h"
#include "render/render_bands.h"
#include "render/sphere.h"

namespace cobble {
namespace {

// --- Points: lines of x,y or x,y,z ---

constexpr std::size_t kLongestLine = 1000;  // bytes; three numbers need far fewer
constexpr std::array<std::string_view, 3> kNames{"x", "y", "z"};

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kWhitespace = " \t";
  const std::size_t first = text.find_first_not_of(kWhitespace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhitespace) - first + 1);
}

std::vector<std::string_view> Cells(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t comma = 0; comma != std::string_view::npos;) {
    comma = line.find(',');
    cells.push_back(Trim(line.substr(0, comma)));
    if (comma != std::string_view::npos) line.remove_prefix(comma + 1);
  }
  return cells;
}

// Returns a column's name in lower case, without quotes; empty if the cell is not a name. "nan" and
// "inf" are not: some programs write them as numbers.
std::string ColumnName(std::string_view cell) {
  if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
    cell = Trim(cell.substr(1, cell.size() - 2));
  const std::string name = LowerCase(cell);
  if (name.empty() || name == "nan" || name == "inf" || name == "infinity") return {};
  return (name[0] >= 'a' && name[0] <= 'z') || name[0] == '_' ? name : "";
}

struct PointBlock {
  std::vector<double> x, y, z;
  std::vector<int64_t> lines;  // line numbers, starting at 1
};

// Reads CSV: numbers separated by commas and optional whitespace. Lines end in LF or CRLF; empty
// ones are skipped. A first line of names is a header: any words, but x, y and z only in columns 1,
// 2 and 3. The text is UTF-8, or UTF-16 with its mark.
class PointReader {
 public:
  // In: name, of the file in messages; domain, whose slice is the z of points without one, or of a
  // sphere, whose points are directions.
  PointReader(std::istream& in, std::string name, const Domain& domain)
      : in_(in), name_(std::move(name)), slice_(domain.slice), is_sphere_(domain.IsSphere()) {}

  // Returns an error located at a line: "points.csv:17: ...".
  Error ErrorAt(int64_t line, std::string message) const {
    return Error(ErrorKind::kRecipe, Shown(name_) + ":" + std::to_string(line), std::move(message));
  }

  // Replaces the block's points with the next ones, at most `maximum`. Returns false at EOF. Throws
  // Error kRecipe with the number of an invalid line, kIo if reading fails.
  bool Read(std::size_t maximum, PointBlock* block) {
    *block = {};
    std::string line;
    while (block->x.size() < maximum && NextLine(&line)) {
      const std::string_view content = Trim(line);
      if (content.empty()) continue;
      const bool is_first = !has_read_line_;
      has_read_line_ = true;
      if (!is_first || !IsHeader(Cells(content))) Parse(content, block);
    }
    return !block->x.empty();
  }

 private:
  bool NextLine(std::string* line) {
    if (line_ == 0) ReadMark();
    const bool has_line = mark_.empty() ? ReadBytes(line) : ReadUtf16(line);
    if (in_.bad())
      throw Error(ErrorKind::kIo, Shown(name_), "cannot read: " + ErrorText(StreamError(in_)));
    if (!has_line) return false;
    if (line_ == 1 && line->starts_with("\xEF\xBB\xBF")) line->erase(0, 3);
    if (line->ends_with('\r')) line->pop_back();
    return true;
  }

  // Reads the mark of UTF-16, if any. No text in UTF-8 starts with these bytes.
  void ReadMark() {
    const int first = in_.peek();
    if (first != 0xFF && first != 0xFE) return;
    std::array<char, 2> mark{};
    in_.read(mark.data(), mark.size());
    mark_.assign(mark.data(), static_cast<std::size_t>(in_.gcount()));
    if (!in_.bad() && !HasUtf16Mark(mark_)) throw ErrorAt(1, "is neither UTF-8 nor UTF-16");
  }

  // Sets the bytes of the next line, without its end, and returns false at EOF.
  bool ReadBytes(std::string* line) {
    std::array<char, kLongestLine + 1> buffer;
    in_.getline(buffer.data(), buffer.size());
    auto length = static_cast<std::size_t>(in_.gcount());
    if (in_.bad() || (length == 0 && in_.eof())) return false;
    ++line_;
    if (in_.fail()) throw TooLong();
    if (!in_.eof()) --length;  // gcount includes the newline
    line->assign(buffer.data(), length);
    return true;
  }

  bool ReadUtf16(std::string* line) {
    const std::string_view end =
        mark_[0] == '\xFE' ? std::string_view("\0\n", 2) : std::string_view("\n\0", 2);
    const std::size_t maximum = mark_.size() + 2 * kLongestLine;
    std::string bytes = mark_;
    std::array<char, 2> unit{};
    bool is_complete = false;
    while (!is_complete && in_.read(unit.data(), unit.size())) {
      is_complete = std::string_view(unit.data(), unit.size()) == end;
      if (!is_complete) bytes.append(unit.data(), unit.size());
      if (bytes.size() > maximum) break;
    }
    if (!in_) bytes.append(unit.data(), static_cast<std::size_t>(in_.gcount()));
    if (in_.bad() || (!is_complete && bytes == mark_)) return false;
    ++line_;
    if (bytes.size() > maximum) throw TooLong();
    auto text = DecodedText(std::move(bytes));
    if (!text) throw ErrorAt(line_, "is not valid UTF-16");
    *line = *std::move(text);
    return true;
  }

  Error TooLong() const {
    return ErrorAt(line_, "the line is longer than " + std::to_string(kLongestLine - 1) + " bytes");
  }

  bool IsHeader(const std::vector<std::string_view>& cells) const {
    if (cells.size() < 2 || cells.size() > kNames.size()) return false;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string name = ColumnName(cells[i]);
      if (name.empty()) return false;
      const auto known = std::find(kNames.begin(), kNames.end(), name);
      if (known != kNames.end() && *known != kNames[i])
        throw ErrorAt(line_, "the columns must be x,y or x,y,z, in that order");
    }
    return true;
  }

  void Parse(std::string_view line, PointBlock* block) const {
    const auto cells = Cells(line);
    if (is_sphere_ && cells.size() != kNames.size())
      throw ErrorAt(line_,
                    "the line must be x,y,z, a direction of the sphere, got " + Quoted(line));
    if (cells.size() < 2 || cells.size() > kNames.size())
      throw ErrorAt(line_, "the line must be x,y or x,y,z, got " + Quoted(line));
    std::array<double, 3> point{0, 0, slice_};
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto number = ParseNumber(cells[i]);
      if (!number)
        throw ErrorAt(line_, std::string(kNames[i]) + " must be a number, got " + Quoted(cells[i]));
      point[i] = *number;
    }
    if (is_sphere_) {
      const auto on_sphere = PointInDirection(point);
      if (!on_sphere) throw ErrorAt(line_, "0,0,0 is not a direction");
      point = *on_sphere;
    }
    block->x.push_back(point[0]);
    block->y.push_back(point[1]);
    block->z.push_back(point[2]);
    block->lines.push_back(line_);
  }

  std::istream& in_;
  std::string name_;
  double slice_;
  bool is_sphere_;
  std::string mark_;  // of UTF-16
  int64_t line_ = 0;
  bool has_read_line_ = false;  // whether a non-empty line has been read
};

// --- Values ---

constexpr std::size_t kBlock = 4096;  // points per block

// What is printed of each point: the value and its slope, or maps.
struct Group {
  std::string name;  // "value", "dx", "color", "@rock"
  int channels = 1;
};

// The channels of all groups, for a block.
using Results = std::vector<std::vector<float>>;

class Sampler {
 public:
  // In: maps, of the recipe; none for the value and its slope.
  Sampler(const Recipe& recipe, const std::vector<PictureMap>& maps, const std::string& simd)
      : has_slopes_(maps.empty()) {
    CompileOptions options{.simd = simd, .positions = CompileOptions::kPoints};
    options.slopes = has_slopes_;
    const std::string value(Name(Map::kValue));
    if (has_slopes_) {
      value_ = 0;
      groups_ = {{value}, {"dx"}, {"dy"}, {"dz"}};
      world_ = ValueScaleOf(recipe, FittedRange(recipe, simd));
    }
    std::size_t channels = 0;
    for (const PictureMap& map : maps) {
      if (map.built_in) {
        value_ = channels;
        groups_.push_back({value});
      } else {
        options.maps.push_back(map.name);
        groups_.push_back({map.name, map.channels});
      }
      channels += static_cast<std::size_t>(groups_.back().channels);
    }
    options.value = value_.has_value();
    if (world_) groups_.push_back({"elevation"});
    program_.emplace(Program::Compile(recipe, options));
  }

  const std::vector<Group>& groups() const { return groups_; }

  // Throws Error at an invalid point.
  Results Evaluate(const PointBlock& block, const PointReader& reader) const {
    Results results;
    for (const Group& group : groups_)
      for (int c = 0; c < group.channels; ++c) results.emplace_back(block.x.size());
    try {
      EvaluatePart(block, 0, block.x.size(), &results);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kRecipe) throw;
      for (std::size_t k = 0; k < block.x.size(); ++k) {  // find the invalid point
        try {
          EvaluatePart(block, k, 1, &results);
        } catch (const Error& one) {
          throw reader.ErrorAt(block.lines[k], one.issues().front().message.Text());
        }
      }
      throw;
    }
    if (world_)
      std::ranges::transform(results[*value_], results.back().begin(), [&](float value) {
        return static_cast<float>(world_->InMetres(double{value}));
      });
    return results;
  }

 private:
  void EvaluatePart(const PointBlock& block, std::size_t first, std::size_t n,
                    Results* results) const {
    const auto part = [&](auto& values) { return std::span(values).subspan(first, n); };
    std::vector<std::span<float>> spans;
    for (std::vector<float>& values : *results) spans.push_back(part(values));
    PointResults to;
    if (value_) {
      to.value = spans[*value_];
      spans.erase(spans.begin() + static_cast<std::ptrdiff_t>(*value_));
    }
    if (has_slopes_) {
      to.dx = spans[0];
      to.dy = spans[1];
      to.dz = spans[2];
    } else {
      to.maps = spans;
    }
    SamplePoints(*program_, part(block.x), part(block.y), part(block.z), to);
  }

  std::vector<Group> groups_;
  bool has_slopes_;
  std::optional<std::size_t> value_;  // the channel of the value, if it is printed
  std::optional<ValueScale> world_;   // if set, the last group is the elevation
  std::optional<Program> program_;
};

// Returns a slope as maps store it: clamped to finite values, 0 for NaN. Slopes of extreme recipes
// overflow float32; values do not.
float Finite(float number) {
  constexpr float kMax = std::numeric_limits<float>::max();
  return std::isnan(number) ? 0 : std::clamp(number, -kMax, kMax);
}

// Returns "x,y,z,color.r,color.g,color.b".
std::string Header(std::span<const Group> groups) {
  std::string text = "x,y,z";
  for (const auto& [name, channels] : groups)
    for (int c = 0; c < channels; ++c)
      text += ',' + name + (channels > 1 ? std::string(".") + "rgb"[c] : "");
  return text + '\n';
}

void PrintRows(const PointBlock& block, const Results& results, std::ostream& out) {
  std::string text;
  for (std::size_t k = 0; k < block.x.size(); ++k) {
    text += Shortest(block.x[k]);
    for (const auto* column : {&block.y, &block.z}) text += ',' + Shortest((*column)[k]);
    for (const std::vector<float>& channel : results) text += ',' + Shortest(Finite(channel[k]));
    text += '\n';
  }
  out << text;
}

// Returns the number that the shortest text of a float means.
double AsWritten(float number) { return ParseNumber(Shortest(number)).value_or(number); }

// Prints an object per point: {"x": 0, ..., "color": [0, 0.5, 1]}.
void PrintObjects(std::span<const Group> groups, const PointBlock& block, const Results& results,
                  std::ostream& out) {
  for (std::size_t k = 0; k < block.x.size(); ++k) {
    JsonTree json{{"x", block.x[k]}, {"y", block.y[k]}, {"z", block.z[k]}};
    auto channel = results.begin();
    for (const auto& [name, channels] : groups) {
      JsonTree values = JsonTree::array();
      for (int c = 0; c < channels; ++c) values.push_back(AsWritten(Finite((*channel++)[k])));
      json[name] = channels > 1 ? values : values.front();
    }
    out << PrintJsonLine(json) << '\n';
  }
}

void SampleAll(const Sampler& sampler, bool json, PointReader reader, std::ostream& out) {
  PointBlock block;
  bool more = reader.Read(kBlock, &block);  // before the header: reading may fail
  if (!json) out << Header(sampler.groups());
  for (; more; more = reader.Read(kBlock, &block)) {
    const Results results = sampler.Evaluate(block, reader);
    if (json) {
      PrintObjects(sampler.groups(), block, results, out);
    } else {
      PrintRows(block, results, out);
    }
    Flush(out);
  }
}

// --- The command ---

struct SampleFlags {
  RecipeOptions recipe;
  std::vector<std::string> maps;
  bool json = false, quiet = false;
  std::string points, simd = "auto";

  void AddTo(CommandLine* line) {
    line->BeginGroup("Run");
    line->AddText(
        {{"--points", "FILE"},
         "read points from a CSV file with columns x,y[,z] in recipe units; use - for standard "
         "input",
         {.is_main = true, .kind = ValueKind::kFile}},
        &points);
    line->Add({{"--map", "NAME[,NAME...]"},
               "print these instead of the value and its slope: maps of the recipe, @NODE, "
               "@/POINTER or value; colours are linear",
               {.brief = "print maps of the recipe, or @NODE, instead of the value",
                .is_main = true,
                .repeats = true}},
              [this](const std::string& text) {
                for (std::string& name : SplitNames(text)) maps.push_back(std::move(name));
              });
    line->AddSwitch({"--json",
                     "print a JSON object for each point, one a line, instead of CSV",
                     {.brief = "print a JSON object for each point", .is_main = true}},
                    &json);
    line->AddText(SimdFlag(), &simd);
    line->AddSwitch(QuietFlag(), &quiet);
    recipe.AddTo(line);
  }
};

// Returns what to print instead of a map that points do not have; empty if they have it.
Phrase PixelsOnlyHint(const Recipe& recipe, const PictureMap& map) {
  if (map.control || recipe.packs.contains(SplitMapName(map.name).map))
    return "name the maps that the pack consists of";
  if (const std::vector<Map>& reads = map.Source().reads; !reads.empty())
    return "it reads " + std::string(Name(reads.front())) +
           ", which depends on neighbouring pixels: use cobble render";
  const bool is_value = map.built_in == Map::kValue;
  if (map.Source().built_in == Map::kElevation)
    return "without --map, the elevation is printed after the value and its slope";
  if (map.Source().built_in && !is_value)
    return "without --map, the value and its slope are printed";
  return map.invert ? "name the map, and compute 1 - its samples" : "";
}

std::vector<PictureMap> MapsNamed(const Recipe& recipe, const std::vector<std::string>& names) {
  std::vector<PictureMap> maps;
  for (const std::string& name : names) {
    const auto [map, message, why] = LookUpMap(recipe, name);
    if (!message.empty()) Refuse("--map", message, why);
    if (!map) {
      std::vector<std::string> known{std::string(cobble::Name(Map::kValue))};
      for (const auto& [each, node] : recipe.maps) known.push_back(each);
      for (const auto& [each, node] : recipe.nodes) known.push_back('@' + each);
      const std::vector<std::string_view> views(known.begin(), known.end());
      Phrase hint =
          name.starts_with("@/") ? NodeMapHint(recipe, name) : DidYouMean(NearestMap(name, views));
      if (hint.empty()) hint = "one of " + ListText(views, " or ");
      Refuse("--map", "unknown map " + Quoted(name), hint);
    }
    if (const Phrase hint = PixelsOnlyHint(recipe, *map); !hint.empty())
      Refuse("--map", Quoted(name) + " is a map of pixels, not of points", hint);
    if (name == "x" || name == "y" || name == "z")
      Refuse("--map", Quoted(name) + " is also the name of a coordinate, which is printed too",
             "rename the map");
    if (std::ranges::count(maps, *map) > 0) Refuse("--map", "names " + Quoted(name) + " twice");
    maps.push_back(*map);
  }
  return maps;
}

void CheckInputs(const Args& recipes, const std::string& points) {
  if (points.empty())
    Refuse("--points", "is required", "specify a CSV file, or - for standard input");
  PathCheck check;
  for (const std::string& recipe : recipes) check.AddInput("the recipe " + Shown(recipe), recipe);
  check.AddInput("--points " + Shown(points), points);
}

void Sample(const Args& paths, const SampleFlags& flags, Streams& streams) {
  CheckInputs(paths, flags.points);
  const LoadedRecipe loaded = flags.recipe.Load(paths, streams.in);
  const Sampler sampler(loaded.recipe, MapsNamed(loaded.recipe, flags.maps), flags.simd);
  if (!flags.quiet) PrintWarnings(WarningsOf(loaded.recipe, flags.maps), streams.err);

  InputFile file;
  RefuseStandardOutput(flags.points);
  if (const int error = flags.points == "-" ? 0 : file.Open(flags.points))
    throw Error(ErrorKind::kIo, Shown(flags.points), "cannot read: " + ErrorText(error));
  HandleBuffer buffer(file.handle());
  std::istream from_file(&buffer);
  std::istream& in = flags.points == "-" ? streams.in : from_file;
  SampleAll(sampler, flags.json, PointReader(in, flags.points, loaded.recipe.domain), streams.out);
}

}  // namespace

void DeclareSample(CommandLine* line) {
  line->Describe(
      {.usage = "[RECIPE | PICTURE | -] --points FILE [flags]",
       .summary = "Print the noise's value and slope, or maps of the recipe, at points, "
                  "as CSV or lines of JSON. The recipe is built from a preset (if any), "
                  "then RECIPE (a file, a picture or store of cobble, or - for standard "
                  "input), then flags; each overrides the ones before it. Points are in "
                  "recipe units: the middle of the picture is 0,0, x points right and y "
                  "down, and the picture is 1 unit wide unless domain.extent says "
                  "otherwise. Of a sphere, they are directions x,y,z of any length: x points "
                  "east, y south and z to the middle of the picture; they are printed where "
                  "they meet the sphere, and slopes are along it. With a world, the last column "
                  "is the elevation in metres."});
  line->OnRun(&Sample);
}

}  // namespace cobble
