# sluice_target(NAME): the compile options that every target of the project shares.
# -ffp-contract=off: no fused multiply-add, so that sums printed from a run are the same on every compiler.
function(sluice_target name)
    target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
        -Wcast-align -Wnull-dereference -ffp-contract=off)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # These fire inside Boost.Graph, coroutine frames and libstdc++ (GCC bug 105651) once functions are inlined.
        target_compile_options(${name} PRIVATE -Wno-maybe-uninitialized -Wno-null-dereference -Wno-restrict)
    endif()
    if(SLUICE_WERROR)
        target_compile_options(${name} PRIVATE -Werror)
    endif()
    if(SLUICE_SANITIZE)
        target_compile_options(${name} PRIVATE -fsanitize=${SLUICE_SANITIZE} -fno-omit-frame-pointer)
        target_link_options(${name} PRIVATE -fsanitize=${SLUICE_SANITIZE})
        if(SLUICE_SANITIZE MATCHES "undefined")
            target_compile_options(${name} PRIVATE -fno-sanitize-recover=undefined)
        endif()
    endif()
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
endfunction()
