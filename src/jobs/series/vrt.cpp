// Writes GDAL virtual datasets.
// Based on: GDAL, "VRT -- GDAL Virtual Format", and its schema gdalvrt.xsd.
#include "jobs/series/vrt.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "cobble/error.h"
#include "core/escape.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "output/writers.h"
#include "platform/path.h"

namespace cobble {
namespace {

// How GDAL reads a format that it reads without loss.
struct Reader {
  std::string_view format;
  int min_bands;      // grey pictures of some formats are RGB
  bool wants_suffix;  // the format has no signature, so GDAL goes by the file's suffix
};
constexpr Reader kReaders[] = {
    {"png", 1, false}, {"tiff", 1, false}, {"tga", 1, true}, {"bmp", 3, false}};

const Reader* FindReader(const Format& format) {
  const auto* const found = std::ranges::find(kReaders, format.name, &Reader::format);
  return found == std::end(kReaders) ? nullptr : found;
}

std::string_view WhyUnread(const Format& format) {
  if (format.name == "jpg") return "JPG is lossy, so samples would differ from the picture's";
  if (format.name == "exr") return "many builds of GDAL cannot read EXR";
  if (format.has_sidecar) return "GDAL cannot read raw files without a header";
  return "GDAL cannot read this format";
}

void CheckReadable(const PictureOutput& picture) {
  const Format& format = *picture.format;
  const Phrase message = "cannot be a tile of " + Phrase::Option("vrt") + ": ";
  const Reader* const reader = FindReader(format);
  if (reader == nullptr)
    throw picture.label.Fault(ErrorKind::kUsage, message + std::string(WhyUnread(format)),
                              IsFloat(format, picture.bits)
                                  ? "use .tif and " + Phrase::Option("bits", "32")
                                  : "use .png or .tif");
  if (reader->wants_suffix && FormatOfPath(picture.path) != &format)
    throw picture.label.Fault(ErrorKind::kUsage,
                              message + "GDAL knows this format only by its suffix",
                              fmt::format("end the name in {}", format.suffixes.front()));
}

// --- Paths ---

// Returns the folder, which need not exist, with symbolic links resolved.
std::string RealFolder(const std::string& folder) {
  return std::string(WithoutSeparator(RealPath(folder.empty() ? "." : folder)));
}

// Returns whether the folders have a folder besides the root in common, or `a` is the root.
bool AreNear(const std::string& a, const std::string& b) {
  const auto from_a = NamesIn(a), from_b = NamesIn(b);
  const bool is_same_root = a.substr(0, RootLength(a)) == b.substr(0, RootLength(b));
  return is_same_root && (from_a.empty() || (!from_b.empty() && from_a.front() == from_b.front()));
}

class SourcePaths {
 public:
  explicit SourcePaths(const std::string& dataset)
      : base_(RealFolder(FolderOf(Locate(dataset).target))) {}

  struct Source {
    std::string path;
    bool is_relative = true;
  };
  Source Of(const std::string& tile) {
    const std::string folder = FolderOf(tile);
    const Source& prefix = PrefixOf(folder);
    std::string path = prefix.path + tile.substr(folder.size());
    if (prefix.is_relative && MayBeMisread(path)) path = "./" + path;
    return {std::move(path), prefix.is_relative};
  }

 private:
  // Returns the path of the folder, with a / at the end unless it is empty.
  const Source& PrefixOf(const std::string& folder) {
    const auto [found, is_new] = prefixes_.try_emplace(folder);
    Source& prefix = found->second;
    if (!is_new) return prefix;
    const std::string real = RealFolder(folder);
    prefix.is_relative = AreNear(base_, real);
    const std::string path = prefix.is_relative ? RelativePath(real, base_) : real;
    prefix.path = path == "." ? "" : WithSeparator(path);
    return prefix;
  }

  // GDAL reads names with a colon as connections to drivers ("HDF5:a.h5"), and others as XML, JSON
  // or SQL. It drops spaces at the start.
  static bool MayBeMisread(const std::string& path) {
    const char first = path.front();
    const char lower = LowerCase(first);
    const bool is_plain = (lower >= 'a' && lower <= 'z') || (first >= '0' && first <= '9') ||
                          first == '.' || first == '_';
    return !is_plain || path.find(':') != std::string::npos;
  }

  const std::string base_;
  std::map<std::string, Source> prefixes_;  // by folder, as the tiles' paths spell it
};

// --- Text ---

// Returns the name of the band's color interpretation, as GDAL gives it to a tile.
std::string_view ColorOf(const PictureOutput& picture, int band, int bands) {
  constexpr std::string_view kRgb[] = {"Red", "Green", "Blue"};
  if (bands >= 3 && band <= 3) return kRgb[band - 1];
  if (bands < 3 && band == 1) return "Gray";
  const bool has_alpha = picture.format->name != "tiff" || HasTiffAlpha(picture.maps.front());
  return has_alpha ? "Alpha" : "Undefined";
}

std::string_view DataTypeOf(const PictureOutput& picture) {
  if (IsFloat(*picture.format, picture.bits)) return "Float32";
  return picture.bits == 8 ? "Byte" : "UInt16";
}

// Writes the bands of a dataset. With SourceProperties, GDAL opens a tile only when it reads it.
class BandWriter {
 public:
  BandWriter(const Vrt& vrt, std::span<const VrtTile> tiles, ByteSink* sink)
      : vrt_(vrt), tiles_(tiles), type_(DataTypeOf(vrt.picture)), paths_(vrt.path), sink_(*sink) {}

