// Consoles of Windows: text in UTF-16, and modes. Only for src/platform.
#pragma once

#include <windows.h>

#include <cstddef>
#include <string_view>

#include "platform/file.h"

namespace cobble {

bool IsConsole(HANDLE handle);

// Writes UTF-8; calls may split a character. Returns 0 or errno. Does not change the console's code
// page, which other programs share and would keep.
int WriteToConsole(Handle file, std::string_view text);
// The same for a whole text, at the end of the process: takes no lock and allocates nothing.
void WriteLastToConsole(HANDLE console, std::string_view text);

// Reads a line, or a part of it, as UTF-8; `*count` is 0 at the end (Ctrl-Z and Enter).
int ReadFromConsole(HANDLE console, void* data, std::size_t size, std::size_t* count);

// If the standard handle is a console, makes it take escape sequences.
void EnableEscapes(Handle standard);
bool TakesEscapes(Handle handle);
// Restores the modes that consoles had before EnableEscapes.
void RestoreConsoles();

}  // namespace cobble
