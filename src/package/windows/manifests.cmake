# cpack runs this on the zip that it made: writes the manifests for winget and Scoop beside it, with
# the zip's SHA-256. The URL is COBBLE_DOWNLOADS and the zip's name.
list(GET CPACK_PACKAGE_FILES 0 zip)
file(SHA256 ${zip} sha256)
string(TOUPPER ${sha256} SHA256)
cmake_path(GET zip FILENAME name)
set(url ${CPACK_COBBLE_DOWNLOADS}/${name})
set(version ${CPACK_PACKAGE_VERSION})
foreach(file winget/cobble.cobble.yaml winget/cobble.cobble.installer.yaml
    winget/cobble.cobble.locale.en-US.yaml scoop/cobble.json)
  configure_file(${CPACK_COBBLE_TEMPLATES}/${file}.in ${CPACK_PACKAGE_DIRECTORY}/${file} @ONLY)
endforeach()
