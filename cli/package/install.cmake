# install.cmake - what an installation puts where, and the Debian package that is made of it.

# The manual comes from the table of options.
file(GLOB pages CONFIGURE_DEPENDS docs/*.md)
add_executable(nbb_documents cli/documents/documents.c)
target_link_libraries(nbb_documents PRIVATE nbb_cli)
set(documents ${PROJECT_BINARY_DIR}/documents)
add_custom_command(
    OUTPUT documents.stamp
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${documents}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${documents}/man
    COMMAND nbb_documents ${PROJECT_SOURCE_DIR}/cli/documents/documents.lua ${documents}
    COMMAND gzip -9nr ${documents}/man
    COMMAND gzip -9nc ${PROJECT_SOURCE_DIR}/CHANGELOG.md > ${documents}/changelog.gz
    COMMAND ${CMAKE_COMMAND} -E touch documents.stamp
    DEPENDS nbb_documents cli/documents/documents.lua ${shares} ${pages} CHANGELOG.md
    VERBATIM)
add_custom_target(documents ALL DEPENDS documents.stamp)

# The pages for the web, in the folder site of the build.
add_custom_target(site COMMAND ${PROJECT_SOURCE_DIR}/docs/site.sh ${PROJECT_BINARY_DIR}/site VERBATIM)

include(CMakePackageConfigHelpers)
configure_package_config_file(cli/package/nbbgenConfig.cmake.in nbbgenConfig.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/nbbgen
    PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR
    NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(nbbgenConfigVersion.cmake COMPATIBILITY SameMinorVersion)
file(RELATIVE_PATH prefix_from_pc ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
list(TRANSFORM OpenMP_C_LIB_NAMES PREPEND " -l" OUTPUT_VARIABLE openmp_libraries)
string(REPLACE ";" "" openmp_libraries "${openmp_libraries}")
configure_file(cli/package/nbbgen.pc.in nbbgen.pc @ONLY)

install(TARGETS nbbgen nbbgen_shared)
install(FILES ${PROJECT_BINARY_DIR}/libnbbgen.a DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES library/nbbgen.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET nbbgen_mpi)  # by itself, for what holds it depends on MPI: cmake --install build/release --component mpi
    install(TARGETS nbbgen_mpi
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/nbbgen COMPONENT mpi EXCLUDE_FROM_ALL)
endif()
# Below share/nbbgen files lie as in the checkout, so that the pages' links lead there: to examples, measurements, the header.
set(share ${CMAKE_INSTALL_DATADIR}/nbbgen)
file(GLOB scripts CONFIGURE_DEPENDS examples/*.sh)
install(DIRECTORY fractals programs templates docs examples DESTINATION ${share}
    PATTERN *.sh EXCLUDE PATTERN docs/*.py EXCLUDE PATTERN *.yml EXCLUDE PATTERN __pycache__ EXCLUDE)
install(PROGRAMS ${scripts} DESTINATION ${share}/examples)
install(DIRECTORY tests/device/h200 DESTINATION ${share}/tests/device)
install(FILES library/nbbgen.h DESTINATION ${share}/library)
install(FILES README.md CONTRIBUTING.md SECURITY.md DESTINATION ${share})
install(DIRECTORY ${documents}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES cli/package/nbbgen.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME nbbgen)
install(FILES cli/package/_nbbgen DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES cli/package/nbbgen.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(FILES ${documents}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_BINARY_DIR}/nbbgen.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${PROJECT_BINARY_DIR}/nbbgenConfig.cmake ${PROJECT_BINARY_DIR}/nbbgenConfigVersion.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/nbbgen)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "nbbgen maintainers <maintainers@nbbgen.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "generator of CUDA kernels made for one discrete fractal")
set(CPACK_PACKAGE_DESCRIPTION "nbbgen translates the definition of a discrete fractal, as the Sierpinski gasket
or the carpet, into CUDA kernels or C with OpenMP that are made for that
fractal alone. It compiles them and runs work on them: cellular automata,
spin models, diffusion.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
# The loader's cache is made again by dpkg's trigger. CPack would add scripts that call ldconfig, unless scripts are named
# here: the two that are not there add none.
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cli/package/triggers
    ${PROJECT_SOURCE_DIR}/cli/package/none/postinst ${PROJECT_SOURCE_DIR}/cli/package/none/postrm)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gcc, libc6-dev, gnuplot-nox")  # what the host target compiles with, and --plot draws with
include(CPack)
