# tamis_add_plugin(NAME source... [LIBRARIES lib...] [CASES file...] [VALIDATE flag...] [NOT_VALIDATED])
#
# Builds NAME.so as a tamis plugin: a module with one exported symbol, linked against the SDK and its numerics.
# In our own tree it lands where the command line finds it; elsewhere in the current binary folder, and `cmake
# --install` puts it into TAMIS_USER_PLUGIN_DIR. The manifest has the version of project(... VERSION ...).
#
# Where tests are enabled and the command line is there, as tamis::tamis, the test NAME_conforms runs
# `tamis validate` on it: with each of CASES, and with the flags that VALIDATE lists (--set ID.OPTION=VALUE for a
# component that does nothing without; --except "NAME=REASON" for a test that a right method fails). NOT_VALIDATED
# leaves the test out.
function(tamis_add_plugin name)
  set(map ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plugin.map)
  cmake_parse_arguments(arg "NOT_VALIDATED" "" "LIBRARIES;CASES;VALIDATE" ${ARGN})
  add_library(${name} MODULE ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE tamis::sdk tamis::numerics ${arg_LIBRARIES} m)
  set_target_properties(${name} PROPERTIES
    PREFIX "" C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON LINK_DEPENDS ${map})
  target_compile_options(${name} PRIVATE -ffp-contract=off)
  if(PROJECT_VERSION)
    target_compile_definitions(${name} PRIVATE TAMIS_PLUGIN_VERSION="${PROJECT_VERSION}")
  endif()
  target_link_options(${name} PRIVATE -Wl,--version-script=${map})
  if(NOT TAMIS_SANITIZE)  # a sanitizer's runtime is resolved at load time
    target_link_options(${name} PRIVATE -Wl,-z,defs)
  endif()
  if(TARGET tamis_options)
    target_link_libraries(${name} PRIVATE tamis_options)
  endif()
  if(DEFINED TAMIS_USER_PLUGIN_DIR)  # by find_package(tamis): we are outside of our own tree
    if(TAMIS_USER_PLUGIN_DIR)
      install(TARGETS ${name} LIBRARY DESTINATION ${TAMIS_USER_PLUGIN_DIR})
    else()
      install(CODE "message(FATAL_ERROR \"there is no folder to install ${name} into, as neither XDG_DATA_HOME nor \"
        \"HOME is set: set one of them, or TAMIS_USER_PLUGIN_DIR to a folder, and configure again\")")
    endif()
    # tamis trusts no folder that a group can write to, whatever the umask
    set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
        WORLD_READ WORLD_EXECUTE PARENT_SCOPE)
  endif()
  # At the end of this folder for its flags, at the end of all for libraries that are defined later.
  cmake_language(EVAL CODE "cmake_language(DEFER CALL tamis_check_plugin_flags ${name})")
  cmake_language(EVAL CODE
    "cmake_language(DEFER DIRECTORY \"${CMAKE_SOURCE_DIR}\" CALL tamis_check_plugin ${name})")

  if(NOT arg_NOT_VALIDATED)
    foreach(case IN LISTS arg_CASES)
      cmake_path(ABSOLUTE_PATH case BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
      list(APPEND arg_VALIDATE --cases ${case})
    endforeach()
    set_target_properties(${name} PROPERTIES TAMIS_VALIDATE "${arg_VALIDATE}")
    # at the end of this folder, which alone may know an installed package; of our own tree, at the end of all
    set(folder ${CMAKE_SOURCE_DIR})
    if(TARGET tamis::tamis)
      set(folder ${CMAKE_CURRENT_SOURCE_DIR})
    endif()
    cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY \"${folder}\" CALL tamis_test_plugin ${name})")
  endif()
endfunction()

function(tamis_test_plugin name)
  # ThreadSanitizer keeps a thread of its own, which the children of the test would not have
  if(NOT TARGET tamis::tamis OR NOT CMAKE_TESTING_ENABLED OR TAMIS_SANITIZE MATCHES "thread")
    return()
  endif()
  get_target_property(flags ${name} TAMIS_VALIDATE)
  if(TAMIS_SANITIZE)  # which makes each test ten times slower and more
    list(APPEND flags --time-limit 300)
  endif()
  add_test(NAME ${name}_conforms COMMAND tamis::tamis validate $<TARGET_FILE:${name}> ${flags})
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
    foreach(property IN ITEMS COMPILE_OPTIONS COMPILE_FLAGS INTERFACE_COMPILE_OPTIONS LINK_OPTIONS LINK_FLAGS
        INTERFACE_LINK_OPTIONS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
      # an imported library is built, so only what it asks of its users counts
      if(imported AND NOT property MATCHES "^INTERFACE_")
        continue()
      endif()
      get_target_property(values ${target} ${property})
      if(values AND property MATCHES "OPTIONS|FLAGS")
        list(APPEND options ${values})
      elseif(values)
        list(APPEND libraries ${values})
      endif()
    endforeach()
    # a flag may stand among the libraries
    tamis_check_plugin_options(${name} "'${target}'" "${options};${libraries}")
    if(NOT imported)
      tamis_check_plugin_sources(${name} ${target})
    endif()

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

function(tamis_check_plugin_sources name target)
  get_target_property(folder ${target} SOURCE_DIR)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder} OUTPUT_VARIABLE file)
    foreach(property IN ITEMS COMPILE_OPTIONS COMPILE_FLAGS)
      get_property(options SOURCE "${file}" TARGET_DIRECTORY ${target} PROPERTY ${property})
      tamis_check_plugin_options(${name} "${source}" "${options}")
    endforeach()
  endforeach()
endfunction()

function(tamis_check_plugin_flags name)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  # linked with one of these, a library changes the floating-point mode of the whole process when it is loaded
  foreach(flags IN ITEMS CMAKE_C_FLAGS CMAKE_CXX_FLAGS CMAKE_MODULE_LINKER_FLAGS)
    tamis_check_plugin_options(${name} ${flags} "${${flags}} ${${flags}_${config}}")
  endforeach()
endfunction()

function(tamis_check_plugin_options name where options)
  if("${options}" MATCHES "-ffast-math|-Ofast|-funsafe-math-optimizations|-fassociative-math|-ffinite-math-only\
|-freciprocal-math|-mrecip|-fno-signed-zeros")
    message(FATAL_ERROR "plugin '${name}' is built with ${CMAKE_MATCH_0} (${where}).\n"
                        "scores would then depend on the compiler and NaN checks would vanish; remove that flag")
  endif()
endfunction()
