// Messages about invalid values, and their hints.
#pragma once

#include <string>
#include <string_view>

#include "cobble/error.h"
#include "recipe/fields/fields.h"
#include "recipe/json/json.h"

namespace cobble {

// Returns "must be <rule>, got <json>".
std::string MustBe(std::string_view rule, const Json& json);

// Returns a hint for a text that is not one of the field's choices; empty if it resembles none.
Phrase WrongChoiceHint(const Field& field, const Json& json);

// Returns what is wrong with a text that is not a colour (ParseColor, core/color.h), or a remedy.
Phrase ColorHint(std::string_view text);

// Returns what to write instead of a value of the wrong kind or outside the limits (choices
// excluded); empty if the message says it. In: pointer, of the value.
Phrase ValueHint(const Field& field, const Json& json, std::string_view pointer);

}  // namespace cobble
