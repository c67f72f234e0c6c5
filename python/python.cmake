# python.cmake - what the wheel holds beside python/nbbgen: the library, and fractals and programs, which it finds from there.
install(FILES $<TARGET_FILE:nbbgen_shared> DESTINATION . COMPONENT python EXCLUDE_FROM_ALL)
install(DIRECTORY fractals programs DESTINATION share/nbbgen COMPONENT python EXCLUDE_FROM_ALL)
