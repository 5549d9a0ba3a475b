/// \file blocking_read.hpp
/// Whether the process may wait for a file. Nobody can stop a read that blocks but a signal, and a host that
/// catches signals, to keep what a run has found, must let one end the process there: nothing was found yet.
#pragma once

#include <string>

namespace tamis::framework {

/// Whether a BlockingRead lives. May be called by a signal handler.
bool in_blocking_read() noexcept;

/// While it lives, a file is read that may keep its reader waiting: a pipe, a terminal, a device.
class BlockingRead {
 public:
  /// \param path  of any file; a regular one keeps nobody waiting.
  explicit BlockingRead(const std::string& path);
  ~BlockingRead();
  BlockingRead(const BlockingRead&) = delete;
  BlockingRead& operator=(const BlockingRead&) = delete;

 private:
  bool blocks_;
};

}  // namespace tamis::framework
