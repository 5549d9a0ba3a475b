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
    PREFIX "" C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON LINK_DEPENDS ${map})
  target_compile_options(${name} PRIVATE -ffp-contract=off)
  target_link_options(${name} PRIVATE -Wl,--version-script=${map})
  if(NOT TAMIS_SANITIZE)  # a sanitizer's runtime is resolved at load time
    target_link_options(${name} PRIVATE -Wl,-z,defs)
  endif()
  if(TARGET tamis_options)
    target_link_libraries(${name} PRIVATE tamis_options)
  endif()
  # At the end of this folder for its flags, at the end of all for libraries that are defined later.
  cmake_language(EVAL CODE "cmake_language(DEFER CALL tamis_check_plugin_flags ${name})")
  cmake_language(EVAL CODE
    "cmake_language(DEFER DIRECTORY \"${CMAKE_SOURCE_DIR}\" CALL tamis_check_plugin ${name})")
endfunction()

# The walls: a plugin, with every library that its code lies in, knows the SDK only and computes what IEEE 754 says.
function(tamis_check_plugin name)
  set(waiting ${name})
  set(seen)
  while(waiting)
    list(POP_FRONT waiting target)
    get_target_property(aliased ${target} ALIASED_TARGET)
    if(aliased)
      set(target ${aliased})
    endif()
    if(target IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${target})
    get_target_property(imported ${target} IMPORTED)
    set(options)
    set(libraries)
    foreach(property IN ITEMS COMPILE_OPTIONS INTERFACE_COMPILE_OPTIONS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
      # an imported library is built, so only what it asks of its users counts
      if(imported AND NOT property MATCHES "^INTERFACE_")
        continue()
      endif()
      get_target_property(values ${target} ${property})
      if(values AND property MATCHES "OPTIONS")
        list(APPEND options ${values})
      elseif(values)
        list(APPEND libraries ${values})
      endif()
    endforeach()
    tamis_check_plugin_options(${name} "'${target}'" "${options}")

    foreach(library IN LISTS libraries)
      string(REGEX REPLACE "^\\$<(LINK_ONLY|BUILD_INTERFACE):(.*)>$" "\\2" library "${library}")
      set(names "${library}")
      if(TARGET "${library}")
        get_target_property(aliased ${library} ALIASED_TARGET)
        list(APPEND names ${aliased})
        list(APPEND waiting ${library})
      endif()
      if("${names}" MATCHES "(^|[;:,])tamis(::|_)(framework|host)")
        message(FATAL_ERROR "plugin '${name}': '${target}' links ${library}.\n"
                            "a plugin knows the SDK only (tamis::sdk, tamis::numerics); move what it needs into the "
                            "SDK or into the plugin")
      endif()
    endforeach()
  endwhile()
endfunction()

function(tamis_check_plugin_flags name)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  tamis_check_plugin_options(${name} CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${config}}")
endfunction()

function(tamis_check_plugin_options name where options)
  if("${options}" MATCHES
     "-ffast-math|-Ofast|-funsafe-math-optimizations|-fassociative-math|-ffinite-math-only|-freciprocal-math")
    message(FATAL_ERROR "plugin '${name}' is compiled with ${CMAKE_MATCH_0} (${where}).\n"
                        "scores would then depend on the compiler and NaN checks would vanish; remove that flag")
  endif()
endfunction()
