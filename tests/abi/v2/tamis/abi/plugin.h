/** \file plugin.h  What a plugin library exports: one symbol, `const tamis_plugin tamis_plugin_1`, and a
 * manifest in the file. Both are constant: they are the same from loading to the end of the process.
 *
 * The manifest is an ELF note (section .note.tamis, name "TAMIS", type 1). Its text is JSON, one object a
 * line: first {"tamis": TAMIS_SDK_REVISION, ...} of the library, then one per component, in the order of
 * `components`. The host reads and judges it before it loads the library.
 */
#pragma once
#include <tamis/abi/types.h>
#ifdef __cplusplus
extern "C" {
#endif

/** Raised with every addition to the contract; a host loads any plugin whose interfaces it knows. */
enum { TAMIS_SDK_REVISION = 2 };

/** A live component, a noise model or a metric, as it is handed to another one. The host keeps it alive
 * longer than the component that gets it, and writes the origin. */
typedef struct tamis_handle {
  const void* table; /* of the interface that the manifest names for the option */
  void* self;
  const char* origin; /* "criterion.metric = euclidean (file)", terminated; or NULL */
} tamis_handle;

enum tamis_type {
  TAMIS_T_INTEGER = 1,
  TAMIS_T_REAL,
  TAMIS_T_BOOL,
  TAMIS_T_CHOICE, /* the choice's place in the manifest's list */
  TAMIS_T_TEXT,
  TAMIS_T_REALS,
  TAMIS_T_COMPONENT,
  TAMIS_T_COMPONENTS /* a list of components of one interface; since SDK revision 2 */
};

/** An option's value, checked against the manifest. What it points at lives as long as the component. */
typedef struct tamis_value {
  uint32_t type; /* enum tamis_type */
  union {
    int64_t integer; /* INTEGER, BOOL, CHOICE */
    double real;
    tamis_text text;
    struct {
      const double* data;
      uint64_t size;
    } reals;
    tamis_handle component; /* table is NULL where the manifest's default is "" and the config names none */
    struct {
      const tamis_handle* data;
      uint64_t size;
    } components;
  } as;
} tamis_value;

/** One value per option, in the manifest's order. The struct and its values are gone after `create`. */
typedef struct tamis_creation {
  uint64_t size;
  tamis_text path; /* the component's place in the config, as "criterion.noise": keys its random streams */
  const tamis_value* values;
  uint64_t n_values;
} tamis_creation;

typedef struct tamis_component {
  uint64_t size;
  const char* interface_id; /* "criterion/1", terminated, as in the manifest */
  const char* id;           /* "laplacian_score", likewise */
  const void* table;        /* tamis_criterion_1, ... */
  void* context;            /* handed to create */
  /** Writes *self, which the component's functions get; on failure nothing is left to destroy. */
  int32_t (*create)(void* context, const tamis_creation*, void** self, tamis_error*);
  void (*destroy)(void* self); /* once, after all other calls; not for a NULL self */
} tamis_component;

typedef struct tamis_plugin {
  uint64_t size;
  tamis_text manifest; /* the note's text */
  const tamis_component* components;
  uint64_t n_components;
  uint64_t component_stride; /* bytes from one component to the next, so that tamis_component can grow */
} tamis_plugin;

#ifdef __cplusplus
}
#endif
