/** \file plain_c.h  What plugins in C share: the manifest as an ELF note, the exported symbol, errors as
 * sentences. Once in a library:
 *
 * \code
 *   #define MANIFEST TAMIS_C_LIBRARY("1.0") "{\"id\":\"org.example.name\", ...}\n"
 *   TAMIS_C_NOTE(MANIFEST);
 *   ... the functions, their table, and a tamis_component with them ...
 *   TAMIS_C_PLUGIN(MANIFEST, component);
 * \endcode
 */
#pragma once
#include <tamis/abi.h>

#include <stdio.h>

/** The first line of a manifest. */
#define TAMIS_C_LIBRARY(version) \
  "{\"tamis\":2,\"version\":\"" version "\",\"compiler\":\"C compiler " __VERSION__ "\"}\n"

/** Elf64_Nhdr with name and text, each padded to 4 bytes; the text ends without its terminator. */
#define TAMIS_C_NOTE(manifest)                                                                          \
  static const struct {                                                                                 \
    uint32_t name_size, text_size, type;                                                                \
    char name[8];                                                                                       \
    char text[(sizeof(manifest) - 1 + 3) / 4 * 4];                                                      \
  } tamis_note __attribute__((section(".note.tamis"), aligned(4), used)) = {6, sizeof(manifest) - 1, 1, \
                                                                            "TAMIS", manifest}

/** The library's one symbol, for a note with one component. */
#define TAMIS_C_PLUGIN(manifest, component)                                        \
  extern const tamis_plugin tamis_plugin_1 __attribute__((visibility("default"))); \
  const tamis_plugin tamis_plugin_1 = {                                            \
      sizeof(tamis_plugin), {tamis_note.text, sizeof(manifest) - 1}, &component, 1, sizeof(tamis_component)}

/** Returns `code` with its sentence. The host has set the other members of `error`. */
static inline int32_t tamis_fail(tamis_error* error, int32_t code, const char* sentence) {
  snprintf(error->text, sizeof error->text, "%s", sentence);
  return code;
}
