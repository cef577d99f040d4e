// Generates EXR headers with OpenEXR's C library.
#include "output/exr/channels.h"

#include <OpenEXR/openexr.h>

#include "cobble/error.h"
#include "core/maps.h"

namespace cobble {
namespace {

void Check(exr_result_t result) {
  if (result == EXR_ERR_SUCCESS) return;
  // Append only fails if memory runs out.
  if (result == EXR_ERR_OUT_OF_MEMORY || result == EXR_ERR_WRITE_IO)
    throw Error(ErrorKind::kLimit, "", "not enough memory for the header of an EXR");
  throw Error(ErrorKind::kBug, "",
              std::string("OpenEXR rejected the header: ") + exr_get_default_error_message(result));
}

// Suppresses OpenEXR's default handler, which prints errors.
void Ignore(exr_const_context_t, exr_result_t, const char*) {}

int64_t Append(exr_const_context_t, void* text, const void* data, uint64_t size, uint64_t,
               exr_stream_error_func_ptr_t) {
  try {
    static_cast<std::string*>(text)->append(static_cast<const char*>(data), size);
    return static_cast<int64_t>(size);
  } catch (...) {  // OpenEXR is C
    return -1;
  }
}

constexpr int kPart = 0;  // the only one

// An OpenEXR context that writes to `text` instead of a file.
class Context {
 public:
  explicit Context(std::string* text) {
    exr_context_initializer_t how = EXR_DEFAULT_CONTEXT_INITIALIZER;
    how.error_handler_fn = &Ignore;
    how.user_data = text;
    how.write_fn = &Append;
    Check(exr_start_write(&context_, "header", EXR_WRITE_FILE_DIRECTLY, &how));
  }
  ~Context() { exr_finish(&context_); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  operator exr_context_t() const { return context_; }  // NOLINT: implicit on purpose

 private:
  exr_context_t context_ = nullptr;
};

// The data window is the rectangle's position in the whole picture. The display window is the same:
// readers allocate it, and could run out of memory for a small piece of a large picture.
void AddPart(exr_context_t context, exr_storage_t storage, const PictureSpec& spec,
             exr_lineorder_t order, exr_compression_t compression) {
  int part = kPart;
  Check(exr_add_part(context, nullptr, storage, &part));
  const auto whole = [](int64_t x) { return static_cast<int32_t>(x); };  // checked by WhyTooLarge
  exr_attr_box2i_t box;
  box.min.x = whole(spec.x);
  box.min.y = whole(spec.y);
  box.max.x = whole(spec.x + spec.width - 1);
  box.max.y = whole(spec.y + spec.height - 1);
  const exr_attr_v2f_t center = {};
  Check(
      exr_initialize_required_attr(context, kPart, &box, &box, 1, &center, 1, order, compression));
}

void SetTextAttribute(exr_context_t context, std::string_view name, const std::string& text) {
  if (text.empty()) return;
  Check(exr_attr_set_string(context, kPart, std::string(name).c_str(), text.c_str()));
}

// Without the attribute, readers assume Rec. 709.
void SetPrimaries(exr_context_t context, Primaries primaries) {
  if (primaries == Primaries::kRec709) return;
  const auto number = [](double x) { return static_cast<float>(x); };
  const auto& [red, green, blue, white] = kAcesCg;
  const exr_attr_chromaticities_t lights{number(red.x),   number(red.y),  number(green.x),
                                         number(green.y), number(blue.x), number(blue.y),
                                         number(white.x), number(white.y)};
  Check(exr_attr_set_chromaticities(context, kPart, "chromaticities", &lights));
}

// Adds the channels and the optional attributes, and writes the header.
void WriteHeader(exr_context_t context, const PictureSpec& spec,
                 const std::vector<ExrChannel>& channels) {
  for (const ExrChannel& channel : channels)
    Check(exr_add_channel(context, kPart, channel.name.c_str(),
                          channel.bits == 16 ? EXR_PIXEL_HALF : EXR_PIXEL_FLOAT,
                          EXR_PERCEPTUALLY_LOGARITHMIC, 1, 1));
  SetTextAttribute(context, "software", "cobble");
  SetPrimaries(context, spec.primaries);
  SetTextAttribute(context, "wrapmodes", spec.repeats ? "periodic" : "");
  SetTextAttribute(context, kRecipeKeyword, spec.metadata.recipe);
  SetTextAttribute(context, kOutputKeyword, spec.metadata.output);
  Check(exr_write_header(context));
}

exr_compression_t MethodOf(Compression compression, int64_t block_lines) {
  if (compression == Compression::kNone) return EXR_COMPRESSION_NONE;
  return block_lines == 1 ? EXR_COMPRESSION_ZIPS : EXR_COMPRESSION_ZIP;
}

}  // namespace

// Omits the date and the host name, so the same command always writes the same bytes.
std::string ExrHeader(const PictureSpec& spec, const std::vector<ExrChannel>& channels,
                      int64_t block_lines) {
  std::string text;
  const Context context(&text);
  AddPart(context, EXR_STORAGE_SCANLINE, spec, EXR_LINEORDER_INCREASING_Y,
          MethodOf(spec.compression, block_lines));
  WriteHeader(context, spec, channels);
  return text;
}

std::string ExrTiledHeader(const PictureSpec& spec, const std::vector<ExrChannel>& channels,
                           int64_t tile) {
  std::string text;
  const Context context(&text);
  AddPart(context, EXR_STORAGE_TILED, spec, EXR_LINEORDER_RANDOM_Y, EXR_COMPRESSION_ZIP);
  const auto side = static_cast<uint32_t>(tile);
  Check(exr_set_tile_descriptor(context, kPart, side, side, EXR_TILE_MIPMAP_LEVELS,
                                EXR_TILE_ROUND_DOWN));
  SetTextAttribute(context, "textureformat", "Plain Texture");
  if (spec.maps.front().built_in == Map::kBumpslopes)
    Check(exr_attr_set_float(context, kPart, "uvslopes_scale", spec.uvslopes_scale));
  WriteHeader(context, spec, channels);
  return text;
}

}  // namespace cobble
