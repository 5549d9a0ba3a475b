/** \file plain_c.h  What the examples share: the manifest as an ELF note, and errors as sentences. */
#pragma once
#include <tamis/abi.h>

#include <stdio.h>

/** The first line of a manifest. */
#define PLAIN_C_LIBRARY(version) \
  "{\"tamis\":1,\"version\":\"" version "\",\"compiler\":\"C compiler " __VERSION__ "\"}\n"

/** Elf64_Nhdr with name and text, each padded to 4 bytes; the text ends without its terminator. */
#define PLAIN_C_NOTE(manifest)                                                                             \
  static const struct {                                                                                    \
    uint32_t name_size, text_size, type;                                                                   \
    char name[8];                                                                                          \
    char text[(sizeof(manifest) - 1 + 3) / 4 * 4];                                                         \
  } note __attribute__((section(".note.tamis"), aligned(4), used)) = {6, sizeof(manifest) - 1, 1, "TAMIS", \
                                                                      manifest}

/** The library's one symbol, for a `note` with one component. */
#define PLAIN_C_PLUGIN(manifest, component)                                        \
  extern const tamis_plugin tamis_plugin_1 __attribute__((visibility("default"))); \
  const tamis_plugin tamis_plugin_1 = {                                            \
      sizeof(tamis_plugin), {note.text, sizeof(manifest) - 1}, &component, 1, sizeof(tamis_component)}

/** Returns `code` with its sentence. The host has set the other members of `error`. */
static inline int32_t fail(tamis_error* error, int32_t code, const char* sentence) {
  snprintf(error->text, sizeof error->text, "%s", sentence);
  return code;
}
