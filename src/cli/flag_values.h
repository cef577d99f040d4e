// The values of flags that are not a recipe's, strictly read. All throw Error kUsage naming `flag`.
#ifndef COBBLE_CLI_FLAG_VALUES_H_
#define COBBLE_CLI_FLAG_VALUES_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "cobble/image.h"

namespace cobble {

// "true" or "false".
bool SwitchValue(const std::string& flag, std::string_view text);

// A whole number from `least` to `greatest`.
int64_t WholeValue(const std::string& flag, std::string_view text, int64_t minimum,
                   int64_t maximum);

// A number from `least` to `greatest`.
double NumberValue(const std::string& flag, std::string_view text, double minimum, double maximum);

// The place of one of `words`.
std::size_t ChoiceValue(const std::string& flag, std::string_view text,
                        std::span<const std::string_view> words);

// "X,Y,WIDTH,HEIGHT", a rectangle of the endless plane of pixels.
Window WindowValue(const std::string& flag, std::string_view text);

}  // namespace cobble

#endif  // COBBLE_CLI_FLAG_VALUES_H_
