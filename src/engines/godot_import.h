// Godot's import settings of a texture.
#ifndef COBBLE_ENGINES_GODOT_IMPORT_H_
#define COBBLE_ENGINES_GODOT_IMPORT_H_

#include <string>

#include "engines/engines.h"

namespace cobble {

// Returns the text of the .import file of a picture. Godot reads these settings when it first
// imports the picture, and then completes the file. A height is imported without loss.
std::string GodotImport(const SetFile& file);

}  // namespace cobble

#endif  // COBBLE_ENGINES_GODOT_IMPORT_H_
