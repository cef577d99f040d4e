// Consoles of Windows: text in UTF-16, and modes. Only for src/platform.
#pragma once

#include <windows.h>

#include <cstddef>
#include <string_view>

#include "platform/file.h"

namespace cobble {

bool IsConsole(HANDLE handle);

// Writes UTF-8, of which a character may be spread over several calls. Returns 0 or errno. Does not
// change the console's code page, which others share and would keep.
int WriteToConsole(Handle file, std::string_view text);
// The same for a whole text. Waits for no lock and allocates nothing: for what must be said at the
// end of the process.
void WriteLastToConsole(HANDLE console, std::string_view text);

// Reads a line, or a part of it, as UTF-8; `*count` is 0 at the end (Ctrl-Z and Enter).
int ReadFromConsole(HANDLE console, void* data, std::size_t size, std::size_t* count);

// Makes the console of a standard handle, if it is one, take escape sequences.
void EnableEscapes(Handle standard);
bool TakesEscapes(Handle handle);
// Gives consoles back the modes that they had before EnableEscapes.
void RestoreConsoles();

}  // namespace cobble
