# What find_package(tamis) finds: the SDK and its numerics, with the program (its room adds it to tamisTargets); the
# framework exports its own, as plugins do without what it needs. Nothing here names a folder of this machine.
include(CMakePackageConfigHelpers)

set_target_properties(tamis_sdk PROPERTIES EXPORT_NAME sdk)
set_target_properties(tamis_numerics PROPERTIES EXPORT_NAME numerics)
install(TARGETS tamis_sdk tamis_numerics EXPORT tamisTargets COMPONENT development FILE_SET HEADERS COMPONENT development)
install(EXPORT tamisTargets NAMESPACE tamis:: DESTINATION ${TAMIS_CMAKE_DIR} COMPONENT development)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/tamisConfig.cmake.in ${PROJECT_BINARY_DIR}/tamisConfig.cmake
  INSTALL_DESTINATION ${TAMIS_CMAKE_DIR} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# while the version is 0.x, a new minor may change what a consumer sees
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tamisConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tamisConfig.cmake ${PROJECT_BINARY_DIR}/tamisConfigVersion.cmake
    ${CMAKE_CURRENT_LIST_DIR}/tamis_add_plugin.cmake ${CMAKE_CURRENT_LIST_DIR}/plugin.map
  DESTINATION ${TAMIS_CMAKE_DIR} COMPONENT development)
