/// \file blocking_call.hpp
/// Whether the process may wait for a file. Nobody can stop a read or a write that blocks but a signal, and a host
/// that catches signals, to keep what a run has found, must let one end the process there: it would never see it.
#pragma once

#include <string>

namespace tamis::framework {

/// Whether a BlockingCall lives. May be called by a signal handler.
bool in_blocking_call() noexcept;

/// While it lives, a file is opened, read or written that may keep this process waiting: a pipe, a terminal, a device.
class BlockingCall {
 public:
  /// \param path  of any file; a regular one keeps nobody waiting.
  explicit BlockingCall(const std::string& path);
  ~BlockingCall();
  BlockingCall(const BlockingCall&) = delete;
  BlockingCall& operator=(const BlockingCall&) = delete;

 private:
  bool blocks_;
};

}  // namespace tamis::framework
