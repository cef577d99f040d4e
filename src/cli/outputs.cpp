// Decides which pictures are made, in which format.
#include "cli/outputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/flag_values.h"
#include "cli/paths.h"
#include "cobble/error.h"
#include "core/suggest.h"
#include "jobs/admission.h"

namespace cobble {
namespace {

constexpr int kMaxBits = 64;  // that a component can have in any format to come

// "MAP[,MAP...]=": its length, or 0 where the text names no maps. What precedes the first "=" is
// a list of maps unless it looks like a path.
std::size_t MapsLength(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || text.find_first_of("/.") < equals) return 0;
  return equals + 1;
}

std::vector<Map> ReadMaps(const std::string& flag, std::string_view text) {
  std::vector<Map> maps;
  std::string wrong;
  if (ParseMaps(text, &maps, &wrong)) return maps;
  Map known{};
  if (FromName<Map>(wrong, &known))
    throw Error(ErrorKind::kUsage, flag, "names " + Quoted(wrong) + " twice");
  std::string hint = DidYouMean(wrong, Names<Map>());
  if (hint.empty()) hint = "a file whose name holds = is written ./" + Shown(text) + "=...";
  throw Error(ErrorKind::kUsage, flag, "no map is called " + Quoted(wrong), hint);
}

// ".png, .r8": the suffixes of all formats.
std::vector<std::string_view> Suffixes() {
  std::vector<std::string_view> suffixes;
  for (const Format& format : Formats())
    suffixes.insert(suffixes.end(), format.suffixes.begin(), format.suffixes.end());
  return suffixes;
}

std::vector<std::string_view> FormatNames() {
  std::vector<std::string_view> names;
  for (const Format& format : Formats()) names.push_back(format.name);
  return names;
}

std::vector<std::string_view> CompressingFormats() {
  std::vector<std::string_view> names;
  for (const Format& format : Formats())
    if (format.compresses) names.push_back(format.name);
  return names;
}

[[noreturn]] void RefuseSuffix(const std::string& flag, const std::string& path) {
  const std::size_t dot = path.find_last_of("./");
  const bool has_suffix = dot != std::string::npos && path[dot] == '.';
  const std::string suffix = has_suffix ? path.substr(dot) : "";
  if (FormatOfPath("a" + suffix)) throw Error(ErrorKind::kUsage, flag, "has a suffix and no name");
  const auto known = Suffixes();
  std::string hint = has_suffix ? DidYouMean(suffix, known) : "";
  if (hint.empty())
    hint = fmt::format("known are {}; --format names one for any other", fmt::join(known, ", "));
  throw Error(ErrorKind::kUsage, flag,
              has_suffix ? "no format has the suffix " + Quoted(suffix)
                         : "has no suffix that says its format",
              hint);
}

}  // namespace

void OutputOptions::AddTo(CommandLine* line) {
  const std::string group = "Output";
  line->Add({.names = "-o,--output",
             .value = "[MAP[,MAP...]=]FILE",
             .help = fmt::format("a picture to make; MAP is {} (height if not said), - is standard "
                                 "output",
                                 fmt::join(Names<Map>(), ", ")),
             .group = group,
             .repeats = true},
            [this](const std::string& text) { AddRequest(text); });
  line->Add({.names = "--bits",
             .value = "[MAP=]N",
             .help = "bits a component, of all pictures or of those of one map",
             .group = group,
             .repeats = true},
            [this](const std::string& text) { AddBits(text); });
  line->Add(
      {.names = "--format",
       .value = "NAME",
       .help = fmt::format("of files without a known suffix: {}", fmt::join(FormatNames(), ", ")),
       .group = group},
      [this](const std::string& text) {
        format_ = &Formats()[ChoiceValue("--format", text, FormatNames())];
      });
  line->Add({.names = "--compression",
             .value = "NAME",
             .help = fmt::format("of {}: fast, or small for the least bytes in many times the time",
                                 fmt::join(CompressingFormats(), " and ")),
             .group = group},
            [this](const std::string& text) {
              compression_ =
                  static_cast<Compression>(ChoiceValue("--compression", text, kCompressions));
            });
}

void OutputOptions::AddRequest(const std::string& text) {
  Request request{.flag = "-o " + Shown(text), .path = text, .maps = {}};
  const std::size_t length = MapsLength(text);
  if (length > 0) request.maps = ReadMaps(request.flag, text.substr(0, length - 1));
  request.path = text.substr(length);
  if (request.path.empty()) throw Error(ErrorKind::kUsage, request.flag, "names no file");
  requests_.push_back(std::move(request));
}

