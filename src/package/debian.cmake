# cpack runs this on the files of the Debian packages before it packs them. Adds the licence and the
# changelog, compresses the man page, moves the zsh completions to Debian's folder, and leaves files
# that are in both packages to the program's package.
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  set(root ${CPACK_TEMPORARY_DIRECTORY}/${component}${CPACK_PACKAGING_INSTALL_PREFIX})
  set(doc ${root}/share/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  file(MAKE_DIRECTORY ${doc})
  configure_file(${CPACK_COBBLE_SOURCE_DIR}/LICENSE ${doc}/copyright COPYONLY)
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # SOURCE_DATE_EPOCH, if set
  file(WRITE ${doc}/changelog
"${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
  set(pages ${root}/share/man/man1/cobble.1)
  if(NOT component STREQUAL program)
    set(pages "")
  endif()
  execute_process(COMMAND gzip -9n ${doc}/changelog ${pages} COMMAND_ERROR_IS_FATAL ANY)
  if(NOT component STREQUAL program)
    file(GLOB_RECURSE shared
      ${root}/cobble-config.cmake ${root}/cobble-config-version.cmake ${root}/cobble-texture.cmake)
    if(shared)
      file(REMOVE ${shared})
    endif()
  endif()
  if(EXISTS ${root}/share/zsh/site-functions)
    file(RENAME ${root}/share/zsh/site-functions ${root}/share/zsh/vendor-completions)
  endif()
endforeach()
