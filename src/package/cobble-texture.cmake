# cobble_texture: renders pictures with cobble as part of a CMake build. Needs the target
# cobble::program, which the package and COBBLE_PROGRAM=ON define.
#
#   cobble_texture(TARGET
#     RECIPE FILE | PRESET NAME
#     OUTPUTS [MAP[,MAP...]=]FILE...
#     [ARGS ARGUMENT...]              # further arguments of cobble render
#     [ALL])                          # part of the default build
#
# Adds the target TARGET, which renders all outputs in one run, and again when the recipe or the
# program changes. Recipes are relative to the current source folder, outputs to the current binary
# folder, where their folders are made. Other rules may depend on the outputs by name.
#
# With Ninja, pictures that would not change are left alone, so that nothing that depends on them is
# rebuilt (--if-changed). Make compares only the files' times and would render such pictures in
# every build, so there they are written again.

cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25)

# Suffixes of pictures with a sidecar, FILE.json. tests/builds/run compares them with cobble's.
set(COBBLE_SIDECAR_SUFFIXES r8 r16 r32 raw)

# Splits "height=rock.png" into maps and an absolute path, by cobble render's rule: the text before
# the first "=" is a list of maps unless it contains "/" or ".", on Windows also "\" or ":".
function(cobble_split_output text maps_variable path_variable)
  set(maps "")
  set(path "${text}")
  set(no_maps "=./")
  if(CMAKE_HOST_WIN32)
    string(APPEND no_maps "\\\\:")
  endif()
  if(text MATCHES "^([^${no_maps}]*)=(.*)$")
    set(maps "${CMAKE_MATCH_1}=")
    set(path "${CMAKE_MATCH_2}")
  endif()
  if(path STREQUAL "" OR path STREQUAL "-")
    message(FATAL_ERROR "cobble_texture: the output \"${text}\" names no file")
  endif()
  cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)
  set(${maps_variable} "${maps}" PARENT_SCOPE)
  set(${path_variable} "${path}" PARENT_SCOPE)
endfunction()

# Sets the variable to the path of the picture's sidecar, or to nothing if it has none.
function(cobble_find_sidecar path variable)
  cmake_path(GET path EXTENSION LAST_ONLY suffix)
  string(TOLOWER "${suffix}" suffix)
  list(JOIN COBBLE_SIDECAR_SUFFIXES "|" raw)
  set(sidecar "")
  if(suffix MATCHES "^[.](${raw})$")
    set(sidecar "${path}.json")
  endif()
  set(${variable} "${sidecar}" PARENT_SCOPE)
endfunction()

# Refuses flags with which a run writes files unknown to the build, or cannot overwrite them.
function(cobble_check_arguments)
  foreach(argument IN LISTS ARGN)
    if(argument MATCHES "^(-h|--(help|dry-run|no-clobber))(=|$)")
      message(FATAL_ERROR "cobble_texture: ARGS cannot contain \"${argument}\": the build must "
        "be able to write the files again")
    endif()
    if(argument MATCHES "^(-o|--(output|format|for|mtlx|depfile|vary|frames|sprites|tiles|vrt)(=|$))")
      message(FATAL_ERROR "cobble_texture: ARGS cannot contain \"${argument}\": the build must know "
        "all files; name each in OUTPUTS, with the suffix of its format")
    endif()
  endforeach()
endfunction()

function(cobble_texture target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALL" "RECIPE;PRESET" "OUTPUTS;ARGS")
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    list(GET arg_UNPARSED_ARGUMENTS 0 first)
    message(FATAL_ERROR "cobble_texture: unknown argument \"${first}\"; "
      "the keywords are RECIPE, PRESET, OUTPUTS, ARGS and ALL")
  endif()
  if(DEFINED arg_KEYWORDS_MISSING_VALUES)
    list(GET arg_KEYWORDS_MISSING_VALUES 0 first)
    message(FATAL_ERROR "cobble_texture: ${first} has no value")
  endif()
  if(DEFINED arg_RECIPE AND DEFINED arg_PRESET)
    message(FATAL_ERROR "cobble_texture: RECIPE and PRESET are mutually exclusive; "
      "to change a preset, use ARGS, as in PRESET marble ARGS --seed 7")
  endif()
  if(NOT DEFINED arg_RECIPE AND NOT DEFINED arg_PRESET)
    message(FATAL_ERROR "cobble_texture: RECIPE or PRESET is required")
  endif()
  if(NOT DEFINED arg_OUTPUTS OR arg_OUTPUTS STREQUAL "")
    message(FATAL_ERROR "cobble_texture: OUTPUTS is required, as in OUTPUTS height=rock.png")
  endif()
  if(NOT TARGET cobble::program)
    message(FATAL_ERROR "cobble_texture: there is no program cobble::program; "
      "install cobble's component \"program\", or set COBBLE_PROGRAM to ON before "
      "add_subdirectory(cobble)")
  endif()
  cobble_check_arguments(${arg_ARGS})

  if(DEFINED arg_PRESET)
    set(source --preset "${arg_PRESET}")
    set(depends "")
  else()
    set(recipe "${arg_RECIPE}")
    cmake_path(ABSOLUTE_PATH recipe BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    set(source "${recipe}")
    cobble_find_sidecar("${recipe}" sidecar)
    set(depends "${recipe}" ${sidecar})
  endif()

  set(flags "")
  set(paths "")
  set(sidecars "")
  set(folders "")
  foreach(output IN LISTS arg_OUTPUTS)
    cobble_split_output("${output}" maps path)
    if(path STREQUAL "${CMAKE_CURRENT_BINARY_DIR}/${target}")
      message(FATAL_ERROR "cobble_texture: \"${target}\" is both the target and an output")
    endif()
    list(APPEND flags -o "${maps}${path}")
    list(APPEND paths "${path}")
    cmake_path(GET path PARENT_PATH folder)
    list(APPEND folders "${folder}")
    cobble_find_sidecar("${path}" sidecar)
    list(APPEND sidecars ${sidecar})
  endforeach()
  list(REMOVE_DUPLICATES folders)

  if(CMAKE_GENERATOR MATCHES "Ninja")
    list(APPEND flags --if-changed)
  endif()
  # A recipe reads no other file, so a depfile would add nothing, and CMake loses some of its names.
  add_custom_command(OUTPUT ${paths} ${sidecars}
    COMMAND "${CMAKE_COMMAND}" -E make_directory ${folders}
    COMMAND cobble::program render ${source} ${flags} ${arg_ARGS}
    DEPENDS ${depends} cobble::program
    COMMENT "Rendering ${target}"
    VERBATIM COMMAND_EXPAND_LISTS)
  set(all "")
  if(arg_ALL)
    set(all ALL)
  endif()
  add_custom_target(${target} ${all} DEPENDS ${paths} ${sidecars} SOURCES ${depends})
endfunction()

cmake_policy(POP)
