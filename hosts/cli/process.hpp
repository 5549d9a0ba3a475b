/// \file process.hpp
/// What the process is prepared for before anything else happens in it.
#pragma once

namespace tamis::cli {

/// Opens what is closed of stdin, stdout and stderr, so that no file of the run gets their numbers and is
/// written over with sentences. A reader that has left, and a file that may not grow, become errors of
/// writing in the place of signals: the work is then kept. A stack of less than 64 kB is refused with a
/// sentence, here and now.
void prepare_process();

/// Whether somebody looks at what is written to a descriptor.
bool is_terminal(int stream);
/// mpirun reads what its processes write from terminals of its own, and hands it on: nobody looks at those.
void believe_in_no_terminal();

/// Ends the process as a program in a pipe does whose reader has left: without a sentence.
[[noreturn]] void end_without_reader();

}  // namespace tamis::cli
