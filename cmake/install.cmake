# `cmake --install` puts the library where find_package(restante) finds it.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

if(RESTANTE_SYSTEM_SQLITE)
  target_link_libraries(restante PUBLIC $<INSTALL_INTERFACE:SQLite::SQLite3>)
else()
  target_sources(restante PRIVATE $<TARGET_OBJECTS:restante_sqlite>)
endif()

install(TARGETS restante EXPORT restanteTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY core/include/restante native/include/restante DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS restante_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT restanteTargets NAMESPACE restante:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/restante)
configure_package_config_file(cmake/restanteConfig.cmake.in ${PROJECT_BINARY_DIR}/restanteConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/restante)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/restanteConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/restanteConfig.cmake ${PROJECT_BINARY_DIR}/restanteConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/restante)
