# Uses ccache when it is installed. Hits survive a second build folder because paths are made relative.
find_program(SLUICE_CCACHE ccache)
if(SLUICE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${SLUICE_CCACHE})
endif()
