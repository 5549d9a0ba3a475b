#include "sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <new>

namespace tamis::framework {
namespace {

// OpenSSL's digest of bytes in memory fails only where it gets no memory for its state.
void check(int done) {
  if (done != 1) throw std::bad_alloc();
}

}  // namespace

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  check(state_->context && EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr));
}
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
  check(EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()));
}

std::string Sha256::text() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned size = 0;
  check(EVP_DigestFinal_ex(state_->context, bytes.data(), &size));
  std::string out;
  for (unsigned k = 0; k < size; ++k) out += fmt::format("{:02x}", bytes[k]);
  return out;
}

}  // namespace tamis::framework
