# tamis_add_plugin(NAME source... [LIBRARIES lib...])
#
# Builds NAME.so as a tamis plugin: a module with one exported symbol, linked against the SDK and its numerics.
# In our own tree it lands where the command line finds it; elsewhere in the current binary folder.
function(tamis_add_plugin name)
  set(map ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plugin.map)
  cmake_parse_arguments(arg "" "" "LIBRARIES" ${ARGN})
  add_library(${name} MODULE ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE tamis::sdk tamis::numerics ${arg_LIBRARIES})
  set_target_properties(${name} PROPERTIES
    PREFIX "" CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON LINK_DEPENDS ${map})
  target_compile_options(${name} PRIVATE -ffp-contract=off)
  target_link_options(${name} PRIVATE -Wl,--version-script=${map})
  if(NOT TAMIS_SANITIZE)  # a sanitizer's runtime is resolved at load time
    target_link_options(${name} PRIVATE -Wl,-z,defs)
  endif()
  if(TARGET tamis_options)
    target_link_libraries(${name} PRIVATE tamis_options)
  endif()
  cmake_language(EVAL CODE "cmake_language(DEFER CALL tamis_check_plugin ${name})")
endfunction()

# The walls: a plugin knows the SDK only, and computes what IEEE 754 says.
function(tamis_check_plugin name)
  get_target_property(libraries ${name} LINK_LIBRARIES)
  foreach(library IN LISTS libraries)
    if(library MATCHES "^tamis(::|_)(framework|host)")
      message(FATAL_ERROR "plugin '${name}' links ${library}: a plugin knows the SDK only (tamis::sdk, "
                          "tamis::numerics); move what it needs into the SDK or into the plugin")
    endif()
  endforeach()
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  get_target_property(options ${name} COMPILE_OPTIONS)
  if("${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${config}} ${options}" MATCHES
     "-ffast-math|-Ofast|-funsafe-math-optimizations|-fassociative-math|-ffinite-math-only|-freciprocal-math")
    message(FATAL_ERROR "plugin '${name}' is compiled with ${CMAKE_MATCH_0}: scores would then depend on the "
                        "compiler and NaN checks would vanish; remove that flag")
  endif()
endfunction()
