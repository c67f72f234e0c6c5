# python.cmake - the Python package: in the build's folder python, to be imported from there, and in a wheel.

# Keyword arguments and their types come from the table of options.
set(package ${PROJECT_BINARY_DIR}/python/nbbgen)
file(MAKE_DIRECTORY ${package})
add_custom_command(
    OUTPUT ${package}/_options.py
    COMMAND nbb_documents ${PROJECT_SOURCE_DIR}/python/options.lua ${package}/_options.py
    DEPENDS nbb_documents python/options.lua
    VERBATIM)
add_custom_target(python_options ALL DEPENDS ${package}/_options.py)

file(GLOB modules CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/python/nbbgen python/nbbgen/*.py python/nbbgen/py.typed)
foreach(module IN LISTS modules)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/python/nbbgen/${module} ${package}/${module} SYMBOLIC)
endforeach()
file(MAKE_DIRECTORY ${package}/bin)
file(CREATE_LINK ../../libnbbgen.so.${NBB_ABI} ${package}/libnbbgen.so.${NBB_ABI} SYMBOLIC)
file(CREATE_LINK ../../../nbbgen ${package}/bin/nbbgen SYMBOLIC)

# What a wheel holds beside python/nbbgen: the library and the program, and what both find from there: fractals, programs,
# templates to copy, the pages of `nbbgen help`.
install(FILES ${package}/_options.py $<TARGET_FILE:nbbgen_shared> DESTINATION . COMPONENT python EXCLUDE_FROM_ALL)
install(PROGRAMS $<TARGET_FILE:nbbgen> DESTINATION bin COMPONENT python EXCLUDE_FROM_ALL)
install(DIRECTORY fractals programs templates DESTINATION share/nbbgen COMPONENT python EXCLUDE_FROM_ALL)
install(FILES ${pages} DESTINATION share/nbbgen/docs COMPONENT python EXCLUDE_FROM_ALL)