void OutputOptions::AddBits(const std::string& text) {
  Bits bits{.flag = "--bits " + Shown(text), .map = {}, .bits = 0};
  const std::size_t equals = text.find('=');
  const std::string number = equals == std::string::npos ? text : text.substr(equals + 1);
  if (equals != std::string::npos)
    bits.map = static_cast<Map>(ChoiceValue("--bits", text.substr(0, equals), Names<Map>()));
  bits.bits = static_cast<int>(WholeValue("--bits", number, 1, kMaxBits));
  bits_.push_back(std::move(bits));
}

std::vector<PicturePlan> OutputOptions::Plan(const std::optional<OutputMetadata>& picture,
                                             bool may_be_none) const {
  if (requests_.empty() && !may_be_none)
    throw Error(ErrorKind::kUsage, "", "no output", "name one, as in -o NAME.png");
  std::vector<PicturePlan> outputs;
  for (const Request& request : requests_) outputs.push_back(PlanOne(request, picture));
  CheckAllUsed(outputs);
  return outputs;
}

PicturePlan OutputOptions::PlanOne(const Request& request,
                                   const std::optional<OutputMetadata>& picture) const {
  PicturePlan output;
  output.name = request.flag;
  output.path = request.path;
  output.format = &FormatOf(request);
  output.maps = request.maps;
  if (output.maps.empty()) output.maps = picture ? picture->maps : std::vector{Map::kHeight};
  // Of its own, since it says where the maps come from; else it is CheckFormat's.
  const std::string many = WhyTooMany(*output.format, output.maps.size());
  if (!many.empty() && request.maps.empty())
    throw Error(ErrorKind::kUsage, request.flag, many,
                "the picture holds these; name one, as in -o height=FILE");

  output.bits = BitsOf(output, picture);
  output.compression = compression_.value_or(Compression::kFast);
  CheckFormat(output);
  if (IsTerminal(output.path))
    throw Error(ErrorKind::kUsage, request.flag,
                output.path == "-" ? "standard output is a terminal" : "is a terminal",
                "send it to a file or a pipe");
  return output;
}

const Format& OutputOptions::FormatOf(const Request& request) const {
  const Format* const known = request.path == "-" ? nullptr : FormatOfPath(request.path);
  if (known) return *known;
  if (format_) return *format_;
  if (request.path == "-")
    throw Error(ErrorKind::kUsage, request.flag, "standard output needs a --format",
                fmt::format("one of {}", fmt::join(FormatNames(), ", ")));
  RefuseSuffix(request.flag, request.path);
}

// What is said of the map itself goes over what is said of all, and the later over the earlier.
// Null: nothing is said.
const OutputOptions::Bits* OutputOptions::SaidOf(Map map) const {
  const Bits* said = nullptr;
  for (const Bits& bits : bits_) {
    const bool fits = !bits.map || *bits.map == map;
    if (fits && (bits.map || !said || !said->map)) said = &bits;
  }
  return said;
}

int OutputOptions::BitsOf(const PicturePlan& output,
                          const std::optional<OutputMetadata>& picture) const {
  const Map first = output.maps.front();
  int fallback = DefaultBits(*output.format, first);
  // 16 bits of an integer and of a half are not the same.
  const bool alike = picture && picture->format && picture->maps == output.maps &&
                     picture->format->is_float == output.format->is_float;
  if (alike && WhyNot(*output.format, first, picture->bits).empty()) fallback = picture->bits;

  const auto of = [&](Map map) {
    const Bits* const said = SaidOf(map);
    return said ? said->bits : fallback;
  };
  for (const Map map : output.maps) {
    if (of(map) == of(first)) continue;
    throw Error(ErrorKind::kUsage, output.name,
                fmt::format("holds all its maps at one number of bits, not {} at {} and {} at {}",
                            Name(first), of(first), Name(map), of(map)),
                "write two files, or --bits N for both");
  }
  return of(first);
}

// A flag that changes nothing was meant otherwise.
void OutputOptions::CheckAllUsed(const std::vector<PicturePlan>& outputs) const {
  const auto none = [&](const auto& test) {
    return std::none_of(outputs.begin(), outputs.end(), test);
  };
  for (const Bits& bits : bits_) {
    if (bits.map && none([&](const auto& o) {
          return std::count(o.maps.begin(), o.maps.end(), *bits.map) > 0;
        }))
      throw Error(ErrorKind::kUsage, bits.flag, "no output holds that map");
  }
  if (format_ && none([&](const auto& o) { return o.format == format_; }))
    throw Error(ErrorKind::kUsage, fmt::format("--format {}", format_->name),
                "the suffix of every output says another format");
  if (compression_ && none([](const auto& o) { return o.format->compresses; }))
    throw Error(
        ErrorKind::kUsage,
        fmt::format("--compression {}", kCompressions[static_cast<std::size_t>(*compression_)]),
        "no output is compressed without loss",
        fmt::format("{} are", fmt::join(CompressingFormats(), " and ")));
}

}  // namespace cobble