  void Write(int band, int bands) {
    Put(R"(  <VRTRasterBand dataType="{}" band="{}">)", type_, band);
    Put("    <ColorInterp>{}</ColorInterp>", ColorOf(vrt_.picture, band, bands));
    WriteMetres();
    for (const VrtTile& tile : tiles_) WriteSource(tile, band);
    Put("  </VRTRasterBand>");
  }

 private:
  void WriteMetres() {
    if (!vrt_.georeference || !vrt_.georeference->metres) return;
    const SampleMetres& metres = *vrt_.georeference->metres;
    const bool is_float = IsFloat(*vrt_.picture.format, vrt_.picture.bits);
    const double max_sample = is_float ? 1 : static_cast<double>((1 << vrt_.picture.bits) - 1);
    Put("    <UnitType>m</UnitType>");
    Put("    <Offset>{}</Offset>", Shortest(metres.offset));
    Put("    <Scale>{}</Scale>", Shortest(metres.scale / max_sample));
  }

  void WriteSource(const VrtTile& tile, int band) {
    const auto [path, is_relative] = paths_.Of(tile.path);
    const auto& [x, y, width, height] = tile.window;
    const Window& whole = vrt_.window;
    const bool is_tiff = vrt_.picture.format->name == "tiff";
    const int64_t block_rows = is_tiff ? TiffStripRows(width, height) : 1;
    const bool is_last_column = x + width == whole.x + whole.width;
    const bool is_last_row = y + height == whole.y + whole.height;
    const std::string size =
        fmt::format(R"(xSize="{}" ySize="{}")", width - (is_last_column ? 0 : vrt_.overlap),
                    height - (is_last_row ? 0 : vrt_.overlap));
    Put("    <SimpleSource>");
    Put(R"(      <SourceFilename relativeToVRT="{}">{}</SourceFilename>)", is_relative ? 1 : 0,
        EscapedXml(path));
    Put("      <SourceBand>{}</SourceBand>", band);
    Put(R"(      <SourceProperties RasterXSize="{}" RasterYSize="{}" DataType="{}")"
        R"( BlockXSize="{}" BlockYSize="{}" />)",
        width, height, type_, width, block_rows);
    Put(R"(      <SrcRect xOff="0" yOff="0" {} />)", size);
    Put(R"(      <DstRect xOff="{}" yOff="{}" {} />)", x - whole.x, y - whole.y, size);
    Put("    </SimpleSource>");
  }

  template <typename... Values>
  void Put(fmt::format_string<const Values&...> format, const Values&... values) {
    sink_.Write(fmt::format(format, values...) + '\n');
  }

  const Vrt& vrt_;
  const std::span<const VrtTile> tiles_;
  const std::string_view type_;
  SourcePaths paths_;
  ByteSink& sink_;
};

// GDAL's transform starts at the outer corner of the first pixel, even where samples are points.
std::string GeoreferenceText(const Georeference& at) {
  std::string text;
  if (at.epsg != 0) text += fmt::format("  <SRS>EPSG:{}</SRS>\n", at.epsg);
  text +=
      fmt::format("  <GeoTransform>{}, {}, 0, {}, 0, {}</GeoTransform>\n", Shortest(at.CornerX()),
                  Shortest(at.step), Shortest(at.CornerY()), Shortest(-at.step));
  if (at.is_point)
    text += "  <Metadata>\n    <MDI key=\"AREA_OR_POINT\">Point</MDI>\n  </Metadata>\n";
  return text;
}

}  // namespace

void CheckVrt(const Vrt& vrt, std::span<const VrtTile> tiles) {
  if (IsWrittenDirectly(vrt.path))
    throw Error::At(ErrorKind::kUsage, "vrt",
                    "must be a file: the paths of tiles are relative to it",
                    "as in " + Phrase::Option("vrt", "map.vrt"));
  CheckReadable(vrt.picture);
  SourcePaths paths(vrt.path);
  for (const VrtTile& tile : tiles) {
    const std::string path = paths.Of(tile.path).path;
    const bool has_control =
        std::ranges::any_of(path, [](char c) { return (c >= 0 && c < ' ') || c == '\x7F'; });
    if (has_control || !IsUtf8(path))
      throw Error::At(
          ErrorKind::kUsage, "vrt",
          "cannot name " + Quoted(path) + ": XML only holds UTF-8 without control characters",
          "use another name");
  }
}

void WriteVrt(const Vrt& vrt, std::span<const VrtTile> tiles, ByteSink* sink) {
  sink->Write(fmt::format("<VRTDataset rasterXSize=\"{}\" rasterYSize=\"{}\">\n", vrt.window.width,
                          vrt.window.height));
  if (vrt.georeference) sink->Write(GeoreferenceText(*vrt.georeference));
  const int bands =
      std::max(vrt.picture.maps.front().channels, FindReader(*vrt.picture.format)->min_bands);
  BandWriter writer(vrt, tiles, sink);
  for (int band = 1; band <= bands; ++band) writer.Write(band, bands);
  sink->Write("</VRTDataset>\n");
}

}  // namespace cobble
