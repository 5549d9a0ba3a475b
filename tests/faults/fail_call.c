/* Preloaded into tamis: one call of one function fails, as on a full disk or a machine without memory.

   TAMIS_FAULT        the function: write, rename, fsync, mmap, malloc (with calloc and realloc) or
                      pthread_create
   TAMIS_FAULT_AT     which of its calls fails, from 1; 0: none
   TAMIS_FAULT_LASTS  if set, each later one fails, too
   TAMIS_FAULT_CALLS  a file that gets the number of the call when it fails, else of all calls at the end */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* dlsym() may allocate, so the allocator is reached by glibc's own names */
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* block, size_t size);

static const char* faulty = ""; /* nothing until main() begins */
static const char* calls_file;
static long fails_at;
static int lasts;
static atomic_long calls;

static void tell(long number) {
  char text[32];
  const int length = snprintf(text, sizeof text, "%ld\n", number);
  const int file = open(calls_file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0 || syscall(SYS_write, file, text, (size_t)length) != length) _exit(99);
  close(file);
}

static int fails(const char* function, int error) {
  if (strcmp(function, faulty) != 0) return 0;
  const long number = atomic_fetch_add(&calls, 1) + 1;
  const int later = lasts && fails_at > 0 && number > fails_at;
  if (number != fails_at && !later) return 0;
  if (!later) tell(number);
  errno = error;
  return 1;
}

static int (*main_of_program)(int, char**, char**);

static int armed_main(int count, char** arguments, char** environment) {
  const char *function = getenv("TAMIS_FAULT"), *at = getenv("TAMIS_FAULT_AT");
  calls_file = getenv("TAMIS_FAULT_CALLS");
  /* not the shell that starts it, nor the processes that it starts */
  if (function && at && calls_file && strcmp(program_invocation_short_name, "tamis") == 0) {
    fails_at = atol(at);
    lasts = getenv("TAMIS_FAULT_LASTS") != NULL;
    faulty = function;
  }
  return main_of_program(count, arguments, environment);
}

/* glibc's, which every program is started by: what is allocated before main() cannot be told of */
int __libc_start_main(int (*program)(int, char**, char**), int count, char** arguments, void (*init)(void),
                      void (*fini)(void), void (*unload)(void), void* stack) {
  main_of_program = program;
  __typeof__(__libc_start_main)* next = (__typeof__(__libc_start_main)*)dlsym(RTLD_NEXT, "__libc_start_main");
  return next(armed_main, count, arguments, init, fini, unload, stack);
}

__attribute__((destructor)) static void end(void) {
  if (*faulty && (fails_at == 0 || calls < fails_at)) tell(calls);
}

void* malloc(size_t size) { return fails("malloc", ENOMEM) ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) {
  return fails("malloc", ENOMEM) ? NULL : __libc_calloc(count, size);
}
void* realloc(void* block, size_t size) {
  return fails("malloc", ENOMEM) ? NULL : __libc_realloc(block, size);
}

#define NEXT(function)               \
  static __typeof__(function)* next; \
  if (!next) next = (__typeof__(function)*)dlsym(RTLD_NEXT, #function)

ssize_t write(int file, const void* bytes, size_t size) {
  NEXT(write);
  return fails("write", ENOSPC) ? -1 : next(file, bytes, size);
}
int rename(const char* from, const char* to) {
  NEXT(rename);
  return fails("rename", EIO) ? -1 : next(from, to);
}
int renameat(int from_folder, const char* from, int to_folder, const char* to) {
  NEXT(renameat);
  return fails("rename", EIO) ? -1 : next(from_folder, from, to_folder, to);
}
int fsync(int file) {
  NEXT(fsync);
  return fails("fsync", EIO) ? -1 : next(file);
}
int fdatasync(int file) {
  NEXT(fdatasync);
  return fails("fsync", EIO) ? -1 : next(file);
}
void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) {
  NEXT(mmap);
  return fails("mmap", ENOMEM) ? MAP_FAILED : next(at, size, protection, flags, file, offset);
}
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
  NEXT(pthread_create);
  return fails("pthread_create", EAGAIN) ? EAGAIN : next(thread, attributes, run, argument);
}
