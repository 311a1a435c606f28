# sluice_embed(TARGET FILES...): makes text files part of the program, so that one binary is the whole product.
# The generated file answers core/assets/assets.h. Paths are relative to the source folder.
function(sluice_embed target)
    set(out ${CMAKE_CURRENT_BINARY_DIR}/embedded_assets.cpp)
    list(JOIN ARGN "\n" listing)
    file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/embedded_assets.txt.new "${listing}")
    file(COPY_FILE ${CMAKE_CURRENT_BINARY_DIR}/embedded_assets.txt.new ${CMAKE_CURRENT_BINARY_DIR}/embedded_assets.txt ONLY_IF_DIFFERENT)
    add_custom_command(OUTPUT ${out}
        COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DLIST=${CMAKE_CURRENT_BINARY_DIR}/embedded_assets.txt -DOUT=${out}
                -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
        DEPENDS ${ARGN} ${CMAKE_CURRENT_BINARY_DIR}/embedded_assets.txt ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
        COMMENT "Embedding assets" VERBATIM)
    target_sources(${target} PRIVATE ${out})
endfunction()
