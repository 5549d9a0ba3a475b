# Debian packages from one build:  cpack --config BUILD/CPackConfig.cmake -G DEB
#   tamis         the program, the plugins and the defaults
#   libtamis-dev  headers, libraries and find_package(tamis), for plugins and for hosts; the pages
#   python3-tamis the Python package, on the plugins of tamis
#   tamis-mpi     the runs of tamis on several machines; the one package that needs an MPI
set(TAMIS_MAINTAINER "The tamis authors <tamis@localhost>" CACHE STRING "Who answers for the packages: Name <address>")
set(CPACK_PACKAGE_VENDOR "The tamis authors")
set(CPACK_PACKAGE_CONTACT ${TAMIS_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program development)
if(TAMIS_BUILD_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
if(TARGET tamis_mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME tamis)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)  # reads what the program and the plugins link; needs dpkg-dev
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "feature selection when the labels cannot be trusted
Ranks and selects the features of a table whose labels are wrong, hesitant,
partly missing or not equally far apart, and names the labels that look wrong.
Each method is a plugin; those of others can be installed beside them.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtamis-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
list(JOIN TAMIS_FRAMEWORK_DEBIAN ", " needs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "tamis (= ${PROJECT_VERSION}), ${needs}")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "cmake, g++")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "libeigen3-dev")  # tamis/eigen.hpp
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "feature selection with doubtful labels - plugins and hosts
Headers, static libraries and CMake files to write a method as a plugin of
tamis, and to select features of data that a C++ program holds; tutorials and
reference.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-tamis)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "tamis (= ${PROJECT_VERSION}), python3 (>= 3.9), python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-sklearn, python3-pandas")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-matplotlib, python3-tqdm")
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "feature selection when the labels cannot be trusted - Python
An estimator for scikit-learn and functions, over the methods of tamis: ranks
and selects features, and finds the labels that look wrong.")

set(CPACK_DEBIAN_MPI_PACKAGE_NAME tamis-mpi)
set(CPACK_DEBIAN_MPI_PACKAGE_SECTION science)
set(CPACK_DEBIAN_MPI_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "tamis (= ${PROJECT_VERSION}), openmpi-bin")
set(CPACK_DEBIAN_MPI_DESCRIPTION "feature selection when the labels cannot be trusted - clusters
The runs of tamis on several processes and machines, by MPI: the same plugins,
configs and results.")

# where Debian looks for a package's licence
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tamis RENAME copyright)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${TAMIS_DOC_DIR} RENAME copyright
  COMPONENT development)
if(TAMIS_BUILD_PYTHON)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/python3-tamis RENAME copyright
    COMPONENT python)
endif()
if(TARGET tamis_mpi)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tamis-mpi RENAME copyright
    COMPONENT mpi)
endif()
include(CPack)
