// Reads JPEG with libjpeg, row by row.
#include <csetjmp>
#include <cstdio>

// These need the declarations of cstdio.
#include <jpeglib.h>

#include <jerror.h>

#include <algorithm>
#include <array>
#include <vector>

#include "input/orientation.h"
#include "input/readers.h"

namespace cobble {
namespace {

// libjpeg's state, destroyed even if the reader's constructor throws. libjpeg identifies the
// handlers of errors and of bytes by the addresses of their first members.
struct JpegState {
  jpeg_decompress_struct jpeg{};
  struct Errors {
    jpeg_error_mgr manager{};
    std::jmp_buf jump{};
    std::array<char, JMSG_LENGTH_MAX> text{};
  } errors;
  struct Bytes {
    jpeg_source_mgr manager{};
    SourceCursor* cursor = nullptr;
    std::array<JOCTET, 1 << 15> block{};
  } bytes;

  JpegState() = default;
  ~JpegState() { jpeg_destroy_decompress(&jpeg); }
  JpegState(const JpegState&) = delete;
  JpegState& operator=(const JpegState&) = delete;
};

// libjpeg reports errors through a function that must not return, so it jumps, which skips
// destructors: what Call calls has no variables with destructors.
class JpgReader final : public FileReader {
 public:
  explicit JpgReader(const PictureFile& file);
  void ReadRow(std::span<float> row) override;

 private:
  [[noreturn]] static void Leave(j_common_ptr jpeg);
  static void Nothing(j_decompress_ptr) {}
  static void Silent(j_common_ptr) {}
  static void CheckWarning(j_common_ptr jpeg, int level);
  static boolean Fill(j_decompress_ptr jpeg);
  static void Skip(j_decompress_ptr jpeg, long count);

  void SetHandlers();
  template <typename Function>
  bool Succeeds(Function function) {
    if (setjmp(state_.errors.jump)) return false;
    function();
    return true;
  }
  template <typename Function>
  void Call(Function function) {
    if (Succeeds(function)) return;
    error_ = state_.errors.text.data();
    // Fill reports the end of the file and leaves libjpeg without a message.
    Fail("JPEG", cursor_.passed_end() && state_.bytes.manager.bytes_in_buffer == 0);
  }

  JpegState state_;
  std::vector<JSAMPLE> bytes_;
};

void JpgReader::Leave(j_common_ptr jpeg) {
  auto& errors = *reinterpret_cast<JpegState::Errors*>(jpeg->err);
  jpeg->err->format_message(jpeg, errors.text.data());
  std::longjmp(errors.jump, 1);
}

// Most warnings mean that data is damaged and libjpeg makes up the rest.
void JpgReader::CheckWarning(j_common_ptr jpeg, int level) {
  const int code = jpeg->err->msg_code;
  if (level < 0 && code != JWRN_EXTRANEOUS_DATA && code != JWRN_JFIF_MAJOR) Leave(jpeg);
}

boolean JpgReader::Fill(j_decompress_ptr jpeg) {
  auto& bytes = *reinterpret_cast<JpegState::Bytes*>(jpeg->src);
  const std::size_t n = bytes.cursor->Read(bytes.block.data(), bytes.block.size());
  bytes.manager.next_input_byte = bytes.block.data();
  bytes.manager.bytes_in_buffer = n;
  if (n == 0) Leave(reinterpret_cast<j_common_ptr>(jpeg));
  return TRUE;
}

void JpgReader::Skip(j_decompress_ptr jpeg, long count) {
  auto left = static_cast<std::size_t>(std::max(count, 0L));
  while (left > jpeg->src->bytes_in_buffer) {
    left -= jpeg->src->bytes_in_buffer;
    Fill(jpeg);
  }
  jpeg->src->next_input_byte += left;
  jpeg->src->bytes_in_buffer -= left;
}

void JpgReader::SetHandlers() {
  jpeg_error_mgr& errors = state_.errors.manager;
  state_.jpeg.err = jpeg_std_error(&errors);
  errors.error_exit = &Leave;
  errors.emit_message = &CheckWarning;
  errors.output_message = &Silent;
  jpeg_source_mgr& source = state_.bytes.manager;
  state_.bytes.cursor = &cursor_;
  source.init_source = &Nothing;
  source.fill_input_buffer = &Fill;
  source.skip_input_data = &Skip;
  source.resync_to_restart = &jpeg_resync_to_restart;
  source.term_source = &Nothing;
}

JpgReader::JpgReader(const PictureFile& file) : FileReader(file) {
  SetHandlers();
  Call([&] {
    jpeg_create_decompress(&state_.jpeg);
    state_.jpeg.mem->max_memory_to_use = static_cast<long>(kMaxReaderBytes);
    state_.jpeg.src = &state_.bytes.manager;
    jpeg_read_header(&state_.jpeg, TRUE);
  });
  jpeg_decompress_struct& jpeg = state_.jpeg;
  const int channels = jpeg.num_components == 1 ? 1 : 3;
  if (jpeg.num_components != channels)
    Refuse("is a JPEG with four channels, which is not supported");
  jpeg.out_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  info_ = {.format = "jpg",
           .width = jpeg.image_width,
           .height = jpeg.image_height,
           .channels = UnnamedChannels(channels, {.bits = 8}),
           .states_srgb = false,
           .more = {},
           .orientation = JpegOrientation(*file.source)};
  Size held(0u);
  if (jpeg.progressive_mode) {
    info_.more.emplace_back("progressive");
    // libjpeg holds the coefficients of the whole picture, two bytes each, in whole blocks.
    held = Size(info_.width + 16) * Size(info_.height + 16) * Size(2 * channels);
  }
  CheckPictureSize(file_, info_, held);
  Call([&] { jpeg_start_decompress(&state_.jpeg); });
  bytes_.resize((Size(info_.width) * Size(channels)).bytes());
}

void JpgReader::ReadRow(std::span<float> row) {
  JSAMPROW to = bytes_.data();
  Call([&] { jpeg_read_scanlines(&state_.jpeg, &to, 1); });
  FloatsFrom(bytes_.data(), {.bits = 8}, false, row);
}

}  // namespace

std::unique_ptr<PictureReader> ReadJpg(const PictureFile& file) {
  return std::make_unique<JpgReader>(file);
}

}  // namespace cobble
